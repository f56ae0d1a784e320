/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * A hypre with mixed precision: calls by the names without a precision, as programs make them,
 * reach the plug, and BoomerAMG in single precision within CG for doubles is left to hypre. The
 * other tests call the functions for doubles.
 */
#undef MP_BUILD_DOUBLE /* with it hypre's headers make each name one for doubles */
#include "hypre/support.h"

#include <stdio.h>

#if defined(HYPRE_MIXED_PRECISION)

typedef HYPRE_Int solver_call(HYPRE_Solver, HYPRE_ParCSRMatrix, HYPRE_ParVector, HYPRE_ParVector);

static HYPRE_ParCSRMatrix single; /* the matrix in single precision */

static HYPRE_Int setup_single(HYPRE_Solver amg, HYPRE_ParCSRMatrix a, HYPRE_ParVector b,
                              HYPRE_ParVector x)
{
   (void) a;
   return HYPRE_BoomerAMGSetup_mp(amg, single, b, x);
}

static HYPRE_Int solve_single(HYPRE_Solver amg, HYPRE_ParCSRMatrix a, HYPRE_ParVector b,
                              HYPRE_ParVector x)
{
   (void) a;
   return HYPRE_BoomerAMGSolve_mp(amg, single, b, x);
}

/* CG for doubles; returns its iterations, and the norm of the residual. */
static HYPRE_Int solve(HYPRE_Solver amg, solver_call *setup, solver_call *precondition,
                       test_system *system, double *norm)
{
   HYPRE_Solver pcg;
   HYPRE_Int    n = -1;
   HYPRE_ParVectorSetConstantValues(system->x, 0.0);
   HYPRE_ParCSRPCGCreate(MPI_COMM_WORLD, &pcg);
   HYPRE_PCGSetTol(pcg, 1e-10);
   HYPRE_PCGSetMaxIter(pcg, 60);
   HYPRE_PCGSetPrecond(pcg, (HYPRE_PtrToSolverFcn) precondition, (HYPRE_PtrToSolverFcn) setup, amg);
   HYPRE_ParCSRPCGSetup(pcg, system->a, system->b, system->x);
   HYPRE_ParCSRPCGSolve(pcg, system->a, system->b, system->x);
   HYPRE_PCGGetNumIterations(pcg, &n);
   *norm = test_residual(system);
   HYPRE_ParCSRPCGDestroy(pcg);
   return n;
}

static HYPRE_Int solve_double(HYPRE_Int number, test_system *system, double *norm)
{
   HYPRE_Solver amg;
   HYPRE_BoomerAMGCreate(&amg);
   HYPRE_BoomerAMGSetCycleRelaxType(amg, number + 3, 1);
   HYPRE_BoomerAMGSetCycleRelaxType(amg, number + 4, 2);
   HYPRE_BoomerAMGSetTol(amg, 0.0);
   HYPRE_BoomerAMGSetMaxIter(amg, 1);
   const HYPRE_Int n = solve(amg, HYPRE_BoomerAMGSetup, HYPRE_BoomerAMGSolve, system, norm);
   TEST_CHECK(number > 0 ? test_sweeps(amg, 0) >= 2 * n : test_sweeps(amg, 0) == -1);
   HYPRE_BoomerAMGDestroy(amg);
   return n;
}

static HYPRE_Int solve_mixed(test_system *system, double *norm)
{
   HYPRE_Solver amg;
   single = HYPRE_ParCSRMatrixClone_mp(system->a, HYPRE_REAL_SINGLE);
   HYPRE_BoomerAMGCreate_flt(&amg);
   HYPRE_BoomerAMGSetCycleRelaxType_flt(amg, 3, 1);
   HYPRE_BoomerAMGSetCycleRelaxType_flt(amg, 4, 2);
   HYPRE_BoomerAMGSetTol_flt(amg, 0.0F);
   HYPRE_BoomerAMGSetMaxIter_flt(amg, 1);
   const HYPRE_Int n = solve(amg, setup_single, solve_single, system, norm);
   TEST_CHECK(test_sweeps(amg, 0) == -1);
   HYPRE_BoomerAMGDestroy_flt(amg);
   HYPRE_ParCSRMatrixDestroy_flt(single);
   return n;
}

int main(int argc, char **argv)
{
   double plain, ours, mixed;
   test_start(&argc, &argv);
   test_system     system = test_system_create(12, 0.3, false);
   const HYPRE_Int n = solve_double(0, &system, &plain);
   TEST_CHECK(n > 2 && n < 60);
   TEST_CHECK(solve_double(1000, &system, &ours) == n);
   TEST_NEAR(plain, ours, 1e-4);
   const HYPRE_Int n_mixed = solve_mixed(&system, &mixed);
   TEST_CHECK(n_mixed >= n && n_mixed <= n + 2);
   TEST_CHECK(HYPRE_GetError() == 0);
   test_system_destroy(&system);
   return test_end();
}

#else

int main(int argc, char **argv)
{
   test_start(&argc, &argv);
   if (test_rank == 0)
   {
      puts("SKIP: this hypre has no mixed precision");
   }
   (void) test_end();
   return 77;
}

#endif
