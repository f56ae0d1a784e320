/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The static schedule of one triangle for the onchip kernel, and the layout of
 * its entries in the order in which that kernel reads them. Pattern only: where
 * a value belongs is recorded as an index into the triangle's values. Rows are
 * listed on the host (onchip_steps.h), their entries are laid out on the device.
 */
#ifndef TSW_KERNELS_CUDA_ONCHIP_PACK_H
#define TSW_KERNELS_CUDA_ONCHIP_PACK_H

#include <stdbool.h>
#include <stdint.h>

#include <trisweep.h>

#include "base/memory.h"
#include "block/packed.h"

#ifdef __cplusplus
extern "C" {
#endif

enum
{
   TSW_ONCHIP_LANES = 32, /* rows of a step at most: the lanes of the chain warp */
   TSW_ONCHIP_NEAR = 2,   /* entries of a row whose columns are one step old, at most */
   TSW_ONCHIP_DEEP = 8,   /* entries of a helper lane in one chunk */
   /* Marks of a chunk, in bits 24 and up of its lane words. */
   TSW_ONCHIP_BEGIN = 1, /* first of a step: wait for the columns */
   TSW_ONCHIP_ROWS = 2,  /* last of its rows: reduce and store */
   TSW_ONCHIP_DONE = 4   /* last of a step: tell the chain warp */
};

/** What the kernel was compiled for. */
typedef struct tsw_onchip_shape
{
   int ahead;  /* helpers of step s read columns of steps up to s - ahead */
   int mid;    /* entries of a row with columns 2 .. ahead - 1 steps old, at most */
   int warps;  /* helper warps of one step */
   int groups; /* steps in flight, each with its own helper warps */
} tsw_onchip_shape;

/** A list schedule. Host arrays; those by row have n_rows elements. */
typedef struct tsw_onchip_steps
{
   int32_t  n_rows;
   int32_t  n_steps;
   int32_t  width;    /* rows of the widest step */
   int32_t *step;     /* by row */
   int32_t *slot;     /* by row */
   int32_t *n_old;    /* by row: entries left to the helpers */
   int32_t *row;      /* by slot */
   int32_t *step_ptr; /* [n_steps + 1] slots of each step; within a step n_old descends */
} tsw_onchip_steps;

/**
 * Rows in the order of their steps have slots 0 .. n_rows - 1; slot n_rows
 * always holds zero. In an entry array -1 stands for no entry. Arrays are in
 * device memory. The image is what the solving kernel streams: chain records,
 * values of the chunks, their slots, their lane words, each from a multiple of
 * 256 bytes on. A chain record of width w holds (2 + mid) w values (pairs by
 * lane: near, then mid), 8 slots a lane, and two words a lane: near lanes (0x80:
 * none); own slot, 1 << 16. A lane word of a chunk holds the slot to store in or
 * 0xffff, lanes of the row behind this one << 16, log2 of lanes a row << 21,
 * marks << 24.
 */
typedef struct tsw_onchip_pack
{
   int32_t  n_rows;
   int32_t  n_steps;
   int32_t  width;       /* lanes of a step in the chain records, a multiple of 4 */
   int32_t  n_chunks;    /* including the surplus that prefetching reads */
   int64_t  chunk_bytes; /* where in the image values, slots and lane words of chunks start */
   int64_t  slot_bytes;
   int64_t  lane_bytes;
   int64_t  bytes;       /* of the image */
   char    *image;       /* values still zero */
   int32_t *row;         /* [n_rows] block row of a slot */
   int32_t *place;       /* [n_rows] step * width + lane of a slot */
   int32_t *chunk_ptr;   /* [warps * groups + 1] chunks of each helper warp */
   int32_t *chain_entry; /* [n_steps][1 + mid / 2][width][2]; first the near pair */
   int32_t *chunk_entry; /* [n_chunks][DEEP / 2][32][2] */
} tsw_onchip_pack;

/** Steps that the kernel performs: its loop is unrolled over barriers and register sets. */
int32_t tsw_onchip_rounded_steps(const tsw_onchip_shape *shape, int32_t n_steps);

/**
 * Lay out a strict triangle.
 *
 * @param[in]     triangle  device arrays
 * @param[in]     shape     of the kernel
 * @param[in]     steps     of the triangle for that shape
 * @param[in]     surplus   chunks that the kernel reads behind the last
 * @param[in]     stream    cudaStream_t of the work, which is finished when the call returns
 * @param[in,out] owner     account of the memory
 * @param[out]    pack      free it with tsw_onchip_pack_free, also after a failure
 * @return OK, MEMORY, CUDA
 */
trisweep_status tsw_onchip_pack_build(const tsw_triangle *triangle, const tsw_onchip_shape *shape,
                                      const tsw_onchip_steps *steps, int surplus, void *stream,
                                      tsw_memory *owner, tsw_onchip_pack *pack);

void tsw_onchip_pack_free(tsw_memory *owner, tsw_onchip_pack *pack);

#ifdef __cplusplus
}
#endif

#endif
