/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Rows without a stored diagonal entry, for which hypre's types 3, 4 and 6 divide by the first
 * entry of the row: a saddle point problem [A B; B^T 0]. Same iterates as hypre's.
 */
#include "hypre/support.h"

#include <math.h>
#include <stdio.h>

enum
{
   N = 256 /* rows */
};

static HYPRE_Int row_of(const void *data, HYPRE_BigInt i, HYPRE_BigInt *cols, double *values,
                        double *b)
{
   (void) data;
   HYPRE_Int n = 0;
   *b = 1.0 + 0.25 * sin(0.7 * (double) i);
   if (i % 4 != 3)
   {
      cols[n] = i;
      values[n++] = 4.0;
   }
   cols[n] = i > 0 ? i - 1 : i + 1;
   values[n++] = i % 4 == 3 ? 2.0 : 1.0;
   cols[n] = i < N - 1 ? i + 1 : i - 1;
   values[n++] = i % 4 == 3 ? 2.5 : -1.0;
   return n;
}

static void compare(test_system *s, HYPRE_Int type)
{
   double norm[2];
   for (int ours = 0; ours < 2; ours++)
   {
      HYPRE_Solver amg = test_amg_create(1000 * ours + type);
      HYPRE_BoomerAMGSetMaxIter(amg, 2); /* before the iterates of some types overflow */
      HYPRE_BoomerAMGSetup(amg, s->a, s->b, s->x);
      norm[ours] = test_amg_solve(amg, s);
      TEST_CHECK(!ours || test_sweeps(amg, 0) > 0);
      HYPRE_BoomerAMGDestroy(amg);
      HYPRE_ClearAllErrors();
   }
   if (test_rank == 0)
   {
      printf("type %d: %.12e %.12e\n", (int) type, norm[0], norm[1]);
   }
   TEST_NEAR(norm[1], norm[0], 1e-9);
}

int main(int argc, char **argv)
{
   test_start(&argc, &argv);
   test_system system = test_system_assemble(MPI_COMM_WORLD, N * test_rank / test_size,
                                             N * (test_rank + 1) / test_size - 1, row_of, NULL);
   compare(&system, 3);
   compare(&system, 4);
   compare(&system, 6);
   compare(&system, 8);
   compare(&system, 13);
   test_system_destroy(&system);
   return test_end();
}
