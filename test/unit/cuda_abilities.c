/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What the plug asks of smoothers of device blocks: V-cycles, little memory, inspected blocks. */
#include "support/check.h"

#include "device/few.h"
#include "smoother/abilities.h"
#include "support/gallery.h"

/* Sweeps by few colours may be part of a V-cycle. */
static void test_cycles(void **state)
{
   static const struct
   {
      const char *options;
      bool        can_cycle;
   } cases[] = {
      { "ordering=auto", true },
      { "ordering=hybrid-color", true },
      { "ordering=auto schedule=persistent", false },
      { "ordering=auto schedule=slfr", false },
      { "ordering=auto schedule=inplace", false },
      { "ordering=natural memory=low", false },
      { "ordering=auto memory=low", true },
      { "schedule=colors-inplace ordering=auto", true },
   };
   (void) state;
   for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++)
   {
      few_block f;
      few_open(cases[k].options, &f);
      assert_ok(device_load(f.s, &f.d, false));
      assert_int_equal(tsw_smoother_can_cycle(f.s), cases[k].can_cycle);
      device_fixture_close(&f);
   }
}

/* No copy while memory is short; the copy follows when it is not, and stays. */
static void test_give_way(void **state)
{
   few_block f;
   (void) state;
   few_open("ordering=auto memory=auto values=double", &f);
   for (int lap = 0; lap < 3; lap++)
   {
      tsw_smoother_give_way(f.s, lap != 1);
      assert_ok(device_load(f.s, &f.d, true));
      few_expect_host_sweep(&f);
      const trisweep_stats stats = check_stats(f.s);
      assert_int_equal(stats.low_memory, lap == 0);
      assert_string_equal(stats.schedule, lap == 0 ? "colors-inplace" : "colors");
   }
   device_fixture_close(&f);
}

/* All entries off the diagonal in the next unit, or within the unit. */
static void fill_columns(test_block *m, bool within)
{
   for (int64_t i = 0; i < m->n; i++)
   {
      for (int32_t e = m->row_ptr[i]; e < m->row_ptr[i + 1]; e++)
      {
         const int64_t unit = i / 4 * 4;
         m->col_idx[e] = (int32_t) (within ? unit : (unit + 4) % (m->n / 4 * 4));
         m->col_idx[e] += e == m->row_ptr[i] ? (int32_t) i - m->col_idx[e] : 0;
         m->val[e] = e == m->row_ptr[i] ? 100.0 : 1.0;
      }
   }
}

/* A copy with memory for the entries of an inspected block, then for a block with more of them. */
static void test_inspection(void **state)
{
   few_block    f;
   test_block   m;
   int64_t      bytes[2];
   device_block d;
   (void) state;
   gallery_make_size(gallery_find("27-point grid"), 8, 1, &m);
   fill_columns(&m, true);
   few_open_block("ordering=auto values=double", m, &f);
   for (int inspected = 0; inspected < 2; inspected++)
   {
      trisweep_smoother_destroy(&f.s);
      f.s = check_smoother(f.ctx);
      assert_ok(inspected ? tsw_smoother_inspect(f.s, &f.d.view, device_stream()) : TRISWEEP_OK);
      assert_ok(device_load(f.s, &f.d, true));
      bytes[inspected] = check_stats(f.s).extra_bytes;
      few_expect_host_sweep(&f);
   }
   assert_true(bytes[1] + 8 * f.m.nnz < bytes[0]);
   fill_columns(&f.m, false);
   device_block_open(&f.m, &d);
   for (int lap = 0; lap < 2; lap++)
   {
      assert_ok(device_load(f.s, &d, true));
      few_expect_host_sweep(&f);
   }
   device_block_close(&d);
   device_fixture_close(&f);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_cycles),
      cmocka_unit_test(test_give_way),
      cmocka_unit_test(test_inspection),
   };
   const int missing = device_missing();
   return missing ? missing
                  : cmocka_run_group_tests_name("unit/cuda_abilities", tests,
                                                check_clean_environment, NULL);
}
