/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The coarse levels of a V-cycle in one launch (cycle/cycle.h), which hypre takes for the
 * solve on the last level of all. Only where one rank has the hierarchy in device memory, and
 * those levels have nothing but our sweeps and Gaussian elimination.
 */
#pragma once

#include "hypre/state/frame.h"

/** After a setup: take in the coarse levels, if there are such and the options let it. */
void tsw_coarse_setup(tsw_solver *solver);

/** Forget them. */
void tsw_coarse_drop(tsw_solver *solver);

/** Are there such levels, and do the solver's parameters still ask for what was taken in? */
bool tsw_coarse_fits(const tsw_solver *solver);

/** u = (cycle over the coarse levels) f, on the first of them. False, and said, if it failed. */
bool tsw_coarse_run(tsw_solver *solver, const double *f, double *u);

/** Count the sweeps of one such cycle. */
void tsw_coarse_count(tsw_solver *solver);

/** hypre's cycle is about to begin, or has ended. */
void tsw_coarse_enter(tsw_frame *frame);
void tsw_coarse_leave(tsw_frame *frame);

/** hypre wants the system of a level solved: was that done here? */
bool tsw_coarse_solve(const hypre_ParAMGData *amg, HYPRE_Int level);
