/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The stack of BoomerAMG calls in progress: one frame for each setup, solve or cycle, pushed by the
 * hook of the call. hypre_BoomerAMGRelax gets a matrix and a plain type, which two solvers may
 * share; the innermost frame identifies the solver.
 *
 * A program may leave a call without its return: by siglongjmp from a signal handler, or by an
 * exception of C++. The next entry drops the frames of such calls: those whose hook is not above
 * the stack pointer, or whose mark on the stack was overwritten.
 */
#pragma once

#include <stdint.h>

#include "hypre/state/registry.h"

/** Where a call is on the stack of the program, in a variable of the function that it is. */
typedef struct tsw_mark
{
   const void *address;
   uint64_t    id;
} tsw_mark;

/** Value of a new mark in the function that is marked. */
#define TSW_MARK_HERE ((tsw_mark){ __builtin_frame_address(0), 0 })

/** A copy of a mark, outside of the stack that it marks. */
typedef struct tsw_marked
{
   const tsw_mark *mark;
   tsw_mark        copy;
} tsw_marked;

typedef enum tsw_call
{
   TSW_CALL_SETUP,
   TSW_CALL_SOLVE,
   TSW_CALL_CYCLE
} tsw_call;

typedef struct tsw_frame
{
   tsw_marked       marked;
   void            *amg;
   tsw_solver      *solver; /* NULL if no method of the plug is active */
   tsw_call         call;
   bool             in_setup;
   bool             refused; /* the setup refused the user's relax numbers */
   bool             sets_up; /* hypre's setup runs, not that of an extension */
   bool             in_cycle;
   HYPRE_Int        hidden_levels;  /* last levels that an extension hides from hypre's cycle */
   tsw_level       *residual_level; /* level whose last sweep kept its residual; NULL if none did */
   hypre_ParVector *residual_f, *residual_u;
   struct tsw_frame *outer;
} tsw_frame;

/** The innermost frame; NULL outside of BoomerAMG. */
tsw_frame *tsw_frame_top(void);

/** A Krylov method for a matrix in progress, and BoomerAMG that preconditions it, or NULL. */
typedef struct tsw_krylov
{
   const void *amg, *matrix;
   tsw_marked  call;
} tsw_krylov;

/** A Krylov method begins in the function of the mark. Returns the outer one, for the end. */
tsw_krylov tsw_krylov_begin(tsw_mark *mark, const void *amg, const void *matrix);
/** Restore the outer one. Returns the BoomerAMG object of the method that ends, or NULL. */
const void *tsw_krylov_end(const tsw_krylov *outer);

/**
 * BoomerAMG begins to solve with a matrix: a Krylov method for this matrix whose preconditioner is
 * a function of the program, which calls BoomerAMG, takes the object as its own. True if it did.
 */
bool tsw_krylov_adopt(const void *amg, const hypre_ParCSRMatrix *matrix);

/** The BoomerAMG object that preconditions the innermost Krylov method of this thread, or NULL. */
const void *tsw_krylov_preconditioner(void);

/**
 * The solver of the innermost frame; without a frame, that which preconditions the innermost Krylov
 * method. NULL: the program calls hypre outside of both, or no method of the plug is active.
 */
tsw_solver *tsw_frame_solver(void);

/**
 * Push a frame for the function of the mark, and store the temporary types of the solver. The frame
 * is valid until the pop, and may be read until the next push.
 */
tsw_frame *tsw_frame_push(tsw_mark *mark, void *amg, tsw_solver *solver, tsw_call call);

/** Pop the innermost frame, and restore what was changed in hypre's object. */
void tsw_frame_pop(void);

/** hypre destroys this object: no call of it is in progress. */
void tsw_frame_forget(const void *amg);

/** Record the level whose sweep of f and u kept the residual; NULL: no residual was kept. */
void tsw_frame_set_residual(tsw_level *level, hypre_ParVector *f, hypre_ParVector *u);

/** The recorded level if its residual is that of f and u, or NULL. Clears the record. */
tsw_level *tsw_frame_take_residual(const hypre_ParCSRMatrix *matrix, const hypre_ParVector *f,
                                   const hypre_ParVector *u);

/**
 * The position in the cycle: 1 down, 2 up, 3 coarsest; 0 unknown, as in cycles with
 * grid_relax_points, which do not pass the position to RelaxIF.
 */
HYPRE_Int tsw_frame_cycle_position(void);

/** Set the position that hypre passes to RelaxIF, 0 for unknown. Returns the previous position. */
HYPRE_Int tsw_frame_set_cycle_position(HYPRE_Int position);
