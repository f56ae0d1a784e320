/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What the files of the strips schedule share; strips.cu opens with what it does. */
#ifndef TSW_KERNELS_CUDA_STRIPS_H
#define TSW_KERNELS_CUDA_STRIPS_H

#include <cuda_runtime_api.h>

#include "base/device/wait.cuh"
#include "kernels/schedule.h"

/** Warps of a block of the solving kernel, when lanes hold 4 entries and 8. */
enum
{
   TSW_STRIPS_WARPS = 24,
   TSW_STRIPS_WIDE_WARPS = 16
};

/** How one triangle is cut for the block that solves a strip of it. */
typedef struct strips_shape
{
   int  lanes;      /* of a row: 1, 2, 4, 8, 16 or 32 */
   int  team_warps; /* warps that take a step together */
   int  n_teams;    /* teams that take the steps in turn */
   bool wide;       /* lanes hold 8 entries in registers instead of 4 */
} strips_shape;

/**
 * One triangle in the order in which it is solved. Slots number the rows: strip
 * by strip, in a strip by level, in a level in the order of solution. A step is
 * the rows that a team takes at once, all of one level; a slice the rows of one
 * warp. All arrays are on the device.
 */
typedef struct strips_triangle
{
   int32_t          n_rows;
   int32_t          n_strips;
   int32_t          n_steps;
   strips_shape shape;
   int64_t          n_entries;  /* with padding */
   int32_t         *row;        /* [n_rows] by slot */
   int32_t         *slot;       /* [n_rows] by row */
   int32_t         *strip_step; /* [n_strips + 1] where each strip begins */
   uint4           *slice; /* [n_steps * team_warps] x: its first entry, y: first slot, z: rows,
                                   early entries a lane << 8, w: late entries a lane;
                                   the late ones are stored first */
   int32_t         *code;  /* [n_entries] slot of the column, -1: padding */
   double          *val;   /* [n_entries] */
} strips_triangle;

/** Vectors of a pass. */
typedef struct strips_vectors
{
   double  *constant; /* [n_rows] by slot: x = constant - scale * (T x) */
   double  *scale;    /* [n_rows] by slot */
   double  *total;    /* [n_rows] by slot: t = total - T x */
   double  *fresh;    /* [n_rows + 1] by slot: new values, the armed pattern before; last: 0 */
   double  *x;        /* [n_rows] by row */
   double  *t;        /* [n_rows] by row; NULL: not wanted */
   int32_t *ticket;
} strips_vectors;

/** Strips of a block at most. */
int tsw_strips_most(int64_t n_rows, int n_processors);

/** Better than n_strips, with which the rows fall into so many groups of one strip and level. */
int tsw_strips_adjust(int n_strips, int most, int64_t n_rows, int64_t nnz, int64_t n_groups);

/** Choose the shape for a triangle of so many rows, entries, and groups of one strip and level. */
strips_shape tsw_strips_choose(int64_t n_rows, int64_t nnz, int64_t n_groups);

/**
 * Order, steps, slices and codes of the lower and the upper triangle.
 *
 * @param[in]     p             device block, pattern only
 * @param[in]     levels        of its sweep graph
 * @param[in]     n_processors  of the device
 * @param[in]     stream        of the work, which is finished when the call returns
 * @param[in,out] owner         account of the memory
 * @param[out]    t             two, to be freed also after a failure
 * @return OK, MEMORY, CUDA, UNSUPPORTED
 */
trisweep_status tsw_strips_plan(const tsw_packed *p, const tsw_graph_levels *levels,
                                int n_processors, cudaStream_t stream, tsw_memory *owner,
                                strips_triangle *t);

/** Codes, or the values of p, into their places. OK, MEMORY, CUDA, UNSUPPORTED. */
trisweep_status tsw_strips_pack(const tsw_triangle *from, cudaStream_t stream,
                                    tsw_memory *owner, strips_triangle *t);
trisweep_status tsw_strips_load(const tsw_triangle *from, cudaStream_t stream,
                                    const strips_triangle *t);

/** Queue the kernel that solves. OK, CUDA. */
trisweep_status tsw_strips_solve(const strips_triangle *t, const strips_vectors *v,
                                     const tsw_wait *wait, cudaStream_t stream);

void tsw_strips_free(tsw_memory *owner, strips_triangle *t);

#endif
