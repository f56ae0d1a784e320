/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Unusual hierarchies: one level, ranks without rows, a coarse solver within the solver, relaxation
 * inside the setup, the hybrid solver, a smoothed coarsest level.
 */
#include "hypre/support.h"

#include <_hypre_parcsr_ls.h>

#include <stdio.h>
#include <stdlib.h>

typedef void (*setting)(HYPRE_Solver amg, HYPRE_Int type);

/* The same settings with types t and 1000 + t; if ours, the plug must sweep on level 0. */
static void compare(const char *name, HYPRE_Int type, bool gap, setting set, bool ours)
{
   double norm[2];
   long   sweeps = 0;
   for (int turn = 0; turn < 2; turn++)
   {
      test_system  system = test_system_create(9, 0.2, gap);
      HYPRE_Solver amg = test_amg_create(turn ? 1000 + type : type);
      set(amg, turn ? 1000 + type : type);
      HYPRE_BoomerAMGSetup(amg, system.a, system.b, system.x);
      norm[turn] = test_amg_solve(amg, &system);
      sweeps = turn ? test_sweeps(amg, 0) : 0;
      HYPRE_BoomerAMGDestroy(amg);
      test_system_destroy(&system);
   }
   if (test_rank == 0)
   {
      printf("%-24s type %2d%s: %.9e %.9e, %ld sweeps\n", name, (int) type, gap ? " gap" : "    ",
             norm[0], norm[1], sweeps);
   }
   TEST_NEAR(norm[0], norm[1], 1e-7);
   TEST_CHECK(!ours || sweeps > 0 || (gap && test_rank == test_size - 1));
}

static void nothing(HYPRE_Solver amg, HYPRE_Int type)
{
   (void) amg;
   (void) type;
}

static void one_level(HYPRE_Solver amg, HYPRE_Int type)
{
   (void) type;
   HYPRE_BoomerAMGSetMaxLevels(amg, 1);
}

static void large_coarsest(HYPRE_Solver amg, HYPRE_Int type)
{
   (void) type;
   HYPRE_BoomerAMGSetMaxLevels(amg, 2);
}

static void cf_points(HYPRE_Solver amg, HYPRE_Int type)
{
   (void) type;
   HYPRE_BoomerAMGSetRelaxOrder(amg, 1);
}

static void weights(HYPRE_Solver amg, HYPRE_Int type)
{
   (void) type;
   HYPRE_BoomerAMGSetRelaxWt(amg, 0.9);
   HYPRE_BoomerAMGSetOuterWt(amg, 0.8);
}

static void weights_from_setup(HYPRE_Solver amg, HYPRE_Int type)
{
   (void) type;
   HYPRE_BoomerAMGSetRelaxWt(amg, -8.0);
}

static void nested(HYPRE_Solver amg, HYPRE_Int type)
{
   (void) type;
   HYPRE_BoomerAMGSetSeqThreshold(amg, 100);
}

static void w_cycle(HYPRE_Solver amg, HYPRE_Int type)
{
   (void) type;
   HYPRE_BoomerAMGSetCycleType(amg, 2);
   HYPRE_BoomerAMGSetNumSweeps(amg, 2);
}

static void smooth_coarsest(HYPRE_Solver amg, HYPRE_Int type)
{
   HYPRE_BoomerAMGSetMaxLevels(amg, 2);
   HYPRE_BoomerAMGSetCycleRelaxType(amg, type, 3);
}

static void aggressive(HYPRE_Solver amg, HYPRE_Int type)
{
   (void) type;
   HYPRE_BoomerAMGSetAggNumLevels(amg, 1);
}

static void additive(HYPRE_Solver amg, HYPRE_Int type)
{
   (void) type;
   HYPRE_BoomerAMGSetMultAdditive(amg, 1);
}

