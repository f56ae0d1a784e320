/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Level sets: rows of one level do not depend on each other (Li 2017, section 2; Naumov 2011). */
#pragma once

#include <trisweep.h>

#include "base/memory.h"
#include "block/packed.h"

/**
 * Level sets of two graphs of a block. In the lower triangle, row i follows each j < i
 * with a_ij stored. In the sweep graph row i follows each j < i with a_ij or a_ji stored, so that
 * row i reads new values of earlier rows and old values of later rows, also in backward sweeps.
 * The two graphs are the same if the pattern is symmetric.
 */
typedef struct tsw_levels
{
   int64_t  depth;     /* levels of the lower triangle */
   int64_t  n_levels;  /* levels of the sweep graph */
   int32_t  unit;      /* with few colours: rows of a unit and levels of a colour */
   int32_t *level;     /* [n_rows] level of each row in the sweep graph, from 0 */
   int32_t *level_ptr; /* [n_levels + 1] where each level starts in order; NULL until sorted */
   int32_t *order;     /* [n_rows] rows by level, then ascending; NULL until sorted */
} tsw_levels;

/** Compute depth, n_levels and level of a validated host block. OK, MEMORY. */
trisweep_status tsw_levels_compute(const trisweep_csr *a, tsw_memory *owner, tsw_levels *levels);

/** Number of levels of a lower triangle in natural order; 0 if an allocation fails. */
int64_t tsw_levels_depth(int64_t n_rows, const tsw_triangle *lower);

/** Fill level_ptr and order by counting. OK, MEMORY. */
trisweep_status tsw_levels_sort(int64_t n_rows, tsw_memory *owner, tsw_levels *levels);

/** Free the arrays and zero the struct. */
void tsw_levels_free(tsw_memory *owner, tsw_levels *levels);
