/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A library that solves with hypre. libraries.c opens it as programs open their packages. */
#include "hypre/support.h"

__attribute__((visibility("default"))) int test_solver(int type, int argc, char **argv);

/* BoomerAMG alone. Returns the number of iterations. */
int test_solver(int type, int argc, char **argv)
{
   HYPRE_Int iterations = -1;
   test_start(&argc, &argv);
   test_system  system = test_system_create(8, 1.0, false);
   HYPRE_Solver amg = test_amg_create(type);
   HYPRE_BoomerAMGSetTol(amg, 1e-8);
   HYPRE_BoomerAMGSetMaxIter(amg, 50);
   HYPRE_BoomerAMGSetup(amg, system.a, system.b, system.x);
   HYPRE_BoomerAMGSolve(amg, system.a, system.b, system.x);
   HYPRE_BoomerAMGGetNumIterations(amg, &iterations);
   HYPRE_BoomerAMGDestroy(amg);
   test_system_destroy(&system);
   return (int) iterations;
}
