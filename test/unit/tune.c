/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The cost model of device blocks, without a device. */
#include "support/check.h"

#include <math.h>
#include <string.h>

#include "kernels/schedule.h"
#include "plan/tune.h"
#include "support/random.h"

enum
{
   SHAPES = 2000
};

static const char no_folder[] = "/"; /* a folder without tables */

/* GPUs as reported by drivers; the tests need no GPU. */
static const tsw_gpu gpus[] = {
   { "NVIDIA H200", 9, 132, 232448, 1980, 4800 },
   { "NVIDIA H100 PCIe", 9, 114, 232448, 1755, 2039 },
   { "NVIDIA A100-SXM4-80GB", 8, 108, 166912, 1410, 2039 },
   { "NVIDIA L40S", 8, 142, 101376, 2520, 864 },
   { "NVIDIA B200", 10, 148, 232448, 1965, 8000 },
   { "NVIDIA RTX PRO 6000", 12, 188, 101376, 2617, 1792 },
   { "NVIDIA A100-SXM4-40GB MIG 1g.5gb", 8, 14, 166912, 1410, 194 },
   { "NVIDIA H100 80GB HBM3 MIG 1g.10gb", 9, 16, 232448, 1980, 0 },
   { "a GPU that says nothing", 8, 1, 49152, 0, 0 },
};

enum
{
   GPUS = sizeof gpus / sizeof gpus[0]
};

static tsw_tune_shape random_shape(random_stream *seed)
{
   tsw_tune_shape s = { 0 };
   s.n_rows = 1 + random_below(seed, random_below(seed, 2) ? 3000000 : 20000);
   s.nnz = s.n_rows * (1 + random_below(seed, 80));
   s.depth = 1 + random_below(seed, s.n_rows);
   s.longest_row = s.nnz / s.n_rows + random_below(seed, 1000);
   s.crossing = fabs(random_real(seed));
   s.grid = random_below(seed, 2) != 0;
   return s;
}

static tsw_tune_table table_of(const tsw_gpu *gpu)
{
   tsw_tune_table table;
   assert_ok(tsw_tune_table_for(gpu, no_folder, &table));
   return table;
}

static double seconds_on(const tsw_gpu *gpu, const tsw_tune_shape *shape, const char *schedule)
{
   const tsw_tune_table table = table_of(gpu);
   tsw_tune_estimate    e[TSW_TUNE_MOST];
   return tsw_tune_rank(&table, gpu, shape, schedule, e) == 1 ? e[0].seconds : -1.0;
}

static double seconds_of(const tsw_tune_shape *shape, const char *schedule)
{
   return seconds_on(&gpus[0], shape, schedule);
}

/* ---- ranks ---------------------------------------------------------------- */

/* On every GPU, estimates are sorted, positive, and for existing schedules. */
static void test_rank(void **state)
{
   (void) state;
   random_stream seed = random_open(random_seed(), "tune rank", SHAPES);
   for (int k = 0; k < SHAPES; k++)
   {
      tsw_tune_estimate    e[TSW_TUNE_MOST];
      const tsw_tune_shape s = random_shape(&seed);
      const tsw_gpu       *gpu = &gpus[k % GPUS];
      const tsw_tune_table table = table_of(gpu);
      const int            n = tsw_tune_rank(&table, gpu, &s, NULL, e);
      assert_in_range(n, 1, 3);
      for (int i = 0; i < n; i++)
      {
         assert_true(e[i].seconds > 0.0 && isfinite(e[i].seconds));
         assert_true(i == 0 || e[i - 1].seconds <= e[i].seconds);
         assert_true(seconds_on(gpu, &s, e[i].schedule) == e[i].seconds);
         assert_true(tsw_schedule_exists(e[i].schedule));
         const tsw_candidate *candidate = tsw_candidate_find(e[i].schedule);
         assert_non_null(candidate);
         assert_true(!candidate->supports || candidate->supports(gpu, &s));
      }
   }
}

/* onchip is ranked exactly on GPUs with sufficiently large thread block clusters. */
static void test_each_gpu_gets_what_it_supports(void **state)
{
   (void) state;
   static const bool has_onchip[GPUS] = {
      true, true, false, false, true, false, false, true, false
   };
   const tsw_tune_shape deep = { .n_rows = 3000, .nnz = 12000, .depth = 3000, .longest_row = 4 };
   for (int g = 0; g < GPUS; g++)
   {
      tsw_tune_estimate    e[TSW_TUNE_MOST];
      const tsw_tune_table table = table_of(&gpus[g]);
      const int            n = tsw_tune_rank(&table, &gpus[g], &deep, NULL, e);
      assert_int_equal(n, has_onchip[g] ? 3 : 2);
      assert_int_equal(seconds_on(&gpus[g], &deep, "onchip") > 0.0, has_onchip[g]);
   }
}

