/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Setups that are full although setup=values is set: what differs from the last setup, and what
 * cannot be renewed, for the reason that trisweep_hypre_setups states.
 */
#include "hypre/values.h"

#include <math.h>
#include <string.h>

#include <HYPRE_krylov.h>
#include <_hypre_parcsr_ls.h>

#include "hypre/wrapped.h"

enum
{
   SIZE = 9,
   POINTS = 6 /* a size whose rows each rank can divide by 3 */
};

static HYPRE_Int early_end(HYPRE_Solver amg, HYPRE_Int levels)
{
   return HYPRE_BoomerAMGSetMaxLevels(amg, levels);
}

/* ---- reasons of full setups ------------------------------------------------------- */

static void test_guard(void)
{
   test_system  system = test_system_create(SIZE, 1.0, false);
   test_system  other = test_system_create(SIZE - 1, 1.0, false);
   HYPRE_Solver amg = test_values_create(1006, "setup=values");
   test_set_up(amg, &system);
   test_expect_setups(amg, 1, 0, "no earlier", "first");
   test_set_up(amg, &other);
   test_expect_setups(amg, 2, 0, "another pattern", "other size");
   test_set_up(amg, &other);
   test_expect_setups(amg, 2, 1, "another pattern", "same size");
   HYPRE_BoomerAMGSetStrongThreshold(amg, 0.6);
   test_set_up(amg, &other);
   test_expect_setups(amg, 3, 1, "other parameters", "threshold");
   HYPRE_BoomerAMGSetNumFunctions(amg, 2);
   test_set_up(amg, &other);
   test_expect_setups(amg, 4, 1, "other parameters", "functions");
   HYPRE_BoomerAMGSetRelaxWt(amg, 0.5);
   test_set_up(amg, &other);
   test_expect_setups(amg, 5, 1, "other parameters", "weight");
   TEST_CHECK(trisweep_hypre_full_setup(amg) == TRISWEEP_OK);
   test_set_up(amg, &other);
   test_expect_setups(amg, 6, 1, "asked", "asked");
   test_set_up(amg, &other);
   test_expect_setups(amg, 6, 2, "asked", "after asked");
   TEST_CHECK(trisweep_hypre_set_options(amg, "setup=full") == TRISWEEP_OK);
   test_set_up(amg, &other);
   long n[2];
   TEST_CHECK(trisweep_hypre_setups(amg, &n[0], &n[1], NULL) == TRISWEEP_ERROR_ARGUMENT);
   TEST_CHECK(trisweep_hypre_full_setup(NULL) == TRISWEEP_ERROR_ARGUMENT);
   HYPRE_BoomerAMGDestroy(amg);
   test_system_destroy(&system);
   test_system_destroy(&other);
}

/* The cycles until a tolerance, before and after a strong change. */
static void test_convergence(void)
{
   test_system  system = test_system_create(SIZE + 3, 1.0, false);
   HYPRE_Solver amg = test_values_create(1003, "setup=values setup_limit=1.25");
   long         full = 1, by_values = 0;
   for (int step = 0; step < 6; step++)
   {
      test_set_up(amg, &system);
      by_values += step > 0 && step != 4;
      full += step == 4;
      test_expect_setups(amg, full, by_values, step < 4 ? "no earlier" : "slower", "convergence");
      test_iterate(amg, &system);
      if (step == 2)
      {
         test_system_destroy(&system);
         system = test_system_create(SIZE + 3, 0.001, false); /* the next solve is slow */
      }
   }
   HYPRE_BoomerAMGDestroy(amg);
   test_system_destroy(&system);
}

/* Destroy a solver with its hierarchy, which would serve the next one otherwise. */
static void destroy(HYPRE_Solver amg)
{
   TEST_CHECK(trisweep_hypre_set_options(amg, "setup=full") == TRISWEEP_OK);
   HYPRE_BoomerAMGDestroy(amg);
}

/* The communicator of the hierarchy may be gone when the next setup comes. */
static void test_communicator(void)
{
   test_system  system = test_system_create(SIZE, 1.0, false);
   HYPRE_Solver amg = test_values_create(1006, "setup=values");
   test_set_up(amg, &system);
   test_set_up(amg, &system);
   test_expect_setups(amg, 1, 1, "no earlier", "first communicator");
   MPI_Comm other;
   MPI_Comm_dup(MPI_COMM_WORLD, &other);
   hypre_ParCSRMatrixComm((hypre_ParCSRMatrix *) system.a) = other;
   test_set_up(amg, &system);
   test_expect_setups(amg, 2, 1, "communicator", "another communicator");
   test_set_up(amg, &system);
   test_expect_setups(amg, 2, 2, "communicator", "the same again");
   hypre_ParCSRMatrixComm((hypre_ParCSRMatrix *) system.a) = MPI_COMM_WORLD;
   test_set_up(amg, &system);
   test_expect_setups(amg, 3, 2, "communicator", "back");
   HYPRE_BoomerAMGDestroy(amg);
   MPI_Comm_free(&other);
   test_system_destroy(&system);
}

