/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Treatment of a pivot whose absolute value is at most `tolerance` times the largest entry of its
 * row of the matrix, and of a row that the elimination has made infinite.
 *
 *    boost  the pivot becomes this largest entry, with the sign of the pivot; a row with only zero
 *           entries and an infinite row are skipped
 *    skip   row and column of the unknown are left out; the correction of the unknown is zero
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

/** The rule and its counts. */
typedef struct tsw_pivots
{
   tsw_pivot_policy policy;
   double           tolerance;
   int64_t          n_boosted;
   int64_t          n_skipped;
   int64_t          first_row; /* first row that was boosted or skipped; -1 if there is none */
} tsw_pivots;

/** The rule of the options pivot and pivot_tol, with counts of zero. */
tsw_pivots tsw_pivots_of(const tsw_options *options);

/** Set the counts to zero. */
void tsw_pivots_restart(tsw_pivots *pivots);

/**
 * Apply the rule to the pivot of a row; rows come in ascending order. largest: largest entry of the
 * row in the matrix, as absolute value; finite: is the rest of the row finite? inverse: reciprocal
 * of the pivot to use, 0 to skip the row. OK, VALUE (policy error).
 */
trisweep_status tsw_pivot_judge(tsw_pivots *pivots, int64_t row, double pivot, double largest,
                                bool finite, double *inverse);

/** Set the message of policy error. Returns VALUE. */
trisweep_status tsw_pivot_refuse(int64_t row, double pivot, double largest);

TRISWEEP_END_C
