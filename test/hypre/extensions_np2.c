/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The option extensions: an extension that is off leaves its work to hypre, the smoother stays, and
 * the words of the option are checked.
 */
#include "hypre/values.h"

static HYPRE_Solver create(HYPRE_Int type, const char *options)
{
   HYPRE_Solver amg = test_amg_create(type);
   TEST_CHECK(trisweep_hypre_set_options(amg, options) == TRISWEEP_OK);
   return amg;
}

/* Are there setups by values for two matrices of one pattern? -1: nothing is known of setups. */
static int setups_by_values(const char *options, HYPRE_Int type)
{
   test_system  system = test_system_create(9, 0.3, false);
   HYPRE_Solver amg = create(type, options);
   long         full = 0, by_values = 0;
   test_set_up(amg, &system);
   test_system_scale(&system, 1.5);
   test_set_up(amg, &system);
   const double norm = test_amg_solve(amg, &system);
   TEST_NEAR(norm, test_solve_plain(type % 1000, &system), 1e-7);
   TEST_CHECK(type < 1000 || test_sweeps(amg, 0) > 0);
   const trisweep_status status = trisweep_hypre_setups(amg, &full, &by_values, NULL);
   HYPRE_BoomerAMGDestroy(amg);
   test_system_destroy(&system);
   /* the hierarchy of the destroyed solver before, and its counts, may have been taken over */
   return status == TRISWEEP_OK ? by_values > 0 : -1;
}

static void test_none(void)
{
   static const HYPRE_Int types[] = { 6, 1006 };
   for (int t = 0; t < 2; t++)
   {
      TEST_CHECK(setups_by_values("setup=values extensions=none", types[t]) == -1);
      TEST_CHECK(setups_by_values("extensions=none", types[t]) == -1);
   }
}

static void test_chosen(void)
{
   TEST_CHECK(setups_by_values("setup=values", 1006) == (test_has_resetup() ? 1 : -1));
   if (test_has_resetup())
   {
      TEST_CHECK(setups_by_values("setup=values extensions=resetup", 1006) == 1);
      TEST_CHECK(setups_by_values("setup=values extensions=none+resetup", 6) == 1);
   }
}

/* The choice may change between setups. */
static void test_changed(void)
{
   test_system  system = test_system_create(9, 0.3, false);
   HYPRE_Solver amg = create(1006, "setup=values extensions=none");
   for (int turn = 0; turn < 4; turn++)
   {
      test_system_scale(&system, 1.5);
      TEST_CHECK(trisweep_hypre_set_options(amg, turn % 2 ? "setup=values extensions=none"
                                                          : "setup=values") == TRISWEEP_OK);
      test_set_up(amg, &system);
      TEST_NEAR(test_amg_solve(amg, &system), test_solve_plain(6, &system), 1e-7);
   }
   HYPRE_BoomerAMGDestroy(amg);
   test_system_destroy(&system);
}

static void test_words(void)
{
   static const char *const wrong[] = { "extensions=resets", "extensions=all+", "extensions=+none",
                                        "extensions=non" };
   HYPRE_Solver             amg = test_amg_create(1006);
   for (int k = 0; k < 4; k++)
   {
      TEST_CHECK(trisweep_hypre_set_options(amg, wrong[k]) == TRISWEEP_ERROR_OPTION);
      HYPRE_ClearAllErrors();
   }
   TEST_CHECK(trisweep_hypre_set_options(amg, "extensions=all") == TRISWEEP_OK);
   TEST_CHECK(trisweep_hypre_full_setup(amg) == TRISWEEP_OK);
   HYPRE_BoomerAMGDestroy(amg);
}

int main(int argc, char **argv)
{
   test_start(&argc, &argv);
   test_none();
   test_chosen();
   test_changed();
   test_words();
   return test_end();
}
