/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Which BoomerAMG object is at work. hypre_BoomerAMGRelax gets a matrix and a plain type,
 * which two solvers may share; but a solver only relaxes inside its own setup, solve or
 * cycle, whose hooks put a frame of theirs on this stack.
 */
#pragma once

#include "hypre/state/registry.h"

typedef struct tsw_frame
{
   void             *amg;
   tsw_solver       *solver; /* NULL if none of our methods is in force */
   bool              in_setup;
   bool              refused; /* the user asked for what this setup cannot have */
   bool              in_cycle;
   HYPRE_Int         hidden_levels; /* from hypre's cycle; see coarse.h */
   tsw_level        *kept;    /* level whose last sweep kept its residual; NULL if none did */
   hypre_ParVector  *kept_f, *kept_u;
   struct tsw_frame *outer;
} tsw_frame;

/** The frame of the innermost solver at work; NULL outside of all. */
tsw_frame *tsw_frame_top(void);

/** Enter a solver. */
void tsw_frame_push(tsw_frame *frame, void *amg, tsw_solver *solver, bool in_setup);

/** Leave the innermost solver. */
void tsw_frame_pop(void);

/** The solver has swept f and u; their residual may be next. level NULL: nothing kept. */
void tsw_frame_keep(tsw_level *level, hypre_ParVector *f, hypre_ParVector *u);

/** The level whose residual of f and u was kept, or NULL; it is kept no longer. */
tsw_level *tsw_frame_take(const hypre_ParCSRMatrix *matrix, const hypre_ParVector *f,
                          const hypre_ParVector *u);

/** Position in the cycle that the caller of the relax function named (1 down, 2 up, 3 coarsest). */
HYPRE_Int tsw_frame_cycle_position(void);

/** Set it, 0 for unknown; returns the one before. */
HYPRE_Int tsw_frame_set_cycle_position(HYPRE_Int position);
