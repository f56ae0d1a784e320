/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Hooks of the relax function and of products with vectors. */
#include "hypre/hooks/hooks.h"

#include "hypre/base/notice.h"
#include "hypre/extension.h"
#include "hypre/hooks/real.h"
#include "hypre/hooks/selfcheck.h"
#include "hypre/report/summary.h"
#include "hypre/run/relax.h"
#include "hypre/state/frame.h"
#include "hypre/state/numbers.h"

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

static HYPRE_Int relax_by_hypre(hypre_ParCSRMatrix *matrix, hypre_ParVector *f,
                                HYPRE_Int *cf_marker, HYPRE_Int type, HYPRE_Int points,
                                HYPRE_Real weight, HYPRE_Real omega, HYPRE_Real *norms,
                                hypre_ParVector *u, hypre_ParVector *v, hypre_ParVector *z)
{
   const HYPRE_Int before = hypre_error_flag;
   tsw_summary_add_hypre(type);
   return tsw_new_errors(before, tsw_real.hypre_BoomerAMGRelax(matrix, f, cf_marker, type, points,
                                                               weight, omega, norms, u, v, z));
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
   if (!tsw_selfcheck_is_ready() && !tsw_plug_is_active())
   {
      return tsw_real.hypre_BoomerAMGRelax(matrix, f, cf_marker, type, points, weight, omega, norms,
                                           u, v, z);
   }
   const tsw_frame *frame = tsw_frame_top();
   tsw_frame_set_residual(NULL, f, u);
   tsw_relax_call    call = { .f = f,
                              .u = u,
                              .cf_marker = cf_marker,
                              .points = points,
                              .weight = weight,
                              .omega = omega,
                              .l1_norms = norms };
   const bool        is_hypres = frame && !frame->solver && tsw_number_is_plain(type);
   const tsw_method *method = NULL;
   tsw_level *level = is_hypres ? NULL : tsw_find_level(frame, matrix, &type, &method, &call);
   if (!level)
   {
      return relax_by_hypre(matrix, f, cf_marker, type, points, weight, omega, norms, u, v, z);
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
   tsw_level  *level = tsw_frame_take_residual(matrix, f, u);
   tsw_solver *solver = tsw_frame_solver();
   if (!solver) /* at once: a program's own products, and those of hypre's smoothers */
   {
      return tsw_real.hypre_ParCSRMatrixMatvecOutOfPlace(alpha, matrix, u, beta, f, y);
   }
   if (level && alpha == -1.0 && beta == 1.0 && y != f && y != u)
   {
      tsw_relax_residual(level, f, u, y);
      return 0;
   }
   TSW_ASK(done, solver, product, solver, alpha, matrix, u, beta, f, y)
   return done ? 0 : tsw_real.hypre_ParCSRMatrixMatvecOutOfPlace(alpha, matrix, u, beta, f, y);
}
