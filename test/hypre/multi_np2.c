/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Several solvers, setters and destruction in any order, reused addresses: the plug sweeps, and the
 * iterates equal hypre's.
 */
#include "hypre/support.h"

#include <_hypre_parcsr_ls.h>

/* The residual norm of a new solver with hypre's type. */
static double plain_solve(test_system *system, HYPRE_Int type)
{
   HYPRE_Solver amg = test_amg_create(type);
   HYPRE_BoomerAMGSetup(amg, system->a, system->b, system->x);
   const double norm = test_amg_solve(amg, system);
   HYPRE_BoomerAMGDestroy(amg);
   return norm;
}

static void test_types(void)
{
   static const HYPRE_Int types[] = { 3, 4, 6, 8, 13, 14 };
   test_system            system = test_system_create(10, 0.1, false);
   for (int i = 0; i < 6; i++)
   {
      HYPRE_Solver amg = test_amg_create(1000 + types[i]);
      HYPRE_BoomerAMGSetup(amg, system.a, system.b, system.x);
      TEST_NEAR(test_amg_solve(amg, &system), plain_solve(&system, types[i]), 1e-7);
      TEST_CHECK(test_sweeps(amg, 0) == 12 && test_sweeps(amg, 1) == 12);
      HYPRE_BoomerAMGDestroy(amg);
   }
   test_system_destroy(&system);
}

/* Solves in turn on one matrix: by a number of the plug, a plain type and another number. */
static void test_shared_matrix(void)
{
   test_system  system = test_system_create(9, 1.0, false);
   const double want6 = plain_solve(&system, 6), want3 = plain_solve(&system, 3);
   HYPRE_Solver ours = test_amg_create(1006), plain = test_amg_create(6),
                other = test_amg_create(1003);
   HYPRE_BoomerAMGSetup(ours, system.a, system.b, system.x);
   HYPRE_BoomerAMGSetup(plain, system.a, system.b, system.x);
   HYPRE_BoomerAMGSetup(other, system.a, system.b, system.x);
   for (int turn = 1; turn <= 2; turn++)
   {
      TEST_NEAR(test_amg_solve(ours, &system), want6, 1e-7);
      TEST_NEAR(test_amg_solve(plain, &system), want6, 1e-12);
      TEST_NEAR(test_amg_solve(other, &system), want3, 1e-7);
      TEST_CHECK(test_sweeps(ours, 0) == 12L * turn && test_sweeps(other, 0) == 12L * turn);
   }
   TEST_CHECK(test_sweeps(plain, 0) == -1);
   HYPRE_BoomerAMGDestroy(plain);
   TEST_NEAR(test_amg_solve(ours, &system), want6, 1e-7);
   HYPRE_BoomerAMGDestroy(ours);
   TEST_NEAR(test_amg_solve(other, &system), want3, 1e-7);
   HYPRE_BoomerAMGDestroy(other);
   test_system_destroy(&system);
}

/* Plain types replace numbers of the plug and vice versa, per position in the cycle; getters. */
static void test_setters(void)
{
   test_system  system = test_system_create(8, 1.0, false);
   HYPRE_Solver amg = test_amg_create(1006);
   HYPRE_Int    type = 0;
   hypre_BoomerAMGGetCycleRelaxType(amg, &type, 1);
   TEST_CHECK(type == 1006);
   HYPRE_BoomerAMGSetCycleRelaxType(amg, 1004, 2);
   hypre_BoomerAMGGetCycleRelaxType(amg, &type, 2);
   TEST_CHECK(type == 1004);
   hypre_BoomerAMGGetCycleRelaxType(amg, &type, 3);
   TEST_CHECK(type == 9);
   TEST_CHECK(hypre_ParAMGDataGridRelaxType((hypre_ParAMGData *) amg)[1] == 6);
   TEST_CHECK(hypre_ParAMGDataUserRelaxType((hypre_ParAMGData *) amg) == 1006);

   HYPRE_BoomerAMGSetRelaxType(amg, 3);
   hypre_BoomerAMGGetCycleRelaxType(amg, &type, 1);
   TEST_CHECK(type == 3);
   HYPRE_BoomerAMGSetup(amg, system.a, system.b, system.x);
   TEST_NEAR(test_amg_solve(amg, &system), plain_solve(&system, 3), 1e-12);
   TEST_CHECK(test_sweeps(amg, 0) == -1);

   HYPRE_BoomerAMGSetRelaxType(amg, 1003);
   HYPRE_BoomerAMGSetup(amg, system.a, system.b, system.x);
   TEST_NEAR(test_amg_solve(amg, &system), plain_solve(&system, 3), 1e-7);
   TEST_CHECK(test_sweeps(amg, 0) == 12);

   /* A number of the plug down only. */
   HYPRE_BoomerAMGSetCycleRelaxType(amg, 3, 2);
   HYPRE_BoomerAMGSetup(amg, system.a, system.b, system.x);
   TEST_NEAR(test_amg_solve(amg, &system), plain_solve(&system, 3), 1e-7);
   TEST_CHECK(test_sweeps(amg, 0) == 18);
   HYPRE_BoomerAMGDestroy(amg);
   test_system_destroy(&system);
}

