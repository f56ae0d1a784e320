/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The cost model that chooses a schedule for a device block in natural order: the time of a
 * forward sweep, linear in a few numbers of the pattern, with constants that were measured
 * (plan/tuning, or a file by trisweep-bench calibrate), or scaled from those of another GPU.
 */
#pragma once

#include <trisweep/status.h>

#include "kernels/candidate.h"

TRISWEEP_BEGIN_C

enum
{
   TSW_TUNE_MOST = 8,  /* schedules of the model, at most */
   TSW_TUNE_COSTS = 8, /* lines of a table */
   TSW_TUNE_NAME = 280
};

typedef struct tsw_tune_cost
{
   const char *schedule; /* static storage */
   const char *part;     /* of its blocks (tsw_candidate.part); static storage */
   double      launch_us;
   double      entry_ns;
   double      row_ns;
   double      level_ns;
   double      crossing_ns;
   double      length_ns;
   double      longest_ns;
} tsw_tune_cost;

/** The constants of one GPU. */
typedef struct tsw_tune_table
{
   char          tuned_for[TSW_TUNE_NAME]; /* the GPU, and "scaled" for another GPU */
   int           n_costs;
   tsw_tune_cost cost[TSW_TUNE_COSTS];
} tsw_tune_table;

typedef struct tsw_tune_estimate
{
   const char *schedule;
   double      seconds; /* of a forward sweep */
} tsw_tune_estimate;

/**
 * The constants of a GPU: from a file FOLDER/NAME.def, where NAME is the GPU's name with - for
 * every character except letters, digits and dots; else from the library's table of this name;
 * else, and for missing lines, from the library's first table, scaled by processors, clock and
 * bandwidth. OK, ARGUMENT (a file, the folder or a line is wrong: the message says which).
 */
trisweep_status tsw_tune_table_for(const tsw_gpu *gpu, const char *folder, tsw_tune_table *table);

/** Folder of the user's tables: the variable TRISWEEP_TUNING, else the installed folder. */
const char *tsw_tune_folder(void);

/**
 * Estimate the time of each schedule of the model (or of one) that takes such a block, into
 * estimates [TSW_TUNE_MOST], the least time first. Returns their number.
 */
int tsw_tune_rank(const tsw_tune_table *table, const tsw_gpu *gpu, const tsw_tune_shape *shape,
                  const char *only, tsw_tune_estimate *estimates);

/** Schedules that the device refused. */
typedef struct tsw_tune_refused
{
   int         n;
   const char *name[TSW_TUNE_MOST]; /* static storage */
} tsw_tune_refused;

/** The first of n estimates whose schedule was not refused; NULL if there is none. */
const tsw_tune_estimate *tsw_tune_best(const tsw_tune_estimate *estimates, int n,
                                       const tsw_tune_refused *refused);

/** Consecutive rows of a processor's share, for tsw_tune_shape.crossing. */
int64_t tsw_tune_share_rows(int64_t n_rows, int processors);

TRISWEEP_END_C
