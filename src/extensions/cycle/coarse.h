/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The coarse (last) levels of a V-cycle in one launch (cycle/cycle.h). hypre's cycle gets a smaller
 * number of levels, and the launch replaces hypre's direct solve on the first coarse level.
 * Conditions: one rank has the hierarchy in device memory, and the coarse levels have only sweeps
 * of the plug and Gaussian elimination.
 */
#pragma once

#include "extensions/cycle/cycle.h"
#include "extensions/offers.h"

/** What the extension stores about a solver. */
typedef struct tsw_cycles
{
   tsw_cycle *coarse; /* levels from first on, in one launch; or NULL */
   int        first;
   HYPRE_Int  sweeps[TSW_N_SLOTS]; /* numbers of sweeps of the launch, by slot */
   bool       runs;                /* did the plug run the last cycle? The same on all ranks */

   /* recorded cycles, see vcycle.h */
   void    *record;   /* NULL if there is none */
   uint64_t last_key; /* of the last cycle */
   uint64_t recorded_key;
   bool     begun;         /* has a cycle run? */
   bool     launched;      /* has the record been launched? */
   bool     refused;       /* CUDA failed to record a cycle */
   bool     unused_record; /* a record was never launched: record only repeated cycles */
} tsw_cycles;

/** The cycles of a solver, or NULL. */
static inline tsw_cycles *tsw_cycles_of(const tsw_solver *solver)
{
   return solver->extension[TSW_EXTENSION_cycle];
}

/** After a setup on one rank: copy the coarse levels for the launch, if the conditions hold. */
void tsw_coarse_setup(tsw_solver *solver);

/** Free the copies. */
void tsw_coarse_drop(tsw_solver *solver);

/** Do copies exist, and are the solver's parameters still those of the setup? */
bool tsw_coarse_fits(const tsw_solver *solver);

/** u = (cycle over the coarse levels) f. False, with a message, if the launch failed. */
bool tsw_coarse_run(tsw_solver *solver, const double *f, double *u);

/** Add the sweeps of one cycle over the coarse levels to the statistics. */
void tsw_coarse_count(tsw_solver *solver);

/** hypre's cycle on one rank without the coarse levels after the first one. False: not possible. */
bool tsw_coarse_cycle(tsw_frame *frame, hypre_ParVector **f, hypre_ParVector **u,
                      HYPRE_Int *status);

/** Run the coarse levels in place of hypre's direct solve on a level. False: hypre must solve. */
bool tsw_coarse_solve(tsw_solver *solver, HYPRE_Int level, HYPRE_Int type, HYPRE_Int *status);

/** For an extension that gathers the levels of several ranks. */
extern const tsw_last_levels tsw_coarse_gathered;
