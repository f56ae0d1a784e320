/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The states of a level: a matrix is attached, analysed, its values are loaded, it is detached. */
#pragma once

#include "hypre/state/level.h"

/** How tsw_level_attach analyses a matrix. */
typedef enum tsw_attach
{
   TSW_ATTACH_NOW,           /* analysed before tsw_level_attach returns */
   TSW_ATTACH_WORKER,        /* analysed on the worker thread */
   TSW_ATTACH_WORKER_VALUES, /* analysed and loaded on the worker thread, without norms */
   TSW_ATTACH_LATER          /* a device block that needs no analysis: loaded by tsw_level_queue */
} tsw_attach;

/** Attach a new matrix, or the attached matrix with new values, and analyse it. */
void tsw_level_attach(tsw_level *level, hypre_ParCSRMatrix *matrix, tsw_attach how);

/**
 * Queue the load of a level that was attached for later, beside hypre's work, after what hypre has
 * queued: if the newest matrix of the hierarchy is so small that hypre's kernels for it leave the
 * device idle, and need little memory. Not with norms, which come at the end of hypre's setup.
 */
void tsw_level_queue(tsw_level *level, hypre_ParCSRMatrix *newest);

/**
 * Attach a matrix with the pattern of the last attached matrix, and other values; the analysis is
 * kept. False: there is none, and tsw_level_attach is needed.
 */
bool tsw_level_attach_same(tsw_level *level, hypre_ParCSRMatrix *matrix);

/**
 * Queue the load of a level whose loads are queued (trisweep_smoother_setup_async): a load with
 * other norms (l1) than those of the load that is queued, or a later load. tsw_level_load calls
 * this function, too; an earlier call lets the loads of several levels overlap.
 */
void tsw_level_begin_load(tsw_level *level, const double *l1);

/** Load the values, with norms l1 if not NULL. False, with a message, if this rank failed. */
bool tsw_level_load(tsw_level *level, const double *l1);

/** Wait for the analysis, and detach the matrix. */
void tsw_level_detach(tsw_level *level);

/** Free a level and set the pointer to NULL. NULL is allowed. */
void tsw_level_destroy(tsw_level **level);

/** Remove a level from its list, and free it. */
void tsw_level_drop(tsw_level *level);

/** Does the process end? Then device buffers are not freed: hypre may have ended its allocator. */
extern bool tsw_process_ends;
