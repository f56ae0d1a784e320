/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/values.h"

#include <stdio.h>
#include <string.h>

HYPRE_Solver test_values_create(HYPRE_Int type, const char *options)
{
   HYPRE_Solver amg = test_amg_create(type);
   HYPRE_BoomerAMGSetMaxCoarseSize(amg, 5);
   TEST_CHECK(trisweep_hypre_set_options(amg, options) == TRISWEEP_OK);
   return amg;
}

void test_set_up(HYPRE_Solver amg, test_system *system)
{
   HYPRE_BoomerAMGSetup(amg, system->a, system->b, system->x);
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
