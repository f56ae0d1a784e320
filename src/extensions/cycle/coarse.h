/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The coarse (last) levels of a V-cycle in one launch (cycle/cycle.h). hypre's cycle gets a smaller
 * number of levels, and the launch replaces hypre's direct solve on the first coarse level.
 * Conditions: one rank has the hierarchy in device memory, and the coarse levels have only sweeps
 * of the plug and Gaussian elimination.
 */
#pragma once

#include "extensions/gather.h"
#include "hypre/state/frame.h"

/** After a setup on one rank: copy the coarse levels for the launch, if the conditions hold. */
void tsw_coarse_setup(tsw_solver *solver);

enum
{
   TSW_COARSE_MOST_LEVELS = 16 /* of a launch */
};

/** The first level that all ranks may gather, with all later levels; 0: none. Same on all ranks. */
int tsw_coarse_first_gathered(const tsw_solver *solver);

/**
 * Copy gathered levels, from `first` on, for the launch: the matrix and the norms of each level,
 * then its interpolation. False: they do not fit.
 */
bool tsw_coarse_make(tsw_solver *solver, int first, const tsw_gathered *gathered);

/** Free the copies. */
void tsw_coarse_drop(tsw_solver *solver);

/** Do copies exist, and are the solver's parameters still those of the setup? */
bool tsw_coarse_fits(const tsw_solver *solver);

/** u = (cycle over the coarse levels) f. False, with a message, if the launch failed. */
bool tsw_coarse_run(tsw_solver *solver, const double *f, double *u);

/** Add the sweeps of one cycle over the coarse levels to the statistics. */
void tsw_coarse_count(tsw_solver *solver);

/**
 * Before hypre's cycle on one rank: hide the coarse levels after the first one from hypre, until
 * the frame is popped.
 */
void tsw_coarse_enter(tsw_frame *frame);

/** Run the coarse levels in place of hypre's direct solve on a level. False: hypre must solve. */
bool tsw_coarse_solve(const hypre_ParAMGData *amg, HYPRE_Int level);
