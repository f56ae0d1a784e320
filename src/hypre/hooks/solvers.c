/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Hooks of setups, sweeps and destruction. They call functions of src/hypre/run. */
#include "hypre/base/notice.h"
#include "hypre/hooks/hooks.h"
#include "hypre/hooks/real.h"
#include "hypre/hooks/selfcheck.h"
#include "hypre/peer/channel.h"
#include "hypre/report/report.h"
#include "hypre/report/summary.h"
#include "hypre/run/coarse.h"
#include "hypre/run/hierarchy.h"
#include "hypre/run/phase.h"
#include "hypre/run/ranks.h"
#include "hypre/run/relax.h"
#include "hypre/run/setup.h"
#include "hypre/run/spares.h"
#include "hypre/run/standalone.h"
#include "hypre/run/values_setup.h"
#include "hypre/run/vcycle.h"
#include "hypre/state/choice.h"
#include "hypre/state/frame.h"

#include <string.h>

/* ---- setup ----------------------------------------------------------------- */

HYPRE_Int tsw_hook_hypre_BoomerAMGSetup(void *amg, hypre_ParCSRMatrix *matrix, hypre_ParVector *f,
                                        hypre_ParVector *u)
{
   if (!tsw_plug_is_active())
   {
      return tsw_real.hypre_BoomerAMGSetup(amg, matrix, f, u);
   }
   tsw_frame frame;
   tsw_setup_begin(&frame, amg, matrix, f);
   const HYPRE_Int status = tsw_setup_by_values(&frame, matrix, f, u)
                               ? hypre_error_flag
                               : tsw_real.hypre_BoomerAMGSetup(amg, matrix, f, u);
   return tsw_setup_end(&frame, matrix, f) ? status : hypre_error_flag;
}

/* hypre calls the next three functions for each new level. Their matrix may be temporary. */
#define STRENGTH(name)                                                                            \
   HYPRE_Int tsw_hook_##name(hypre_ParCSRMatrix *matrix, HYPRE_Real threshold,                    \
                             HYPRE_Real max_row_sum, HYPRE_Int n_functions, HYPRE_Int *functions, \
                             hypre_ParCSRMatrix **strength)                                       \
   {                                                                                              \
      tsw_phase_enter(tsw_setup_poll(), "strength", "coarsening, interpolation, product");        \
      return tsw_phase_leave(                                                                     \
         tsw_real.name(matrix, threshold, max_row_sum, n_functions, functions, strength));        \
   }
STRENGTH(hypre_BoomerAMGCreateS)
STRENGTH(hypre_BoomerAMGCreateSabs)
#undef STRENGTH

HYPRE_Int tsw_hook_hypre_BoomerAMGCreateNodalA(hypre_ParCSRMatrix *matrix, HYPRE_Int n_functions,
                                               HYPRE_Int *functions, HYPRE_Int option,
                                               HYPRE_Int diag_option, hypre_ParCSRMatrix **nodal)
{
   tsw_phase_enter(tsw_setup_poll(), "nodal matrix", "coarsening, interpolation, product");
   return tsw_phase_leave(tsw_real.hypre_BoomerAMGCreateNodalA(matrix, n_functions, functions,
                                                               option, diag_option, nodal));
}

HYPRE_Int tsw_hook_hypre_GaussElimSetup(hypre_ParAMGData *amg, HYPRE_Int level, HYPRE_Int type)
{
   tsw_values_note_elimination(amg, type);
   tsw_phase_enter(tsw_setup_poll(), "coarse solve", "end of hypre's setup");
   return tsw_phase_leave(tsw_real.hypre_GaussElimSetup(amg, level, type));
}

/* These solvers relax outside of BoomerAMG; see standalone.h. */
#define STANDALONE_SETUP(name, own_types)                                                  \
   HYPRE_Int tsw_hook_##name(void *solver, hypre_ParCSRMatrix *matrix, hypre_ParVector *f, \
                             hypre_ParVector *u)                                           \
   {                                                                                       \
      tsw_standalone_new_values();                                                         \
      tsw_standalone_note_types(own_types);                                                \
      return tsw_real.name(solver, matrix, f, u);                                          \
   }
STANDALONE_SETUP(hypre_MGRSetup, false)
STANDALONE_SETUP(hypre_AMSSetup, true)
STANDALONE_SETUP(hypre_ADSSetup, true)
#undef STANDALONE_SETUP