static void test_refused_are_passed_over(void **state)
{
   (void) state;
   const tsw_tune_estimate e[] = { { "onchip", 1.0 }, { "strips", 2.0 }, { "persistent", 3.0 } };
   tsw_tune_refused        refused = { .n = 0 };
   assert_ptr_equal(tsw_tune_best(e, 3, &refused), &e[0]);
   refused = (tsw_tune_refused){ 1, { "onchip" } };
   assert_ptr_equal(tsw_tune_best(e, 3, &refused), &e[1]);
   refused = (tsw_tune_refused){ 2, { "strips", "onchip" } };
   assert_ptr_equal(tsw_tune_best(e, 3, &refused), &e[2]);
   assert_null(tsw_tune_best(e, 2, &refused));
   assert_null(tsw_tune_best(e, 0, &refused));
}

/* The estimate never decreases with more entries, levels, crossings or a longer row. */
static void test_monotonic(void **state)
{
   (void) state;
   random_stream     seed = random_open(random_seed(), "tune monotonic", SHAPES);
   const char *const schedules[] = { "onchip", "persistent", "strips" };
   for (int k = 0; k < SHAPES; k++)
   {
      const tsw_tune_shape s = random_shape(&seed);
      for (int i = 0; i < 3; i++)
      {
         const double         before = seconds_of(&s, schedules[i]);
         const tsw_tune_shape more[] = {
            { s.n_rows, s.nnz + 1000, s.depth, s.longest_row, s.crossing, s.grid, false },
            { s.n_rows, s.nnz, s.depth, s.longest_row + 10, s.crossing, s.grid, false },
            { s.n_rows, s.nnz, s.depth, s.longest_row, 1.5 * s.crossing, s.grid, false },
         };
         for (int m = 0; m < 3; m++)
         {
            assert_true(seconds_of(&more[m], schedules[i]) >= before);
         }
         tsw_tune_shape deeper = s;
         deeper.depth += s.depth < s.n_rows;
         assert_true(before < 0.0 || seconds_of(&deeper, schedules[i]) >= before);
      }
   }
}

static void test_onchip_stays_narrow(void **state)
{
   (void) state;
   const tsw_tune_shape allowed = { 25600, 200000, 100, 10, 0.5, false, false };
   const tsw_tune_shape wide = { 25601, 200000, 100, 10, 0.5, false, false };
   assert_true(seconds_of(&allowed, "onchip") > 0.0);
   assert_true(seconds_of(&wide, "onchip") < 0.0);
   tsw_tune_shape hurried = allowed;
   hurried.hurried = true;
   assert_true(seconds_of(&hurried, "onchip") < 0.0);
   hurried.longest_row = 1000;
   assert_true(seconds_of(&hurried, "onchip") > 0.0);
   assert_true(seconds_of(&allowed, "slfc") < 0.0);
}

static void test_strips_need_levels(void **state)
{
   (void) state;
   const tsw_tune_shape few = { 20000, 200000, 64, 10, 0.5, false, false };
   const tsw_tune_shape more = { 20000, 200000, 65, 10, 0.5, false, false };
   assert_true(seconds_of(&few, "strips") < 0.0);
   assert_true(seconds_of(&more, "strips") > 0.0);
}

/* Only the estimate of strips depends on whether the block is a grid. */
static void test_grids_have_tiles(void **state)
{
   (void) state;
   static const char *const others[] = { "onchip", "persistent" };
   random_stream            seed = random_open(random_seed(), "tune grids", SHAPES);
   int                      n_other = 0;
   for (int k = 0; k < SHAPES; k++)
   {
      tsw_tune_shape s = random_shape(&seed);
      tsw_tune_shape grid = s;
      s.grid = false;
      grid.grid = true;
      for (int i = 0; i < 2; i++)
      {
         assert_true(seconds_of(&s, others[i]) == seconds_of(&grid, others[i]));
      }
      n_other += seconds_of(&s, "strips") != seconds_of(&grid, "strips");
      assert_true((seconds_of(&s, "strips") > 0.0) == (seconds_of(&grid, "strips") > 0.0));
   }
   assert_true(n_other > SHAPES / 10);
}

/* A share that crosses strips costs more in levels with more rows. */
static void test_crossing_counts_by_width(void **state)
{
   (void) state;
   double extra[2];
   for (int wide = 0; wide < 2; wide++)
   {
      tsw_tune_shape s = { wide ? 200000 : 2000, 2000000, 1000, 10, 0.0, false, false };
      const double   none = seconds_of(&s, "strips");
      s.crossing = 1.0;
      extra[wide] = seconds_of(&s, "strips") - none;
   }
   assert_true(extra[0] > 0.0 && extra[1] > 2.0 * extra[0]);
}

static void test_share_rows(void **state)
{
   (void) state;
   for (int g = 0; g < GPUS; g++)
   {
      for (int64_t n = 1; n < 100000; n += 37)
      {
         const int64_t rows = tsw_tune_share_rows(n, gpus[g].processors);
         assert_true(rows >= (n < 256 ? n : 256) && rows * gpus[g].processors >= n);
      }
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rank),
      cmocka_unit_test(test_each_gpu_gets_what_it_supports),
      cmocka_unit_test(test_refused_are_passed_over),
      cmocka_unit_test(test_monotonic),
      cmocka_unit_test(test_onchip_stays_narrow),
      cmocka_unit_test(test_strips_need_levels),
      cmocka_unit_test(test_grids_have_tiles),
      cmocka_unit_test(test_crossing_counts_by_width),
      cmocka_unit_test(test_share_rows),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
