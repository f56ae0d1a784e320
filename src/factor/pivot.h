/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * What happens to a pivot that cannot be divided by: one whose size is at most
 * `tolerance` times the largest entry of its row of the matrix, or a row that
 * the elimination has made infinite.
 *
 *    boost  the pivot becomes that largest entry, with the sign that it had; a
 *           row that has no such entry or is infinite is skipped
 *    skip   the unknown is left out of the factorisation, row and column: its
 *           correction is zero
 *    error  the factorisation fails
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include <trisweep.h>

#include "base/options.h"

TRISWEEP_BEGIN_C

typedef enum tsw_pivot_policy
{
   TSW_PIVOT_BOOST,
   TSW_PIVOT_SKIP,
   TSW_PIVOT_ERROR
} tsw_pivot_policy;

/** The rule, and what it was applied to. */
typedef struct tsw_pivots
{
   tsw_pivot_policy policy;
   double           tolerance;
   int64_t          n_boosted;
   int64_t          n_skipped;
   int64_t          first_row; /* first row that was boosted or skipped; -1 if there is none */
} tsw_pivots;

/** The rule that the options pivot and pivot_tol ask for, applied to nothing yet. */
tsw_pivots tsw_pivots_of(const tsw_options *options);

/** Count from none again. */
void tsw_pivots_restart(tsw_pivots *pivots);

/**
 * Judge the pivot of one row.
 *
 * @param[in,out] pivots   rule and counts
 * @param[in]     row      the row; rows come in ascending order
 * @param[in]     pivot    what the elimination gave
 * @param[in]     largest  largest entry of the row in the matrix, as absolute value
 * @param[in]     finite   is the rest of the row finite?
 * @param[out]    inverse  reciprocal of the pivot to use; 0: skip the row
 * @return OK, VALUE (policy error)
 */
trisweep_status tsw_pivot_judge(tsw_pivots *pivots, int64_t row, double pivot, double largest,
                                bool finite, double *inverse);

/** The error of policy error. Returns VALUE. */
trisweep_status tsw_pivot_refuse(int64_t row, double pivot, double largest);

TRISWEEP_END_C
