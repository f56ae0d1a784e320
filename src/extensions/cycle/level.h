/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Input of a cycle: AMG levels, and the sweeps on these levels. */
#pragma once

#include <trisweep.h>

TRISWEEP_BEGIN_C

/** One AMG level. All arrays are in one memory space and are copied. */
typedef struct tsw_cycle_input
{
   trisweep_csr  a;            /**< square, with values */
   trisweep_csr  p;            /**< interpolation from the next level, with values; as many rows
                                    as a, as many columns as the next level has rows; not read
                                    on the last level */
   const double *l1_norms;     /**< [n_rows] divisors of a sweep; NULL: the diagonal */
   double        relax_weight; /**< of the sweeps, finite */
   int32_t       few_colors;   /**< 0: rows are visited in natural order; 2 to 8: by this number of
                                    colours, as with ordering=hybrid-color */
} tsw_cycle_input;

/** The sweeps on every level but the last. */
typedef struct tsw_cycle_sweeps
{
   trisweep_direction down;   /**< of the sweeps on the way down, the first sweep from zero */
   trisweep_direction up;     /**< of the sweeps on the way up */
   int32_t            n_down; /**< number of sweeps on the way down, at least 1 */
   int32_t            n_up;   /**< on the way up, at least 0 */
} tsw_cycle_sweeps;

TRISWEEP_END_C