/* Iterations of a solve by BoomerAMG to 1e-8, from zero. */
static HYPRE_Int solve(HYPRE_Solver amg, test_system *system)
{
   HYPRE_Int n = 0;
   HYPRE_ParVectorSetConstantValues(system->x, 0.0);
   HYPRE_BoomerAMGSolve(amg, system->a, system->b, system->x);
   HYPRE_BoomerAMGGetNumIterations(amg, &n);
   return n;
}

static HYPRE_Solver create_solver(HYPRE_Int max_iter)
{
   HYPRE_Solver amg = test_values_create(1003, "setup=values");
   HYPRE_BoomerAMGSetTol(amg, 1e-8);
   HYPRE_BoomerAMGSetMaxIter(amg, max_iter);
   return amg;
}

/* After a failure the next setup is full. */
static void test_few_iterations(void)
{
   test_system  system = test_system_create(SIZE + 3, 1.0, false);
   test_system  other = test_system_create(SIZE + 3, 0.001, false);
   HYPRE_Solver plain = create_solver(100);
   test_set_up(plain, &system);
   const HYPRE_Int n = solve(plain, &system);
   destroy(plain);
   HYPRE_Solver amg = create_solver(n + 2);
   test_set_up(amg, &system);
   TEST_CHECK(solve(amg, &system) <= n + 2 && HYPRE_GetError() == 0);
   test_set_up(amg, &other);
   test_expect_setups(amg, 1, 1, "no earlier", "few iterations");
   (void) solve(amg, &other);
   TEST_CHECK(HYPRE_GetError() != 0);
   HYPRE_ClearAllErrors();
   test_set_up(amg, &other);
   test_expect_setups(amg, 2, 1, "slower", "after a failure");
   destroy(amg);
   test_system_destroy(&system);
   test_system_destroy(&other);
}

static HYPRE_Int solve_by_pcg(HYPRE_Solver pcg, test_system *system)
{
   HYPRE_ParVectorSetConstantValues(system->x, 0.0);
   return HYPRE_ParCSRPCGSolve(pcg, system->a, system->b, system->x);
}

/*
 * Solves of one setup are compared one by one with those of a full setup; one that fails for
 * another matrix leads to a full setup.
 */
static void test_krylov(bool wrapped)
{
   test_system  system = test_system_create(SIZE + 3, 1000.0, false);
   test_system  other = test_system_create(SIZE + 3, 0.001, false);
   HYPRE_Solver amg = test_values_create(1006, "setup=values"), pcg;
   HYPRE_BoomerAMGSetTol(amg, 0.0);
   HYPRE_BoomerAMGSetMaxIter(amg, 1);
   HYPRE_ParCSRPCGCreate(MPI_COMM_WORLD, &pcg);
   HYPRE_ParCSRPCGSetTol(pcg, 1e-8);
   HYPRE_ParCSRPCGSetMaxIter(pcg, 20);
   HYPRE_ParCSRPCGSetPrecond(pcg, wrapped ? test_wrapped_solve : HYPRE_BoomerAMGSolve,
                             wrapped ? test_wrapped_setup : HYPRE_BoomerAMGSetup,
                             wrapped ? (HYPRE_Solver) &amg : amg);
   for (int step = 0; step < 3; step++)
   {
      HYPRE_ParCSRPCGSetup(pcg, system.a, system.b, system.x);
      for (int k = 0; k <= 4 * step; k++)
      {
         TEST_CHECK(solve_by_pcg(pcg, &system) == 0);
      }
   }
   test_expect_setups(amg, 1, 2, "no earlier", "several solves");
   hypre_ParVector *zero = test_vector_create(&system, 1);
   hypre_ParVectorSetConstantValues(zero, 0.0);
   (void) HYPRE_ParCSRPCGSolve(pcg, system.a, (HYPRE_ParVector) zero, system.x);
   HYPRE_ClearAllErrors();
   hypre_ParVectorDestroy(zero);
   HYPRE_ParCSRPCGSetup(pcg, other.a, other.b, other.x);
   test_expect_setups(amg, 1, 3, "no earlier", "another matrix");
   HYPRE_ParCSRPCGSetMaxIter(pcg, 2);
   (void) solve_by_pcg(pcg, &other);
   HYPRE_ClearAllErrors();
   HYPRE_ParCSRPCGSetup(pcg, other.a, other.b, other.x);
   test_expect_setups(amg, 2, 3, "slower", "after a failure of PCG");
   HYPRE_ParCSRPCGDestroy(pcg);
   destroy(amg);
   test_system_destroy(&system);
   test_system_destroy(&other);
}