/* A refused number sets hypre's error flag on every rank and changes nothing. */
static void test_refused(void)
{
   static const HYPRE_Int numbers[] = { 1000, 1005, 1018, 1099, 1191, 1999 };
   HYPRE_Solver           amg = test_amg_create(1006);
   HYPRE_Int              type = 0;
   for (int i = 0; i < 6; i++)
   {
      TEST_CHECK(HYPRE_BoomerAMGSetRelaxType(amg, numbers[i]) != 0);
      HYPRE_ClearAllErrors();
      TEST_CHECK(HYPRE_BoomerAMGSetCycleRelaxType(amg, numbers[i], 2) != 0);
      HYPRE_ClearAllErrors();
   }
   for (int k = 1; k <= 2; k++)
   {
      hypre_BoomerAMGGetCycleRelaxType(amg, &type, k);
      TEST_CHECK(type == 1006);
   }
   HYPRE_BoomerAMGDestroy(amg);
}

/* hypre takes ownership of the array of the old setter. */
static void test_grid_types(void)
{
   test_system  system = test_system_create(8, 1.0, false);
   HYPRE_Solver amg = test_amg_create(0);
   HYPRE_Int   *types = hypre_CTAlloc(HYPRE_Int, 4, HYPRE_MEMORY_HOST);
   types[0] = types[1] = types[2] = 1006;
   types[3] = 9;
   HYPRE_BoomerAMGSetGridRelaxType(amg, types);
   HYPRE_BoomerAMGSetup(amg, system.a, system.b, system.x);
   TEST_NEAR(test_amg_solve(amg, &system), plain_solve(&system, 6), 1e-7);
   TEST_CHECK(test_sweeps(amg, 0) == 12);
   HYPRE_BoomerAMGDestroy(amg);
   test_system_destroy(&system);
}

/* As MFEM does for each new operator: read an option, destroy, create, set the option again. */
static void renew(HYPRE_Solver *amg)
{
   const HYPRE_Int type = hypre_ParAMGDataUserRelaxType((hypre_ParAMGData *) *amg);
   HYPRE_BoomerAMGDestroy(*amg);
   *amg = test_amg_create(type);
}

static void test_read_back(int max_levels)
{
   test_system  system = test_system_create(8, 1.0, false);
   HYPRE_Solver ours = test_amg_create(1006), plain = test_amg_create(6);
   for (int turn = 0; turn < 3; turn++)
   {
      renew(&ours);
      renew(&plain); /* possibly at the old address of ours */
      HYPRE_BoomerAMGSetMaxLevels(ours, max_levels);
      HYPRE_BoomerAMGSetMaxLevels(plain, max_levels);
      TEST_CHECK(HYPRE_BoomerAMGSetup(plain, system.a, system.b, system.x) == 0);
      TEST_CHECK(HYPRE_BoomerAMGSetup(ours, system.a, system.b, system.x) == 0);
      TEST_NEAR(test_amg_solve(ours, &system), test_amg_solve(plain, &system), 1e-7);
      TEST_CHECK(test_sweeps(ours, 0) > 0);
      TEST_CHECK(test_sweeps(plain, 0) == -1);
   }
   HYPRE_BoomerAMGSetRelaxType(ours, 6);
   HYPRE_BoomerAMGSetup(ours, system.a, system.b, system.x);
   TEST_NEAR(test_amg_solve(ours, &system), test_amg_solve(plain, &system), 1e-12);
   TEST_CHECK(test_sweeps(ours, 0) == -1);
   HYPRE_BoomerAMGDestroy(ours);
   HYPRE_BoomerAMGDestroy(plain);
   test_system_destroy(&system);
}

