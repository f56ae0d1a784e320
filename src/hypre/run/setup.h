/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * What happens around and inside hypre's setup. Level 0 is there when it begins; the others
 * appear one by one in A_array, which is looked at whenever hypre calls one of the functions
 * that open a level. Each pattern goes to the worker at once. At the end the levels are
 * compared with the hierarchy, values and norms are loaded, and the ranks agree on failures.
 */
#pragma once

#include "hypre/state/frame.h"

/** Enter: what is in force is worked out, and level 0 begins. */
void tsw_setup_begin(tsw_frame *frame, void *amg, hypre_ParCSRMatrix *matrix);

/** Look for levels that have appeared in the setup at work; the newest, or -1 if it is not ours. */
int tsw_setup_poll(void);

/** Leave, after hypre's own setup; false if the user was told of an error. Collective. */
bool tsw_setup_end(tsw_frame *frame, hypre_ParCSRMatrix *matrix);

/** Load the values of every level again; false if that failed on any rank. Collective. */
bool tsw_setup_reload(tsw_solver *solver);
