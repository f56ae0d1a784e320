/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Host matrices are swept in place until a copy pays: the results are those of hypre before and
 * after the copy is made, also on ranks of which one has no memory for the copy. The next setup
 * ends the use of the copy; memory=low and C/F relaxation make none. Tiny systems are left to
 * hypre.
 */
#include "hypre/support.h"

#include <_hypre_parcsr_mv.h>

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum
{
   LARGE = 1024, /* bytes; smaller allocations do not fail */
   EDGE = 14,    /* of the grid */
   SOLVES = 24   /* of six cycles with two sweeps a level, until all levels have copies */
};

static _Atomic bool fails;

/* Replaces aligned_alloc of the C library, by which libtrisweep allocates. */
__attribute__((visibility("default"))) void *aligned_alloc(size_t alignment, size_t size)
{
   void *memory = NULL;
   return !(size >= LARGE && atomic_load(&fails)) && posix_memalign(&memory, alignment, size) == 0
             ? memory
             : NULL;
}

static bool is_in_place(HYPRE_Solver amg, int level)
{
   trisweep_stats stats;
   TEST_CHECK(trisweep_hypre_stats(amg, level, sizeof stats, &stats) == TRISWEEP_OK);
   TEST_CHECK((stats.in_place != 0) == !strcmp(stats.schedule, "inplace"));
   return stats.in_place;
}

/* Solves before and after the copy; one rank may have no memory for the copy. */
static void test_solves(HYPRE_Int type, bool without_memory)
{
   test_system  system = test_system_create(EDGE, 0.5, false);
   const double want = test_solve_plain(type, &system);
   HYPRE_Solver amg = test_amg_create(1000 + type);
   const bool   here = without_memory && test_rank == test_size - 1;
   for (int setup = 0; setup < 2; setup++)
   {
      TEST_CHECK(HYPRE_BoomerAMGSetup(amg, system.a, system.b, system.x) == 0);
      TEST_CHECK(is_in_place(amg, 0) && is_in_place(amg, 1));
      atomic_store(&fails, here);
      for (int k = 0; k < SOLVES; k++)
      {
         TEST_NEAR(test_amg_solve(amg, &system), want, 1e-7);
      }
      atomic_store(&fails, false);
      TEST_CHECK(is_in_place(amg, 0) == here && is_in_place(amg, 1) == here);
      TEST_CHECK(HYPRE_GetError() == 0);
   }
   HYPRE_BoomerAMGDestroy(amg);
   test_system_destroy(&system);
}

/* Values that change in place after the setup, with a copy. */
static void test_changed(void)
{
   double norms[2];
   for (int turn = 0; turn < 2; turn++)
   {
      test_system  system = test_system_create(EDGE, 0.5, false);
      HYPRE_Solver amg = test_amg_create(turn ? 1006 : 6);
      HYPRE_BoomerAMGSetup(amg, system.a, system.b, system.x);
      for (int k = 0; k < SOLVES; k++)
      {
         test_amg_solve(amg, &system);
      }
      TEST_CHECK(!turn || !is_in_place(amg, 0));
      test_system_scale(&system, 1.25);
      norms[turn] = test_amg_solve(amg, &system);
      HYPRE_BoomerAMGDestroy(amg);
      test_system_destroy(&system);
   }
   TEST_NEAR(norms[1], norms[0], 1e-7);
}

/* A copy of n bytes elsewhere; the old memory is overwritten and freed. */
static void *move(void *old, size_t n, HYPRE_MemoryLocation location)
{
   void *moved = hypre_CTAlloc(char, n, location);
   memcpy(moved, old, n);
   memset(old, 0xff, n);
   hypre_TFree(old, location);
   return moved;
}

