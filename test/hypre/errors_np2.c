/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Bad input on one rank: the setup returns an error on every rank, no rank hangs, x does not
 * change, and the next setup with a good matrix works. Rows without a diagonal keep their x, as in
 * hypre.
 */
#include "hypre/support.h"

#include <_hypre_parcsr_ls.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A hierarchy of one level, since the result of hypre's own setup with a NaN is undefined. */
static void test_bad_value(double bad)
{
   test_system        system = test_system_create(6, 1.0, false);
   HYPRE_Solver       amg = test_amg_create(1006);
   const HYPRE_BigInt row = 6 * 6 * 6 - 3; /* on the last rank */
   HYPRE_BoomerAMGSetMaxLevels(amg, 1);
   test_system_set(&system, row, row - 1, bad);
   HYPRE_ClearAllErrors();
   TEST_CHECK(HYPRE_BoomerAMGSetup(amg, system.a, system.b, system.x) != 0);
   HYPRE_ClearAllErrors();
   HYPRE_ParVectorSetConstantValues(system.x, 3.0);
   HYPRE_BoomerAMGSolve(amg, system.a, system.b, system.x);
   TEST_CHECK(HYPRE_GetError() != 0);
   HYPRE_ClearAllErrors();
   const hypre_Vector *x = hypre_ParVectorLocalVector((hypre_ParVector *) system.x);
   for (HYPRE_Int i = 0; i < hypre_VectorSize(x); i++)
   {
      TEST_CHECK(hypre_VectorData(x)[i] == 3.0);
   }

   test_system_set(&system, row, row - 1, -1.0);
   HYPRE_BoomerAMGSetMaxLevels(amg, 25);
   HYPRE_Solver good = test_amg_create(1006);
   TEST_CHECK(HYPRE_BoomerAMGSetup(good, system.a, system.b, system.x) == 0);
   TEST_NEAR(test_amg_solve(good, &system), test_solve_plain(6, &system), 1e-7);
   HYPRE_BoomerAMGSetMaxLevels(amg, 1);
   TEST_CHECK(HYPRE_BoomerAMGSetup(amg, system.a, system.b, system.x) == 0);
   test_amg_solve(amg, &system);
   TEST_CHECK(test_sweeps(amg, 0) == 6);
   HYPRE_BoomerAMGDestroy(good);
   HYPRE_BoomerAMGDestroy(amg);
   test_system_destroy(&system);
}

/* The same for a call of the relax function without a setup. */
static void test_bad_raw(void)
{
   test_system         system = test_system_create(5, 1.0, false);
   hypre_ParCSRMatrix *a = (hypre_ParCSRMatrix *) system.a;
   HYPRE_ParVectorSetConstantValues(system.x, 2.0);
   test_system_set(&system, 1, 0, NAN);
   HYPRE_ClearAllErrors();
   for (int turn = 0; turn < 2; turn++)
   {
      hypre_BoomerAMGRelax(a, (hypre_ParVector *) system.b, NULL, 1006, 0, 1.0, 1.0, NULL,
                           (hypre_ParVector *) system.x, NULL, NULL);
      TEST_CHECK(HYPRE_GetError() != 0);
      HYPRE_ClearAllErrors();
   }
   const hypre_Vector *x = hypre_ParVectorLocalVector((hypre_ParVector *) system.x);
   for (HYPRE_Int i = 0; i < hypre_VectorSize(x); i++)
   {
      TEST_CHECK(hypre_VectorData(x)[i] == 2.0);
   }
   test_system_set(&system, 1, 0, -1.0);
   TEST_CHECK(trisweep_hypre_update(NULL) == TRISWEEP_OK);
   hypre_BoomerAMGRelax(a, (hypre_ParVector *) system.b, NULL, 1006, 0, 1.0, 1.0, NULL,
                        (hypre_ParVector *) system.x, NULL, NULL);
   TEST_CHECK(HYPRE_GetError() == 0);
   TEST_CHECK(hypre_VectorSize(x) == 0 || hypre_VectorData(x)[0] != 2.0);
   test_system_destroy(&system);
}

