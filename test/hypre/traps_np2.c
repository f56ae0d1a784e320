/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Programs that run with floating-point traps: setups and solves by numbers of trisweep raise no
 * overflow, underflow, division by zero or invalid operation where hypre's types raise none. A trap
 * ends this program.
 */
#include "hypre/support.h"

#include <fenv.h>
#include <math.h>

static const HYPRE_Int types[] = { 3, 4, 6, 8, 13, 14 };
static const HYPRE_Int numbers[] = { 1003, 1004, 1006, 1008, 1013, 1014, 1100, 1101, 1190, 2006 };

static void enable_traps(bool on)
{
   const int all = FE_OVERFLOW | FE_UNDERFLOW | FE_DIVBYZERO | FE_INVALID;
   feclearexcept(FE_ALL_EXCEPT);
   (void) (on ? feenableexcept(all) : fedisableexcept(all));
}

/* Setup and solve; with 6 cycles the residual falls. */
static void solve(test_system *system, HYPRE_Int number)
{
   enable_traps(true);
   HYPRE_Solver amg = test_amg_create(number);
   HYPRE_BoomerAMGSetup(amg, system->a, system->b, system->x);
   const double norm = test_amg_solve(amg, system);
   HYPRE_BoomerAMGDestroy(amg);
   enable_traps(false);
   TEST_CHECK(isfinite(norm));
   HYPRE_ClearAllErrors();
}

static void solve_by_all(test_system *system)
{
   for (size_t k = 0; k < sizeof types / sizeof types[0]; k++)
   {
      solve(system, types[k]);
   }
   for (size_t k = 0; k < sizeof numbers / sizeof numbers[0]; k++)
   {
      solve(system, numbers[k]);
   }
}

int main(int argc, char **argv)
{
   test_start(&argc, &argv);
   test_system system = test_system_create(8, 1.0, false);
   solve_by_all(&system);
   /* Entries out of the range of floats, in rows that each rank owns. */
   for (HYPRE_BigInt row = 20; row < 512; row += 200)
   {
      test_system_set(&system, row, row + 1, 1e45);
      test_system_set(&system, row, row, 4e45);
      test_system_set(&system, row + 8, row + 9, 1e-50);
   }
   solve_by_all(&system);
   /* The second pivot of the factors is zero. */
   test_system_destroy(&system);
   system = test_system_create(8, 1.0, false);
   test_system_set(&system, 0, 0, 1.0);
   test_system_set(&system, 1, 1, 1.0);
   solve_by_all(&system);
   test_system_destroy(&system);
   return test_end();
}
