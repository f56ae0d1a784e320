/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Constants and shapes for which the kernels of the onchip schedule are compiled. */
#pragma once

#include <stdint.h>

enum
{
   TSW_ONCHIP_LANES = 32, /* rows of a step for each chain warp */
   TSW_ONCHIP_MOST_LANES = 128,
   TSW_ONCHIP_NEAR = 2,   /* near entries of a row, of age 1 (doc/glossary.md), at most */
   TSW_ONCHIP_YOUNG = 6,  /* young entries of a row, of ages 1 .. AHEAD - 1, at most */
   TSW_ONCHIP_AHEAD = 5,  /* helper warps of step s read x of steps up to s - AHEAD */
   TSW_ONCHIP_GROUPS = 7, /* steps in flight, each with a helper and a transfer warp of its own */
   TSW_ONCHIP_RING = 32,  /* steps whose x stays in shared memory */
   TSW_ONCHIP_SHAPES = 3
};

/**
 * x of the last far - 1 steps is in shared memory. A transfer warp overwrites x of RING steps ago
 * while the chain warps are up to GROUPS steps behind: far + GROUPS < RING.
 */
typedef struct tsw_onchip_shape
{
   int    chains;   /* chain warps */
   int    far;      /* least age of a far entry, which other blocks sum */
   double step_ns;  /* time of a step, measured */
   double entry_ns; /* additional time of an entry, measured */
} tsw_onchip_shape;

/** By number of chain warps: 1, 2, 4. */
extern const tsw_onchip_shape tsw_onchip_shapes[TSW_ONCHIP_SHAPES];

/** The maximal number of rows of a step. */
__host__ __device__ static inline int tsw_onchip_lanes(const tsw_onchip_shape *shape)
{
   return TSW_ONCHIP_LANES * shape->chains;
}

/** Warps of a block: a helper and a transfer warp for each group, and the chain warps. */
static inline int tsw_onchip_warps(const tsw_onchip_shape *shape)
{
   return 2 * TSW_ONCHIP_GROUPS + shape->chains;
}

/** Number of places of x in shared memory, without the place of the zero. */
__host__ __device__ static inline int tsw_onchip_places(const tsw_onchip_shape *shape)
{
   return TSW_ONCHIP_RING * tsw_onchip_lanes(shape);
}

/** The place of x of a row. */
__host__ __device__ static inline int tsw_onchip_place(const tsw_onchip_shape *shape, int32_t step,
                                                       int lane)
{
   return step % TSW_ONCHIP_RING * tsw_onchip_lanes(shape) + lane;
}
