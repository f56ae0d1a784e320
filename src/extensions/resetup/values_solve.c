/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "extensions/resetup/values_solve.h"

#include <math.h>

/* ---- the measure ----------------------------------------------------------------- */

static double limit_of(const tsw_solver *record)
{
   return tsw_solver_option_number(record, "setup_limit");
}

void tsw_measure_cycle(const void *amg)
{
   tsw_kept *kept = tsw_kept_find(amg);
   if (kept)
   {
      kept->n_cycles++;
   }
}

static void end_solve(tsw_kept *kept)
{
   if (!kept->is_rest && kept->n_cycles > kept->most_cycles)
   {
      kept->most_cycles = kept->n_cycles;
   }
   kept->n_cycles = 0;
   kept->is_rest = false;
}

/*
 * The number of cycles after which a full setup within the solve is better; 0: never. all: cycles
 * that are allowed in the solve; half of these if no solve after a full setup was measured.
 */
static long most_cycles_of(const void *amg, long all)
{
   const tsw_solver *record = tsw_registry_find(amg);
   const tsw_kept   *kept = tsw_kept_of(record);
   if (!kept || !kept->valid || kept->is_full)
   {
      return 0;
   }
   if (kept->cycles_full == 0)
   {
      return (all + 1) / 2;
   }
   return (long) ((2.0 * limit_of(record) - 1.0) * (double) kept->cycles_full) + 1;
}

/*
 * If no cycle followed the full setup (a right side of zero, two setups in a row), the cycles after
 * a setup by values are a measure for one setup only; the next one is full.
 */
void tsw_measure_end(tsw_kept *kept)
{
   end_solve(kept);
   if (kept->stuck || kept->most_cycles == 0)
   {
      return;
   }
   kept->n_restarts = kept->is_full ? kept->n_restarts : 0;
   if (kept->is_full || kept->cycles_full == 0)
   {
      kept->cycles_full = kept->most_cycles;
      kept->unsure = !kept->is_full;
   }
}

bool tsw_measure_is_bad(const tsw_solver *record)
{
   const tsw_kept *kept = tsw_kept_of(record);
   return kept->unsure || kept->n_restarts > 1 ||
          (!kept->is_full && kept->cycles_full > 0 &&
           (double) kept->most_cycles > limit_of(record) * (double) kept->cycles_full);
}

void tsw_measure_setup(tsw_kept *kept, bool full)
{
   kept->is_full = full;
   kept->n_cycles = kept->most_cycles = 0;
   kept->is_rest = false;
   kept->unsure = kept->unsure && !full;
   if (full && !kept->stuck && kept->n_restarts > 1)
   {
      kept->n_restarts = 1;
   }
}

/* ---- solves -------------------------------------------------------------------------- */

static bool has_converged(const tsw_iterative *s)
{
   return s->converged ? *s->converged != 0 : *s->residual <= *s->tol;
}

/* A solver without a tolerance never fails. */
static bool is_failure(const tsw_iterative *s)
{
   return *s->tol > 0.0 && !has_converged(s);
}

/* Krylov methods refer the tolerance to the first residual then, and report no residual. */
static bool is_krylov_of_zero(const tsw_iterative *s, hypre_ParVector *f)
{
   return s->inner_product && s->inner_product(f, f) == 0.0;
}

/*
 * The last part of a solve. If it fails after a setup by values, and solves after full setups do
 * not, the next setup must be full.
 */
static HYPRE_Int run_last(const tsw_iterative *s, void *amg, hypre_ParCSRMatrix *a,
                          hypre_ParVector *f, hypre_ParVector *u)
{
   const HYPRE_Int status = s->solve(s->solver, a, f, u);
   tsw_kept       *kept = tsw_kept_find(amg);
   if (kept && kept->is_full)
   {
      kept->failed_full = is_failure(s);
   }
   else if (kept && is_failure(s) && !kept->failed_full)
   {
      kept->unsure = true;
   }
   return status;
}

/* Let a part of a solve have max_iter iterations. */
static void begin_part(const tsw_iterative *s, tsw_kept *kept, HYPRE_Int max_iter)
{
   *s->max_iter = max_iter;
   *s->n_iterations = 0;
   if (kept)
   {
      kept->whole.part = max_iter;
   }
}

/* Run after used iterations, which have reached a relative residual; count both parts. */
static HYPRE_Int run_rest(const tsw_iterative *s, void *amg, hypre_ParCSRMatrix *a,
                          hypre_ParVector *f, hypre_ParVector *u, const tsw_whole *whole,
                          HYPRE_Real reached)
{
   const HYPRE_Int used = *s->n_iterations;
   tsw_kept       *kept = tsw_kept_find(amg);
   if (kept)
   {
      kept->is_rest = kept->cycles_full > 0; /* the rest is no measure if there is one */
      kept->whole = *whole;
   }
   begin_part(s, kept, whole->max_iter - used);
   if (s->min_iter)
   {
      *s->min_iter = whole->min_iter > used ? whole->min_iter - used : 0;
   }
   if (s->tol_of_start)
   {
      *s->tol_of_start = whole->tol / reached;
   }
   const HYPRE_Int status = run_last(s, amg, a, f, u);
   *s->n_iterations += used;
   *s->residual *= s->tol_of_start ? reached : 1.0;
   return status;
}

