/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * On which GPUs and for which blocks a device schedule may be chosen; asked before they are
 * ranked. What it cannot know, a plan finds out: then the next best schedule is taken.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include <trisweep/status.h>

TRISWEEP_BEGIN_C

/** What the choice knows of a GPU, or of the part of one that a process has. */
typedef struct tsw_gpu
{
   char    name[256];
   int     major; /* of its compute capability, or the code's if that is older */
   int     processors;
   int64_t shared_bytes;    /* of a block at most */
   double  clock_mhz;       /* 0: not known */
   double  gbytes_a_second; /* of its memory; 0: not known */
} tsw_gpu;

/** What the choice reads of a pattern. */
typedef struct tsw_tune_shape
{
   int64_t n_rows;
   int64_t nnz;
   int64_t depth;       /* levels */
   int64_t longest_row; /* its entries, but for the diagonal */
   double  crossing;    /* share of rows that need a row of an earlier strip */
   bool    grid;        /* one that schedule strips cuts into tiles */
   bool    hurried;     /* nothing hides what is planned on the host */
} tsw_tune_shape;

/** Clusters of blocks, and launches that begin before the one before has ended. */
static inline bool tsw_gpu_has_clusters(const tsw_gpu *gpu)
{
   return gpu->major >= 9;
}

/** Does the schedule of this name (schedules.def) take such a block on such a GPU? */
bool tsw_schedule_supports(const char *name, const tsw_gpu *gpu, const tsw_tune_shape *shape);

TRISWEEP_END_C
