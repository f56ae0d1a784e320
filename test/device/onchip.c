/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Schedule onchip on blocks of 10, 50 and 120 rows a level (one, two and four chain warps), with
 * entries to the level before, to a few levels before, and to levels so old that other blocks of
 * threads sum the entries. Results equal schedule strips up to rounding, repetitions give the same
 * bits, and a NaN in b or x reaches the same rows, also if its bits are those of the unknown value.
 */
#include "support/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/device.h"

enum
{
   LEVELS = 150,
   OLDEST = 60, /* levels that an entry reaches back */
   OLD = 4,     /* entries of a row that reach back more than one level, each way */
   HUB = 400,   /* entries of one row in the middle, each way */
   REPEATS = 3,
   KEPT = 48 /* variant with one kind of points: other rows keep x */
};

/*
 * TSW_UNKNOWN of base/device/order.cuh, a NaN with its upper 32 bits, and a usual NaN, whose sweep
 * fails if a wait in the sweep before it has timed out.
 */
static const uint64_t nans[] = { UINT64_MAX, UINT64_MAX << 32, UINT64_C(0x7ff8000000000000) };

/* Fill rows level by level. A row depends on one to three rows of the level before. */
static void fill_levels(entry_list *e, int64_t width, random_stream *r)
{
   for (int64_t i = 0; i < LEVELS * width; i++)
   {
      entries_add(e, i, i, 20.0);
      for (int64_t k = random_below(r, 3); k >= 0 && i >= width; k--)
      {
         const int64_t j = i / width * width - 1 - random_below(r, width);
         entries_add(e, i, j, -1.0 / (double) (1 + random_below(r, 5)));
         entries_add(e, j, i, -1.0 / (double) (1 + random_below(r, 5)));
      }
      for (int k = 0; k < OLD && i >= 2 * width; k++)
      {
         const int64_t back = 1 + random_below(r, OLDEST);
         const int64_t level = i / width > back ? i / width - back : 0;
         const int64_t j = level * width + random_below(r, width);
         entries_add(e, i, j, -1.0 / (double) (1 + random_below(r, 7)));
         entries_add(e, j, i, -1.0 / (double) (1 + random_below(r, 7)));
      }
   }
}

/* Fill a row that depends on many rows, and on which many rows depend. */
static void fill_hub(entry_list *e, int64_t width, random_stream *r)
{
   const int64_t n = LEVELS * width;
   for (int k = 0; k < HUB; k++)
   {
      entries_add(e, n / 2, random_below(r, n / 2 - 20 * width), -0.01);
      entries_add(e, n / 2, n / 2 + 20 * width + random_below(r, n / 2 - 20 * width), -0.01);
   }
}

static void open_block(int64_t width, test_block *m)
{
   entry_list    e;
   random_stream r = random_open(8, "onchip", width);
   entries_open(&e, LEVELS * width);
   fill_levels(&e, width, &r);
   fill_hub(&e, width, &r);
   block_build(&e, m);
}

static void expect_same_nans(const device_sweeps *one, const device_sweeps *other,
                             const sweep_case *c, const device_block *b, int variant)
{
   int64_t n_nans = 0;
   double *got = device_sweeps_run(one, c, b, variant);
   double *want = device_sweeps_run(other, c, b, variant);
   for (int64_t i = 0; i < c->m->n; i++)
   {
      n_nans += isnan(want[i]) != 0;
      assert_int_equal(isnan(got[i]) != 0, isnan(want[i]) != 0);
   }
   assert_true(n_nans > 0);
   free(got);
   free(want);
}

/* A NaN in b of the middle row, then in x of a row behind it that variant KEPT keeps. */
static void check_nans(const device_sweeps *one, const device_sweeps *other, const sweep_case *c,
                       const device_block *b)
{
   const trisweep_sweep how = variant_get(KEPT, c->m);
   int64_t              row = c->m->n / 2;
   const double         before = c->b[row];
   for (size_t k = 0; k < sizeof nans / sizeof nans[0]; k++)
   {
      memcpy(&c->b[row], &nans[k], sizeof nans[k]);
      expect_same_nans(one, other, c, b, 0);
   }
   c->b[row] = before;
   assert_true(how.points == 1 && !how.zero_guess);
   while (c->m->marker[row] == how.points)
   {
      row++;
   }
   for (size_t k = 0; k < sizeof nans / sizeof nans[0]; k++)
   {
      memcpy(&c->x[row], &nans[k], sizeof nans[k]);
      expect_same_nans(one, other, c, b, KEPT);
   }
}

static void check_width(int64_t width)
{
   test_block   m;
   device_block b;
   sweep_case   c;
   open_block(width, &m);
   device_block_open(&m, &b);
   sweep_case_open(&c, "levels", &m);
   device_sweeps        onchip = device_sweeps_open("schedule=onchip", &b);
   device_sweeps        strips = device_sweeps_open("schedule=strips", &b);
   const trisweep_stats stats = check_stats(onchip.s);
   assert_string_equal(stats.schedule, "onchip");
   device_sweeps_compare(&onchip, &strips, &c, &b, 1e-12);
   for (int k = 0; k < REPEATS; k++)
   {
      device_sweeps_compare(&onchip, &onchip, &c, &b, 0.0);
   }
   check_nans(&onchip, &strips, &c, &b);
   device_sweeps_close(&onchip);
   device_sweeps_close(&strips);
   sweep_case_close(&c);
   device_block_close(&b);
   block_free(&m);
}

static void test_one_chain_warp(void **state)
{
   (void) state;
   check_width(10);
}

static void test_two_chain_warps(void **state)
{
   (void) state;
   check_width(50);
}

static void test_four_chain_warps(void **state)
{
   (void) state;
   check_width(120);
}

/* Where the device refuses onchip: schedule=onchip is an error with the reason; schedule=auto takes
   another schedule. */
static void test_refusal(void **state)
{
   (void) state;
   test_block   m;
   device_block b;
   open_block(10, &m);
   device_block_open(&m, &b);
   trisweep_context  *ctx = check_context("schedule=onchip");
   trisweep_smoother *s = check_smoother(ctx);
   assert_status(trisweep_smoother_analyse(s, &b.view, device_stream()), UNSUPPORTED);
   assert_message("onchip", "compute capability 9.0");
   trisweep_smoother_destroy(&s);
   trisweep_context_destroy(&ctx);
   device_sweeps        left = device_sweeps_open("schedule=auto", &b);
   const trisweep_stats stats = check_stats(left.s);
   assert_string_not_equal(stats.schedule, "onchip");
   assert_string_equal(stats.refused, "none");
   device_sweeps_close(&left);
   device_block_close(&b);
   block_free(&m);
}

int main(void)
{
   const struct CMUnitTest refused[] = { cmocka_unit_test(test_refusal) };
   const struct CMUnitTest tests[] = { cmocka_unit_test(test_one_chain_warp),
                                       cmocka_unit_test(test_two_chain_warps),
                                       cmocka_unit_test(test_four_chain_warps) };
   const int               missing = device_missing();
   return missing                    ? missing
          : device_refuses("onchip") ? cmocka_run_group_tests(refused, NULL, NULL)
                                     : cmocka_run_group_tests(tests, check_clean_environment, NULL);
}
