/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Candidates of schedule=auto for device blocks, each beside its schedule (choice.c), in plain C
 * also for builds without CUDA. If a plan fails, the next candidate replaces it.
 */
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
   double  crossing;    /* share of rows that need a row of an earlier share (plan/tune.h) */
   bool    grid;        /* a grid in three dimensions (analysis/grid.h) */
   bool    hurried;     /* no other work hides the time of planning */
} tsw_tune_shape;

/** Has the GPU clusters of blocks and programmatic dependent launches? */
static inline bool tsw_gpu_has_clusters(const tsw_gpu *gpu)
{
   return gpu->major >= 9;
}

typedef struct tsw_candidate
{
   const char *name;  /* of the schedule */
   bool        alone; /* one multiprocessor does the work: times scale with the clock only */

   /** May the schedule be chosen for such a block on such a GPU? NULL: always. */
   bool (*supports)(const tsw_gpu *gpu, const tsw_tune_shape *shape);

   /** The schedule's line of the tables (plan/tuning) for such a block; NULL: the line "all". */
   const char *(*part)(const tsw_tune_shape *shape);
} tsw_candidate;

/** Find a candidate by the name of its schedule; NULL if there is none. */
const tsw_candidate *tsw_candidate_find(const char *name);

#define TSW_ALL_SCHEDULES
#define TSW_SCHEDULE(space, name)
#define TSW_CANDIDATE(space, name) extern const tsw_candidate tsw_candidate_##space##_##name;
#include "kernels/schedules.def"
#undef TSW_CANDIDATE
#undef TSW_SCHEDULE
#undef TSW_ALL_SCHEDULES

TRISWEEP_END_C
