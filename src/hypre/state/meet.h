/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Does every rank of a communicator have the plug? Others would wait for ever in our
 * collective calls. So before the first such call the ranks meet, by messages along a binary
 * tree (2 log2(P) steps) whose waits have a limit, TRISWEEP_RANK_WAIT seconds. The answer is
 * kept with the communicator and goes to its duplicates.
 */
#pragma once

#include "hypre/plug.h"

/**
 * All ranks of comm that have the plug call. Does each of them have it? If not, ranks with
 * needed set, where something of ours is in force, end the program with an explanation, and
 * the others get false.
 */
bool tsw_meet(MPI_Comm comm, bool needed);

/** The same, whatever was found earlier, for a call that another rank may not make. */
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
