/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Choices that were made before: option tune_file. */
#ifndef TSW_PLAN_CUDA_RECALL_H
#define TSW_PLAN_CUDA_RECALL_H

#include "plan/plan.h"
#include "plan/tune_file.h"

typedef struct tsw_recall
{
   const char    *path;  /* of the file; NULL if it is not asked */
   bool           found; /* entry is from the file */
   tsw_tune_entry entry;
} tsw_recall;

/**
 * Look a block up.
 *
 * @param[in]     a        validated device block, pattern only
 * @param[in,out] options  what the file says on schedule and ordering is set
 * @param[in]     stream   cudaStream_t; the call waits for it
 * @param[out]    recall   for tsw_recall_store
 * @return OK, OPTION, MEMORY, CUDA
 */
trisweep_status tsw_recall_find(const trisweep_csr *a, tsw_options *options, void *stream,
                                tsw_recall *recall);

/** Tell the choice of a plan where it comes from, or add it to the file. OK, OPTION. */
trisweep_status tsw_recall_store(tsw_recall *recall, tsw_plan *plan);

#endif
