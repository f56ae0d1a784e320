/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The worker thread that analyses levels while hypre goes on with its setup. It reads the block and
 * calls libtrisweep: no hypre, no MPI. A queued level belongs to it until tsw_worker_wait returns.
 */
#pragma once

#include "hypre/state/level.h"

/** Analyse a level, load it if it loads: on the worker if wanted and there is a core for it. */
void tsw_worker_submit(tsw_level *level, bool on_worker);

/** Wait for a level, and do here what the worker has not begun; returns the seconds lost. */
double tsw_worker_wait(tsw_level *level);

/** The level is not wanted any more: wait only if the worker has begun it. Returns as above. */
double tsw_worker_cancel(tsw_level *level);

/** End the thread when it has finished what is queued. */
void tsw_worker_stop(void);
