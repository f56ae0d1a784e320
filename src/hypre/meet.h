/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Does every rank of a communicator have the plug? A rank that was started
 * without it takes part in no collective call of ours, and the others would wait
 * for ever. So before the first such call on a communicator its ranks meet: by
 * messages between pairs of ranks along a binary tree, which take 2 log2(P) steps
 * and whose waits have a limit, TRISWEEP_RANK_WAIT seconds. From then on our
 * collective calls are as safe as hypre's own in the same place. The answer is
 * kept with the communicator and goes with it to its duplicates.
 */
#pragma once

#include "hypre/plug.h"

/**
 * All ranks of comm that have the plug call. Does each of them have it? If one
 * does not, ranks with needed set end the program with an explanation, and the
 * others get false.
 *
 * @param[in] needed  something of ours is in force on this rank
 */
bool tsw_meet(MPI_Comm comm, bool needed);

/**
 * The same, whatever was found earlier, for a call that another rank may not make.
 * If it does not, the program ends with an explanation.
 */
void tsw_meet_again(MPI_Comm comm);

/** What is kept with a communicator besides: flags of agree.c, above the first 2 bits. */
int  tsw_meet_flags(MPI_Comm comm);
void tsw_meet_set_flags(MPI_Comm comm, int flags);

enum
{
   TSW_MEET_ALL_HERE = 1,
   TSW_MEET_NOT_ALL = 2,
   TSW_MEET_SAME_ENVIRONMENT = 4,
   TSW_MEET_OTHER_ENVIRONMENT = 8
};
