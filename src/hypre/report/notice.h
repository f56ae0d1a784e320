/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What the plug tells the user on standard error: "trisweep: rank 3, level 2: what; what to do". */
#pragma once

#include "hypre/plug.h"

#include <stdarg.h>

/** Is this between MPI_Init and MPI_Finalize? */
bool tsw_mpi_runs(void);

/** Rank of this process in MPI_COMM_WORLD; 0 outside of MPI. */
int tsw_world_rank(void);

/** Number of processes in MPI_COMM_WORLD; 1 outside of MPI. */
int tsw_world_size(void);

/** Does this rank print for a solver? Rank 0; with one process, only the first of the job. */
bool tsw_prints_for(int rank, int n_ranks);

/** A message of the library without its prefix, which messages of the plug add. */
const char *tsw_without_prefix(const char *message);

/** Set hypre's error flag for an error that was printed; see tsw_new_errors. */
void tsw_raise(const char *message);

/** Has tsw_raise been called? */
bool tsw_has_raised(void);

/**
 * The status of a sweep of hypre; before: the error flag at the begin of the sweep. hypre returns
 * the flag itself, and its cycle ends if the flag is set. Without this function an error of the
 * plug in the setup would end the cycles in which hypre smooths instead of the plug.
 */
HYPRE_Int tsw_new_errors(HYPRE_Int before, HYPRE_Int status);

/** Print a message of this process. */
void tsw_notice(const char *format, ...) __attribute__((format(printf, 1, 2)));

/** Print a message on rank 0 of MPI_COMM_WORLD only; other ranks do not read the arguments. */
#define tsw_notice_once(...) (tsw_world_rank() == 0 ? tsw_notice(__VA_ARGS__) : (void) 0)

/** Print on rank 0 of MPI_COMM_WORLD, set hypre's error flag, and return that flag. */
HYPRE_Int tsw_refuse(const char *format, ...) __attribute__((format(printf, 1, 2)));

/** Print on this process and end the program, all its ranks, with exit status 1. */
_Noreturn void tsw_abort(const char *format, ...) __attribute__((format(printf, 1, 2)));

/**
 * Allocate zeroed memory where other ranks wait for values of this rank, so that a failure cannot
 * be returned: out of memory ends the program, as in hypre. (Memory that grows with the matrix is
 * allocated by libtrisweep, which reports the failure.)
 */
void *tsw_alloc(size_t count, size_t size);
