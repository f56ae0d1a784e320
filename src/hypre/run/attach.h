/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The life of a level: its matrix is attached, analysed, loaded with values, and detached. */
#pragma once

#include "hypre/state/level.h"

/** How a matrix is taken in. */
typedef enum tsw_attach
{
   TSW_ATTACH_NOW,           /* analysed before tsw_level_attach returns */
   TSW_ATTACH_WORKER,        /* analysed on the worker thread */
   TSW_ATTACH_WORKER_VALUES, /* and its values loaded there, for sweeps without norms */
} tsw_attach;

/** Take a new matrix, or the old one with new values, and analyse it. */
void tsw_level_attach(tsw_level *level, hypre_ParCSRMatrix *matrix, tsw_attach how);

/** Wait until the analysis is done; the time counts as waited for. */
void tsw_level_wait(tsw_level *level);

/** Queue a load with these norms, if the level's loads are queued and wait for norms. */
void tsw_level_begin_load(tsw_level *level, const double *l1);

/** Load the values, with these norms if not NULL. False, and said, if it failed on this rank. */
bool tsw_level_load(tsw_level *level, const double *l1);

/** Forget the matrix, and wait for its analysis first. */
void tsw_level_detach(tsw_level *level);

/** Free all; NULL is allowed. */
void tsw_level_destroy(tsw_level **level);

/** Destroy the level that a link leads to, and lead to the next one. */
void tsw_level_drop(tsw_level **link);

/** From here on leave device buffers to the end of the process; hypre's allocator may be gone. */
void tsw_level_end(void);
