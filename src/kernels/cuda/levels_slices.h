/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Schedule levels, storage of its own for levels that fill the device: rows of a
 * level in slices of a warp, padded to the longest of them, so that the lanes of a
 * warp read neighbouring entries. Values may be floats.
 */
#ifndef TSW_KERNELS_CUDA_LEVELS_SLICES_H
#define TSW_KERNELS_CUDA_LEVELS_SLICES_H

#include <cuda_runtime_api.h>

#include "kernels/cuda/levels.cuh"
#include "kernels/cuda/residual.h"

/**
 * A triangle: the entry of lane l in round q of slice s is ptr[s] + 32 q + l. Each row has its
 * columns in ascending order.
 */
typedef struct levels_part
{
   int64_t *ptr; /* [n_slices + 1] */
   int32_t *col; /* -1: none */
   void    *val; /* double or float */
   int64_t  size;
} levels_part;

typedef struct levels_slices
{
   int            lanes;  /* of a row; 0: not to be used */
   bool           floats; /* the values are */
   int32_t        n_levels;
   int32_t        n_slices;
   int32_t       *place; /* host, [n_levels + 1] where each level starts */
   int32_t       *first; /* host, [n_levels + 1] first slice of each level */
   int32_t       *start; /* device, [n_slices + 1] place of the first row of each; last: n_rows */
   const int32_t *row;   /* this and the next are the packed block's */
   const int32_t *rank;
   levels_part    part[2]; /* lower, upper */
   int32_t       *fault;   /* device word, set where entries do not match places */
   tsw_memory    *owner;   /* account of the memory */
} levels_slices;

/**
 * Lay out the pattern, if padding costs little.
 *
 * @param[in]     p         in level order, pattern only
 * @param[in]     levels    of its sweep graph
 * @param[in]     stream    of the work
 * @param[in]     owner     account of the memory, to live as long as s
 * @param[in,out] s         zero on entry; free it with tsw_levels_slices_free, also after a failure
 * @return OK, MEMORY, CUDA
 */
trisweep_status tsw_levels_slices_plan(const tsw_packed *p, const tsw_graph_levels *levels,
                                       cudaStream_t stream, tsw_memory *owner, levels_slices *s);

/** Values from a block that is packed in the same order. OK, ORDER, MEMORY, CUDA. */
trisweep_status tsw_levels_slices_load(levels_slices *s, const tsw_packed *p, cudaStream_t stream);

/** As load_rows of tsw_schedule. */
trisweep_status tsw_levels_slices_load_rows(levels_slices *s, const trisweep_csr *a, bool ascends,
                                            bool floats, cudaStream_t stream, bool *complete);

/** Queue one level of a pass. OK, CUDA. */
trisweep_status tsw_levels_slices_launch(const levels_slices *s, const levels_pass *a,
                                         tsw_pass_kind kind, int32_t level,
                                         const cudaLaunchConfig_t *config);

/** Queue the residual behind a pass. OK, CUDA. */
trisweep_status tsw_levels_slices_residual(const levels_slices *s, const tsw_residual *q,
                                           bool backward, cudaStream_t stream);

void tsw_levels_slices_free(levels_slices *s);

#endif
