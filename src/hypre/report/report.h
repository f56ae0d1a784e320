/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Statistics. At the end of a setup all ranks add up their statistics and agree on the levels that
 * failed. Later numbers are those of rank 0 alone, and are printed as such: ranks may destroy a
 * solver at different times, and statistics must not hang.
 */
#pragma once

#include "hypre/state/registry.h"

/** One line of a table. */
typedef struct tsw_report_row
{
   int            level; /* -1 for a standalone matrix */
   int            n_ranks;
   tsw_level_sums sums; /* of all ranks */
   long           n_relaxed;
   trisweep_stats stats;             /* of this rank */
   double         seconds_per_sweep; /* of this rank */
   double         gbytes_per_second; /* of this rank */
} tsw_report_row;

/** Agree on failures, add up statistics. One failed rank fails a level on all. True: none. */
bool tsw_report_agree(tsw_level **levels, int n_levels, MPI_Comm comm);

/** Set hypre's error flag if a level or sweep failed here; other ranks learn of it by NaN. */
void tsw_report_sweeps(tsw_solver *solver);

/** Print once for a solver which levels have rows without a diagonal, or replaced pivots. */
void tsw_report_diagonals(tsw_solver *solver);

/** Print the statistics of a solver, or store them for the file. */
void tsw_report_solver(const tsw_solver *solver);

/** The same for a standalone matrix. */
void tsw_report_raw(tsw_level *level);

/* The file of the rows. */
void tsw_report_json_add(const char *title, const tsw_report_row *rows, int n_rows);
void tsw_report_json_write(void);
