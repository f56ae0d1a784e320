/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * A type of ours in the place of another type of hypre (TRISWEEP_REPLACE=18=3/4). hypre must
 * see the plain type of ours inside its setup, which makes the norms for it, and its cycle;
 * outside, programs read what the user gave.
 */
#pragma once

#include "hypre/registry.h"

/** hypre's setup or solve is entered: put our types in. */
void tsw_stand_in_enter(tsw_solver *solver, bool in_setup);

/** And left: the user's types again. */
void tsw_stand_in_leave(tsw_solver *solver, bool in_setup);
