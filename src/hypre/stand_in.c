/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/stand_in.h"

static void take(HYPRE_Int *place, tsw_seat *seat)
{
   seat->taken = seat->of != TSW_SEAT_FREE && *place == seat->of;
   *place = seat->taken ? seat->ours : *place;
}

/* Unless hypre has written something else there. */
static void give_back(HYPRE_Int *place, tsw_seat *seat)
{
   *place = seat->taken && *place == seat->ours ? seat->of : *place;
   seat->taken = false;
}

void tsw_stand_in_enter(tsw_solver *solver, bool in_setup)
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
   /* hypre's setup copies what the user gave for the coarsest level. */
   take(in_setup ? &hypre_ParAMGDataUserCoarseRelaxType(amg) : &grid[3], &solver->seats[3]);
   /* A nested solver gets its parent's type in the setup, and replaces it by itself. */
   if (!in_setup)
   {
      take(&hypre_ParAMGDataUserRelaxType(amg), &solver->seats[TSW_N_SLOTS]);
   }
}

void tsw_stand_in_leave(tsw_solver *solver, bool in_setup)
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
