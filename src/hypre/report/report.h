/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Statistics. At the end of a setup one reduction adds up the statistics of all ranks and finds the
 * failed levels. Later statistics (sweeps) are those of rank 0 alone, as the title of the table
 * states: ranks may destroy a solver at different times, so that a later reduction could hang.
 */
#pragma once

#include "hypre/state/registry.h"

struct cJSON;

/** One line of the table: one level. */
typedef struct tsw_report_row
{
   const tsw_level *level;
   trisweep_stats   stats;             /* of this rank */
   double           seconds_per_sweep; /* of this rank */
   double           gbytes_per_second; /* of this rank */
} tsw_report_row;

/**
 * Reduce failures and statistics over all ranks. A level that failed on one rank fails on all
 * ranks. True if no level failed. Prints as tsw_report_replaced. Collective.
 */
bool tsw_report_agree(tsw_level **levels, int n_levels, MPI_Comm comm);

/** Print, once for each level, that another schedule replaces the requested one on this rank. */
void tsw_report_replaced(tsw_level *const *levels, int n_levels);

/** Set hypre's error flag if a level or sweep failed on this rank. (Other ranks receive NaN.) */
void tsw_report_sweeps(tsw_solver *solver);

/** Print, once for a solver, the levels with zero diagonal entries or replaced pivots. */
void tsw_report_diagonals(tsw_solver *solver);

/** Print the statistics of a solver, or store them for the JSON file; count for the summary. */
void tsw_report_solver(const tsw_solver *solver);

/** Print or store the statistics of a standalone matrix. */
void tsw_report_standalone(tsw_level *level);

/** Fill the line of a level. False: there is none, as on ranks that do not print. */
bool tsw_report_row_of(const tsw_level *level, tsw_report_row *row);

/**
 * Store the lines of levels for the JSON file, and what extensions add for a solver; nothing if
 * there is neither. solver: NULL for a standalone matrix.
 */
void tsw_report_json_add(const char *title, const tsw_solver *solver, tsw_level *const *levels,
                         int n_levels);

/** Add to an object of the JSON file, for extensions. */
void          tsw_report_add_number(struct cJSON *object, const char *name, double value);
void          tsw_report_add_text(struct cJSON *object, const char *name, const char *value);
struct cJSON *tsw_report_add_object(struct cJSON *object, const char *name);

/** Write the JSON file, if rows were stored. */
void tsw_report_json_write(void);