/* As after hypre's own setup: an infinite value gives an infinite solution, never an old one. */
static void test_unsound(double value, const char *what)
{
   test_system  system = test_system_create(SIZE, 1.0, false);
   HYPRE_Solver amg = test_values_create(3, "setup=values"),
                plain = test_values_create(3, "setup=full");
   test_set_up(amg, &system);
   test_set_up(amg, &system);
   test_expect_setups(amg, 1, 1, "no earlier", what);
   test_system_set(&system, 0, 0, value);
   test_set_up(amg, &system);
   test_expect_setups(amg, 2, 1, "infinite", what);
   HYPRE_ClearAllErrors();
   test_set_up(plain, &system);
   const double got = test_amg_solve(amg, &system), want = test_amg_solve(plain, &system);
   HYPRE_ClearAllErrors();
   TEST_CHECK(isfinite(want) ? fabs(got - want) <= 1e-9 * want : !isfinite(got));
   test_system_set(&system, 0, 0, 6.0);
   test_set_up(amg, &system);
   test_expect_setups(amg, 3, 1, "no earlier", what);
   test_set_up(amg, &system);
   test_expect_setups(amg, 3, 2, "no earlier", what);
   test_set_up(plain, &system);
   TEST_NEAR(test_amg_solve(amg, &system), test_amg_solve(plain, &system), 1e-9);
   destroy(amg);
   HYPRE_BoomerAMGDestroy(plain);
   test_system_destroy(&system);
}

/* ---- what is declined ------------------------------------------------------------ */

static HYPRE_Int blocks(HYPRE_Solver amg, HYPRE_Int n)
{
   HYPRE_BoomerAMGSetNumFunctions(amg, n);
   return HYPRE_BoomerAMGSetInterpType(amg, 10);
}

static HYPRE_Int drop(HYPRE_Solver amg, HYPRE_Int percent)
{
   HYPRE_BoomerAMGSetADropType(amg, -1);
   return HYPRE_BoomerAMGSetADropTol(amg, 0.01 * percent);
}

static HYPRE_Int non_galerkin(HYPRE_Solver amg, HYPRE_Int percent)
{
   return HYPRE_BoomerAMGSetNonGalerkinTol(amg, 0.01 * percent);
}

static HYPRE_Int complex_smoother(HYPRE_Solver amg, HYPRE_Int type)
{
   HYPRE_BoomerAMGSetSmoothType(amg, type);
   return HYPRE_BoomerAMGSetSmoothNumLevels(amg, 1);
}

static HYPRE_Int redundant(HYPRE_Solver amg, HYPRE_Int threshold)
{
   return HYPRE_BoomerAMGSetSeqThreshold(amg, threshold);
}

#if !defined(HYPRE_MIXEDINT)
static HYPRE_Int restriction(HYPRE_Solver amg, HYPRE_Int type)
{
   HYPRE_BoomerAMGSetStrongThresholdR(amg, 0.25);
   return HYPRE_BoomerAMGSetRestriction(amg, type);
}
#endif

static const test_variant declined[] = { { "block mode", 6, blocks, 3 },
                                         { "non-Galerkin coarse matrices", 6, non_galerkin, 5 },
                                         { "a drop tolerance", 6, drop, 1 },
                                         { "additive cycles", 6, HYPRE_BoomerAMGSetAdditive, 0 },
                                         { "additive cycles", 6, HYPRE_BoomerAMGSetMultAdditive,
                                           0 },
                                         { "additive cycles", 6, HYPRE_BoomerAMGSetSimple, 0 },
                                         { "complex smoothers", 6, complex_smoother, 9 },
#if !defined(HYPRE_MIXEDINT) /* Debian's hypre64m passes 32-bit integers to a 64-bit LAPACK */
                                         { "complex smoothers", 1006, complex_smoother, 6 },
                                         { "AIR", 6, restriction, 1 },
#endif
                                         { "relax type 15", 15, NULL, 0 },
                                         { "Chebyshev", 16, NULL, 0 },
                                         { "one level", 6, early_end, 1 },
                                         { "a redundant coarse solver", 6, redundant, 60 } };

