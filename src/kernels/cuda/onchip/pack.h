/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The static schedule of one triangle for the onchip kernel, and the layout of its entries in
 * the order in which that kernel reads them. Where a value belongs is an index into the
 * triangle's values.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include <trisweep.h>

#include "base/memory.h"
#include "block/packed.h"
#include "kernels/cuda/onchip/shapes.h"

enum
{
   TSW_ONCHIP_DEEP = 8, /* entries of a helper lane in one chunk */
   /* Mark of a record's first word: helpers have a part of the sum. */
   TSW_ONCHIP_PART = 1 << 15,
   TSW_ONCHIP_PART_ONE = 1 << 16, /* the same where there is one chain warp */
   TSW_ONCHIP_ROWS = 1 << 24 /* of a chunk's lane word: last of its rows, reduce and store */
};

/** Which row is done when. Device arrays but for one; those by row have n_rows elements. */
typedef struct tsw_onchip_steps
{
   int32_t  n_rows;
   int32_t  n_steps;
   int32_t  width;    /* rows of the widest step */
   int32_t *step;     /* by row */
   int32_t *slot;     /* by row */
   int32_t *ring;     /* by row: its place in shared memory, of tsw_onchip_place */
   int32_t *n_old;    /* by row: entries left to the helpers */
   int32_t *n_far;    /* by row: entries left to other blocks */
   int32_t *row;      /* by slot */
   int32_t *step_ptr; /* [n_steps + 1] slots of each step; within a step n_old descends */
   int32_t *host_step_ptr; /* host, the same */
} tsw_onchip_steps;

/**
 * Rows in the order of their steps have slots 0 .. n_rows - 1; -1 is no entry. Device arrays.
 * The image, which the solving block streams, has chain records, values of the chunks, their
 * places, their lane words, each from a multiple of 256 bytes on. A chain record of width w
 * holds (2 + YOUNG) w values (pairs by lane: near, then mid), 8 places a lane, and two words
 * a lane: near lanes, bytes (0x80: none), or near places, 16 bits each, and the mark; own
 * slot, or -1. A lane word of a chunk holds the place to store in or 0xffff, lanes of the row
 * behind this one << 16, log2 of lanes a row << 21, the mark.
 */
typedef struct tsw_onchip_pack
{
   int32_t  n_rows;
   int32_t  n_steps;
   int32_t  width;       /* lanes of a step in the chain records, a multiple of 4 */
   int32_t  n_chunks;
   int64_t  chunk_bytes; /* where in the image values, slots and lane words of chunks start */
   int64_t  slot_bytes;
   int64_t  lane_bytes;
   int64_t  bytes;       /* of the image */
   char    *image;       /* values still zero */
   int32_t *row;         /* [n_rows] block row of a slot */
   int32_t *step_ptr;    /* [n_steps + 1] slots of each step */
   int32_t *place;       /* [n_rows] step * width + lane of a slot */
   int32_t *chunk_ptr;   /* [GROUPS + 1] chunks of each helper warp */
   uint16_t *chunk_count; /* [n_steps + AHEAD] chunks of each step */
   int32_t *chain_entry; /* [n_steps][1 + YOUNG / 2][width][2]; first the near pair */
   int32_t *chunk_entry; /* [n_chunks][DEEP / 2][32][2] */
} tsw_onchip_pack;

/** Lay out a strict triangle. OK, MEMORY, CUDA. */
trisweep_status tsw_onchip_pack_build(const tsw_triangle *triangle, const tsw_onchip_shape *shape,
                                      const tsw_onchip_steps *steps, void *stream,
                                      tsw_memory *owner, tsw_onchip_pack *pack);

void tsw_onchip_pack_free(tsw_memory *owner, tsw_onchip_pack *pack);