HYPRE_Int tsw_hook_hypre_BoomerAMGDDSetup(void *amgdd, hypre_ParCSRMatrix *matrix,
                                          hypre_ParVector *f, hypre_ParVector *u)
{
   if (tsw_plug_is_active() &&
       tsw_registry_find(hypre_ParAMGDDDataAMG((hypre_ParAMGDDData *) amgdd)))
   {
      tsw_notice_once(
         "AMG-DD relaxes composite grids by its FAC relax type; relax numbers only take effect "
         "in the AMG cycle below the start level of AMG-DD");
   }
   return tsw_real.hypre_BoomerAMGDDSetup(amgdd, matrix, f, u);
}

/* ---- sweeps ---------------------------------------------------------------- */

static tsw_solver *active_solver(void *amg)
{
   tsw_solver *solver = tsw_registry_find(amg);
   return solver && tsw_solver_is_active(solver) ? solver : NULL;
}

/* Report failed sweeps at the end of a solve, or of a cycle outside of a solve (AMG-DD). */
static HYPRE_Int report(const tsw_frame *frame, HYPRE_Int status)
{
   if (!frame->solver)
   {
      return status;
   }
   (void) tsw_ranks_check(frame->solver);
   tsw_report_sweeps(frame->solver);
   return hypre_error_flag;
}

HYPRE_Int tsw_hook_hypre_BoomerAMGSolve(void *amg, hypre_ParCSRMatrix *matrix, hypre_ParVector *f,
                                        hypre_ParVector *u)
{
   tsw_frame  frame;
   const bool is_active = tsw_plug_is_active();
   if (is_active)
   {
      tsw_choice_print_late(amg);
      if (tsw_values_is_stuck(amg))
      {
         (void) tsw_hook_hypre_BoomerAMGSetup(amg, matrix, f, u);
      }
   }
   tsw_frame_push(&frame, amg, is_active ? active_solver(amg) : NULL, false);
   if (frame.solver)
   {
      tsw_solver_refresh_values(frame.solver);
   }
   const HYPRE_Int status = tsw_real.hypre_BoomerAMGSolve(amg, matrix, f, u);
   tsw_frame_pop();
   return report(&frame, status);
}

HYPRE_Int tsw_hook_hypre_BoomerAMGCycle(void *amg, hypre_ParVector **f, hypre_ParVector **u)
{
   tsw_frame frame;
   tsw_frame_push(&frame, amg, tsw_plug_is_active() ? active_solver(amg) : NULL, false);
   tsw_values_note_cycle(amg);
   HYPRE_Int  status = 0;
   const bool is_auto = frame.solver && !strcmp(tsw_solver_option(frame.solver, "cycle"), "auto");
   if (!is_auto || !tsw_vcycle(&frame, f, u))
   {
      tsw_coarse_enter(&frame);
      status = tsw_real.hypre_BoomerAMGCycle(amg, f, u);
      tsw_coarse_leave(&frame);
   }
   tsw_frame_pop();
   return tsw_frame_top() ? status : report(&frame, status);
}

HYPRE_Int tsw_hook_hypre_GaussElimSolve(hypre_ParAMGData *amg, HYPRE_Int level, HYPRE_Int type)
{
   if (tsw_coarse_solve(amg, level))
   {
      return 0;
   }
   tsw_summary_add_hypre(type);
   return tsw_real.hypre_GaussElimSolve(amg, level, type);
}

HYPRE_Int tsw_hook_hypre_BoomerAMGRelaxIF(hypre_ParCSRMatrix *matrix, hypre_ParVector *f,
                                          HYPRE_Int *cf_marker, HYPRE_Int type, HYPRE_Int order,
                                          HYPRE_Int position, HYPRE_Real weight, HYPRE_Real omega,
                                          HYPRE_Real *norms, hypre_ParVector *u, hypre_ParVector *v,
                                          hypre_ParVector *z)
{
   const HYPRE_Int errors = hypre_error_flag;
   const HYPRE_Int before = tsw_frame_set_cycle_position(position);
   const HYPRE_Int status = tsw_real.hypre_BoomerAMGRelaxIF(
      matrix, f, cf_marker, type, order, position, weight, omega, norms, u, v, z);
   tsw_frame_set_cycle_position(before);
   return tsw_new_errors(errors, status);
}

/* Return 0 even after a failed sweep: otherwise hypre's cycle ends on this rank only, and the
 * other ranks wait for this rank. */