static void test_zero_diagonal(void)
{
   double norm[2];
   for (int turn = 0; turn < 2; turn++)
   {
      test_system    system = test_system_create(6, 1.0, false);
      HYPRE_Solver   amg = test_amg_create(turn ? 1003 : 3);
      trisweep_stats stats;
      test_system_set(&system, 4, 4, 0.0);
      HYPRE_BoomerAMGSetMaxLevels(amg, 1);
      HYPRE_BoomerAMGSetup(amg, system.a, system.b, system.x);
      norm[turn] = test_amg_solve(amg, &system);
      if (turn)
      {
         TEST_CHECK(trisweep_hypre_stats(amg, 0, sizeof stats, &stats) == TRISWEEP_OK &&
                    stats.zero_diagonals == (test_rank == 0));
      }
      HYPRE_ClearAllErrors();
      HYPRE_BoomerAMGDestroy(amg);
      test_system_destroy(&system);
   }
   TEST_NEAR(norm[0], norm[1], 1e-7);
}

/* In block mode hypre relaxes by its own code for any number: the setup returns an error. */
static void test_block_mode(void)
{
   test_system  system = test_system_create(6, 1.0, false);
   HYPRE_Solver amg = test_amg_create(1006);
   HYPRE_BoomerAMGSetInterpType(amg, 10);
   HYPRE_BoomerAMGSetNumFunctions(amg, 2);
   HYPRE_ClearAllErrors();
   TEST_CHECK(HYPRE_BoomerAMGSetup(amg, system.a, system.b, system.x) != 0);
   TEST_CHECK(test_sweeps(amg, 0) == -1);
   HYPRE_ClearAllErrors();
   HYPRE_BoomerAMGDestroy(amg);
   test_system_destroy(&system);
}

static void test_arguments(void)
{
   trisweep_stats stats;
   TEST_CHECK(trisweep_hypre_hooks_live(NULL, NULL) == TRISWEEP_ERROR_ARGUMENT);
   TEST_CHECK(trisweep_hypre_stats(NULL, 0, sizeof stats, &stats) == TRISWEEP_ERROR_ARGUMENT);
   TEST_CHECK(HYPRE_BoomerAMGSetRelaxType(NULL, 1006) != 0);
   HYPRE_ClearAllErrors();
   TEST_CHECK(HYPRE_BoomerAMGSetCycleRelaxType(NULL, 1006, 1) != 0);
   HYPRE_ClearAllErrors();
   HYPRE_Solver amg = test_amg_create(1006);
   TEST_CHECK(HYPRE_BoomerAMGSetCycleRelaxType(amg, 1006, 4) != 0);
   HYPRE_ClearAllErrors();
   TEST_CHECK(HYPRE_BoomerAMGSetRelaxType(amg, -5) != 0);
   HYPRE_ClearAllErrors();
   HYPRE_Int type = 0;
   hypre_BoomerAMGGetCycleRelaxType(amg, &type, 1);
   TEST_CHECK(type == 1006);
   HYPRE_BoomerAMGDestroy(amg);
}

static void count_line(const char *line, void *n_lines)
{
   TEST_CHECK(strncmp(line, "trisweep: ", 10) == 0 && !strchr(line, '\n'));
   ++*(int *) n_lines;
}

/* A program catches messages; a refused number is one line on rank 0. */
static void test_printer(void)
{
   int          n_lines = 0, rank;
   HYPRE_Solver amg = test_amg_create(1006);
   MPI_Comm_rank(MPI_COMM_WORLD, &rank);
   trisweep_hypre_set_printer(count_line, &n_lines);
   HYPRE_BoomerAMGSetRelaxType(amg, 1007);
   trisweep_hypre_set_printer(NULL, NULL);
   TEST_CHECK(n_lines == (rank == 0) && HYPRE_GetError() != 0);
   HYPRE_ClearAllErrors();
   HYPRE_BoomerAMGDestroy(amg);
}

int main(int argc, char **argv)
{
   setenv("TRISWEEP_OPTIONS", "memory=low", 1); /* trisweep also smooths tiny systems then */
   test_start(&argc, &argv);
   test_bad_value(NAN);
   test_bad_value(INFINITY);
   test_bad_raw();
   test_zero_diagonal();
   test_block_mode();
   test_arguments();
   test_printer();
   return test_end();
}
