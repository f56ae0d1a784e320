/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* GPUs and blocks for which a device schedule may be chosen. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include <trisweep/status.h>

TRISWEEP_BEGIN_C

/** Properties of a GPU, or of a process's part of a GPU. */
typedef struct tsw_gpu
{
   char    name[256];
   int     major; /* of the compute capability, or of the compiled code if that is lower */
   int     processors;
   int64_t shared_bytes;    /* shared memory of a block, at most */
   double  clock_mhz;       /* 0: not known */
   double  gbytes_a_second; /* bandwidth of device memory; 0: not known */
} tsw_gpu;

/** Properties of a pattern. */
typedef struct tsw_tune_shape
{
   int64_t n_rows;
   int64_t nnz;
   int64_t depth;       /* number of levels */
   int64_t longest_row; /* entries of the longest row, without the diagonal */
   double  crossing;    /* share of rows that need a row of an earlier strip */
   bool    grid;        /* schedule strips cuts the grid into tiles */
   bool    hurried;     /* no other work hides the time of planning */
} tsw_tune_shape;

/** Has the GPU clusters of blocks and programmatic dependent launches? */
static inline bool tsw_gpu_has_clusters(const tsw_gpu *gpu)
{
   return gpu->major >= 9;
}

/** May the schedule of this name (schedules.def) be chosen for such a block on such a GPU? */
bool tsw_schedule_supports(const char *name, const tsw_gpu *gpu, const tsw_tune_shape *shape);

TRISWEEP_END_C
