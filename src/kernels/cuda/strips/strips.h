/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What the files of the strips schedule share; strips.cu opens with what it does. */
#pragma once

#include <cuda_runtime_api.h>

#include "base/device/wait.cuh"
#include "kernels/schedule.h"

/** Warps of a block of the solving kernel; more of them poll more than they hide (measured). */
enum
{
   TSW_STRIPS_WARPS = 16
};

/** Entries that a lane holds in registers, of short rows and of others. */
enum
{
   TSW_STRIPS_FEW = 4,
   TSW_STRIPS_MANY = 8
};

/** Lanes that a team has for the rows of one tile and level; or half as many. */
enum
{
   TSW_STRIPS_TILE_LANES = 64
};

/** How one triangle is cut for the block that solves a strip of it. */
typedef struct strips_shape
{
   int  lanes;      /* of a row: 1, 2, 4, 8, 16 or 32 */
   int  team_warps; /* warps that take a step together */
   int  n_teams;    /* teams that take the steps in turn */
   bool wide;       /* lanes hold many entries in registers, not few */
} strips_shape;

/**
 * One triangle in the order in which it is solved. Slots number the rows by strip, then
 * level; the upper triangle has those of the lower one from the last to the first. A step is
 * the rows of one level that a team takes at once, a slice the rows of one warp. All arrays
 * are on the device.
 */
typedef struct strips_triangle
{
   int32_t          n_rows;
   int32_t          n_strips;
   int32_t          n_steps;
   strips_shape     shape;
   bool             upper;
   int64_t          n_entries;  /* with padding */
   int64_t          most_entries; /* of a lane */
   int32_t         *row;        /* [n_rows] by slot of the lower triangle; the same for both */
   int32_t         *strip_step; /* [n_strips + 1] where each strip begins */
   uint4           *slice; /* [n_steps * team_warps] x: its first entry, y: first slot, z: its
                                   three numbers below, w: slot from which on columns are late */
   int32_t         *code;  /* [n_entries] slot of the column, -1: padding */
   double          *val;   /* [n_entries] */
} strips_triangle;

/** From a slot of the lower triangle to that of a triangle for the same row, and back. */
static __device__ __forceinline__ int32_t strips_turn(const strips_triangle &t, int32_t slot)
{
   return t.upper ? t.n_rows - 1 - slot : slot;
}

/** Rows of a slice; late entries of a lane, the most, 15 for more; places of a lane. */
static __device__ __forceinline__ int32_t strips_n_rows(const uint4 &slice)
{
   return (int32_t) (slice.z & 0x3f);
}

static __device__ __forceinline__ int32_t strips_n_late(const uint4 &slice)
{
   return (int32_t) (slice.z >> 6 & 0xf);
}

static __device__ __forceinline__ int32_t strips_n_places(const uint4 &slice)
{
   return (int32_t) (slice.z >> 10);
}

/** Vectors of a pass. */
typedef struct strips_vectors
{
   double  *constant; /* [n_rows] by slot: x = constant - scale * (T x) */
   double  *scale;    /* [n_rows] by slot */
   double  *fresh;    /* [n_rows + 1] by slot: new values, the armed pattern before; last: 0 */
   double  *x;        /* [n_rows] by row */
   double  *t;        /* [n_rows] by row, from which T x is subtracted; NULL: not wanted */
   int32_t *ticket; /* [3] strips begun; words for load */
} strips_vectors;

/** The tiles of a grid, which take the part of strips. */
typedef struct strips_tiles
{
   int32_t  n_tiles; /* 0: not such a grid */
   int32_t *tile;    /* device [n_rows] of each row */
   int32_t *bounds;  /* device [n_tiles + 1] slots at which tiles begin */
} strips_tiles;

/**
 * Cut a grid into tiles, of at most lines_a_tile lines of all planes together, if it is one.
 * The work on the stream is finished on return. To be freed also after a failure. OK, MEMORY,
 * CUDA, TIMEOUT.
 */
trisweep_status tsw_strips_tile(const tsw_packed *p, int lines_a_tile, cudaStream_t stream,
                                strips_tiles *tiles);

void tsw_strips_tiles_free(strips_tiles *tiles);

/** Into how many tiles a grid is cut across its lines and across its planes, so that few follow
 * one another. */
void tsw_strips_cut_grid(int32_t n_lines, int32_t n_planes, int lines_a_tile, int32_t *across,
                         int32_t *along);

/** Lanes for a row of such a block. */
int tsw_strips_lanes(int64_t n_rows, int64_t nnz);

/** Strips of a block at most. */
int tsw_strips_most(int64_t n_rows, int n_processors);

/** Better than n_strips, with which the rows fall into so many groups of one strip and level. */
int tsw_strips_adjust(int n_strips, int most, int64_t n_rows, int64_t nnz, int64_t n_groups);

/** The shape for such a triangle; tile_lanes: of a team if strips are tiles, else 0. */
strips_shape tsw_strips_choose(int64_t n_rows, int64_t nnz, int64_t n_groups, int64_t longest,
                               int tile_lanes);

/**
 * Order, steps, slices and codes of the lower and the upper triangle of a block with these
 * levels of its sweep graph. The work on the stream is finished on return. Both t are to be
 * freed also after a failure. OK, MEMORY, CUDA, UNSUPPORTED.
 */
trisweep_status tsw_strips_plan(const tsw_packed *p, const tsw_graph_levels *levels,
                                int n_processors, cudaStream_t stream, tsw_memory *owner,
                                strips_triangle *t);

/** Places for the entries of a triangle, and their codes. OK, MEMORY, CUDA, UNSUPPORTED. */
trisweep_status tsw_strips_pack(const tsw_packed *p, const int32_t *slot, cudaStream_t stream,
                                tsw_memory *owner, strips_triangle *t);

/**
 * The values of both triangles into their places, from a packed block, or from a block as
 * load_rows of tsw_schedule gets it. words: two on the device. The work on the stream is
 * finished on return. OK, ORDER (an entry without a place), MEMORY, CUDA.
 */
trisweep_status tsw_strips_load(const tsw_packed *p, const strips_triangle *t, int32_t *words,
                                cudaStream_t stream);
trisweep_status tsw_strips_load_rows(const trisweep_csr *a, bool ascends, const strips_triangle *t,
                                     int32_t *words, cudaStream_t stream, bool *complete);

/** Queue the kernel that solves; early: before the one before it has ended. OK, CUDA. */
trisweep_status tsw_strips_solve(const strips_triangle *t, const strips_vectors *v,
                                 const tsw_wait *wait, bool early, cudaStream_t stream);

/** Queue the residual behind a pass, by way of by_slot [n_rows]. OK, CUDA. */
trisweep_status tsw_strips_residual(const strips_triangle half[2], const tsw_packed *p,
                                    const tsw_pass *pass, double *by_slot, double *r,
                                    cudaStream_t stream);

/** Free the arrays of two triangles. */
void tsw_strips_free(tsw_memory *owner, strips_triangle *t);