static void test_settings(void)
{
   static const HYPRE_Int types[] = { 6, 8 };
   for (int i = 0; i < 2; i++)
   {
      for (int gap = 0; gap <= 1; gap++)
      {
         compare("default", types[i], gap, nothing, true);
         compare("one level", types[i], gap, one_level, true);
         compare("large coarsest level", types[i], gap, large_coarsest, true);
         compare("C/F points", types[i], gap, cf_points, true);
         compare("W-cycle, 2 sweeps", types[i], gap, w_cycle, true);
         compare("smoothed coarsest level", types[i], gap, smooth_coarsest, true);
      }
      compare("aggressive coarsening", types[i], false, aggressive, true);
      compare("additive", types[i], false, additive, true);
      compare("nested coarse solver", types[i], false, nested, true);
   }
   /* No l1 types: with weights, also from the setup, l1 types differ from hypre on purpose. */
   compare("weights", 6, false, weights, true);
   compare("weights", 6, true, weights, true);
   compare("weights from the setup", 6, false, weights_from_setup, true);
}

/* Hierarchies of one level relax by type 6 if only types of the cycle were set. */
static void test_one_level_cycle_types(void)
{
   test_system system = test_system_create(7, 1.0, false);
   double      norm[2];
   for (int turn = 0; turn < 2; turn++)
   {
      HYPRE_Solver amg;
      HYPRE_BoomerAMGCreate(&amg);
      HYPRE_BoomerAMGSetTol(amg, 0.0);
      HYPRE_BoomerAMGSetMaxIter(amg, 6);
      HYPRE_BoomerAMGSetMaxLevels(amg, 1);
      HYPRE_BoomerAMGSetCycleRelaxType(amg, turn ? 1003 : 3, 1);
      HYPRE_BoomerAMGSetCycleRelaxType(amg, turn ? 1004 : 4, 2);
      HYPRE_BoomerAMGSetup(amg, system.a, system.b, system.x);
      norm[turn] = test_amg_solve(amg, &system);
      TEST_CHECK(!turn || test_sweeps(amg, 0) == 6);
      HYPRE_BoomerAMGDestroy(amg);
   }
   TEST_NEAR(norm[0], norm[1], 1e-7);
   test_system_destroy(&system);
}

/*
 * The diagonal grows, as by a short time step: level 1 has no strong couplings, and coarsening ends
 * there. hypre sweeps on this level by the default of slot 0, type 3, and so does the plug.
 */
static void test_coarsening_ends(void)
{
   test_system      system = test_system_create(9, 1.0, false);
   hypre_CSRMatrix *diag = hypre_ParCSRMatrixDiag((hypre_ParCSRMatrix *) system.a);
   double           norm[2];
   for (HYPRE_Int i = 0; i < hypre_CSRMatrixNumRows(diag); i++)
   {
      hypre_CSRMatrixData(diag)[hypre_CSRMatrixI(diag)[i]] += 18.0; /* the first entry of the row */
   }
   for (int turn = 0; turn < 2; turn++)
   {
      HYPRE_Solver amg;
      HYPRE_BoomerAMGCreate(&amg);
      HYPRE_BoomerAMGSetTol(amg, 0.0);
      HYPRE_BoomerAMGSetMaxIter(amg, 2);
      HYPRE_BoomerAMGSetCycleRelaxType(amg, turn ? 1006 : 6, 1);
      HYPRE_BoomerAMGSetCycleRelaxType(amg, turn ? 1006 : 6, 2);
      HYPRE_BoomerAMGSetup(amg, system.a, system.b, system.x);
      norm[turn] = test_amg_solve(amg, &system);
      TEST_CHECK(hypre_ParAMGDataNumLevels((hypre_ParAMGData *) amg) == 2);
      TEST_CHECK(hypre_ParAMGDataGridRelaxType((hypre_ParAMGData *) amg)[3] == 3);
      TEST_CHECK(!turn || test_sweeps(amg, 1) == 2);
      HYPRE_BoomerAMGDestroy(amg);
   }
   TEST_NEAR(norm[0], norm[1], 1e-7);
   test_system_destroy(&system);
}