HYPRE_Int tsw_hook_hypre_BoomerAMGRelax(hypre_ParCSRMatrix *matrix, hypre_ParVector *f,
                                        HYPRE_Int *cf_marker, HYPRE_Int type, HYPRE_Int points,
                                        HYPRE_Real weight, HYPRE_Real omega, HYPRE_Real *norms,
                                        hypre_ParVector *u, hypre_ParVector *v, hypre_ParVector *z)
{
   if (tsw_selfcheck_is_probe(type))
   {
      return 0;
   }
   tsw_relax_call    call = { .f = f,
                              .u = u,
                              .cf_marker = cf_marker,
                              .points = points,
                              .weight = weight,
                              .omega = omega,
                              .l1_norms = norms };
   const tsw_method *method = NULL;
   tsw_level        *level =
      tsw_plug_is_active() ? tsw_relax_find_level(matrix, &type, &method, &call) : NULL;
   tsw_frame_set_residual(NULL, f, u);
   if (!level)
   {
      const HYPRE_Int before = hypre_error_flag;
      tsw_summary_add_hypre(type);
      return tsw_new_errors(before,
                            tsw_real.hypre_BoomerAMGRelax(matrix, f, cf_marker, type, points,
                                                          weight, omega, norms, u, v, z));
   }
   if (tsw_relax(level, method, &call))
   {
      tsw_frame_set_residual(level, f, u);
   }
   return 0;
}

HYPRE_Int tsw_hook_hypre_ParCSRMatrixMatvecOutOfPlace(HYPRE_Complex       alpha,
                                                      hypre_ParCSRMatrix *matrix,
                                                      hypre_ParVector *u, HYPRE_Complex beta,
                                                      hypre_ParVector *f, hypre_ParVector *y)
{
   tsw_level *level = tsw_frame_take_residual(matrix, f, u);
   tsw_frame_leave_level(matrix);
   if (!level || alpha != -1.0 || beta != 1.0 || y == f || y == u)
   {
      return tsw_vcycle_product(alpha, matrix, u, beta, f, y)
                ? 0
                : tsw_real.hypre_ParCSRMatrixMatvecOutOfPlace(alpha, matrix, u, beta, f, y);
   }
   tsw_relax_residual(level, f, u, y);
   return 0;
}

HYPRE_Real tsw_hook_hypre_ParVectorInnerProd(hypre_ParVector *x, hypre_ParVector *y)
{
   double product;
   return tsw_vcycle_inner_product(x, y, &product) ? product
                                                   : tsw_real.hypre_ParVectorInnerProd(x, y);
}

#if TSW_ANSWERS_EXCHANGES
hypre_ParCSRCommHandle *tsw_hook_hypre_ParCSRCommHandleCreate_v2(
   HYPRE_Int job, hypre_ParCSRCommPkg *pkg, HYPRE_MemoryLocation send_location, void *send,
   HYPRE_MemoryLocation receive_location, void *receive)
{
   hypre_ParCSRCommHandle *handle =
      tsw_channel_begin(job, pkg, send_location, send, receive_location, receive);
   return handle ? handle
                 : tsw_real.hypre_ParCSRCommHandleCreate_v2(job, pkg, send_location, send,
                                                            receive_location, receive);
}

HYPRE_Int tsw_hook_hypre_ParCSRCommHandleDestroy(hypre_ParCSRCommHandle *handle)
{
   return handle && tsw_channel_end(handle) ? 0 : tsw_real.hypre_ParCSRCommHandleDestroy(handle);
}
#endif

/* ---- destruction ----------------------------------------------------------- */

HYPRE_Int tsw_hook_hypre_BoomerAMGDestroy(void *amg)
{
   if (tsw_plug_is_active())
   {
      if (tsw_spares_keep(amg))
      {
         return hypre_error_flag;
      }
      tsw_registry_forget_solver(amg);
   }
   return tsw_real.hypre_BoomerAMGDestroy(amg);
}

HYPRE_Int tsw_hook_HYPRE_Finalize(void)
{
   if (tsw_plug_is_active())
   {
      tsw_spares_clear();
   }
   return tsw_real.HYPRE_Finalize();
}

HYPRE_Int tsw_hook_hypre_ParCSRMatrixDestroy(hypre_ParCSRMatrix *matrix)
{
   /* hypre's ILU destroys null pointers. This may be the first call that reaches the plug. */
   if (tsw_plug_is_active() && matrix)
   {
      tsw_registry_forget_matrix(matrix);
      tsw_standalone_forget(matrix);
   }
   return tsw_real.hypre_ParCSRMatrixDestroy(matrix);
}
