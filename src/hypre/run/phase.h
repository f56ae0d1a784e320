/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The parts of hypre's setup that the hooks see, for the trace. */
#pragma once

#include "hypre/state/level.h"

/** A setup of ours begins with this fine matrix. */
void tsw_phase_start(hypre_ParCSRMatrix *matrix);

/**
 * hypre's setup enters a part of its newest level (tsw_setup_poll); -1: no setup of ours is at
 * work, nothing is done. after: what hypre does then, up to the next part. Names in static storage.
 */
void tsw_phase_enter(int newest, const char *name, const char *after);

/** It leaves that part. Returns status. */
HYPRE_Int tsw_phase_leave(HYPRE_Int status);

/** hypre's setup has ended, and ours goes on. */
void tsw_phase_finish(void);

/** And that has ended. */
void tsw_phase_end(void);
