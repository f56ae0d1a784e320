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

/* The record of the solver that preconditions a Krylov method, if this is BoomerAMG; or NULL. */
static tsw_solver *find_preconditioner(void *data)
{
   return data ? tsw_registry_find(data) : NULL;
}

static HYPRE_Int solve(const tsw_iterative *s, tsw_solver *record, hypre_ParCSRMatrix *a,
                       hypre_ParVector *f, hypre_ParVector *u)
{
   void            *amg = record->amg;
   HYPRE_Int        status = 0;
   tsw_mark         mark = TSW_MARK_HERE;
   const tsw_krylov outer = tsw_krylov_begin(&mark, amg);
   TSW_ASK(done, record, solve, s, amg, a, f, u, &status)
   status = done ? status : s->solve(s->solver, a, f, u);
   tsw_krylov_end(&outer);
   return status;
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
      tsw_solver         *record = find_preconditioner(d->precond_data);                  \
      if (!record)                                                                        \
      {                                                                                   \
         return tsw_real.hypre_##name##Solve(solver, a, f, u);                            \
      }                                                                                   \
      const HYPRE_Int     cycles = hypre_ParAMGDataMaxIter(record->amg);                  \
      const tsw_iterative s = { .solve = solve_##name,                                    \
                                .setup = tsw_hook_hypre_BoomerAMGSetup,                   \
                                .inner_product = hypre_ParVectorInnerProd,                \
                                .solver = solver,                                         \
                                .max_iter = &d->max_iter,                                 \
                                .n_iterations = &d->num_iterations,                       \
                                .residual = &d->rel_residual_norm,                        \
                                .converged = &d->converged,                               \
                                .tol = d->tol > 0.0 ? &d->tol : &d->a_tol,                \
                                .n_cycles = (n_products) * (cycles > 0 ? cycles : 1) };   \
      return solve(&s, record, a, f, u);                                                  \
   }

KRYLOV_METHOD(PCG, 1)
KRYLOV_METHOD(GMRES, 1)
KRYLOV_METHOD(FlexGMRES, 1)
KRYLOV_METHOD(LGMRES, 1)
KRYLOV_METHOD(COGMRES, 1)
KRYLOV_METHOD(BiCGSTAB, 2)