/* Arrays of the matrix that are replaced between two solves, as by a new assembly. */
static void test_moved(void)
{
   test_system          system = test_system_create(EDGE, 0.5, false);
   hypre_CSRMatrix     *diag = hypre_ParCSRMatrixDiag((hypre_ParCSRMatrix *) system.a);
   const size_t         n = (size_t) hypre_CSRMatrixNumNonzeros(diag);
   HYPRE_MemoryLocation location = hypre_CSRMatrixMemoryLocation(diag);
   HYPRE_Solver         amg = test_amg_create(1006);
   HYPRE_BoomerAMGSetup(amg, system.a, system.b, system.x);
   const double before = test_amg_solve(amg, &system);
   hypre_CSRMatrixData(diag) =
      move(hypre_CSRMatrixData(diag), n * sizeof *hypre_CSRMatrixData(diag), location);
   TEST_NEAR(test_amg_solve(amg, &system), before, 0.0);
   hypre_CSRMatrixJ(diag) =
      move(hypre_CSRMatrixJ(diag), n * sizeof *hypre_CSRMatrixJ(diag), location);
   TEST_NEAR(test_amg_solve(amg, &system), before, 0.0);
   HYPRE_BoomerAMGDestroy(amg);
   test_system_destroy(&system);
}

/* C/F relaxation stays in place, with hypre's results. */
static void test_points(HYPRE_Int type)
{
   test_system system = test_system_create(EDGE, 0.5, false);
   double      norms[2];
   for (int turn = 0; turn < 2; turn++)
   {
      HYPRE_Solver amg = test_amg_create(1000 * turn + type);
      HYPRE_BoomerAMGSetRelaxOrder(amg, 1);
      HYPRE_BoomerAMGSetup(amg, system.a, system.b, system.x);
      for (int k = 0; k < SOLVES; k++)
      {
         norms[turn] = test_amg_solve(amg, &system);
      }
      TEST_CHECK(!turn || is_in_place(amg, 0));
      HYPRE_BoomerAMGDestroy(amg);
   }
   TEST_NEAR(norms[1], norms[0], 1e-7);
   test_system_destroy(&system);
}

static void test_low_memory(void)
{
   test_system  system = test_system_create(EDGE, 0.5, false);
   HYPRE_Solver amg = test_amg_create(1003);
   TEST_CHECK(trisweep_hypre_set_options(amg, "memory=low") == TRISWEEP_OK);
   HYPRE_BoomerAMGSetup(amg, system.a, system.b, system.x);
   for (int k = 0; k < SOLVES; k++)
   {
      test_amg_solve(amg, &system);
   }
   TEST_CHECK(is_in_place(amg, 0));
   HYPRE_BoomerAMGDestroy(amg);
   test_system_destroy(&system);
}

/* Fewer than 220 rows are left to hypre, unless the options say otherwise. */
static void test_tiny(void)
{
   test_system  system = test_system_create(4, 0.5, false);
   const double want = test_solve_plain(6, &system);
   for (int low = 0; low < 2; low++)
   {
      HYPRE_Solver amg = test_amg_create(1006);
      TEST_CHECK(trisweep_hypre_set_options(amg, low ? "memory=low" : "") == TRISWEEP_OK);
      TEST_CHECK(HYPRE_BoomerAMGSetup(amg, system.a, system.b, system.x) == 0);
      TEST_NEAR(test_amg_solve(amg, &system), want, low ? 1e-7 : 0.0);
      TEST_CHECK((test_sweeps(amg, 0) > 0) == (low == 1));
      HYPRE_BoomerAMGDestroy(amg);
   }
   test_system_destroy(&system);
}

int main(int argc, char **argv)
{
   static const HYPRE_Int types[] = { 3, 4, 6, 8, 13, 14 };
   test_start(&argc, &argv);
   for (int t = 0; t < 6; t++)
   {
      test_solves(types[t], false);
      test_solves(types[t], true);
   }
   test_changed();
   test_moved();
   test_points(3);
   test_points(6);
   test_points(8);
   test_points(13);
   test_low_memory();
   test_tiny();
   return test_end();
}
