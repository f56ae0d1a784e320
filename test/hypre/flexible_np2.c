/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Flexible cycles of hypre after 3.1.0: a cycle is a list of steps down, up and on the same level,
 * each with its own relax type. Types 1000 + t in that list smooth as hypre's type t does, and so
 * does a single type for the whole cycle.
 */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "hypre/support.h"

#include <_hypre_utilities.h>
#include <stdio.h>

#ifdef HAVE_HYPRE_FLEXIBLE_CYCLE

enum
{
   N_STEPS = 7,
   END = 2 /* neither down (-1), up (1) nor on the same level (0) */
};

/* hypre frees the arrays. */
static HYPRE_Int *make_steps(const HYPRE_Int *values, HYPRE_Int add)
{
   HYPRE_Int *steps = hypre_CTAlloc(HYPRE_Int, N_STEPS, HYPRE_MEMORY_HOST);
   for (int i = 0; i < N_STEPS; i++)
   {
      steps[i] = values[i] + add;
   }
   return steps;
}

static double solve(test_system *system, HYPRE_Int type, HYPRE_Int add, const HYPRE_Int *types,
                    long *n_sweeps)
{
   static const HYPRE_Int path[N_STEPS] = { 0, -1, -1, 1, 0, 1, END };
   HYPRE_Solver           amg = test_amg_create(type + add);
   HYPRE_BoomerAMGSetMaxLevels(amg, 3);
   HYPRE_BoomerAMGSetCycleRelaxType(amg, 6 + add, 3);
   HYPRE_BoomerAMGSetFlexibleCycleStruct(amg, make_steps(path, 0));
   if (types)
   {
      HYPRE_BoomerAMGSetFlexibleRelaxTypes(amg, make_steps(types, add));
   }
   HYPRE_BoomerAMGSetup(amg, system->a, system->b, system->x);
   const double norm = test_amg_solve(amg, system);
   TEST_CHECK(HYPRE_GetError() == 0);
   *n_sweeps = test_sweeps(amg, 0);
   HYPRE_BoomerAMGDestroy(amg);
   return norm;
}

/* 6 cycles with 3 steps on level 0 each; the two sweeps of type 6 count as one. */
static void test_types(HYPRE_Int type, const HYPRE_Int *types)
{
   test_system  system = test_system_create(7, 0.3, false);
   long         ours, none;
   const double want = solve(&system, type, 0, types, &none);
   TEST_NEAR(solve(&system, type, 1000, types, &ours), want, 1e-7);
   TEST_CHECK(none <= 0 && ours >= 18);
   test_system_destroy(&system);
}

int main(int argc, char **argv)
{
   static const HYPRE_Int mixed[N_STEPS] = { 3, 4, 6, 6, 13, 14, 8 };
   static const HYPRE_Int halves[N_STEPS] = { 3, 3, 3, 6, 4, 4, 4 };
   test_start(&argc, &argv);
   test_types(6, NULL);
   test_types(6, halves);
   test_types(8, mixed);
   return test_end();
}

#else

int main(int argc, char **argv)
{
   test_start(&argc, &argv);
   if (test_rank == 0)
   {
      puts("SKIP: this hypre has no flexible cycles");
   }
   (void) test_end();
   return 77;
}

#endif
