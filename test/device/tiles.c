/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Grids of thousands of rows, which schedule strips splits into tiles: sweeps equal schedule
 * persistent up to rounding, and repetitions give the same bits. Some grids have entries in one
 * direction only.
 */
#include "support/check.h"

#include "device/boxes.h"
#include "support/device.h"

static void test_sweeps(void **state)
{
   (void) state;
   for (int k = 0; k < BOX_COUNT; k++)
   {
      test_block   m;
      device_block b;
      sweep_case   c;
      box_open(&boxes[k], &m);
      device_block_open(&m, &b);
      sweep_case_open(&c, boxes[k].name, &m);
      device_sweeps strips = device_sweeps_open("schedule=strips", &b);
      device_sweeps persistent = device_sweeps_open("schedule=persistent", &b);
      device_sweeps_compare(&strips, &persistent, &c, &b, 1e-12);
      device_sweeps_compare(&strips, &strips, &c, &b, 0.0);
      device_sweeps_load(&strips, &b);
      device_sweeps_compare(&strips, &persistent, &c, &b, 1e-12);
      device_sweeps_close(&strips);
      device_sweeps_close(&persistent);
      sweep_case_close(&c);
      device_block_close(&b);
      block_free(&m);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = { cmocka_unit_test(test_sweeps) };
   const int               missing = device_missing();
   return missing ? missing : cmocka_run_group_tests_name("device/tiles", tests, NULL, NULL);
}
