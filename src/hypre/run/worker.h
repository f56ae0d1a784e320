/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The worker thread analyses levels while hypre continues its setup. The thread reads the block and
 * calls libtrisweep, but neither hypre nor MPI. It owns a submitted level until
 * tsw_worker_wait returns.
 */
#pragma once

#include "hypre/state/level.h"

/**
 * Analyse a level, and load its values if worker_loads is set. on_worker: submit the level to
 * the worker thread, if the rank has a core for the thread; otherwise analyse it in this call.
 */
void tsw_worker_submit(tsw_level *level, bool on_worker);

/**
 * Wait for the analysis of a level; the caller analyses submitted levels that the worker has not
 * begun. The time counts as waited_seconds of the level.
 */
void tsw_worker_wait(tsw_level *level);

/** Wait until no job is left, and end the thread. */
void tsw_worker_stop(void);
