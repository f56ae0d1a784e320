/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The plug's part of hypre's setup. Level 0 exists when the setup begins. hypre adds the other
 * levels to A_array one by one; whenever hypre calls a hooked function for a new level,
 * tsw_setup_poll attaches the new matrices in A_array, and submits their analyses. After hypre's
 * setup the levels are matched with the hierarchy, values and norms are loaded, and failures are
 * reduced over all ranks.
 */
#pragma once

#include "hypre/extension.h"

/**
 * Before a setup: determine the active types (call->solver), agree with the other ranks, push the
 * frame. Collective.
 */
tsw_frame *tsw_setup_begin(tsw_mark *mark, tsw_setup_call *call);

/** Before hypre's setup, which no extension replaces: attach level 0. */
void tsw_setup_begin_full(tsw_frame *frame, const tsw_setup_call *call);

/** For an extension that sets up: attach all levels of a hierarchy that is complete. */
void tsw_setup_attach(tsw_solver *solver);

/** Attach new levels of the innermost setup, if it has active types. */
void tsw_setup_poll(void);

/** After the setup: load levels, pop the frame. False, with a message, on error. Collective. */
bool tsw_setup_end(tsw_frame *frame, const tsw_setup_call *call);
