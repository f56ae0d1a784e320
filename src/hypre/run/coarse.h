/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The coarse levels of a V-cycle in one launch (cycle/cycle.h), in place of hypre's solve on the
 * last level. Conditions: one rank has the hierarchy in device memory, and these levels have only
 * sweeps of the plug and Gaussian elimination.
 */
#pragma once

#include "hypre/state/frame.h"

/** After a setup: copy the coarse levels, if there are any and the options allow it. */
void tsw_coarse_setup(tsw_solver *solver);

/** Free the copies. */
void tsw_coarse_drop(tsw_solver *solver);

/** Are there such levels, and are the solver's parameters still those of the setup? */
bool tsw_coarse_fits(const tsw_solver *solver);

/** u = (cycle over the coarse levels) f, on the first of them. False after a printed failure. */
bool tsw_coarse_run(tsw_solver *solver, const double *f, double *u);

/** Count the sweeps of one such cycle. */
void tsw_coarse_count(tsw_solver *solver);

/** To be called before and after hypre's cycle. */
void tsw_coarse_enter(tsw_frame *frame);
void tsw_coarse_leave(tsw_frame *frame);

/** Solve the system of a level in place of hypre. False: hypre has to solve it. */
bool tsw_coarse_solve(const hypre_ParAMGData *amg, HYPRE_Int level);
