/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/state/frame.h"

static tsw_frame *top;
static HYPRE_Int  cycle_position;

/*
 * A type of the plug that replaces another type of hypre (TRISWEEP_REPLACE=18=3/4). hypre's setup,
 * which computes norms for the type, and hypre's cycle must read the plain type of the
 * replacement. Outside of both, programs read the user's type.
 */
static void take(HYPRE_Int *place, tsw_seat *seat)
{
   seat->taken = seat->of != TSW_SEAT_FREE && *place == seat->of;
   *place = seat->taken ? seat->ours : *place;
}

/* Restore the user's type, unless hypre has stored another type meanwhile. */
static void give_back(HYPRE_Int *place, tsw_seat *seat)
{
   *place = seat->taken && *place == seat->ours ? seat->of : *place;
   seat->taken = false;
}

static void stand_in(tsw_solver *solver, bool in_setup)
{
   hypre_ParAMGData *amg = solver->amg;
   HYPRE_Int        *grid = hypre_ParAMGDataGridRelaxType(amg);
   if (solver->n_inside++ > 0 || !grid)
   {
      return;
   }
   for (int slot = 0; slot < 3; slot++)
   {
      take(&grid[slot], &solver->seats[slot]);
   }
   /* hypre's setup copies the user's type for the coarsest level. */
   take(in_setup ? &hypre_ParAMGDataUserCoarseRelaxType(amg) : &grid[3], &solver->seats[3]);
   /* A nested solver gets its parent's type in the setup, and has frames of its own. */
   if (!in_setup)
   {
      take(&hypre_ParAMGDataUserRelaxType(amg), &solver->seats[TSW_N_SLOTS]);
   }
}

static void step_back(tsw_solver *solver, bool in_setup)
{
   hypre_ParAMGData *amg = solver->amg;
   HYPRE_Int        *grid = hypre_ParAMGDataGridRelaxType(amg);
   if (--solver->n_inside > 0 || !grid)
   {
      return;
   }
   for (int slot = 0; slot < 3; slot++)
   {
      give_back(&grid[slot], &solver->seats[slot]);
   }
   if (in_setup)
   {
      tsw_seat copy = solver->seats[3];
      give_back(&hypre_ParAMGDataUserCoarseRelaxType(amg), &copy);
   }
   give_back(&grid[3], &solver->seats[3]);
   give_back(&hypre_ParAMGDataUserRelaxType(amg), &solver->seats[TSW_N_SLOTS]);
}

tsw_frame *tsw_frame_top(void)
{
   return top;
}

void tsw_frame_push(tsw_frame *frame, void *amg, tsw_solver *solver, bool in_setup)
{
   *frame = (tsw_frame){ .amg = amg, .solver = solver, .in_setup = in_setup, .outer = top };
   top = frame;
   if (solver)
   {
      stand_in(solver, in_setup);
   }
}

void tsw_frame_pop(void)
{
   if (top->solver)
   {
      step_back(top->solver, top->in_setup);
   }
   top = top->outer;
}

void tsw_frame_keep(tsw_level *level, hypre_ParVector *f, hypre_ParVector *u)
{
   if (top)
   {
      top->kept = level;
      top->kept_f = f;
      top->kept_u = u;
   }
}

tsw_level *tsw_frame_take(const hypre_ParCSRMatrix *matrix, const hypre_ParVector *f,
                          const hypre_ParVector *u)
{
   tsw_level *level = top ? top->kept : NULL;
   if (level)
   {
      top->kept = NULL;
      level = level->matrix == matrix && top->kept_f == f && top->kept_u == u ? level : NULL;
   }
   return level;
}

HYPRE_Int tsw_frame_cycle_position(void)
{
   return cycle_position;
}

HYPRE_Int tsw_frame_set_cycle_position(HYPRE_Int position)
{
   const HYPRE_Int before = cycle_position;
   cycle_position = position;
   return before;
}
