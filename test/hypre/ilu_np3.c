/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * ILU(k) and DILU on several ranks, also with a rank without rows. hypre's own ILU (block Jacobi,
 * without reordering) has the same factors of each rank's block: one iteration of hypre's ILU
 * equals one call with 1100 + k, and both give the same residuals as smoothers of BoomerAMG. On a
 * 7-point grid ILU(0) changes the diagonal only, and DILU equals ILU(0). Also: weights, C/F points,
 * refused numbers and changed values.
 */
#include "hypre/support.h"

#include <_hypre_parcsr_ls.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum
{
   DILU = 1190
};

/* An unsymmetric 7-point matrix with positive couplings among the negative ones. */
static test_system create_system(int n, double eps, bool gap)
{
   test_system      system = test_system_create(n, eps, gap);
   hypre_CSRMatrix *diag = hypre_ParCSRMatrixDiag((hypre_ParCSRMatrix *) system.a);
   for (HYPRE_Int i = 0; i < hypre_CSRMatrixNumRows(diag); i++)
   {
      for (HYPRE_Int k = hypre_CSRMatrixI(diag)[i]; k < hypre_CSRMatrixI(diag)[i + 1]; k++)
      {
         const HYPRE_Int j = hypre_CSRMatrixJ(diag)[k];
         hypre_CSRMatrixData(diag)[k] *= j == i ? 1.1 : cos(0.7 * i + 1.9 * j);
      }
   }
   return system;
}

static HYPRE_Solver create_ilu(int fill_level, test_system *system)
{
   HYPRE_Solver ilu;
   HYPRE_ILUCreate(&ilu);
   HYPRE_ILUSetType(ilu, 0);
   HYPRE_ILUSetLocalReordering(ilu, 0);
   HYPRE_ILUSetLevelOfFill(ilu, fill_level);
   HYPRE_ILUSetMaxIter(ilu, 1);
   HYPRE_ILUSetTol(ilu, 0.0);
   HYPRE_ILUSetPrintLevel(ilu, 0);
   HYPRE_ILUSetLogging(ilu, 0);
   HYPRE_ILUSetup(ilu, system->a, system->b, system->x);
   return ilu;
}

typedef struct workspace
{
   test_system     *system;
   HYPRE_Int        n_rows;
   HYPRE_Int       *cf_marker;
   hypre_ParVector *f, *ours, *want;
} workspace;

static workspace workspace_create(test_system *system)
{
   workspace w = { .system = system };
   w.n_rows = hypre_CSRMatrixNumRows(hypre_ParCSRMatrixDiag((hypre_ParCSRMatrix *) system->a));
   w.cf_marker = malloc(((size_t) w.n_rows + 1) * sizeof *w.cf_marker);
   for (HYPRE_Int i = 0; i < w.n_rows; i++)
   {
      w.cf_marker[i] = (i * 7) % 3 ? -1 : 1;
   }
   w.f = test_vector_create(system, 1);
   w.ours = test_vector_create(system, 1);
   w.want = test_vector_create(system, 1);
   test_vector_fill(w.f, w.n_rows, 0.1, false);
   return w;
}

static void workspace_destroy(workspace *w)
{
   free(w->cf_marker);
   hypre_ParVectorDestroy(w->f);
   hypre_ParVectorDestroy(w->ours);
   hypre_ParVectorDestroy(w->want);
}

static void relax(const workspace *w, HYPRE_Int number, HYPRE_Int points, double weight,
                  hypre_ParVector *u)
{
   hypre_BoomerAMGRelax((hypre_ParCSRMatrix *) w->system->a, w->f, points ? w->cf_marker : NULL,
                        number, points, weight, 1.0, NULL, u, NULL, NULL);
}

