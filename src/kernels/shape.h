/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What decides which schedule suits a block in device memory. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/** Properties of a GPU, or of a process's part of a GPU. */
typedef struct tsw_gpu
{
   char    name[256];
   int     major;        /* of the compute capability, or of the compiled code if that is lower */
   int64_t shared_bytes; /* shared memory of a block, at most */
} tsw_gpu;

/** Properties of a pattern. */
typedef struct tsw_shape
{
   int64_t n_rows;
   int64_t nnz;
   int64_t depth;       /* number of levels */
   int64_t longest_row; /* entries of the longest row, without the diagonal */
   bool    grid;        /* a grid in three dimensions (analysis/grid.h) */
   bool    hurried;     /* no other work hides the time of planning */
} tsw_shape;

/** Has the GPU clusters of blocks and programmatic dependent launches? */
static inline bool tsw_gpu_has_clusters(const tsw_gpu *gpu)
{
   return gpu->major >= 9;
}
