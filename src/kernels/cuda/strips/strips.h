/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Declarations that the files of schedule strips share. schedule.cu describes the algorithm. */
#pragma once

#include <cuda_runtime_api.h>

#include "base/device/wait.cuh"
#include "kernels/schedule.h"

enum
{
   /** Warps of a block of the solving kernel. Measured: more warps lose more time by polling. */
   TSW_STRIPS_WARPS = 16,
   /** Entries that a lane holds in registers: FEW for short rows, else MANY. */
   TSW_STRIPS_FEW = 4,
   TSW_STRIPS_MANY = 8,
   /** Lanes of a team for the rows of one tile and level. A team may also have half as many. */
   TSW_STRIPS_TILE_LANES = 64
};

/** How the block of threads that solves a strip shares the rows of the strip. */
typedef struct strips_shape
{
   int  lanes;      /* lanes of a row: 1, 2, 4, 8, 16 or 32 */
   int  team_warps; /* warps of a team */
   int  n_teams;    /* teams; team k performs steps k, k + n_teams, ... */
   bool wide;       /* lanes hold TSW_STRIPS_MANY entries in registers, else FEW */
} strips_shape;

/**
 * One triangle in the order in which it is solved; device arrays. Slots number the rows by strip,
 * then by level. The upper triangle has the slots of the lower one in reverse order. A step is the
 * rows of one level that a team solves at once. A slice is the rows of one warp in a step.
 */
typedef struct strips_triangle
{
   int32_t      n_rows;
   int32_t      n_strips;
   int32_t      n_steps;
   strips_shape shape;
   bool         upper;
   int64_t      n_entries;    /* with padding */
   int64_t      most_entries; /* entries of a lane, at most */
   int32_t     *row;          /* [n_rows] by slot of the lower triangle; one array for both */
   int32_t     *strip_step;   /* [n_strips + 1] first step of each strip */
   uint4       *slice;        /* [n_steps * team_warps] x: first entry, y: first slot, z: three
                                   numbers, see below, w: slot from which on columns are late */
   int32_t     *code;         /* [n_entries] slot of the column, -1: padding */
   double      *val;          /* [n_entries] */
} strips_triangle;

/** Convert a slot of the lower triangle to the slot of the same row in t, or back. */
static __device__ __forceinline__ int32_t strips_slot(const strips_triangle &t, int32_t slot)
{
   return t.upper ? t.n_rows - 1 - slot : slot;
}

/** Rows of a slice; most late entries of a lane (15: 15 or more); places of a lane. */
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

typedef struct strips_vectors
{
   double  *constant; /* [n_rows] by slot: x = constant - scale * (T x) */
   double  *scale;    /* [n_rows] by slot */
   double  *fresh;    /* [n_rows + 1] by slot: new values, or tsw_unknown(); last: 0 */
   double  *x;        /* [n_rows] by row */
   double  *t;        /* [n_rows] by row; T x is subtracted from t; NULL: no t */
   int32_t *ticket;   /* [2] number of strips begun; a word for load */
} strips_vectors;

/** The tiles of a grid, which replace strips. */
typedef struct strips_tiles
{
   int32_t        n_lines;  /* of the grid; 0: the block is no such grid */
   int32_t        n_planes; /* of the grid */
   int32_t        across;   /* tiles across the lines */
   int32_t        along;    /* tiles across the planes */
   const int32_t *point;    /* device [n_rows] line and plane of each row (analysis/grid.h) */
   int32_t        n_tiles;  /* 0: there are too many */
   int32_t       *tile;     /* device [n_rows] tile of each row */
   int32_t       *bounds;   /* device [n_tiles + 1] slots at which tiles begin */
} strips_tiles;

/**
 * Take the points of a block; NULL: the block is no grid. Free tiles also after a failure. As
 * tsw_strips_tile.
 */
trisweep_status tsw_strips_take_points(const tsw_packed *p, const int32_t *point,
                                       cudaStream_t stream, strips_tiles *tiles);

/**
 * Split a grid into tiles of at most lines_a_tile lines, in all planes together, in place of
 * earlier tiles. Work on the stream is done on return. OK, MEMORY, CUDA.
 */
trisweep_status tsw_strips_tile(const tsw_packed *p, int lines_a_tile, cudaStream_t stream,
                                strips_tiles *tiles);

void tsw_strips_tiles_free(strips_tiles *tiles);

/** Choose the tiles across lines (across) and planes (along) with short chains of dependencies. */
void tsw_strips_split_grid(int32_t n_lines, int32_t n_planes, int lines_a_tile, int32_t *across,
                           int32_t *along);

/** Choose the lanes of a row of a triangle with nnz entries. */
int tsw_strips_lanes(int64_t n_rows, int64_t nnz);

/** The maximal number of strips of a block. */
int tsw_strips_most(int64_t n_rows, int n_processors);

/** Return a better number of strips than n_strips, with which the rows form n_groups groups. */
int tsw_strips_adjust(int n_strips, int most, int64_t n_rows, int64_t nnz, int64_t n_groups);

/** Choose the shape of a triangle. tile_lanes: lanes of a team if strips are tiles, else 0. */
strips_shape tsw_strips_choose(int64_t n_rows, int64_t nnz, int64_t n_groups, int64_t longest,
                               int tile_lanes);

/**
 * Find order, steps, slices and codes of t[0], the lower, and t[1], the upper triangle of a
 * block. levels: of its sweep graph. The work on the stream is finished on return. Free both t
 * also after a failure. OK, MEMORY, CUDA, UNSUPPORTED.
 */
trisweep_status tsw_strips_plan(const tsw_packed *p, const tsw_graph_levels *levels,
                                int n_processors, cudaStream_t stream, tsw_memory *owner,
                                strips_triangle *t);

/** Assign places to the entries of a triangle, and store codes. OK, MEMORY, CUDA, UNSUPPORTED. */
trisweep_status tsw_strips_pack(const tsw_packed *p, const int32_t *slot, cudaStream_t stream,
                                tsw_memory *owner, strips_triangle *t);

/**
 * Store the values of both triangles of p in their places, as load of tsw_schedule. word: device
 * memory. The work on the stream is finished on return. OK, ORDER (an entry without a place),
 * MEMORY, CUDA.
 */
trisweep_status tsw_strips_load(const tsw_packed *p, const strips_triangle *t, int32_t *word,
                                cudaStream_t stream);

/** Queue the solving kernel. early: an early launch (overlap.cuh). OK, CUDA. */
trisweep_status tsw_strips_solve(const strips_triangle *t, const strips_vectors *v,
                                 const tsw_wait *wait, bool early, cudaStream_t stream);

/** Queue the residual behind a pass. by_slot: device [n_rows], overwritten. OK, CUDA. */
trisweep_status tsw_strips_residual(const strips_triangle triangle[2], const tsw_packed *p,
                                    const tsw_pass *pass, double *by_slot, double *r,
                                    cudaStream_t stream);

/** Free the arrays of two triangles. */
void tsw_strips_free(tsw_memory *owner, strips_triangle *t);
