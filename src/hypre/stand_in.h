/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * A type of ours in the place of another type of hypre (TRISWEEP_REPLACE=18=3/4).
 * hypre must see the plain type of ours in its setup, which makes the norms for
 * it, and in its cycle, which does not call the relax function for some types. So
 * as long as hypre is inside its setup or solve the structure has that type, and
 * outside what the user gave, for programs that read it.
 */
#pragma once

#include "hypre/registry.h"

/** hypre's setup or solve is entered: put our types in. */
void tsw_stand_in_enter(tsw_solver *solver, bool in_setup);

/** And left: the user's types again. */
void tsw_stand_in_leave(tsw_solver *solver, bool in_setup);
