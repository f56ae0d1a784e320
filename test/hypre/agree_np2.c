/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Ranks with different configurations (rank 0 replaces type 4, rank 1 does not): every rank gets
 * an error from the setup and goes on with hypre's own smoother, and no rank hangs.
 */
#include "hypre/support.h"

#include <_hypre_parcsr_ls.h>

#include <stdlib.h>

/* The residual is that of hypre's own smoother, although the error flag is still set. */
static void check_refused(HYPRE_Solver amg, test_system *system, double expected)
{
   HYPRE_ClearAllErrors();
   TEST_CHECK(HYPRE_BoomerAMGSetup(amg, system->a, system->b, system->x) != 0);
   TEST_NEAR(test_amg_solve(amg, system), expected, 1e-7);
   TEST_CHECK(test_sweeps(amg, 0) == -1);
   HYPRE_BoomerAMGDestroy(amg);
   HYPRE_ClearAllErrors();
}

/* Different configurations are no error while no rank sets a number of the plug. */
static void test_boomeramg(test_system *system)
{
   HYPRE_Solver plain = test_amg_create(6);
   TEST_CHECK(HYPRE_BoomerAMGSetup(plain, system->a, system->b, system->x) == 0);
   const double expected = test_amg_solve(plain, system);
   HYPRE_BoomerAMGDestroy(plain);
   check_refused(test_amg_create(1006), system, expected);
   check_refused(test_amg_create(test_rank == 0 ? 1006 : 6), system, expected);
   HYPRE_Solver replaced = test_amg_create(4);
   TEST_CHECK(HYPRE_BoomerAMGSetup(replaced, system->a, system->b, system->x) != 0);
   TEST_CHECK(test_sweeps(replaced, 0) == -1);
   HYPRE_BoomerAMGDestroy(replaced);
   HYPRE_ClearAllErrors();
}

/* Relaxation outside of BoomerAMG, by a plain type and by a number of the plug. */
static void test_relax(test_system *system)
{
   hypre_ParCSRMatrix *a = (hypre_ParCSRMatrix *) system->a;
   hypre_ParVector    *b = (hypre_ParVector *) system->b;
   const HYPRE_Int     n = hypre_CSRMatrixNumRows(hypre_ParCSRMatrixDiag(a));
   hypre_ParVector    *x = test_vector_create(system, 1), *y = test_vector_create(system, 1);
   hypre_ParVector    *work = test_vector_create(system, 1);
   test_vector_fill(x, n, 1.0, false);
   test_vector_fill(y, n, 1.0, false);
   hypre_BoomerAMGRelax(a, b, NULL, 6, 0, 1.0, 1.0, NULL, x, work, NULL);
   TEST_CHECK(HYPRE_GetError() == 0);
   hypre_BoomerAMGRelax(a, b, NULL, 1006, 0, 1.0, 1.0, NULL, y, work, NULL);
   TEST_CHECK(HYPRE_GetError() != 0);
   TEST_CHECK(test_vector_distance(x, y, n) == 0.0);
   HYPRE_ClearAllErrors();
   test_vector_fill(y, n, 1.0, false);
   TEST_CHECK(test_vector_distance(x, y, n) > 0.0);
   hypre_ParVectorDestroy(x);
   hypre_ParVectorDestroy(y);
   hypre_ParVectorDestroy(work);
}

int main(int argc, char **argv)
{
   test_start(&argc, &argv);
   setenv("TRISWEEP_REPLACE", test_rank == 0 ? "3,4" : "3", 1); /* read at the first call */
   test_system system = test_system_create(7, 1.0, false);
   test_relax(&system);
   test_boomeramg(&system);
   test_system_destroy(&system);
   return test_end();
}
