/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/cycles.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <HYPRE_krylov.h>
#include <_hypre_parcsr_ls.h>
#include <trisweep/hypre.h>

#include "hypre/behind.h"
#include "hypre/wrapped.h"

static const double tolerance = 1e-10;

/*
 * On several ranks the plug gathers the last levels and sweeps in another order there: the cycles
 * differ, the solutions agree to the tolerance of PCG.
 */
static const double tolerance_solved = 1e-6, tolerance_cycles = 1e-2;

enum
{
   MAX_COARSE_SIZE = 32 /* most rows of a last level that hypre and the plug solve by elimination */
};

static bool can_run_cycles(void)
{
#if defined(hypre_ParVectorAllZeros) && defined(hypre_ParCSRMatrixDiagT)
   return load_n_gpus >= load_size && !getenv("TRISWEEP_TEST_DENY_PEERS") &&
          !getenv("TRISWEEP_TEST_HOST");
#else
   return false;
#endif
}

static hypre_Vector *local(HYPRE_ParVector v)
{
   return hypre_ParVectorLocalVector((hypre_ParVector *) v);
}

static double count_entries(HYPRE_Solver amg)
{
   hypre_ParAMGData *data = (hypre_ParAMGData *) amg;
   double            sum = 0.0;
   for (int k = 0; k < hypre_ParAMGDataNumLevels(data); k++)
   {
      hypre_ParCSRMatrix *a = hypre_ParAMGDataAArray(data)[k];
      sum += (k + 1.0) * (double) (hypre_CSRMatrixNumNonzeros(hypre_ParCSRMatrixDiag(a)) +
                                   hypre_CSRMatrixNumNonzeros(hypre_ParCSRMatrixOffd(a)));
   }
   return sum;
}

static run_step *begin(run *r, const char *what, bool ours, HYPRE_Solver amg)
{
   if (r->n_steps == RUN_MOST_STEPS)
   {
      fprintf(stderr, "vcycle: too many steps\n");
      abort();
   }
   run_step *s = &r->steps[r->n_steps++];
   *s = (run_step){ .what = what, .ours = ours, .entries = count_entries(amg) };
   s->n_cycles = -test_behind_n_cycles;
   s->n_products = -test_behind_n_products;
   return s;
}

static void end(run_step *s)
{
   s->n_cycles += test_behind_n_cycles;
   s->n_products += test_behind_n_products;
   if (HYPRE_GetError())
   {
      load_fail("%s: hypre reports error %d", s->what, (int) HYPRE_GetError());
      HYPRE_ClearAllErrors();
   }
}

static void keep(run_step *s, HYPRE_ParVector x)
{
   s->n = hypre_VectorSize(local(x)) * hypre_VectorNumVectors(local(x));
   s->x = calloc((size_t) s->n + 1, sizeof *s->x);
   hypre_TMemcpy(s->x, hypre_VectorData(local(x)), double, (size_t) s->n, HYPRE_MEMORY_HOST,
                 HYPRE_MEMORY_DEVICE);
}

load_solver run_create(const run *r, int down, int up)
{
   const load_solver s = load_solver_create(down, up);
   char              options[64];
   /* Small blocks are factorised in natural order unless the option ordering says otherwise. */
   snprintf(options, sizeof options, "%s%s", r->options,
            down == 1190 ? " ordering=hybrid-color" : "");
   /* With a smaller limit hypre may end with a larger level and sweep on that level. */
   HYPRE_BoomerAMGSetMaxCoarseSize(s.amg, MAX_COARSE_SIZE);
   if (trisweep_hypre_set_options(s.amg, options) != TRISWEEP_OK)
   {
      load_fail("the option %s is refused", options);
   }
   return s;
}

/* Reset the generator: on devices hypre continues the random numbers of the last setup. */
void run_setup(load_solver *s, HYPRE_ParCSRMatrix a, const load_system *v)
{
#if defined(HYPRE_USING_CUDA)
   hypre_ResetDeviceRandGenerator(4711ULL, 0ULL);
#endif
   HYPRE_PCGSetup(s->pcg, (HYPRE_Matrix) a, (HYPRE_Vector) v->b, (HYPRE_Vector) v->x);
}

void run_solve(run *r, load_solver *s, HYPRE_ParCSRMatrix a, const load_system *v, const char *what,
               bool ours)
{
   HYPRE_Int iterations = 0;
   run_step *t = begin(r, what, ours, s->amg);
   HYPRE_ParVectorSetConstantValues(v->x, 0.0);
   HYPRE_PCGSolve(s->pcg, (HYPRE_Matrix) a, (HYPRE_Vector) v->b, (HYPRE_Vector) v->x);
   HYPRE_PCGGetNumIterations(s->pcg, &iterations);
   t->iterations = (int) iterations;
   end(t);
   keep(t, v->x);
}

