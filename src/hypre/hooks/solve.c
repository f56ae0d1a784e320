/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Hooks of solves by BoomerAMG, of cycles and of the direct solve within. */
#include "hypre/hooks/hooks.h"

#include "base/range.h"
#include "hypre/extension.h"
#include "hypre/hooks/real.h"
#include "hypre/hooks/selfcheck.h"
#include "hypre/report/report.h"
#include "hypre/report/summary.h"
#include "hypre/run/hierarchy.h"
#include "hypre/run/rounded.h"
#include "hypre/state/choice.h"
#include "hypre/state/frame.h"

static tsw_solver *active_solver(void *amg)
{
   tsw_solver *solver = tsw_registry_find(amg);
   return solver && tsw_solver_is_active(solver) ? solver : NULL;
}

static void check_setup(const void *amg)
{
   if (tsw_choice_lacks_setup(amg))
   {
      tsw_selfcheck_lost_setup();
   }
}

/* At the end of a solve, or of a cycle outside of a solve (AMG-DD): did sweeps fail? */
static HYPRE_Int check_sweeps(tsw_solver *solver, HYPRE_Int status)
{
   if (!solver)
   {
      return status;
   }
   TSW_TELL(solver, check, solver)
   tsw_report_sweeps(solver);
   return hypre_error_flag;
}

/* With a tolerance and several cycles BoomerAMG is the solver, else it is a preconditioner. */
static bool iterates(const hypre_ParAMGData *amg)
{
   return amg && amg != tsw_krylov_preconditioner() && hypre_ParAMGDataMaxIter(amg) > 1 &&
          hypre_ParAMGDataTol(amg) > 0.0;
}

HYPRE_Int tsw_hook_hypre_BoomerAMGSolve(void *amg, hypre_ParCSRMatrix *matrix, hypre_ParVector *f,
                                        hypre_ParVector *u)
{
   tsw_mark mark = TSW_MARK_HERE;
   check_setup(amg);
   tsw_choice_print_late(amg);
   const bool is_found = tsw_krylov_adopt(amg, matrix); /* first: iterates asks who preconditions */
   const bool is_solver = iterates(amg);
   if (is_solver || is_found)
   {
      TSW_TELL(tsw_registry_find(amg), solve_begins, amg)
   }
   tsw_solver *solver = tsw_frame_push(&mark, amg, active_solver(amg), TSW_CALL_SOLVE)->solver;
   if (solver)
   {
      tsw_solver_refresh_values(solver);
   }
   HYPRE_Int status = tsw_real.hypre_BoomerAMGSolve(amg, matrix, f, u);
   tsw_frame_pop();
   status = check_sweeps(solver, status);
   if (is_solver)
   {
      const hypre_ParAMGData *d = amg;
      TSW_TELL(tsw_registry_find(amg), solve_ends, amg, matrix,
               !(hypre_ParAMGDataRelativeResidualNorm(d) <= hypre_ParAMGDataTol(d)))
   }
   return status;
}

HYPRE_Int tsw_hook_hypre_BoomerAMGCycle(void *amg, hypre_ParVector **f, hypre_ParVector **u)
{
   TSW_RANGE("BoomerAMG cycle", -1);
   check_setup(amg);
   tsw_mark    mark = TSW_MARK_HERE;
   tsw_frame  *frame = tsw_frame_push(&mark, amg, active_solver(amg), TSW_CALL_CYCLE);
   tsw_solver *solver = frame->solver;
   TSW_TELL(tsw_registry_find(amg), cycle_begins, amg)
   const tsw_rounded outer = tsw_rounded_begin(solver, f, u);
   HYPRE_Int         status = 0;
   frame->in_cycle = true;
   TSW_ASK(done, solver, cycle, frame, f, u, &status)
   status = done ? status : tsw_real.hypre_BoomerAMGCycle(amg, f, u);
   tsw_frame_pop();
   tsw_rounded_end(&outer, f, u);
   return tsw_frame_top() ? status : check_sweeps(solver, status);
}

HYPRE_Int tsw_hook_hypre_GaussElimSolve(hypre_ParAMGData *amg, HYPRE_Int level, HYPRE_Int type)
{
   tsw_solver *solver = active_solver(amg);
   HYPRE_Int   status = 0;
   TSW_ASK(done, solver, coarse_solve, solver, level, type, &status)
   if (!done)
   {
      tsw_summary_add_hypre(type);
      status = tsw_real.hypre_GaussElimSolve(amg, level, type);
   }
   return status;
}