static void test_declined(const test_variant *v)
{
   test_system  system = test_system_create(POINTS, 0.5, false);
   HYPRE_Solver amg = test_values_create(v->type, "setup=values"),
                plain = test_values_create(v->type, "setup=full");
   const bool parallel_only = v->set == redundant;
   v->set ? v->set(amg, v->value) + v->set(plain, v->value) : 0;
   if (!parallel_only || test_size > 1)
   {
      test_set_up(amg, &system);
      test_set_up(amg, &system);
      test_expect_setups(amg, 2, 0, v->name, v->name);
      test_set_up(plain, &system);
      test_set_up(plain, &system);
      TEST_NEAR(test_amg_solve(amg, &system), test_amg_solve(plain, &system), 1e-9);
   }
   HYPRE_ClearAllErrors();
   HYPRE_BoomerAMGDestroy(amg);
   HYPRE_BoomerAMGDestroy(plain);
   test_system_destroy(&system);
}

/* ---- MGR ----------------------------------------------------------------------- */

/*
 * Even rows are fine, odd rows coarse. A new MGR sets up for new values in each step, with the same
 * BoomerAMG on the coarse level: its iterates are those of a new BoomerAMG. With reserved coarse
 * points MGR marks C-points in BoomerAMG.
 */
static double solve_mgr(test_system *system, HYPRE_Solver amg, bool reserves)
{
   HYPRE_Solver mgr;
   HYPRE_Int    n_coarse[1] = { 1 }, coarse[1] = { 1 }, *coarse_of_level[1] = { coarse };
   HYPRE_MGRCreate(&mgr);
   HYPRE_MGRSetCpointsByBlock(mgr, 2, 1, n_coarse, coarse_of_level);
   reserves ? HYPRE_MGRSetReservedCoarseNodes(mgr, 1, &system->first) : 0;
   HYPRE_MGRSetMaxIter(mgr, 5);
   HYPRE_MGRSetTol(mgr, 0.0);
   HYPRE_MGRSetPrintLevel(mgr, 0);
   HYPRE_MGRSetCoarseSolver(mgr, HYPRE_BoomerAMGSolve, HYPRE_BoomerAMGSetup, amg);
   HYPRE_ParVectorSetConstantValues(system->x, 0.0);
   HYPRE_MGRSetup(mgr, system->a, system->b, system->x);
   HYPRE_MGRSolve(mgr, system->a, system->b, system->x);
   HYPRE_MGRDestroy(mgr);
   return test_residual(system);
}

/* A setup of hypre that makes no levels. */
static void test_no_levels(void)
{
   test_system  system = test_system_create(8, 0.4, false);
   HYPRE_Solver amg = test_values_create(1006, "setup=values");
   HYPRE_BoomerAMGSetSetupType(amg, 0);
   for (int step = 1; step <= 2; step++)
   {
      test_set_up(amg, &system);
      test_expect_setups(amg, step, 0, step > 1 ? "setup type 0" : "no earlier", "no levels");
   }
   HYPRE_ClearAllErrors();
   destroy(amg);
   test_system_destroy(&system);
}

static void test_mgr(bool reserves)
{
   test_system  system = test_system_create(8, 0.4, false);
   HYPRE_Solver amg = test_values_create(1006, "setup=values setup_limit=1000");
   HYPRE_BoomerAMGSetMaxIter(amg, 1);
   for (int step = 0; step < 3; step++)
   {
      HYPRE_Solver plain = test_values_create(1006, "setup=full");
      HYPRE_BoomerAMGSetMaxIter(plain, 1);
      TEST_NEAR(solve_mgr(&system, amg, reserves), solve_mgr(&system, plain, reserves), 1e-9);
      test_expect_setups(amg, reserves ? step + 1 : 1, reserves ? 0 : step,
                         reserves && step > 0 ? "marked C-points" : "no earlier", "MGR");
      HYPRE_BoomerAMGDestroy(plain);
      test_system_scale(&system, 4.0);
   }
   HYPRE_ClearAllErrors();
   destroy(amg);
   test_system_destroy(&system);
}

int main(int argc, char **argv)
{
   test_start(&argc, &argv);
   test_guard();
   test_convergence();
   test_communicator();
   test_few_iterations();
   test_krylov(false);
   test_krylov(true);
   test_unsound((double) NAN, "NaN");
   test_unsound((double) INFINITY, "infinity");
   test_unsound(0.0, "zero diagonal");
   for (size_t i = 0; i < sizeof declined / sizeof declined[0]; i++)
   {
      test_declined(&declined[i]);
   }
   test_no_levels();
   test_mgr(false);
   test_mgr(true);
   return test_end();
}
