/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Level sets: rows of one level do not depend on each other (Li 2017, section
 * 2; Naumov 2011). Pattern only.
 */
#pragma once

#include <trisweep.h>

#include "base/memory.h"

/**
 * Levels of a block. Two graphs are of interest. In that of the lower triangle
 * row i follows each j < i with a_ij stored: its depth is the number of
 * dependent steps of a forward sweep. In the sweep graph row i follows each
 * j < i with a_ij or a_ji stored: in its order a row finds the new values on
 * its left and still the old ones on its right, and the reversed order does the
 * same for a backward sweep. Both have the same levels if the pattern is
 * symmetric.
 */
typedef struct tsw_levels
{
   int64_t  depth;     /* levels of the lower triangle */
   int64_t  n_levels;  /* levels of the sweep graph */
   int32_t *level;     /* [n_rows] level of each row in the sweep graph, from 0 */
   int32_t *level_ptr; /* [n_levels + 1] where each level starts in order; NULL until sorted */
   int32_t *order;     /* [n_rows] rows by level, ascending within one; NULL until sorted */
} tsw_levels;

/**
 * Compute depth, n_levels and level of a validated block, in one pass over it.
 *
 * @param[in]     a       host block, pattern only
 * @param[in,out] owner   account of the memory
 * @param[out]    levels  free it with tsw_levels_free, also after a failure
 * @return OK, MEMORY
 */
trisweep_status tsw_levels_compute(const trisweep_csr *a, tsw_memory *owner, tsw_levels *levels);

/** Fill level_ptr and order by counting. OK, MEMORY. */
trisweep_status tsw_levels_sort(int64_t n_rows, tsw_memory *owner, tsw_levels *levels);

/** Free the arrays and zero the struct. */
void tsw_levels_free(tsw_memory *owner, tsw_levels *levels);
