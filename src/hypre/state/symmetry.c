/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/state/symmetry.h"

#include "hypre/base/notice.h"
#include "hypre/state/numbers.h"

static bool is_one_sided(const tsw_method *down, const tsw_method *up)
{
   return down && up && !tsw_method_has_factors(down) && !tsw_method_has_factors(up) &&
          down->direction == up->direction && down->direction != TRISWEEP_SYMMETRIC;
}

/* Type 1100 + k corrects by C points, then F points, down and up: the other order is missing. */
static bool is_factors_by_points(const tsw_solver *solver, const tsw_method *down,
                                 const tsw_method *up)
{
   return (tsw_method_has_factors(down) || tsw_method_has_factors(up)) &&
          hypre_ParAMGDataRelaxOrder(solver->amg) == 1;
}

void tsw_symmetry_print(const tsw_solver *solver)
{
   static bool       printed[2];
   const tsw_method *down = tsw_method_find(solver->active[1]);
   const tsw_method *up = tsw_method_find(solver->active[2]);
   if (hypre_ParAMGDataMaxIter(solver->amg) > 1 || hypre_ParAMGDataNumLevels(solver->amg) == 1)
   {
      return; /* a solver, or a smoother alone */
   }
   if (!printed[0] && is_one_sided(down, up))
   {
      printed[0] = true;
      tsw_notice("BoomerAMG solver %d: %s sweeps down and up make a cycle that is not symmetric; "
                 "within CG use 1003 down and 1004 up (1013, 1014), or 1006",
                 solver->id, down->direction == TRISWEEP_FORWARD ? "forward" : "backward");
   }
   if (!printed[1] && is_factors_by_points(solver, down, up))
   {
      printed[1] = true;
      tsw_notice(
         "BoomerAMG solver %d: ILU with C/F relaxation makes a cycle that is not symmetric; "
         "within CG use relax order 0 (PETSc: -pc_hypre_boomeramg_no_CF), or GMRES",
         solver->id);
   }
}
