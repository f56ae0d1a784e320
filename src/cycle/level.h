/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What a cycle is made of: levels, and sweeps on them. */
#pragma once

#include <trisweep.h>

TRISWEEP_BEGIN_C

/** One level. All arrays are in device memory and are copied. */
typedef struct trisweep_cycle_level
{
   trisweep_csr  a;            /**< square, with values */
   trisweep_csr  p;            /**< interpolation from the next level, with values: rows as a has,
                                    columns as a of the next has rows; not read on the last */
   const double *l1_norms;     /**< [n_rows] what a sweep divides by; NULL: the diagonal */
   double        relax_weight; /**< of its sweeps, finite */
   int           colored;      /**< not 0: rows are visited by the colours of ordering=color,
                                    else in natural order */
   int32_t       few_colors;   /**< with colored: how many, 2 to 8, as with ordering=hybrid-color;
                                    0: as many as it needs */
} trisweep_cycle_level;

/** What is done on every level but the last. */
typedef struct trisweep_cycle_sweeps
{
   trisweep_direction down;   /**< of the sweeps on the way down, the first of them from zero */
   trisweep_direction up;     /**< the same on the way up */
   int32_t            n_down; /**< how many, at least 1 */
   int32_t            n_up;   /**< at least 0 */
} trisweep_cycle_sweeps;

TRISWEEP_END_C