void run_wrap(load_solver *s)
{
   HYPRE_PCGSetPrecond(s->pcg, (HYPRE_PtrToSolverFcn) test_wrapped_solve,
                       (HYPRE_PtrToSolverFcn) test_wrapped_setup, (HYPRE_Solver) &s->amg);
}

void run_cycles(run *r, load_solver *s, HYPRE_ParCSRMatrix a, const load_system *v,
                const char *what, bool ours)
{
   run_step *t = begin(r, what, ours, s->amg);
   HYPRE_BoomerAMGSetMaxIter(s->amg, RUN_CYCLES);
   HYPRE_BoomerAMGSolve(s->amg, a, v->b, v->x);
   HYPRE_BoomerAMGSetMaxIter(s->amg, 1);
   end(t);
   keep(t, v->x);
}

void run_product(run *r, load_solver *s, const load_system *v, const char *what)
{
   run_step *t = begin(r, what, false, s->amg);
   t->n = 1;
   t->x = calloc(1, sizeof *t->x);
   HYPRE_ParVectorInnerProd(v->b, v->x, t->x);
   end(t);
   if (t->n_products != 1)
   {
      load_fail("%s: an inner product outside of a solve did not reach hypre", what);
   }
}

static void compare_solutions(const char *name, const run_step *a, const run_step *h)
{
   double most = 0.0, difference = 0.0;
   for (HYPRE_Int i = 0; i < h->n; i++)
   {
      const double d = fabs(a->x[i] - h->x[i]);
      most = fmax(most, fabs(h->x[i]));
      difference = d <= difference ? difference : d; /* NaN, too */
   }
   const double allowed = load_size == 1      ? tolerance
                          : a->iterations > 0 ? tolerance_solved
                                              : tolerance_cycles;
   if (!(most > 0.0) || !(difference <= allowed * most))
   {
      load_fail("%s: %s: the solutions differ by %g of %g", name, a->what, difference, most);
   }
}

static void compare(const char *name, const run_step *a, const run_step *h)
{
   const long wanted = a->ours && can_run_cycles() ? 0 : h->n_cycles;
   if (a->entries != h->entries)
   {
      load_fail("%s: %s: hypre made other hierarchies from the same numbers", name, a->what);
   }
   if (a->n_cycles != wanted || (a->ours && h->n_cycles + h->n_products == 0))
   {
      load_fail("%s: %s: hypre ran %ld cycles with cycle=auto, not %ld, and %ld with cycle=hypre",
                name, a->what, a->n_cycles, wanted, h->n_cycles);
   }
   /* A hierarchy's first cycle creates the plug's cycle, after the first product of a solve. */
   const bool fewer = a->ours && can_run_cycles();
   /* One that follows a cycle of the plug is answered before hypre runs the next cycle. */
   const bool as_hypre = a->n_products <= h->n_products &&
                         (a->n_products >= h->n_products - 1 || a->iterations != h->iterations);
   if (fewer ? a->n_products > 1 : !as_hypre)
   {
      load_fail("%s: %s: hypre computed %ld inner products with cycle=auto, %ld with cycle=hypre",
                name, a->what, a->n_products, h->n_products);
   }
   if (abs(a->iterations - h->iterations) > (load_size > 1 && can_run_cycles() ? 1 : 0))
   {
      load_fail("%s: %s: %d iterations with cycle=auto, %d with cycle=hypre", name, a->what,
                a->iterations, h->iterations);
   }
   compare_solutions(name, a, h);
}

void run_compare(const char *name, run *with_auto, run *with_hypre)
{
   for (int k = 0; k < with_auto->n_steps; k++)
   {
      compare(name, &with_auto->steps[k], &with_hypre->steps[k]);
      free(with_auto->steps[k].x);
      free(with_hypre->steps[k].x);
   }
}

void run_rounded(run *r, int edge)
{
   load_system    v = load_create(edge, false, 1.0 / 3.0);
   load_solver    s = run_create(r, 2003, 2004);
   trisweep_stats stats = { .rounded = 0 };
   HYPRE_Real     residual = 1.0;
   run_setup(&s, v.a, &v);
   HYPRE_ParVectorSetConstantValues(v.x, 0.0);
   HYPRE_BoomerAMGSetTol(s.amg, 1e-12);
   HYPRE_BoomerAMGSetMaxIter(s.amg, 60);
   HYPRE_BoomerAMGSolve(s.amg, v.a, v.b, v.x);
   HYPRE_BoomerAMGGetFinalRelativeResidualNorm(s.amg, &residual);
   if (trisweep_hypre_stats(s.amg, 0, sizeof stats, &stats) != TRISWEEP_OK || !stats.rounded)
   {
      load_fail("values of level 0 are not rounded: the test needs such values");
   }
   if (!(residual <= 1e-12))
   {
      load_fail("BoomerAMG with %s ends with a residual of %g", r->options, residual);
   }
   load_solver_destroy(&s);
   load_destroy(&v);
}
