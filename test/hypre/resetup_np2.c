/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Each setup reads the values again, and repeats the analysis of a packed copy (memory=fast) if the
 * pattern has changed. leaks.sh
 * runs the 100 setups of one solver under valgrind and expects no leak.
 */
#include "hypre/support.h"

#include <stdlib.h>

static trisweep_stats stats_of(HYPRE_Solver amg, int level)
{
   trisweep_stats stats = { 0 };
   TEST_CHECK(trisweep_hypre_stats(amg, level, sizeof stats, &stats) == TRISWEEP_OK);
   return stats;
}

/* On every smoothed level: setups with and without an analysis. */
static void expect_counts(HYPRE_Solver amg, long n_analyses, long n_reuses)
{
   trisweep_stats stats;
   int            n_levels = 0;
   while (trisweep_hypre_stats(amg, n_levels, sizeof stats, &stats) == TRISWEEP_OK)
   {
      TEST_CHECK(stats.n_analyses == n_analyses && stats.n_reuses == n_reuses);
      TEST_CHECK(stats.n_updates == n_analyses + n_reuses);
      n_levels++;
   }
   TEST_CHECK(n_levels > 1);
}

static double plain_solve(test_system *system, HYPRE_Int type)
{
   HYPRE_Solver amg = test_amg_create(type);
   HYPRE_BoomerAMGSetup(amg, system->a, system->b, system->x);
   const double norm = test_amg_solve(amg, system);
   HYPRE_BoomerAMGDestroy(amg);
   return norm;
}

/*
 * The same matrix with other values each time. With factors other than powers of two the values
 * round differently, and hypre may choose other interpolation where entries are nearly equal.
 */
static void test_new_values(int n_setups, HYPRE_Int type)
{
   test_system  system = test_system_create(6, 0.3, false);
   HYPRE_Solver amg = test_amg_create(1000 + type);
   for (int turn = 1; turn <= n_setups; turn++)
   {
      test_system_scale(&system, turn % 2 ? 2.0 : 0.5);
      HYPRE_BoomerAMGSetup(amg, system.a, system.b, system.x);
      const double norm = test_amg_solve(amg, &system);
      if (turn % 25 == 1)
      {
         TEST_NEAR(norm, plain_solve(&system, type), 1e-7);
      }
   }
   expect_counts(amg, 1, n_setups - 1);
   HYPRE_BoomerAMGDestroy(amg);
   test_system_destroy(&system);
}

/* Another matrix each time; every second one has the size and pattern of the one before. */
static void test_new_patterns(void)
{
   HYPRE_Solver amg = test_amg_create(1006);
   for (int turn = 0; turn < 6; turn++)
   {
      test_system system = test_system_create(5 + turn / 2, turn % 2 ? 1.0 : 0.001, false);
      HYPRE_BoomerAMGSetup(amg, system.a, system.b, system.x);
      TEST_NEAR(test_amg_solve(amg, &system), plain_solve(&system, 6), 1e-7);
      test_system_destroy(&system);
   }
   const trisweep_stats stats = stats_of(amg, 0);
   TEST_CHECK(stats.n_analyses == 3 && stats.n_reuses == 3);
   HYPRE_BoomerAMGDestroy(amg);
}

/* trisweep_hypre_update reads values changed in place; without it the old values apply. */
static void test_update(void)
{
   test_system  system = test_system_create(7, 1.0, false);
   HYPRE_Solver ours = test_amg_create(1008), plain = test_amg_create(8);
   HYPRE_BoomerAMGSetup(ours, system.a, system.b, system.x);
   HYPRE_BoomerAMGSetup(plain, system.a, system.b, system.x);
   TEST_NEAR(test_amg_solve(ours, &system), test_amg_solve(plain, &system), 1e-7);
   test_system_scale(&system, 1.125);
   TEST_CHECK(trisweep_hypre_update(ours) == TRISWEEP_OK);
   TEST_NEAR(test_amg_solve(ours, &system), test_amg_solve(plain, &system), 1e-7);
   TEST_CHECK(trisweep_hypre_update(plain) == TRISWEEP_OK);
   TEST_CHECK(trisweep_hypre_update(NULL) == TRISWEEP_OK);
   HYPRE_BoomerAMGDestroy(ours);
   HYPRE_BoomerAMGDestroy(plain);
   test_system_destroy(&system);
}

/* The number of levels, and of their buffers, falls and grows from setup to setup. */
static void test_level_count(void)
{
   test_system  system = test_system_create(8, 1.0, false);
   HYPRE_Solver amg = test_amg_create(1006);
   HYPRE_BoomerAMGSetMaxLevels(amg, 6);
   for (int turn = 0; turn < 4; turn++)
   {
      HYPRE_Solver plain = test_amg_create(6);
      const int    max_levels = turn % 2 ? 6 : 2;
      HYPRE_BoomerAMGSetMaxLevels(amg, max_levels);
      HYPRE_BoomerAMGSetMaxLevels(plain, max_levels);
      HYPRE_BoomerAMGSetup(plain, system.a, system.b, system.x);
      const double want = test_amg_solve(plain, &system);
      HYPRE_BoomerAMGDestroy(plain);
      /* hypre keeps arrays of the first number of levels: begin with the larger number. */
      if (turn > 0)
      {
         HYPRE_BoomerAMGSetup(amg, system.a, system.b, system.x);
         TEST_NEAR(test_amg_solve(amg, &system), want, 1e-7);
      }
   }
   HYPRE_BoomerAMGDestroy(amg);
   test_system_destroy(&system);
}

int main(int argc, char **argv)
{
   setenv("TRISWEEP_OPTIONS", "memory=fast", 1);
   test_start(&argc, &argv);
   const char *turns = getenv("TRISWEEP_TEST_SETUPS");
   test_new_values(turns ? atoi(turns) : 100, 6);
   test_new_values(10, 8);
   test_new_patterns();
   test_update();
   test_level_count();
   return test_end();
}
