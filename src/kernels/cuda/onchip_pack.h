/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The static schedule of one triangle for the onchip kernel, and the layout of
 * its entries in the order in which that kernel reads them. Pattern only: where
 * a value belongs is recorded as an index into the triangle's values.
 */
#ifndef TSW_KERNELS_CUDA_ONCHIP_PACK_H
#define TSW_KERNELS_CUDA_ONCHIP_PACK_H

#include <stdbool.h>
#include <stdint.h>

#include <trisweep.h>

#include "base/memory.h"

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

/**
 * Rows in the order of their steps have slots 0 .. n_rows - 1; slot n_rows
 * always holds zero. In an entry array -1 stands for no entry.
 */
typedef struct tsw_onchip_pack
{
   int32_t   n_rows;
   int32_t   n_steps;
   int32_t   width;       /* lanes of a step in the chain records, a multiple of 4 */
   int32_t   n_chunks;    /* including the surplus that prefetching reads */
   int32_t  *row;         /* [n_rows] block row of a slot */
   int32_t  *place;       /* [n_rows] step * width + lane of a slot */
   int32_t  *chunk_ptr;   /* [warps * groups + 1] chunks of each helper warp */
   int32_t  *chain_entry; /* [n_steps][1 + mid / 2][width][2]; first the near pair */
   uint16_t *chain_mid;   /* [n_steps][width][8] slots */
   uint32_t *chain_lane;  /* [n_steps][width][2] near lanes (0x80: none); own slot, 1 << 16 */
   int32_t  *chunk_entry; /* [n_chunks][DEEP / 2][32][2] */
   uint16_t *chunk_slot;  /* [n_chunks][32][DEEP] */
   uint32_t *chunk_lane;  /* [n_chunks][32] slot to store in or 0xffff | lanes of the row
                             behind this one << 16 | log2 of lanes a row << 21 | marks << 24 */
} tsw_onchip_pack;

/**
 * Schedule and lay out a strict triangle.
 *
 * Rows are listed greedily: of the rows whose columns are done, those with the
 * longest path below them first, at most 32 a step. A row with more near or
 * mid entries than a record holds waits until they are older. A step costs at
 * least one hop, and there are as many as levels unless rows had to wait.
 *
 * @param[in]     n_rows   at most 65000
 * @param[in]     row_ptr  [n_rows + 1] host
 * @param[in]     col_idx  [row_ptr[n_rows]] host
 * @param[in]     upper    the rows depend on larger columns
 * @param[in]     shape    of the kernel
 * @param[in]     surplus  chunks that the kernel reads behind the last
 * @param[in,out] owner    account of the memory
 * @param[out]    pack     free it with tsw_onchip_pack_free, also after a failure
 * @return OK, MEMORY
 */
trisweep_status tsw_onchip_pack_build(int32_t n_rows, const int32_t *row_ptr,
                                      const int32_t *col_idx, bool upper,
                                      const tsw_onchip_shape *shape, int surplus, tsw_memory *owner,
                                      tsw_onchip_pack *pack);

void tsw_onchip_pack_free(tsw_memory *owner, tsw_onchip_pack *pack);

#ifdef __cplusplus
}
#endif

#endif
