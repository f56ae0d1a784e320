/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * A lagged preconditioner: values change in place after the setup, without another setup. hypre's
 * sweeps use the new values, and so do those of trisweep: all values at once, also by a factor that
 * changes their exponents or signs only, and one value, which a solve notices at the latest when
 * all parts of the matrix have been compared.
 */
#include "hypre/support.h"

#include <stdio.h>

enum
{
   N_PARTS = 61 /* changed.c */
};

/* The residuals after solves with values scaled by factor after the setup. */
static double solve_scaled(HYPRE_Int type, double factor)
{
   test_system  system = test_system_create(10, 1.0, false);
   HYPRE_Solver amg = test_amg_create(type);
   TEST_CHECK(trisweep_hypre_set_options(amg, "memory=fast") == TRISWEEP_OK); /* a copy at once */
   HYPRE_BoomerAMGSetup(amg, system.a, system.b, system.x);
   (void) test_amg_solve(amg, &system);
   test_system_scale(&system, factor);
   const double norm = test_amg_solve(amg, &system);
   HYPRE_BoomerAMGDestroy(amg);
   test_system_destroy(&system);
   return norm;
}

static double solve_with_one(HYPRE_Int type)
{
   test_system  system = test_system_create(10, 1.0, false);
   HYPRE_Solver amg = test_amg_create(type);
   double       norm = 0.0;
   HYPRE_BoomerAMGSetup(amg, system.a, system.b, system.x);
   test_system_set(&system, 123, 123, 60.0);
   for (int k = 0; k <= N_PARTS; k++)
   {
      norm = test_amg_solve(amg, &system);
   }
   HYPRE_BoomerAMGDestroy(amg);
   test_system_destroy(&system);
   return norm;
}

/* Four rows are coupled with each other: a row has its diagonal entry and three more. */
static HYPRE_Int row_of_four(const void *data, HYPRE_BigInt row, HYPRE_BigInt *cols, double *values,
                             double *b)
{
   (void) data;
   for (int k = 0; k < 4; k++)
   {
      cols[k] = row / 4 * 4 + k;
      values[k] = cols[k] == row ? 4.0 : -1.0 - 0.1 * k;
   }
   *b = 1.0 + (double) (row % 7);
   return 4;
}

/* The residual of the first solve after a shift of the diagonal alone. */
static double solve_shifted(HYPRE_Int type)
{
   const HYPRE_BigInt n = 1000, first = n * test_rank, last = first + n - 1;
   test_system        system = test_system_assemble(MPI_COMM_WORLD, first, last, row_of_four, NULL);
   HYPRE_Solver       amg = test_amg_create(type);
   TEST_CHECK(trisweep_hypre_set_options(amg, "memory=fast") == TRISWEEP_OK);
   HYPRE_BoomerAMGSetup(amg, system.a, system.b, system.x);
   (void) test_amg_solve(amg, &system);
   for (HYPRE_BigInt row = first; row <= last; row++)
   {
      test_system_set(&system, row, row, 5.0);
   }
   const double norm = test_amg_solve(amg, &system);
   HYPRE_BoomerAMGDestroy(amg);
   test_system_destroy(&system);
   return norm;
}

int main(int argc, char **argv)
{
   static const HYPRE_Int types[] = { 3, 4, 6, 8 };
   static const double    factors[] = { 1.4, 0.5, 4.0, -1.0 };
   test_start(&argc, &argv);
   for (int t = 0; t < 4; t++)
   {
      for (int k = 0; k < 4; k++)
      {
         TEST_NEAR(solve_scaled(1000 + types[t], factors[k]), solve_scaled(types[t], factors[k]),
                   1e-7);
      }
      const double one[2] = { solve_with_one(types[t]), solve_with_one(1000 + types[t]) };
      if (test_rank == 0)
      {
         printf("type %d: one %.9e %.9e\n", (int) types[t], one[0], one[1]);
      }
      TEST_NEAR(one[1], one[0], 1e-7);
      TEST_NEAR(solve_shifted(1000 + types[t]), solve_shifted(types[t]), 1e-7);
   }
   return test_end();
}