/* Go on after a part, from u or from start. */
static HYPRE_Int go_on(const tsw_iterative *s, void *amg, hypre_ParCSRMatrix *a, hypre_ParVector *f,
                       hypre_ParVector *u, hypre_ParVector *start, const tsw_whole *whole)
{
   tsw_kept  *kept = tsw_kept_find(amg);
   HYPRE_Real reached = *s->residual;
   if (!(reached < 1.0))
   {
      hypre_ParVectorCopy(start, u);
      reached = 1.0;
   }
   if (kept)
   {
      kept->stuck = true; /* the setup must be full */
      kept->n_restarts++;
   }
   const HYPRE_Int used = *s->n_iterations;
   const HYPRE_Int status = s->setup(amg, a, f, u);
   *s->n_iterations = used;
   return run_rest(s, amg, a, f, u, whole, reached) | status;
}

/* A program may precondition a matrix by BoomerAMG of another one. */
static bool is_matrix_of(void *amg, const hypre_ParCSRMatrix *a)
{
   hypre_ParCSRMatrix **matrices = hypre_ParAMGDataAArray((hypre_ParAMGData *) amg);
   return matrices && matrices[0] == a;
}

static void end_parts(const tsw_iterative *s, void *amg, const tsw_whole *whole)
{
   tsw_kept *kept = tsw_kept_find(amg);
   *s->max_iter = whole->max_iter;
   if (s->min_iter)
   {
      *s->min_iter = whole->min_iter;
   }
   if (s->tol_of_start)
   {
      *s->tol_of_start = whole->tol;
   }
   if (kept)
   {
      kept->whole.solver = NULL;
   }
}

/* If the program has left a solve in parts by a jump or an exception: restore the parameters. */
static void recover(const tsw_iterative *s, void *amg, const tsw_kept *kept)
{
   if (kept->whole.solver == s->solver && *s->max_iter == kept->whole.part)
   {
      const tsw_whole whole = kept->whole;
      end_parts(s, amg, &whole);
   }
}

/* A solve in two parts, the second one after a full setup if the first takes most iterations. */
static HYPRE_Int run_parts(const tsw_iterative *s, void *amg, hypre_ParCSRMatrix *a,
                           hypre_ParVector *f, hypre_ParVector *u, long most)
{
   const tsw_whole  whole = { s->solver, *s->max_iter, s->min_iter ? *s->min_iter : 0, *s->tol, 0 };
   const HYPRE_Int  errors = hypre_error_flag;
   hypre_ParVector *start = hypre_ParVectorCloneDeep_v2(u, hypre_ParVectorMemoryLocation(u));
   tsw_kept        *kept = tsw_kept_find(amg);
   kept->whole = whole;
   begin_part(s, kept, (HYPRE_Int) most);
   HYPRE_Int status = s->solve(s->solver, a, f, u);
   if (!has_converged(s) && (*s->n_iterations >= most || !isfinite(*s->residual)))
   {
      hypre_error_flag = errors;
      status = go_on(s, amg, a, f, u, start, &whole);
   }
   else if (!s->inner_product && *s->n_iterations >= most && !(errors & HYPRE_ERROR_CONV))
   {
      hypre_error_flag &= ~HYPRE_ERROR_CONV; /* BoomerAMG reports max_iter, converged or not */
      status &= ~HYPRE_ERROR_CONV;
   }
   end_parts(s, amg, &whole);
   hypre_ParVectorDestroy(start);
   return status;
}

/* With a tolerance and several cycles, BoomerAMG is the solver, else it is a preconditioner. */
static bool is_preconditioner(const tsw_iterative *s)
{
   return !s->inner_product && (*s->max_iter < 2 || !(*s->tol > 0.0));
}

bool tsw_values_solve(const tsw_iterative *s, void *amg, hypre_ParCSRMatrix *a, hypre_ParVector *f,
                      hypre_ParVector *u, HYPRE_Int *status)
{
   tsw_kept *kept = tsw_kept_find(amg);
   if (!kept)
   {
      return false;
   }
   recover(s, amg, kept);
   if (is_preconditioner(s))
   {
      return false;
   }
   end_solve(kept); /* the cycles before belong to another solve */
   const HYPRE_Int all = *s->max_iter;
   const long      cycles = most_cycles_of(amg, (long) all * s->n_cycles);
   const long      most = (cycles + s->n_cycles - 1) / s->n_cycles;
   if (!is_matrix_of(amg, a))
   {
      return false;
   }
   *status = most == 0 || most >= all || is_krylov_of_zero(s, f) ? run_last(s, amg, a, f, u)
                                                                 : run_parts(s, amg, a, f, u, most);
   return true;
}
