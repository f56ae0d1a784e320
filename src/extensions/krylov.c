/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Hooks of Krylov methods that BoomerAMG may precondition, and of their inner products. */
#include "hypre/extension.h"
#include "hypre/hooks/hooks.h"
#include "hypre/hooks/real.h"

HYPRE_Real tsw_hook_hypre_ParVectorInnerProd(hypre_ParVector *x, hypre_ParVector *y)
{
   tsw_solver *solver = tsw_frame_solver();
   double      product = 0.0;
   if (solver)
   {
      TSW_ASK(done, solver, inner_product, solver, x, y, &product)
      if (done)
      {
         return product;
      }
   }
   return tsw_real.hypre_ParVectorInnerProd(x, y);
}

/* hypre's methods end with converged = 0, too, if the right side is zero. */
static bool is_unsolved(hypre_ParVector *f, bool converged, double tol, double a_tol)
{
   return !converged && (tol > 0.0 || a_tol > 0.0) &&
          tsw_real.hypre_ParVectorInnerProd(f, f) != 0.0;
}

/*
 * The preconditioner's data may be a BoomerAMG object, or data of a program whose function calls
 * BoomerAMG (tsw_krylov_adopt).
 */
#define KRYLOV_METHOD(name)                                                        \
   HYPRE_Int tsw_hook_hypre_##name##Solve(void *solver, void *a, void *f, void *u) \
   {                                                                               \
      hypre_##name##Data *d = solver;                                              \
      tsw_solver *const   record = tsw_registry_find(d->precond_data);             \
      const void         *amg = record ? d->precond_data : NULL;                   \
      tsw_mark            mark = TSW_MARK_HERE;                                    \
      const tsw_krylov    outer = tsw_krylov_begin(&mark, amg, a);                 \
      TSW_TELL(record, solve_begins, amg)                                          \
      const HYPRE_Int   status = tsw_real.hypre_##name##Solve(solver, a, f, u);    \
      const void *const found = tsw_krylov_end(&outer);                            \
      amg = amg ? amg : found;                                                     \
      if (amg)                                                                     \
      {                                                                            \
         const bool failed = is_unsolved(f, d->converged, d->tol, d->a_tol);       \
         TSW_TELL(tsw_registry_find(amg), solve_ends, amg, a, failed)              \
      }                                                                            \
      return status;                                                               \
   }

KRYLOV_METHOD(PCG)
KRYLOV_METHOD(GMRES)
KRYLOV_METHOD(FlexGMRES)
KRYLOV_METHOD(LGMRES)
KRYLOV_METHOD(COGMRES)
KRYLOV_METHOD(BiCGSTAB)
