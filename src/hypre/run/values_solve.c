/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/run/values_solve.h"

#include <math.h>

#include "hypre/run/values_measure.h"

/* BoomerAMG of the Krylov method that runs on this thread; cycles of it belong to its solve. */
static _Thread_local const void *inner;

static HYPRE_Int run(const tsw_iterative *s, const void *amg, hypre_ParCSRMatrix *a,
                     hypre_ParVector *f, hypre_ParVector *u)
{
   const void *const outer = inner;
   inner = amg;
   const HYPRE_Int status = s->solve(s->solver, a, f, u);
   inner = outer;
   return status;
}

static bool has_converged(const tsw_iterative *s)
{
   return s->converged ? *s->converged != 0
                       : *s->residual <= (s->tol_of_start ? *s->tol_of_start : s->tol);
}

/* A solver without a tolerance never fails. */
static bool is_failure(const tsw_iterative *s)
{
   return s->tol > 0.0 && !has_converged(s);
}

/* Krylov methods refer the tolerance to the first residual then, and report no residual. */
static bool is_krylov_of_zero(const tsw_iterative *s, hypre_ParVector *f)
{
   return s->inner_product && s->inner_product(f, f) == 0.0;
}

/* The last part of a solve; its outcome tells whether the hierarchy serves. */
static HYPRE_Int run_last(const tsw_iterative *s, void *amg, hypre_ParCSRMatrix *a,
                          hypre_ParVector *f, hypre_ParVector *u)
{
   const HYPRE_Int status = run(s, amg, a, f, u);
   tsw_measure_outcome(amg, is_failure(s));
   return status;
}

/* Run after used iterations, which have reached a relative residual; count both parts. */
static HYPRE_Int run_rest(const tsw_iterative *s, void *amg, hypre_ParCSRMatrix *a,
                          hypre_ParVector *f, hypre_ParVector *u, HYPRE_Int used,
                          HYPRE_Real reached)
{
   const HYPRE_Int all = *s->max_iter;
   const HYPRE_Int least = s->min_iter ? *s->min_iter : 0;
   *s->max_iter = all - used;
   *s->n_iterations = 0;
   if (s->min_iter)
   {
      *s->min_iter = least > used ? least - used : 0;
   }
   if (s->tol_of_start)
   {
      *s->tol_of_start = s->tol / reached;
   }
   const HYPRE_Int status = run_last(s, amg, a, f, u);
   *s->max_iter = all;
   *s->n_iterations += used;
   if (s->min_iter)
   {
      *s->min_iter = least;
   }
   if (s->tol_of_start)
   {
      *s->tol_of_start = s->tol;
      *s->residual *= reached;
   }
   return status;
}

/* Go on after a part, from u or from start. */
static HYPRE_Int go_on(const tsw_iterative *s, void *amg, hypre_ParCSRMatrix *a, hypre_ParVector *f,
                       hypre_ParVector *u, hypre_ParVector *start)
{
   HYPRE_Real reached = *s->residual;
   if (!(reached < 1.0))
   {
      hypre_ParVectorCopy(start, u);
      reached = 1.0;
   }
   tsw_measure_stuck(amg);
   const HYPRE_Int used = *s->n_iterations;
   const HYPRE_Int status = s->setup(amg, a, f, u);
   tsw_measure_rest(amg);
   return run_rest(s, amg, a, f, u, used, reached) | status;
}

/* A program may precondition a matrix by BoomerAMG of another one. */
static bool is_matrix_of(void *amg, const hypre_ParCSRMatrix *a)
{
   hypre_ParCSRMatrix **matrices = hypre_ParAMGDataAArray((hypre_ParAMGData *) amg);
   return matrices && matrices[0] == a;
}

HYPRE_Int tsw_values_solve(const tsw_iterative *s, void *amg, hypre_ParCSRMatrix *a,
                           hypre_ParVector *f, hypre_ParVector *u)
{
   if (amg == inner)
   {
      return s->solve(s->solver, a, f, u); /* a part of the Krylov method's solve */
   }
   tsw_measure_solve(amg);
   const HYPRE_Int all = *s->max_iter, errors = hypre_error_flag;
   const long      cycles = tsw_measure_most_cycles(amg, (long) all * s->n_cycles);
   const long      most = (cycles + s->n_cycles - 1) / s->n_cycles;
   if (!is_matrix_of(amg, a))
   {
      return run(s, amg, a, f, u);
   }
   if (most == 0 || most >= all || is_krylov_of_zero(s, f))
   {
      return run_last(s, amg, a, f, u);
   }
   hypre_ParVector *start = hypre_ParVectorCloneDeep_v2(u, hypre_ParVectorMemoryLocation(u));
   *s->max_iter = (HYPRE_Int) most;
   *s->n_iterations = 0;
   HYPRE_Int status = run(s, amg, a, f, u);
   *s->max_iter = all;
   if (!has_converged(s) && (*s->n_iterations >= most || !isfinite(*s->residual)))
   {
      hypre_error_flag = errors;
      status = go_on(s, amg, a, f, u, start);
   }
   hypre_ParVectorDestroy(start);
   return status;
}
