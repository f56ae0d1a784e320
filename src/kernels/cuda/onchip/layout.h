/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The schedule of a triangle for the onchip kernel, and its entries in the order of reading. Entry
 * arrays hold for each place the index of its value in the triangle.
 */
#pragma once

#include <stdint.h>

#include <cuda_runtime_api.h>

#include "analysis/graph.h"
#include "base/memory.h"
#include "block/packed.h"
#include "kernels/cuda/onchip/shapes.h"

enum
{
   TSW_ONCHIP_DEEP = 8, /* entries of a helper lane in one chunk */
   /* Mark in a lane's first word of a chain record: a helper warp sums entries of the row. */
   TSW_ONCHIP_PART = 1 << 15,
   TSW_ONCHIP_PART_ONE = 1 << 16, /* the same mark with a single chain warp */
   TSW_ONCHIP_ROWS = 1 << 24 /* mark in a lane word: last chunk of its rows, reduce and store */
};

/** The step of each row. Device arrays but for host_step_ptr; by row or slot: [n_rows]. */
typedef struct tsw_onchip_steps
{
   int32_t  n_rows;
   int32_t  n_steps;
   int32_t  width;         /* rows of the widest step */
   int32_t *step;          /* by row; the first of six parts of one allocation */
   int32_t *slot;          /* by row */
   int32_t *ring;          /* by row: place of x in shared memory (tsw_onchip_place) */
   int32_t *n_old;         /* by row: old entries, which a helper warp sums */
   int32_t *n_far;         /* by row: far entries, which other blocks sum */
   int32_t *row;           /* by slot */
   int32_t *step_ptr;      /* [n_steps + 1] first slot of each step; within a step n_old descends */
   int32_t *host_step_ptr; /* the same on the host */
} tsw_onchip_steps;

/**
 * The layout of one triangle; device arrays. Slots 0 .. n_rows - 1 number the rows in the order
 * of their steps. -1 means no entry. The solving block streams the image. The image holds chain
 * records, chunk values, chunk places and chunk lane words, each from a multiple of 256 bytes on.
 * A chain record of width w holds (2 + YOUNG) w values (pairs by lane: near, then mid), 8 places
 * a lane, and two words a lane. The first word holds near lanes of 8 bits (0x80: none; with one
 * chain warp) or near places of 16 bits, and the mark PART. The second word is the row's slot or
 * -1. A lane word holds the place to store the sum in (0xffff: none), the lanes of the row behind
 * this lane << 16, log2 of the lanes of a row << 21, and the mark ROWS.
 */
typedef struct tsw_onchip_pack
{
   int32_t   n_rows;
   int32_t   n_steps;
   int32_t   width; /* lanes of a step in the chain records, a multiple of 4 */
   int32_t   n_chunks;
   int64_t   bytes;       /* size of the image */
   char     *image;       /* values are zero until they are loaded */
   double2  *chunk_value; /* in the image */
   uint4    *chunk_slot;  /* likewise: places */
   uint32_t *chunk_lane;  /* likewise: lane words */
   int32_t  *row;         /* [n_rows] block row of a slot */
   int32_t  *step_ptr;    /* [n_steps + 1] first slot of each step */
   int32_t  *place;       /* [n_rows] step * width + lane of a slot */
   int32_t  *chunk_ptr;   /* [GROUPS + 1] first chunk of each helper warp */
   uint16_t *chunk_count; /* [n_steps + AHEAD] number of chunks of each step */
   int32_t  *chain_entry; /* [n_steps][1 + YOUNG / 2][width][2]; first the near pair */
   int32_t  *chunk_entry; /* [n_chunks][DEEP / 2][32][2] */
} tsw_onchip_pack;

/** Lay out a strict triangle. OK, MEMORY, CUDA. */
trisweep_status tsw_onchip_pack_build(const tsw_triangle *triangle, const tsw_onchip_shape *shape,
                                      const tsw_onchip_steps *steps, void *stream,
                                      tsw_memory *owner, tsw_onchip_pack *pack);

void tsw_onchip_pack_free(tsw_memory *owner, tsw_onchip_pack *pack);

/**
 * Assign a step to each row of a strict triangle. Rows are ordered by the first step in which a
 * chain record can hold their young entries. Each step takes the next rows until the step is full
 * or the next row must be in a later step. shape is set to the shape with the least estimated time.
 * Free steps also after a failure. OK, MEMORY, CUDA, TIMEOUT, UNSUPPORTED (too many steps for
 * 32-bit numbers).
 */
trisweep_status tsw_onchip_steps_find(const tsw_graph *triangle, void *stream,
                                      const tsw_onchip_shape **shape, tsw_onchip_steps *steps);

void tsw_onchip_steps_free(tsw_onchip_steps *steps);

/** Rows of one step whose far entries a warp sums at once. */
typedef struct tsw_onchip_far_slice
{
   int32_t begin, end; /* slots */
   int32_t old;        /* columns in slots from here on are not far */
} tsw_onchip_far_slice;

/**
 * Far entries, which blocks beside the solving block sum: entries of the triangle whose columns are
 * old enough. Device arrays.
 */
typedef struct tsw_onchip_far
{
   const int32_t        *col_idx; /* of the triangle */
   const double         *val;     /* of the triangle */
   int                   lanes;   /* lanes of a row in a slice of several rows */
   int                   blocks;  /* blocks that sum far entries; 0: there are no far entries */
   int32_t               n_slices;
   tsw_onchip_far_slice *slice;
   int2                 *row;  /* [n_rows] by slot: entries of a row with far entries, or none */
   int32_t              *slot; /* [n_rows] by row */
} tsw_onchip_far;

/** Find the rows with far entries, if any. OK, MEMORY, CUDA. */
trisweep_status tsw_onchip_far_build(const tsw_triangle *triangle, const tsw_onchip_shape *shape,
                                     const tsw_onchip_steps *steps, cudaStream_t stream,
                                     tsw_memory *owner, tsw_onchip_far *far);

void tsw_onchip_far_free(tsw_memory *owner, tsw_onchip_far *far);
