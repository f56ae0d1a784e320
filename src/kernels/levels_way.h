/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * How schedule levels goes through a block, by its rows, entries and levels. Measured
 * (doc/performance.md): a launch a level where levels are wide, or where they are few
 * and each has entries enough to outweigh its launch; else all of them in one launch, in
 * a cluster as far as x fits in there, or on the whole device.
 */
#ifndef TSW_KERNELS_LEVELS_WAY_H
#define TSW_KERNELS_LEVELS_WAY_H

#include <stdbool.h>
#include <stdint.h>

enum
{
   TSW_LEVELS_WIDE_ROWS = 16384, /* of a level, on the average */
   TSW_LEVELS_FEW = 8,
   TSW_LEVELS_FEW_ENTRIES = 90000, /* of a level where there are few */
   TSW_LEVELS_CLUSTER_ROWS = 8192
};

/** Few levels, and not small ones? */
static inline bool tsw_levels_are_few(int64_t nnz, int64_t n_levels)
{
   return n_levels <= TSW_LEVELS_FEW && nnz > TSW_LEVELS_FEW_ENTRIES * n_levels;
}

/** A launch a level? Else one for all. */
static inline bool tsw_levels_by_launches(int64_t n_rows, int64_t nnz, int64_t n_levels)
{
   return n_rows > TSW_LEVELS_WIDE_ROWS * n_levels || tsw_levels_are_few(nnz, n_levels);
}

#endif
