/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Hooks of solves by Krylov methods. */
#include "hypre/hooks/hooks.h"

#include "hypre/hooks/real.h"
#include "hypre/hooks/selfcheck.h"
#include "hypre/run/values_solve.h"
#include "hypre/state/registry.h"

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
      return tsw_values_solve(&s, amg, a, f, u);                                          \
   }

KRYLOV_METHOD(PCG, 1)
KRYLOV_METHOD(GMRES, 1)
KRYLOV_METHOD(FlexGMRES, 1)
KRYLOV_METHOD(LGMRES, 1)
KRYLOV_METHOD(COGMRES, 1)
KRYLOV_METHOD(BiCGSTAB, 2)
