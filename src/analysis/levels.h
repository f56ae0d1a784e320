/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Level sets: rows of one level do not depend on each other (Li 2017, section 2; Naumov 2011). */
#pragma once

#include <trisweep.h>

/**
 * Level sets of the sweep graph of a block. Row i follows each j < i with a_ij or a_ji stored, so
 * that row i reads new values of earlier rows and old values of later rows, also in backward
 * sweeps. The graph is that of the lower triangle if the pattern is symmetric.
 */
typedef struct tsw_levels
{
   int64_t  n_levels;
   int32_t *level;     /* [n_rows] level of each row, from 0 */
   int32_t *level_ptr; /* [n_levels + 1] where each level starts in order */
   int32_t *order;     /* [n_rows] rows by level, then ascending */
} tsw_levels;

/** Find the levels of a validated host block. Free levels also after a failure. OK, MEMORY. */
trisweep_status tsw_levels_compute(const trisweep_csr *a, tsw_levels *levels);

/**
 * This number of few colours (analysis/few_colors.h), with units of one row, as levels: lower
 * levels are visited first, some may be empty. As tsw_levels_compute.
 */
trisweep_status tsw_levels_few(int64_t n_rows, int32_t n_colors, tsw_levels *levels);

/** Free the arrays and zero the struct. */
void tsw_levels_free(tsw_levels *levels);
