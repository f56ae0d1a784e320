/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What the kernels of the onchip schedule are compiled for. */
#pragma once

#include <stdint.h>

enum
{
   TSW_ONCHIP_LANES = 32, /* rows of a step for each chain warp */
   TSW_ONCHIP_MOST_LANES = 128,
   TSW_ONCHIP_NEAR = 2,   /* entries of a row whose columns are one step old, at most */
   TSW_ONCHIP_YOUNG = 6,  /* entries of a row with columns 1 .. AHEAD - 1 steps old, at most */
   TSW_ONCHIP_AHEAD = 5,  /* helpers of step s read columns of steps up to s - AHEAD */
   TSW_ONCHIP_GROUPS = 7, /* steps in flight, each with a helper and a transfer warp of its own */
   TSW_ONCHIP_RING = 32,  /* steps whose x the solving block keeps */
   TSW_ONCHIP_SHAPES = 3
};

/**
 * Columns of up to far - 1 steps ago are in the solving block's shared memory. A transfer warp
 * overwrites x of RING steps ago when the chain is up to GROUPS steps behind: far + GROUPS < RING.
 */
typedef struct tsw_onchip_shape
{
   int    chains;  /* chain warps */
   int    far;     /* entries whose columns are so many steps old are left to other blocks */
   double step_ns; /* what a step takes, and an entry on top, measured */
   double entry_ns;
} tsw_onchip_shape;

/** By number of chain warps: 1, 2, 4. */
extern const tsw_onchip_shape tsw_onchip_shapes[TSW_ONCHIP_SHAPES];

/** Rows of a step at most. */
__host__ __device__ static inline int tsw_onchip_lanes(const tsw_onchip_shape *shape)
{
   return TSW_ONCHIP_LANES * shape->chains;
}

/** Warps of a block: a helper and a transfer warp for each group, chain warps. */
static inline int tsw_onchip_warps(const tsw_onchip_shape *shape)
{
   return 2 * TSW_ONCHIP_GROUPS + shape->chains;
}

/** Doubles of x in shared memory, without the zero behind them. */
__host__ __device__ static inline int tsw_onchip_places(const tsw_onchip_shape *shape)
{
   return TSW_ONCHIP_RING * tsw_onchip_lanes(shape);
}

/** Where x of a row lies in them. */
__host__ __device__ static inline int tsw_onchip_place(const tsw_onchip_shape *shape, int32_t step,
                                                       int lane)
{
   return step % TSW_ONCHIP_RING * tsw_onchip_lanes(shape) + lane;
}
