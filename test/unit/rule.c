/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The rule of schedule=auto for device blocks, without a device. */
#include "support/check.h"

#include <string.h>

#include "plan/plan.h"
#include "support/random.h"

enum
{
   SHAPES = 2000
};

static tsw_shape random_shape(random_stream *seed)
{
   tsw_shape s = { 0 };
   s.n_rows = random_below(seed, random_below(seed, 2) ? 3000000 : 20000);
   s.nnz = s.n_rows * (1 + random_below(seed, 80));
   s.depth = s.n_rows > 0 ? 1 + random_below(seed, s.n_rows) : 0;
   s.longest_row = s.n_rows > 0 ? s.nnz / s.n_rows + random_below(seed, 10000) : 0;
   s.grid = random_below(seed, 2) != 0;
   return s;
}

/* Every block has a schedule: the last is persistent, which takes all blocks. */
static void test_every_block_has_a_schedule(void **state)
{
   (void) state;
   random_stream seed = random_open(random_seed(), "rule", SHAPES);
   for (int k = 0; k < SHAPES; k++)
   {
      const char     *names[TSW_RULE_LINES];
      const tsw_shape s = random_shape(&seed);
      const int       n = tsw_rule_rank(&s, names);
      assert_in_range(n, 1, TSW_RULE_LINES);
      assert_string_equal(names[n - 1], "persistent");
   }
}

/* Blocks of bench/results/h200-tune-*.json and their fastest schedules. */
static void test_measured_blocks(void **state)
{
   (void) state;
   static const struct
   {
      const char *fastest;
      tsw_shape   shape; /* rows, entries, levels, longest row */
   } blocks[] = {
      { "persistent", { 1, 1, 1, 0, false, false } },              /* amg_lap7_128_level7 */
      { "persistent", { 200000, 2599938, 38, 12, false, false } }, /* random:200000,12,3 */
      { "onchip", { 3000, 26968, 25, 8, false, false } },          /* random:3000,8,1 */
      { "onchip", { 88794, 5998718, 1182, 102, false, false } },   /* amg_lap7_128_level2 */
      { "onchip", { 17758, 126150, 174, 573, false, false } },     /* memplus */
      { "onchip", { 6833, 43521, 65, 1441, false, false } },       /* rajat01 */
      { "strips", { 328961, 2607391, 11606, 10, false, false } },  /* mfem_lap_starmixed_329k */
      { "strips", { 24000, 1756008, 402, 80, true, false } },      /* elasticity:20x20x20 */
      { "strips", { 2097152, 14581760, 382, 6, true, false } },    /* lap7:128x128x128 */
   };
   for (size_t k = 0; k < sizeof blocks / sizeof blocks[0]; k++)
   {
      const char *names[TSW_RULE_LINES];
      assert_true(tsw_rule_rank(&blocks[k].shape, names) > 0);
      assert_string_equal(names[0], blocks[k].fastest);
   }
}

static void test_no_rows(void **state)
{
   (void) state;
   const tsw_shape empty = { 0 };
   const char     *names[TSW_RULE_LINES];
   assert_true(tsw_rule_rank(&empty, names) > 0);
   assert_string_equal(names[0], "persistent");
}

#ifdef HAVE_CUDA
/* A narrow block, for which the rule prefers onchip. */
static const tsw_shape narrow = { 3000, 120000, 300, 44, false, false };

static void expect(const tsw_gpu *gpu, const tsw_shape *shape, int n_refused, const char *name)
{
   assert_string_equal(tsw_rule_choose(gpu, shape, n_refused)->name, name);
}

/* onchip is for GPUs with sufficiently large thread block clusters; as drivers describe them. */
static void test_each_gpu_gets_what_it_supports(void **state)
{
   (void) state;
   static const tsw_gpu gpus[] = {
      { "NVIDIA H200", 9, 232448 },          { "NVIDIA H100 80GB HBM3 MIG 1g.10gb", 9, 232448 },
      { "NVIDIA B200", 10, 232448 },         { "NVIDIA A100-SXM4-80GB", 8, 166912 },
      { "NVIDIA RTX PRO 6000", 12, 101376 },
   };
   for (size_t g = 0; g < sizeof gpus / sizeof gpus[0]; g++)
   {
      expect(&gpus[g], &narrow, 0, g < 3 ? "onchip" : "strips");
   }
}

/* Incomplete factors do not wait for the planning of onchip unless some row is long. */
static void test_hurried(void **state)
{
   (void) state;
   const tsw_gpu gpu = { "NVIDIA H200", 9, 232448 };
   tsw_shape     hurried = narrow;
   hurried.hurried = true;
   expect(&gpu, &hurried, 0, "strips");
   hurried.longest_row = 2000;
   expect(&gpu, &hurried, 0, "onchip");
}

static void test_refused_are_passed_over(void **state)
{
   (void) state;
   const tsw_gpu gpu = { "NVIDIA H200", 9, 232448 };
   const char   *name = "";
   int           n = 0;
   for (const tsw_schedule *found; (found = tsw_rule_choose(&gpu, &narrow, n)); n++)
   {
      name = found->name;
      assert_string_equal(name, n == 0 ? "onchip" : n == 1 ? "strips" : "persistent");
   }
   assert_int_equal(n, 3);
}
#else
static void test_no_device_schedules(void **state)
{
   (void) state;
   const tsw_gpu   gpu = { "NVIDIA H200", 9, 232448 };
   const tsw_shape empty = { 0 };
   assert_null(tsw_rule_choose(&gpu, &empty, 0));
}
#endif

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_block_has_a_schedule),
      cmocka_unit_test(test_measured_blocks),
      cmocka_unit_test(test_no_rows),
#ifdef HAVE_CUDA
      cmocka_unit_test(test_each_gpu_gets_what_it_supports),
      cmocka_unit_test(test_hurried),
      cmocka_unit_test(test_refused_are_passed_over),
#else
      cmocka_unit_test(test_no_device_schedules),
#endif
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