/* Two calls in a row, from x = 0 and from another x. */
static void test_calls(workspace *w, HYPRE_Int number, HYPRE_Solver ilu)
{
   for (int zero = 0; zero <= 1; zero++)
   {
      test_vector_fill(w->ours, w->n_rows, 1.2, zero);
      test_vector_fill(w->want, w->n_rows, 1.2, zero);
      for (int call = 0; call < 2; call++)
      {
         relax(w, number, 0, 1.0, w->ours);
         HYPRE_ILUSolve(ilu, w->system->a, (HYPRE_ParVector) w->f, (HYPRE_ParVector) w->want);
         const double difference = test_vector_distance(w->ours, w->want, w->n_rows);
         TEST_CHECK(difference < 1e-11);
         if (!(difference < 1e-11))
         {
            fprintf(stderr, "number %d, call %d: difference %g\n", (int) number, call, difference);
         }
      }
   }
}

/* A weight scales the correction, and C or F points restrict the correction to their rows. */
static void test_weight_and_points(workspace *w, HYPRE_Int number)
{
   hypre_ParVector *start = test_vector_create(w->system, 1);
   for (HYPRE_Int points = -1; points <= 1; points++)
   {
      for (int zero = 0; zero <= 1; zero++)
      {
         test_vector_fill(start, w->n_rows, 1.2, zero);
         test_vector_fill(w->want, w->n_rows, 1.2, zero);
         test_vector_fill(w->ours, w->n_rows, 1.2, zero);
         relax(w, number, 0, 1.0, w->want);
         relax(w, number, points, 0.6, w->ours);
         for (HYPRE_Int i = 0; i < w->n_rows; i++)
         {
            double      *want = test_vector_data(w->want);
            const bool   mine = points == 0 || w->cf_marker[i] == points;
            const double x = test_vector_data(start)[i];
            want[i] = mine ? x + 0.6 * (want[i] - x) : x;
         }
         TEST_CHECK(test_vector_distance(w->ours, w->want, w->n_rows) < 1e-12);
      }
   }
   hypre_ParVectorDestroy(start);
}

/* On a 7-point grid with whole grid lines on each rank DILU has the pivots of ILU(0). */
static void test_single_calls(bool gap)
{
   test_system system = create_system(6, 0.3, gap);
   workspace   w = workspace_create(&system);
   for (int fill_level = 0; fill_level <= 3; fill_level++)
   {
      HYPRE_Solver ilu = create_ilu(fill_level, &system);
      test_calls(&w, 1100 + fill_level, ilu);
      test_weight_and_points(&w, 1100 + fill_level);
      if (fill_level == 0)
      {
         test_calls(&w, DILU, ilu);
         test_weight_and_points(&w, DILU);
      }
      HYPRE_ILUDestroy(ilu);
   }
   workspace_destroy(&w);
   test_system_destroy(&system);
}

/* BoomerAMG with hypre's ILU on all levels, the coarsest too. */
static HYPRE_Solver create_smoothed(int fill_level)
{
   HYPRE_Solver amg = test_amg_create(6);
   HYPRE_BoomerAMGSetSmoothType(amg, 5);
   HYPRE_BoomerAMGSetSmoothNumLevels(amg, 25);
   HYPRE_BoomerAMGSetILUType(amg, 0);
   HYPRE_BoomerAMGSetILULevel(amg, fill_level);
   HYPRE_BoomerAMGSetILUMaxIter(amg, 1);
   HYPRE_BoomerAMGSetILULocalReordering(amg, 0);
   return amg;
}

static double solve(HYPRE_Solver amg, test_system *system)
{
   HYPRE_BoomerAMGSetup(amg, system->a, system->b, system->x);
   return test_amg_solve(amg, system);
}

static long corrections(HYPRE_Solver amg, int level)
{
   trisweep_stats stats;
   return trisweep_hypre_stats(amg, level, sizeof stats, &stats) == TRISWEEP_OK
             ? (long) stats.n_corrections
             : -1;
}

static void test_solver(double eps, bool gap)
{
   test_system system = test_system_create(9, eps, gap);
   for (int fill_level = 0; fill_level <= 2; fill_level++)
   {
      HYPRE_Solver hypres = create_smoothed(fill_level);
      HYPRE_Solver ours = test_amg_create(1100 + fill_level);
      HYPRE_BoomerAMGSetCycleRelaxType(ours, 1100 + fill_level, 3);
      const double want = solve(hypres, &system);
      TEST_NEAR(solve(ours, &system), want, 1e-6);
      TEST_CHECK(corrections(ours, 0) > 0 || (gap && test_rank == test_size - 1));
      TEST_CHECK(test_sweeps(ours, 0) <= 0);
      HYPRE_BoomerAMGDestroy(hypres);
      HYPRE_BoomerAMGDestroy(ours);
   }
   test_system_destroy(&system);
}

