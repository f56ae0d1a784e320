/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * A barrier with a time limit: does every rank of a communicator run with the plug? If one rank
 * runs without the plug, the plug's collective calls would hang on the other ranks. Therefore the
 * barrier precedes the first collective call of a communicator: messages along a binomial tree,
 * 2 log2(P) steps, with waits of TRISWEEP_RANK_WAIT seconds. The result is an attribute of the
 * communicator, which MPI copies to duplicates of the communicator.
 */
#pragma once

#include "hypre/plug.h"

/**
 * Do all ranks of comm run with the plug? All ranks with the plug call this function. needed: a
 * method of the plug is active on this rank; then a missing rank ends the program with a message.
 * Otherwise a missing rank returns false.
 */
bool tsw_meet_barrier(MPI_Comm comm, bool needed);

/** The barrier with needed set, even if an earlier one was complete: another rank may not call. */
void tsw_meet_barrier_again(MPI_Comm comm);

/** The attribute of a communicator: flags of the barrier (bits 0, 1) and of agree.c (bits 2, 3). */
int tsw_meet_flags(MPI_Comm comm);

/** Set flags in the attribute of a communicator; the other flags stay set. */
void tsw_meet_set_flags(MPI_Comm comm, int flags);

enum
{
   TSW_MEET_ALL_HAVE_PLUG = 1,
   TSW_MEET_PLUG_MISSING = 2,
   TSW_MEET_SAME_ENVIRONMENT = 4,
   TSW_MEET_OTHER_ENVIRONMENT = 8
};