/*
 * The hybrid solver stores the numbers and creates its BoomerAMG in its solve, which refuses a
 * number that there is not.
 */
static void test_hybrid(void)
{
   for (int way = 0; way < 3; way++)
   {
      test_system system = test_system_create(9, 0.2, false);
      HYPRE_Int   iterations[2];
      double      norm[2];
      for (int turn = 0; turn < 2; turn++)
      {
         HYPRE_Solver hybrid;
         HYPRE_ParCSRHybridCreate(&hybrid);
         HYPRE_ParCSRHybridSetTol(hybrid, 1e-9);
         HYPRE_ParCSRHybridSetDSCGMaxIter(hybrid, 1);
         HYPRE_ParCSRHybridSetConvergenceTol(hybrid, 0.1);
         if (way != 1)
         {
            HYPRE_ParCSRHybridSetRelaxType(hybrid, turn == 0 ? 6 : way == 0 ? 1006 : 1018);
         }
         else
         {
            HYPRE_ParCSRHybridSetCycleRelaxType(hybrid, turn ? 1013 : 13, 1);
            HYPRE_ParCSRHybridSetCycleRelaxType(hybrid, turn ? 1014 : 14, 2);
         }
         HYPRE_ParVectorSetConstantValues(system.x, 0.0);
         HYPRE_ParCSRHybridSetup(hybrid, system.a, system.b, system.x);
         HYPRE_ParCSRHybridSolve(hybrid, system.a, system.b, system.x);
         HYPRE_ParCSRHybridGetNumIterations(hybrid, &iterations[turn]);
         norm[turn] = test_residual(&system);
         HYPRE_ParCSRHybridDestroy(hybrid);
         TEST_CHECK((HYPRE_GetError() != 0) == (way == 2 && turn == 1));
         HYPRE_ClearAllErrors();
      }
      if (way < 2)
      {
         TEST_CHECK(iterations[0] == iterations[1] && iterations[0] > 2);
         TEST_NEAR(norm[0], norm[1], 1e-5);
      }
      test_system_destroy(&system);
   }
}

/* The cycles of such a solver do not say which leg they are on. Returns the sweeps on level 0. */
static long sweeps_with_points(HYPRE_Int up, bool *error)
{
   test_system  system = test_system_create(9, 0.2, false);
   HYPRE_Solver amg = test_amg_create(1006);
   HYPRE_Int  **points = calloc(4, sizeof *points);
   for (int k = 0; k < 4; k++)
   {
      points[k] = calloc(1, sizeof **points); /* all points; hypre frees both arrays */
   }
   HYPRE_BoomerAMGSetCycleRelaxType(amg, up, 2);
   HYPRE_BoomerAMGSetGridRelaxPoints(amg, points);
   HYPRE_BoomerAMGSetup(amg, system.a, system.b, system.x);
   *error = HYPRE_GetError() != 0;
   HYPRE_ClearAllErrors();
   TEST_CHECK(test_amg_solve(amg, &system) < 1e-2);
   const long sweeps = test_sweeps(amg, 0);
   HYPRE_BoomerAMGDestroy(amg);
   test_system_destroy(&system);
   return sweeps;
}

static void test_relax_points(void)
{
   bool error;
   TEST_CHECK(sweeps_with_points(1006, &error) > 0 && !error);
   TEST_CHECK(sweeps_with_points(1004, &error) > 0 && !error);
   TEST_CHECK(sweeps_with_points(1100, &error) <= 0 && error); /* hypre gets type 6 for both */
   TEST_CHECK(sweeps_with_points(6, &error) <= 0 && error);
}

int main(int argc, char **argv)
{
   test_start(&argc, &argv);
   test_settings();
   test_one_level_cycle_types();
   test_coarsening_ends();
   test_hybrid();
   test_relax_points();
   return test_end();
}
