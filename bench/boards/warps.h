/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef TSW_BENCH_BOARDS_WARPS_H
#define TSW_BENCH_BOARDS_WARPS_H

#include "bench/boards/block.h"

/** Shares of the lower triangle that the threshold of schedule yuenyeung assigns to warps. */
typedef struct tsw_warp_shares
{
   double rows;
   double entries;
   double threshold;
} tsw_warp_shares;

tsw_warp_shares tsw_find_warp_shares(const char *gpu, const tsw_bench_block *block);

#endif
