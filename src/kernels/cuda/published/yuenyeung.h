/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include <stdint.h>

#include <trisweep/status.h>

TRISWEEP_BEGIN_C

/** Rows of a group, which is solved by warps or by threads as a whole. */
enum
{
   TSW_YUENYEUNG_GROUP = 32
};

/**
 * Mean entries a row of a group, diagonal included, from which the group has a warp a row. Unlisted
 * GPUs have the values of the last line of yuenyeung.def. If no group is much longer than the mean,
 * all groups are solved as the mean row, by thresholds that are trained for a GPU and for few and
 * many rows: then the result is 0 (warps) or infinite (threads).
 * n_entries, longest: of the triangle and of its longest group, diagonal included.
 */
double tsw_yuenyeung_threshold(const char *gpu, int64_t n_rows, int64_t n_entries, int64_t longest);

TRISWEEP_END_C
