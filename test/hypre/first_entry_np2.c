/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Rows without a stored diagonal entry, for which hypre's types 3, 4 and 6 divide by the first
 * entry of the row: a saddle point problem [A B; B^T 0]. Same iterates as hypre's.
 */
#include "hypre/support.h"

#include <stdio.h>

static test_system create_system(void)
{
   test_system s = test_system_create(4, 1.0, false); /* for its vectors: 64 rows */
   void       *object;
   HYPRE_IJMatrixDestroy(s.ij_a);
   HYPRE_IJMatrixCreate(MPI_COMM_WORLD, s.first, s.last, s.first, s.last, &s.ij_a);
   HYPRE_IJMatrixSetObjectType(s.ij_a, HYPRE_PARCSR);
   HYPRE_IJMatrixInitialize(s.ij_a);
   for (HYPRE_BigInt i = s.first; i <= s.last; i++)
   {
      const bool         multiplier = i % 4 == 3;
      const HYPRE_BigInt cols[] = { i, i > 0 ? i - 1 : i + 1, i < 63 ? i + 1 : i - 1 };
      const double       values[] = { 4.0, multiplier ? 2.0 : 1.0, multiplier ? 2.5 : -1.0 };
      HYPRE_Int          n = multiplier ? 2 : 3;
      HYPRE_IJMatrixSetValues(s.ij_a, 1, &n, &i, cols + multiplier, values + multiplier);
   }
   HYPRE_IJMatrixAssemble(s.ij_a);
   HYPRE_IJMatrixGetObject(s.ij_a, &object);
   s.a = (HYPRE_ParCSRMatrix) object;
   return s;
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
   test_system system = create_system();
   compare(&system, 3);
   compare(&system, 4);
   compare(&system, 6);
   compare(&system, 8);
   compare(&system, 13);
   test_system_destroy(&system);
   return test_end();
}
