/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The cost model that chooses a schedule for a block in device memory, in natural order:
 * the time of a forward sweep, linear in a few numbers of the pattern, with constants
 * that were measured (plan/tuning).
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum
{
   TSW_TUNE_MOST = 8 /* schedules that the model may know */
};

/** What the model reads of a pattern. */
typedef struct tsw_tune_shape
{
   int64_t n_rows;
   int64_t nnz;
   int64_t depth;       /* levels */
   int64_t longest_row; /* its entries, but for the diagonal */
   double  crossing;    /* share of rows that need a row of an earlier strip */
   bool    grid;    /* one that schedule strips cuts into tiles */
   bool    hurried; /* nothing hides what is planned on the host */
} tsw_tune_shape;

typedef struct tsw_tune_estimate
{
   const char *schedule;
   double      seconds; /* of a forward sweep */
} tsw_tune_estimate;

/** The constants of one GPU model. */
typedef struct tsw_tune_table tsw_tune_table;

/** The constants of a GPU, by its name; those of the first table if it has none of its own. */
const tsw_tune_table *tsw_tune_find_table(const char *gpu);

/** Name of the GPU on which the constants were measured. Static storage. */
const char *tsw_tune_table_gpu(const tsw_tune_table *table);

/**
 * Estimate the time of every schedule that the model knows and would take.
 *
 * @param[in]  table      constants
 * @param[in]  shape      the pattern
 * @param[in]  only       name of the only schedule that counts; NULL for all
 * @param[out] estimates  [TSW_TUNE_MOST] the least time first; equal ones by name
 * @return how many there are; 0 if the model does not know the only one
 */
int tsw_tune_rank(const tsw_tune_table *table, const tsw_tune_shape *shape, const char *only,
                  tsw_tune_estimate *estimates);

/** Rows of a strip, as crossing counts them. */
int64_t tsw_tune_strip_rows(int64_t n_rows);

#ifdef __cplusplus
}
#endif
