/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The cost model that chooses a schedule for a device block in natural order: the time of a
 * forward sweep, linear in a few numbers of the pattern, with constants that were measured
 * (plan/tuning, or a file by trisweep-bench calibrate), or scaled from those of another GPU.
 */
#pragma once

#include <trisweep/status.h>

#include "kernels/supports.h"

TRISWEEP_BEGIN_C

enum
{
   TSW_TUNE_MOST = 8,  /* schedules that the model may know */
   TSW_TUNE_COSTS = 8, /* lines of a table */
   TSW_TUNE_NAME = 280
};

/* In what way a schedule deals with a block, where it has several. */
typedef enum tsw_tune_part
{
   TSW_PART_all,
   TSW_PART_tiles /* strips: tiles of a grid */
} tsw_tune_part;

typedef struct tsw_tune_cost
{
   const char   *schedule; /* static storage */
   tsw_tune_part part;
   double        launch_us;
   double        entry_ns;
   double        row_ns;
   double        level_ns;
   double        crossing_ns;
   double        length_ns;
   double        longest_ns;
} tsw_tune_cost;

/** The constants of one GPU. */
typedef struct tsw_tune_table
{
   char          tuned_for[TSW_TUNE_NAME]; /* the GPU; and "scaled" if it is another one */
   int           n_costs;
   tsw_tune_cost cost[TSW_TUNE_COSTS];
} tsw_tune_table;

typedef struct tsw_tune_estimate
{
   const char *schedule;
   double      seconds; /* of a forward sweep */
} tsw_tune_estimate;

/**
 * The constants of a GPU: those of a file FOLDER/NAME.def, with - for every character of the
 * GPU's name but letters, digits and dots; else those that the library has for its name;
 * else, and for what the file lacks, those of the first GPU that it has, scaled by
 * processors, clock and bandwidth. OK, ARGUMENT (the file or folder cannot be read, or a line
 * is wrong: the message says which).
 */
trisweep_status tsw_tune_table_for(const tsw_gpu *gpu, const char *folder, tsw_tune_table *table);

/** Where tables of the user's are: the variable TRISWEEP_TUNING, else the installed folder. */
const char *tsw_tune_folder(void);

/**
 * Estimate the time of every schedule, or only of one, that the model knows and that takes such a
 * block, into estimates [TSW_TUNE_MOST], the least time first. Returns how many there are.
 */
int tsw_tune_rank(const tsw_tune_table *table, const tsw_gpu *gpu, const tsw_tune_shape *shape,
                  const char *only, tsw_tune_estimate *estimates);

/** Schedules that were ranked and then could not be planned. */
typedef struct tsw_tune_refused
{
   int         n;
   const char *name[TSW_TUNE_MOST]; /* static storage */
} tsw_tune_refused;

/** The first of n estimates whose schedule was not refused; NULL if there is none. */
const tsw_tune_estimate *tsw_tune_best(const tsw_tune_estimate *estimates, int n,
                                       const tsw_tune_refused *refused);

/** Rows of a strip, as crossing counts them, on a GPU of so many processors. */
int64_t tsw_tune_strip_rows(int64_t n_rows, int processors);

TRISWEEP_END_C
