/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Allocations fail on one rank. The smoother of a level: hypre smooths on all ranks. One allocation
 * of an analysis: that level uses less memory, with the same result. All allocations: every rank
 * gets an error from the setup, and hypre smooths. One allocation of a sweep: that rank gets an
 * error from the solve, and its part of the result is NaN. Buffers for several vectors: all ranks
 * get an error and NaN. The record of a matrix that a solve or a relax call brings: hypre smooths.
 * No rank hangs, and the next setup works. The smoothers make packed copies (memory=fast).
 */
#include "hypre/support.h"

#include <_hypre_parcsr_ls.h>

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>

enum
{
   LARGE = 1024, /* bytes; smaller allocations do not fail and are not counted */
   LEVELS = 3,   /* of all solvers, so that no setup makes records of further levels */
   ROWS = 4096,
   EDGE = 16 /* of the grid: each of up to 4 ranks has 4 KB of any index array of level 0 */
};

static _Atomic int  left; /* allocations until one fails; 0 for never */
static _Atomic bool all_fail;

static bool must_fail(size_t size)
{
   return size >= LARGE &&
          (atomic_load(&all_fail) || (atomic_load(&left) > 0 && atomic_fetch_sub(&left, 1) == 1));
}

/* Replaces aligned_alloc of the C library, by which libtrisweep allocates. */
__attribute__((visibility("default"))) void *aligned_alloc(size_t alignment, size_t size)
{
   void *memory = NULL;
   return !must_fail(size) && posix_memalign(&memory, alignment, size) == 0 ? memory : NULL;
}

static bool is_last(void)
{
   return test_rank == test_size - 1;
}

/* A solver that holds the levels of another matrix. */
static HYPRE_Solver prepare(void)
{
   test_system  system = test_system_create(EDGE + 2, 1.0, false);
   HYPRE_Solver amg = test_amg_create(1006);
   HYPRE_BoomerAMGSetMaxLevels(amg, LEVELS);
   TEST_CHECK(HYPRE_BoomerAMGSetup(amg, system.a, system.b, system.x) == 0);
   test_system_destroy(&system);
   return amg;
}

static double solve_plain(test_system *system)
{
   HYPRE_Solver amg = test_amg_create(6);
   HYPRE_BoomerAMGSetMaxLevels(amg, LEVELS);
   HYPRE_BoomerAMGSetup(amg, system->a, system->b, system->x);
   const double norm = test_amg_solve(amg, system);
   HYPRE_BoomerAMGDestroy(amg);
   return norm;
}

static bool is_low(HYPRE_Solver amg)
{
   trisweep_stats stats;
   TEST_CHECK(trisweep_hypre_stats(amg, 0, sizeof stats, &stats) == TRISWEEP_OK);
   return stats.low_memory;
}

/* After any failure the next setup and solve must succeed. */
static void expect_good(HYPRE_Solver amg, test_system *system)
{
   TEST_CHECK(HYPRE_BoomerAMGSetup(amg, system->a, system->b, system->x) == 0);
   TEST_NEAR(test_amg_solve(amg, system), solve_plain(system), 1e-7);
   TEST_CHECK(HYPRE_GetError() == 0);
}

static void test_one_allocation(void)
{
   test_system  system = test_system_create(EDGE, 1.0, false);
   HYPRE_Solver amg = prepare();
   atomic_store(&left, is_last());
   expect_good(amg, &system);
   TEST_CHECK(atomic_load(&left) == 0);
   TEST_CHECK(is_low(amg) == is_last());
   HYPRE_BoomerAMGDestroy(amg);
   test_system_destroy(&system);
}

static void test_all_allocations(void)
{
   test_system  system = test_system_create(EDGE, 1.0, false);
   HYPRE_Solver amg = prepare();
   atomic_store(&all_fail, is_last());
   TEST_CHECK(HYPRE_BoomerAMGSetup(amg, system.a, system.b, system.x) != 0);
   atomic_store(&all_fail, false);
   TEST_CHECK(HYPRE_GetError() != 0);
   /* Until the next setup hypre smooths, although the error flag is still set. */
   const double by_hypre = test_amg_solve(amg, &system);
   HYPRE_ClearAllErrors();
   TEST_NEAR(by_hypre, solve_plain(&system), 1e-12);
   expect_good(amg, &system);
   TEST_CHECK(!is_low(amg));
   HYPRE_BoomerAMGDestroy(amg);
   test_system_destroy(&system);
}

