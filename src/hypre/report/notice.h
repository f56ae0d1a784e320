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

/** Does this rank speak for a solver? Rank 0; if it has one process, only the first one. */
bool tsw_prints_for(int rank, int n_ranks);

/** A message of the library without its beginning, which ours have already. */
const char *tsw_without_prefix(const char *message);

/** Set hypre's error flag for what the user was told; see tsw_new_errors. */
void tsw_raise(const char *message);

/** Was anything told in that way? */
bool tsw_has_raised(void);

/**
 * The status of a sweep of hypre that began with the error flag before. hypre
 * returns the flag itself, and its cycle ends where that is set: an error of ours,
 * from the setup, would keep hypre from smoothing in our place.
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
 * Zeroed memory where there is no way back, since other ranks wait for values of this one:
 * out of memory ends the program, as in hypre. (What grows with the matrix is allocated by
 * libtrisweep, which reports the failure.)
 */
void *tsw_alloc(size_t count, size_t size);
