/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Published methods on the device: a named published schedule pays for no analysis but its own;
 * sweeps have the same bits with level sets by each method.
 */
#include "support/check.h"

#include <stdio.h>

#include "kernels/registry.h"
#include "support/device.h"
#include "support/gallery.h"
#include "support/sweeps.h"

/* A 5-point grid of edge times edge rows: 2 edge - 1 level sets. */
static void make_grid(int64_t edge, test_block *m)
{
   gallery_make_size(gallery_find("5-point grid"), edge, random_seed(), m);
}

/* No levels for published schedules; other schedules get those that they need. */
static void test_needs(void **state)
{
   test_block   m;
   device_block b;
   (void) state;
   make_grid(25, &m);
   device_block_open(&m, &b);
   for (int k = 0; tsw_schedule_get(k); k++)
   {
      const tsw_registered *entry = tsw_schedule_get(k);
      char                  options[64];
      snprintf(options, sizeof options, "schedule=%s", tsw_registered_name(entry));
      if (entry->schedule->space == TRISWEEP_DEVICE && entry->solve)
      {
         device_sweeps        d = device_sweeps_open(options, &b);
         const trisweep_stats stats = check_stats(d.s);
         assert_string_equal(stats.schedule, tsw_registered_name(entry));
         assert_int_equal(stats.depth, 0);
         device_sweeps_close(&d);
      }
   }
   device_sweeps d = device_sweeps_open("schedule=persistent", &b);
   assert_int_equal(check_stats(d.s).depth, 49);
   device_sweeps_close(&d);
   device_block_close(&b);
   block_free(&m);
}

static void test_sweeps_by_method(void **state)
{
   static const char *const schedules[] = { "levr",       "slfr",   "chain",
                                            "persistent", "strips", "inplace" };
   static const char *const methods[] = { "naumov", "kahn", "kahn-queue" };
   test_block               m;
   device_block             b;
   sweep_case               c;
   (void) state;
   make_grid(45, &m);
   device_block_open(&m, &b);
   sweep_case_open(&c, "grid", &m);
   for (size_t k = 0; k < sizeof schedules / sizeof schedules[0]; k++)
   {
      snprintf(c.options, sizeof c.options, "schedule=%s", schedules[k]);
      device_sweeps want = device_sweeps_open(c.options, &b);
      for (size_t l = 0; l < sizeof methods / sizeof methods[0]; l++)
      {
         snprintf(c.options, sizeof c.options, "schedule=%s levels=%s", schedules[k], methods[l]);
         device_sweeps got = device_sweeps_open(c.options, &b);
         device_sweeps_compare(&got, &want, &c, &b, 0.0);
         device_sweeps_close(&got);
      }
      device_sweeps_close(&want);
   }
   sweep_case_close(&c);
   device_block_close(&b);
   block_free(&m);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_needs),
      cmocka_unit_test(test_sweeps_by_method),
   };
   const int missing = device_missing();
   return missing ? missing : cmocka_run_group_tests_name("device/published", tests, NULL, NULL);
}
