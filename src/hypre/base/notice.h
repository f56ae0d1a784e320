/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Messages of the plug on standard error: "trisweep: rank 3, level 2: problem; remedy". */
#pragma once

#include "hypre/plug.h"

#include <stdarg.h>

/**
 * Why the plug cannot call the MPI of this program, or NULL: it is not the MPI of the plug's build,
 * and takes other handles. Static storage.
 */
const char *tsw_mpi_misfit(void);

/** Is MPI initialised and not finalised, and may the plug call it? */
bool tsw_mpi_runs(void);

/** Rank of this process in MPI_COMM_WORLD; outside of MPI by the environment, or 0. */
int tsw_world_rank(void);

/** Number of processes in MPI_COMM_WORLD; 1 outside of MPI. */
int tsw_world_size(void);

/** Does this rank of a solver print? Rank 0; for a solver on one rank, only world rank 0. */
bool tsw_prints_for(int rank, int n_ranks);

/** A message of libtrisweep without the prefix "trisweep: ", for use in a message of the plug. */
const char *tsw_without_prefix(const char *message);

/** Set hypre's error flag, after the error was printed; see tsw_new_errors. */
void tsw_raise(const char *message);

/** Has tsw_raise been called? */
bool tsw_has_raised(void);

/**
 * The status of a sweep of hypre without earlier errors of the plug. before: hypre's error flag at
 * the begin of the sweep. hypre's sweep returns the error flag, and hypre's cycle ends if the flag
 * is set. Without this function an error of the plug in the setup would end the cycles in which
 * hypre smooths in place of the plug.
 */
HYPRE_Int tsw_new_errors(HYPRE_Int before, HYPRE_Int status);

/** Rank of this process in a communicator. */
static inline int tsw_rank_in(MPI_Comm comm)
{
   int rank;
   MPI_Comm_rank(comm, &rank);
   return rank;
}

/** Number of ranks of a communicator. */
static inline int tsw_ranks_of(MPI_Comm comm)
{
   int n_ranks;
   MPI_Comm_size(comm, &n_ranks);
   return n_ranks;
}

/** Is a condition true on all ranks? Collective. */
bool tsw_all_ranks(MPI_Comm comm, bool condition);

/** Print a line on standard error, or by the function of trisweep_hypre_set_printer. */
void tsw_print(const char *line);

/** Print a message on this process. */
void tsw_notice(const char *format, ...) __attribute__((format(printf, 1, 2)));

/** Print a message on rank 0 of MPI_COMM_WORLD only; other ranks do not read the arguments. */
#define tsw_notice_once(...) (tsw_world_rank() == 0 ? tsw_notice(__VA_ARGS__) : (void) 0)

/** Print on rank 0 of MPI_COMM_WORLD, set hypre's error flag, and return that flag. */
HYPRE_Int tsw_refuse(const char *format, ...) __attribute__((format(printf, 1, 2)));

/**
 * Print a message on this process and end all ranks of the program with exit status 1. at_once:
 * false on ranks that leave a reason of several ranks to one of them, which ends them while they
 * wait. A rank that still runs after five seconds prints, too.
 */
_Noreturn void tsw_abort(bool at_once, const char *format, ...)
   __attribute__((format(printf, 2, 3)));
