/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The stack of active BoomerAMG objects. hypre_BoomerAMGRelax gets a matrix and a plain type,
 * which two solvers may share. A solver relaxes only inside its own setup, solve or cycle, and
 * the hooks of these push a frame.
 */
#pragma once

#include "hypre/state/registry.h"

typedef struct tsw_frame
{
   void             *amg;
   tsw_solver       *solver; /* NULL if no method of the plug is in force */
   bool              in_setup;
   bool              refused; /* the setup cannot provide what the user chose */
   bool              in_cycle;
   HYPRE_Int         hidden_levels; /* from hypre's cycle; see coarse.h */
   tsw_level        *kept;    /* level whose last sweep kept its residual; NULL if none did */
   hypre_ParVector  *kept_f, *kept_u;
   struct tsw_frame *outer;
} tsw_frame;

/** The frame of the innermost active solver; NULL without one. */
tsw_frame *tsw_frame_top(void);

/** Enter a solver. */
void tsw_frame_push(tsw_frame *frame, void *amg, tsw_solver *solver, bool in_setup);

/** Leave the innermost solver. */
void tsw_frame_pop(void);

/** Note the level whose sweep of f and u kept the residual; NULL: no residual was kept. */
void tsw_frame_keep(tsw_level *level, hypre_ParVector *f, hypre_ParVector *u);

/** The noted level if its residual is that of f and u, or NULL. The note is cleared. */
tsw_level *tsw_frame_take(const hypre_ParCSRMatrix *matrix, const hypre_ParVector *f,
                          const hypre_ParVector *u);

/** Position in the cycle that the caller of the relax function named (1 down, 2 up, 3 coarsest). */
HYPRE_Int tsw_frame_cycle_position(void);

/** Set the position, 0 for unknown. Returns the previous position. */
HYPRE_Int tsw_frame_set_cycle_position(HYPRE_Int position);
