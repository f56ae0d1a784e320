/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Hooks of solves, by BoomerAMG and Krylov methods, of cycles and of the direct solve within. */
#include "hypre/hooks/hooks.h"

#include "base/range.h"
#include "extensions/cycle/coarse.h"
#include "extensions/cycle/vcycle.h"
#include "extensions/exchange/ranks.h"
#include "extensions/resetup/values_solve.h"
#include "extensions/singular/singular.h"
#include "hypre/hooks/real.h"
#include "hypre/hooks/selfcheck.h"
#include "hypre/report/report.h"
#include "hypre/report/summary.h"
#include "hypre/run/hierarchy.h"
#include "hypre/state/choice.h"
#include "hypre/state/frame.h"

static tsw_solver *active_solver(void *amg)
{
   tsw_solver *solver = tsw_plug_is_active() ? tsw_registry_find(amg) : NULL;
   return solver && tsw_solver_is_active(solver) ? solver : NULL;
}

/* At the end of a solve, or of a cycle outside of a solve (AMG-DD): did sweeps fail? */
static HYPRE_Int check_sweeps(tsw_solver *solver, HYPRE_Int status)
{
   if (!solver)
   {
      return status;
   }
   (void) tsw_ranks_check(solver);
   tsw_report_sweeps(solver);
   return hypre_error_flag;
}

/* One call of hypre's solve. */
static HYPRE_Int solve(void *amg, hypre_ParCSRMatrix *matrix, hypre_ParVector *f,
                       hypre_ParVector *u)
{
   tsw_mark    mark = TSW_MARK_HERE;
   tsw_solver *solver = tsw_frame_push(&mark, amg, active_solver(amg), TSW_CALL_SOLVE)->solver;
   if (solver)
   {
      tsw_solver_refresh_values(solver);
   }
   const HYPRE_Int status = tsw_real.hypre_BoomerAMGSolve(amg, matrix, f, u);
   tsw_frame_pop();
   return check_sweeps(solver, status);
}

/* With a tolerance and several cycles, BoomerAMG is the solver, else it is a preconditioner. */
HYPRE_Int tsw_hook_hypre_BoomerAMGSolve(void *amg, hypre_ParCSRMatrix *matrix, hypre_ParVector *f,
                                        hypre_ParVector *u)
{
   hypre_ParAMGData *d = amg;
   if (tsw_plug_is_active())
   {
      tsw_choice_print_late(amg);
   }
   if (!d)
   {
      return solve(amg, matrix, f, u);
   }
   tsw_iterative s = { .solve = solve,
                       .setup = tsw_hook_hypre_BoomerAMGSetup,
                       .solver = amg,
                       .max_iter = &hypre_ParAMGDataMaxIter(d),
                       .n_iterations = &hypre_ParAMGDataNumIterations(d),
                       .min_iter = &hypre_ParAMGDataMinIter(d),
                       .tol_of_start =
                          hypre_ParAMGDataConvergeType(d) ? &hypre_ParAMGDataTol(d) : NULL,
                       .residual = &hypre_ParAMGDataRelativeResidualNorm(d),
                       .n_cycles = 1 };
   tsw_values_recover(&s, amg);
   s.tol = hypre_ParAMGDataTol(d);
   return *s.max_iter < 2 || !(s.tol > 0.0) ? solve(amg, matrix, f, u)
                                            : tsw_values_solve(&s, amg, matrix, f, u);
}

/* The solver that preconditions a Krylov method, if this is BoomerAMG with setup=values. */
static void *find_preconditioner(void *data)
{
   return data && tsw_plug_is_active() && tsw_registry_kept(data) ? data : NULL;
}

/* n_products: applications of the preconditioner in an iteration. */
#define KRYLOV_METHOD(name, n_products)                                                   \
   static HYPRE_Int solve_##name(void *solver, hypre_ParCSRMatrix *a, hypre_ParVector *f, \
                                 hypre_ParVector *u)                                      \
   {                                                                                      \
      return tsw_real.hypre_##name##Solve(solver, a, f, u);                               \
   }                                                                                      \
                                                                                          \
   HYPRE_Int tsw_hook_hypre_##name##Solve(void *solver, void *a, void *f, void *u)        \
   {                                                                                      \
      hypre_##name##Data *d = solver;                                                     \
      void               *amg = find_preconditioner(d->precond_data);                     \
      if (!amg)                                                                           \
      {                                                                                   \
         return tsw_real.hypre_##name##Solve(solver, a, f, u);                            \
      }                                                                                   \
      const HYPRE_Int     cycles = hypre_ParAMGDataMaxIter((hypre_ParAMGData *) amg);     \
      const tsw_iterative s = { .solve = solve_##name,                                    \
                                .setup = tsw_hook_hypre_BoomerAMGSetup,                   \
                                .inner_product = tsw_hook_hypre_ParVectorInnerProd,       \
                                .solver = solver,                                         \
                                .max_iter = &d->max_iter,                                 \
                                .n_iterations = &d->num_iterations,                       \
                                .residual = &d->rel_residual_norm,                        \
                                .converged = &d->converged,                               \
                                .tol = d->tol > 0.0 ? d->tol : d->a_tol,                  \
                                .n_cycles = (n_products) * (cycles > 0 ? cycles : 1) };   \
      tsw_values_recover(&s, amg);                                                        \
      return tsw_values_solve(&s, amg, a, f, u);                                          \
   }

KRYLOV_METHOD(PCG, 1)
KRYLOV_METHOD(GMRES, 1)
KRYLOV_METHOD(FlexGMRES, 1)
KRYLOV_METHOD(LGMRES, 1)
KRYLOV_METHOD(COGMRES, 1)
KRYLOV_METHOD(BiCGSTAB, 2)

HYPRE_Int tsw_hook_hypre_BoomerAMGCycle(void *amg, hypre_ParVector **f, hypre_ParVector **u)
{
   TSW_RANGE("BoomerAMG cycle", -1);
   tsw_mark    mark = TSW_MARK_HERE;
   tsw_frame  *frame = tsw_frame_push(&mark, amg, active_solver(amg), TSW_CALL_CYCLE);
   tsw_solver *solver = frame->solver;
   tsw_measure_cycle(amg);
   HYPRE_Int         status = 0;
   const tsw_rounded outer =
      tsw_rounded_begin(solver, f, u, tsw_real.hypre_ParCSRMatrixMatvecOutOfPlace);
   const bool is_auto = solver && tsw_solver_option_is(solver, "cycle", "auto");
   if (!is_auto || !tsw_vcycle(frame, f, u))
   {
      tsw_coarse_enter(frame);
      status = tsw_real.hypre_BoomerAMGCycle(amg, f, u);
   }
   tsw_frame_pop();
   tsw_rounded_end(&outer, f, u);
   return tsw_frame_top() ? status : check_sweeps(solver, status);
}

HYPRE_Int tsw_hook_hypre_GaussElimSolve(hypre_ParAMGData *amg, HYPRE_Int level, HYPRE_Int type)
{
   if (tsw_coarse_solve(amg, level))
   {
      return 0;
   }
   tsw_summary_add_hypre(type);
   tsw_solver *solver = active_solver(amg);
   tsw_null_space_begin(solver, level);
   const HYPRE_Int status = tsw_real.hypre_GaussElimSolve(amg, level, type);
   tsw_null_space_end(solver, level);
   return status;
}