/* Different methods down, up and on the coarsest level; C/F relaxation. */
static void test_mixtures(void)
{
   test_system  system = test_system_create(9, 0.1, false);
   const double start = (HYPRE_ParVectorSetConstantValues(system.x, 0.0), test_residual(&system));
   HYPRE_Int    number;
   for (int cf = 0; cf <= 1; cf++)
   {
      HYPRE_Solver amg = test_amg_create(1101);
      HYPRE_BoomerAMGSetRelaxOrder(amg, cf);
      HYPRE_BoomerAMGSetCycleRelaxType(amg, 1006, 1);
      HYPRE_BoomerAMGSetCycleRelaxType(amg, DILU, 3);
      HYPRE_BoomerAMGGetCycleRelaxType(amg, &number, 2);
      TEST_CHECK(number == 1101);
      HYPRE_BoomerAMGGetCycleRelaxType(amg, &number, 3);
      TEST_CHECK(number == DILU);
      HYPRE_BoomerAMGSetMaxLevels(amg, 3);
      TEST_CHECK(solve(amg, &system) < 1e-2 * start);
      TEST_CHECK(corrections(amg, 0) > 0 && test_sweeps(amg, 0) > 0);
      TEST_CHECK(corrections(amg, 2) > 0 && test_sweeps(amg, 2) == 0);
      HYPRE_BoomerAMGDestroy(amg);
   }
   TEST_CHECK(HYPRE_GetError() == 0);
   test_system_destroy(&system);
}

static void test_refusals(void)
{
   static const HYPRE_Int unknown[] = { 1099, 1191, 1199, 1200 };
   test_system            system = test_system_create(5, 1.0, false);
   for (int k = 0; k < 4; k++)
   {
      HYPRE_Solver amg = test_amg_create(3);
      TEST_CHECK(HYPRE_BoomerAMGSetRelaxType(amg, unknown[k]) != 0);
      HYPRE_ClearAllErrors();
      HYPRE_BoomerAMGDestroy(amg);
   }
   HYPRE_Solver amg = test_amg_create(1100);
   HYPRE_BoomerAMGSetCycleRelaxType(amg, 1101, 2);
   TEST_CHECK(HYPRE_BoomerAMGSetup(amg, system.a, system.b, system.x) != 0);
   HYPRE_ClearAllErrors();
   HYPRE_BoomerAMGDestroy(amg);
   test_system_destroy(&system);
}

/* A setup or an update factorises changed values with the same analysis. */
static void test_new_values(void)
{
   test_system  system = test_system_create(7, 0.4, false);
   HYPRE_Solver amg = test_amg_create(1101);
   const double before = solve(amg, &system);
   test_system_scale(&system, 4.0);
   const double   scaled = solve(amg, &system);
   trisweep_stats stats;
   TEST_CHECK(trisweep_hypre_stats(amg, 0, sizeof stats, &stats) == TRISWEEP_OK);
   TEST_CHECK(stats.n_analyses == 1 && stats.n_reuses >= 1 && stats.factor_nnz > stats.nnz);
   TEST_NEAR(scaled, before, 1e-6);
   test_system_scale(&system, 0.25);
   TEST_CHECK(trisweep_hypre_update(amg) == TRISWEEP_OK);
   TEST_CHECK(trisweep_hypre_stats(amg, 0, sizeof stats, &stats) == TRISWEEP_OK);
   TEST_CHECK(stats.n_analyses == 1 && stats.pivots_boosted == 0);
   HYPRE_BoomerAMGDestroy(amg);
   test_system_destroy(&system);
}

int main(int argc, char **argv)
{
   test_start(&argc, &argv);
   for (int gap = 0; gap <= 1; gap++)
   {
      test_single_calls(gap);
      test_solver(1.0, gap);
      test_solver(0.05, gap);
   }
   test_mixtures();
   test_refusals();
   test_new_values();
   return test_end();
}