/* The smoother of level 0: hypre smooths there on all ranks. */
static void test_smoother(void)
{
   test_system  system = test_system_create(EDGE, 1.0, false);
   HYPRE_Solver amg = test_amg_create(1006);
   HYPRE_BoomerAMGSetMaxLevels(amg, LEVELS);
   atomic_store(&left, is_last());
   TEST_CHECK(HYPRE_BoomerAMGSetup(amg, system.a, system.b, system.x) != 0);
   TEST_CHECK(atomic_load(&left) == 0);
   TEST_CHECK(test_sweeps(amg, 0) <= 0);
   const double by_hypre = test_amg_solve(amg, &system);
   HYPRE_ClearAllErrors();
   TEST_NEAR(by_hypre, solve_plain(&system), 1e-12);
   expect_good(amg, &system);
   TEST_CHECK(test_sweeps(amg, 0) > 0);
   HYPRE_BoomerAMGDestroy(amg);
   test_system_destroy(&system);
}

/*
 * Each allocation of a setup fails in turn, also the allocations for values of other ranks: every
 * rank gets an error, or no rank. After a setup a sweep of one vector allocates no such memory.
 */
static int count_failures(test_system *system, HYPRE_Int number)
{
   int fails = 1, n_failed = 0;
   for (int k = 1; fails; k++)
   {
      int          refused;
      HYPRE_Solver amg = test_amg_create(number);
      HYPRE_BoomerAMGSetMaxLevels(amg, LEVELS);
      atomic_store(&left, is_last() ? k : 0);
      refused = HYPRE_BoomerAMGSetup(amg, system->a, system->b, system->x) != 0;
      fails = is_last() && atomic_load(&left) == 0;
      atomic_store(&left, 0);
      MPI_Allreduce(MPI_IN_PLACE, &fails, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
      MPI_Allreduce(MPI_IN_PLACE, &refused, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
      TEST_CHECK(refused == 0 || refused == test_size);
      n_failed += refused > 0;
      HYPRE_ClearAllErrors();
      HYPRE_BoomerAMGDestroy(amg);
   }
   return n_failed;
}

static void test_each_allocation(HYPRE_Int number)
{
   test_system system = test_system_create(EDGE, 1.0, false);
   /* six of libtrisweep, the others for values of other ranks */
   TEST_CHECK(count_failures(&system, number) >= 10);
   test_system_destroy(&system);
}

/* Some rows have no diagonal entry if data is not NULL. */
static HYPRE_Int row_of(const void *data, HYPRE_BigInt i, HYPRE_BigInt *cols, double *values,
                        double *b)
{
   HYPRE_Int n = 0;
   *b = 1.0;
   if (!data || i % 4 != 3)
   {
      cols[n] = i;
      values[n++] = 4.0;
   }
   cols[n] = i > 0 ? i - 1 : i + 1;
   values[n++] = 1.0;
   return n;
}

/* The columns of rows without a diagonal entry, which the plug moves. */
static void test_columns(void)
{
   int n[2];
   for (int k = 0; k < 2; k++)
   {
      test_system system =
         test_system_assemble(MPI_COMM_WORLD, ROWS * test_rank / test_size,
                              ROWS * (test_rank + 1) / test_size - 1, row_of, k > 0 ? n : NULL);
      n[k] = count_failures(&system, 1006);
      test_system_destroy(&system);
   }
   TEST_CHECK(n[1] > n[0]);
}

static void test_sweep(void)
{
   test_system  system = test_system_create(EDGE, 1.0, false);
   HYPRE_Solver amg = prepare();
   TEST_CHECK(HYPRE_BoomerAMGSetup(amg, system.a, system.b, system.x) == 0);
   atomic_store(&left, is_last());
   HYPRE_ParVectorSetConstantValues(system.x, 0.0);
   TEST_CHECK((HYPRE_BoomerAMGSolve(amg, system.a, system.b, system.x) != 0) == is_last());
   TEST_CHECK(atomic_load(&left) == 0);
   TEST_CHECK((HYPRE_GetError() != 0) == is_last());
   TEST_CHECK(isnan(test_residual(&system)));
   HYPRE_ClearAllErrors();
   expect_good(amg, &system);
   HYPRE_BoomerAMGDestroy(amg);
   test_system_destroy(&system);
}

static void relax(const test_system *system, HYPRE_Int number, hypre_ParVector *f,
                  hypre_ParVector *u)
{
   hypre_ParVector *v = test_vector_create(system, 1), *z = test_vector_create(system, 1);
   hypre_BoomerAMGRelax((hypre_ParCSRMatrix *) system->a, f, NULL, number, 0, 1.0, 1.0, NULL, u, v,
                        z);
   hypre_ParVectorDestroy(v);
   hypre_ParVectorDestroy(z);
}

/* Buffers for three vectors, allocated in the first sweep of three vectors. */
static void test_vectors(void)
{
   test_system     system = test_system_create(EDGE, 1.0, false);
   const HYPRE_Int n =
      hypre_CSRMatrixNumRows(hypre_ParCSRMatrixDiag((hypre_ParCSRMatrix *) system.a));
   hypre_ParVector *f = test_vector_create(&system, 3), *u = test_vector_create(&system, 3),
                   *f1 = test_vector_create(&system, 1), *u1 = test_vector_create(&system, 1);
   test_vector_fill(f1, n, 0.1, false);
   test_vector_fill(u1, n, 2.0, false);
   relax(&system, 1006, f1, u1);
   TEST_CHECK(HYPRE_GetError() == 0);
   test_vector_fill(f, 3 * n, 0.1, false);
   test_vector_fill(u, 3 * n, 2.0, false);
   atomic_store(&left, is_last());
   relax(&system, 1006, f, u);
   TEST_CHECK(atomic_load(&left) == 0);
   TEST_CHECK(HYPRE_GetError() != 0);
   TEST_CHECK(isnan(test_vector_data(u)[0]) && isnan(test_vector_data(u)[3 * n - 1]));
   HYPRE_ClearAllErrors();
   hypre_ParVectorDestroy(f);
   hypre_ParVectorDestroy(u);
   hypre_ParVectorDestroy(f1);
   hypre_ParVectorDestroy(u1);
   test_system_destroy(&system);
}

/* The record of a matrix outside of BoomerAMG: hypre's type smooths on all ranks. */
static void test_standalone(void)
{
   test_system     system = test_system_create(EDGE, 1.0, false);
   const HYPRE_Int n =
      hypre_CSRMatrixNumRows(hypre_ParCSRMatrixDiag((hypre_ParCSRMatrix *) system.a));
   hypre_ParVector *f = test_vector_create(&system, 1), *u = test_vector_create(&system, 1),
                   *u0 = test_vector_create(&system, 1);
   test_vector_fill(f, n, 0.1, false);
   test_vector_fill(u, n, 2.0, false);
   test_vector_fill(u0, n, 2.0, false);
   relax(&system, 6, f, u0);
   atomic_store(&left, is_last());
   relax(&system, 1006, f, u);
   TEST_CHECK(atomic_load(&left) == 0);
   TEST_CHECK(HYPRE_GetError() != 0);
   TEST_CHECK(test_vector_distance(u, u0, n) == 0.0);
   HYPRE_ClearAllErrors();
   test_vector_fill(u, n, 2.0, false);
   relax(&system, 1006, f, u);
   TEST_CHECK(HYPRE_GetError() == 0);
   TEST_CHECK(test_vector_distance(u, u0, n) < 1e-12);
   hypre_ParVectorDestroy(f);
   hypre_ParVectorDestroy(u);
   hypre_ParVectorDestroy(u0);
   test_system_destroy(&system);
}

/* The record of a matrix that a solve passes in place of the setup's: hypre's sweep on level 0. */
static void test_extra_level(void)
{
   test_system  system = test_system_create(EDGE, 1.0, false);
   test_system  other = test_system_create(EDGE, 1.0, false);
   HYPRE_Solver amg = prepare();
   TEST_CHECK(HYPRE_BoomerAMGSetup(amg, system.a, system.b, system.x) == 0);
   const double want = solve_plain(&system);
   atomic_store(&left, is_last());
   const double norm = test_amg_solve(amg, &other);
   TEST_CHECK(atomic_load(&left) == 0);
   TEST_CHECK(HYPRE_GetError() != 0);
   TEST_NEAR(norm, want, 1e-7);
   HYPRE_ClearAllErrors();
   TEST_NEAR(test_amg_solve(amg, &other), want, 1e-7);
   TEST_CHECK(HYPRE_GetError() == 0);
   HYPRE_BoomerAMGDestroy(amg);
   test_system_destroy(&system);
   test_system_destroy(&other);
}

int main(int argc, char **argv)
{
   setenv("TRISWEEP_OPTIONS", "memory=fast", 1);
   test_start(&argc, &argv);
   test_one_allocation();
   test_all_allocations();
   test_smoother();
   test_each_allocation(1006);
   test_columns();
   test_each_allocation(1008);
   test_sweep();
   test_vectors();
   test_standalone();
   test_extra_level();
   return test_end();
}
