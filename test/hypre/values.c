/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/values.h"

#include <stdio.h>
#include <string.h>

#include <_hypre_parcsr_ls.h>

/* On devices hypre continues the random numbers of the last setup: coarsening, eigenvalues. */
static void reset_random_numbers(void)
{
#if defined(HYPRE_USING_CUDA)
   if (test_location == HYPRE_MEMORY_DEVICE)
   {
      HYPRE_SetUseGpuRand(0); /* coarsening takes those of hosts, which it resets itself */
      hypre_ResetDeviceRandGenerator(4711ULL, 0ULL);
   }
#endif
}

HYPRE_Solver test_values_create(HYPRE_Int type, const char *options)
{
   HYPRE_Solver amg = test_amg_create(type);
   HYPRE_BoomerAMGSetMaxCoarseSize(amg, 5);
   if (test_location == HYPRE_MEMORY_DEVICE)
   {
      HYPRE_BoomerAMGSetPMaxElmts(amg, 0); /* rounding decides which of equal weights is dropped */
   }
   TEST_CHECK(trisweep_hypre_set_options(amg, options) == TRISWEEP_OK);
   return amg;
}

bool test_has_resetup(void)
{
   HYPRE_Solver amg = test_amg_create(6);
   const bool   has = trisweep_hypre_set_options(amg, "extensions=resetup") == TRISWEEP_OK;
   HYPRE_ClearAllErrors();
   HYPRE_BoomerAMGDestroy(amg);
   return has;
}

void test_set_up(HYPRE_Solver amg, test_system *system)
{
   reset_random_numbers();
   HYPRE_BoomerAMGSetup(amg, system->a, system->b, system->x);
}

void test_iterate(HYPRE_Solver amg, test_system *system)
{
   HYPRE_BoomerAMGSetTol(amg, 0.0);
   HYPRE_BoomerAMGSetMaxIter(amg, 1);
   HYPRE_ParVectorSetConstantValues(system->x, 0.0);
   const double first = test_residual(system);
   for (int k = 0; k < 200 && test_residual(system) > 1e-8 * first; k++)
   {
      HYPRE_BoomerAMGSolve(amg, system->a, system->b, system->x);
   }
}

void test_expect_setups(HYPRE_Solver amg, long full, long by_values, const char *why,
                        const char *what)
{
   long        n_full = -1, n_by_values = -1;
   const char *last = "";
   TEST_CHECK(trisweep_hypre_setups(amg, &n_full, &n_by_values, &last) == TRISWEEP_OK);
   const bool good = n_full == full && n_by_values == by_values && strstr(last, why);
   if (!good)
   {
      fprintf(stderr, "%s: %ld full setups, %ld by values, the last full one: %s\n", what, n_full,
              n_by_values, last);
   }
   TEST_CHECK(good);
}

static double energy(hypre_ParCSRMatrix *a, hypre_ParVector *x, hypre_ParVector *y)
{
   hypre_ParVector *z =
      hypre_ParVectorCreate(hypre_ParCSRMatrixComm(a), hypre_ParCSRMatrixGlobalNumRows(a),
                            hypre_ParCSRMatrixRowStarts(a));
   hypre_ParVectorInitialize(z);
   hypre_ParCSRMatrixMatvec(1.0, a, x, 0.0, z);
   const double product = hypre_ParVectorInnerProd(y, z);
   hypre_ParVectorDestroy(z);
   return product;
}

static hypre_ParVector *random_vector(hypre_ParCSRMatrix *a, HYPRE_Int seed)
{
   hypre_ParVector *x =
      hypre_ParVectorCreate(hypre_ParCSRMatrixComm(a), hypre_ParCSRMatrixGlobalNumRows(a),
                            hypre_ParCSRMatrixRowStarts(a));
   hypre_ParVectorInitialize(x);
   hypre_ParVectorSetRandomValues(x, seed);
   return x;
}

void test_check_products(HYPRE_Solver amg)
{
   hypre_ParAMGData *data = (hypre_ParAMGData *) amg;
   TEST_CHECK(hypre_ParAMGDataNumLevels(data) > 2);
   for (int k = 0; k + 1 < hypre_ParAMGDataNumLevels(data); k++)
   {
      hypre_ParCSRMatrix *a = hypre_ParAMGDataAArray(data)[k], *p = hypre_ParAMGDataPArray(data)[k];
      hypre_ParCSRMatrix *coarse = hypre_ParAMGDataAArray(data)[k + 1];
      hypre_ParVector    *x = random_vector(coarse, 1), *y = random_vector(coarse, 7);
      hypre_ParVector    *px = random_vector(a, 3), *py = random_vector(a, 5);
      hypre_ParCSRMatrixMatvec(1.0, p, x, 0.0, px);
      hypre_ParCSRMatrixMatvec(1.0, p, y, 0.0, py);
      TEST_NEAR(energy(coarse, y, x), energy(a, py, px), 1e-11);
      hypre_ParVectorDestroy(x);
      hypre_ParVectorDestroy(y);
      hypre_ParVectorDestroy(px);
      hypre_ParVectorDestroy(py);
   }
}
