/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The plug's part of hypre's setup. Level 0 exists when the setup begins. hypre adds the other
 * levels to A_array one by one; whenever hypre calls a hooked function for a new level,
 * tsw_setup_poll attaches the new matrices in A_array, and submits their analyses. After hypre's
 * setup the levels are matched with the hierarchy, values and norms are loaded, and failures are
 * reduced over all ranks.
 */
#pragma once

#include "hypre/state/frame.h"

/**
 * Before hypre's setup: determine the active types, decide on a setup by values, push the frame,
 * attach level 0. Collective.
 */
tsw_frame *tsw_setup_begin(tsw_mark *mark, void *amg, hypre_ParCSRMatrix *matrix,
                           const hypre_ParVector *f);

/** Set up by values in place of hypre's setup. False: hypre must set up. Collective. */
bool tsw_setup_by_values(tsw_frame *frame, hypre_ParCSRMatrix *matrix, hypre_ParVector *f,
                         hypre_ParVector *u);

/** Attach new levels of the innermost setup. Returns the newest; -1: no setup with active types. */
int tsw_setup_poll(void);

/** After the setup: load levels, pop the frame. False, with a message, on error. Collective. */
bool tsw_setup_end(tsw_frame *frame, hypre_ParCSRMatrix *matrix, const hypre_ParVector *f);