/* The nested solver of the coarse levels gets its parent's UserRelaxType. */
static void test_nested(void)
{
   double norm[2];
   for (int turn = 0; turn < 2; turn++)
   {
      test_system  system = test_system_create(10, 1.0, false);
      HYPRE_Solver amg = test_amg_create(turn ? 1006 : 6);
      HYPRE_BoomerAMGSetSeqThreshold(amg, 200);
      TEST_CHECK(HYPRE_BoomerAMGSetup(amg, system.a, system.b, system.x) == 0);
      norm[turn] = test_amg_solve(amg, &system);
      HYPRE_BoomerAMGDestroy(amg);
      test_system_destroy(&system);
   }
   TEST_NEAR(norm[0], norm[1], 1e-7);
}

/* A matrix that is destroyed before its solver, and a solver that was never set up. */
static void test_destroy_orders(void)
{
   test_system system = test_system_create(8, 1.0, false),
               second = test_system_create(7, 0.5, false);
   HYPRE_Solver amg = test_amg_create(1006), idle = test_amg_create(1008);
   HYPRE_BoomerAMGSetup(amg, system.a, system.b, system.x);
   test_amg_solve(amg, &system);
   test_system_destroy(&system);
   HYPRE_BoomerAMGSetup(amg, second.a, second.b, second.x);
   TEST_NEAR(test_amg_solve(amg, &second), plain_solve(&second, 6), 1e-7);
   test_system_destroy(&second);
   HYPRE_BoomerAMGDestroy(amg);
   HYPRE_BoomerAMGDestroy(idle);
}

/* hypre's allocator reuses the addresses of destroyed objects. */
static void test_reused_addresses(void)
{
   for (int turn = 0; turn < 12; turn++)
   {
      const HYPRE_Int type = turn % 2 ? 6 : 3;
      test_system  system = test_system_create(7 + turn % 3, turn % 2 ? 1.0 : 0.01, turn % 4 == 3);
      HYPRE_Solver amg = test_amg_create(turn % 3 ? 1000 + type : type);
      HYPRE_BoomerAMGSetup(amg, system.a, system.b, system.x);
      TEST_NEAR(test_amg_solve(amg, &system), plain_solve(&system, type), 1e-7);
      if (turn % 2)
      {
         HYPRE_BoomerAMGDestroy(amg);
         test_system_destroy(&system);
      }
      else
      {
         test_system_destroy(&system);
         HYPRE_BoomerAMGDestroy(amg);
      }
   }
}

/* Two matrices of one pattern: the setup gets one, the solve gets the other. */
static void test_solve_other_matrix(void)
{
   test_system  one = test_system_create(8, 1.0, false), two = test_system_create(8, 1.0, false);
   HYPRE_Solver ours = test_amg_create(1006), plain = test_amg_create(6);
   test_system_scale(&two, 1.25);
   HYPRE_BoomerAMGSetup(ours, one.a, one.b, one.x);
   HYPRE_BoomerAMGSetup(plain, one.a, one.b, one.x);
   for (int turn = 0; turn < 2; turn++)
   {
      TEST_NEAR(test_amg_solve(ours, &two), test_amg_solve(plain, &two), 1e-7);
      TEST_NEAR(test_amg_solve(ours, &one), test_amg_solve(plain, &one), 1e-7);
   }
   test_system_destroy(&two);
   TEST_NEAR(test_amg_solve(ours, &one), test_amg_solve(plain, &one), 1e-7);
   HYPRE_BoomerAMGDestroy(ours);
   HYPRE_BoomerAMGDestroy(plain);
   test_system_destroy(&one);
}

int main(int argc, char **argv)
{
   test_start(&argc, &argv);
   int live = 0;
   TEST_CHECK(trisweep_hypre_hooks_live(&live, NULL) == TRISWEEP_OK && live == 1);
   test_types();
   test_shared_matrix();
   test_setters();
   test_refused();
   test_grid_types();
   test_read_back(25);
   test_read_back(1);
   test_nested();
   test_destroy_orders();
   test_reused_addresses();
   test_solve_other_matrix();
   return test_end();
}
