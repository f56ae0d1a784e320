/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Names of orderings; few colours of empty and small blocks, and of host blocks; failures. */
#include "support/check.h"

#include <stdlib.h>

#include "analysis/levels.h"
#include "base/options.h"
#include "plan/plan.h"
#include "support/hybrid.h"

static tsw_options options_of(const char *text)
{
   tsw_options options;
   assert_ok(tsw_options_read(text, &options));
   return options;
}

static void test_names(void **state)
{
   const tsw_options natural = options_of("");
   const tsw_options few = options_of("ordering=hybrid-color");
   const tsw_options free_choice = options_of("ordering=auto");
   (void) state;
   assert_false(tsw_plan_demands_few(&natural));
   assert_true(tsw_plan_demands_few(&few));
   assert_false(tsw_plan_demands_few(&free_choice));
   assert_false(tsw_plan_allows_few(&natural));
   assert_true(tsw_plan_allows_few(&few));
   assert_true(tsw_plan_allows_few(&free_choice));
}

static void test_empty(void **state)
{
   tsw_levels levels;
   (void) state;
   assert_ok(tsw_levels_few(0, 3, &levels));
   assert_int_equal(levels.n_levels, 0);
   assert_int_equal(levels.level_ptr[0], 0);
   tsw_levels_free(&levels);
}

/* The colours of units of one row, compared with those of the reference. */
static void check_colors(int32_t n_colors, int64_t n)
{
   tsw_levels levels;
   entry_list e;
   test_block m;
   int32_t    n_few;
   entries_open(&e, n);
   block_build(&e, &m);
   int32_t *step = check_alloc((size_t) n, sizeof *step);
   assert_int_equal(hybrid_steps(&m, n_colors, false, &n_few, step), 1);
   assert_ok(tsw_levels_few(n, n_colors, &levels));
   assert_int_equal(n_few, n_colors);
   assert_int_equal(levels.n_levels, n_colors);
   assert_memory_equal(levels.level, step, (size_t) n * sizeof *step);
   free(step);
   tsw_levels_free(&levels);
   block_free(&m);
}

static void test_colors(void **state)
{
   (void) state;
   check_colors(2, 9);
   check_colors(5, 137);
   check_colors(8, 3);
}

/* After a failure the struct can be freed. */
static void test_failures(void **state)
{
   trisweep_status status = TRISWEEP_ERROR_MEMORY;
   int             k = 0;
   (void) state;
   while (status != TRISWEEP_OK)
   {
      tsw_levels levels;
      tsw_memory_fail_at(++k);
      status = tsw_levels_few(4, 3, &levels);
      tsw_memory_fail_at(0);
      assert_true(status == TRISWEEP_OK || status == TRISWEEP_ERROR_MEMORY);
      tsw_levels_free(&levels);
   }
   assert_int_equal(k, 4); /* k - 1 allocations, each of which has failed once */
}

/* Few colours are an order of device blocks. */
static void test_host_block(void **state)
{
   static const int32_t row_ptr[] = { 0, 1 };
   static const int32_t col_idx[] = { 0 };
   static const double  val[] = { 2.0 };
   static const char   *options[] = { "ordering=hybrid-color", "ordering=hybrid-color memory=low",
                                      "ordering=hybrid-color schedule=serial" };
   const trisweep_csr   a = { 1, 1, 1, row_ptr, col_idx, val, TRISWEEP_HOST };
   (void) state;
   for (size_t k = 0; k < sizeof options / sizeof options[0]; k++)
   {
      trisweep_context  *ctx = check_context(options[k]);
      trisweep_smoother *s = check_smoother(ctx);
      assert_status(trisweep_smoother_analyse(s, &a, NULL), UNSUPPORTED);
      assert_message("hybrid-color", "device memory", "ordering=auto");
      trisweep_smoother_destroy(&s);
      trisweep_context_destroy(&ctx);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_names),      cmocka_unit_test(test_empty),
      cmocka_unit_test(test_colors),     cmocka_unit_test(test_failures),
      cmocka_unit_test(test_host_block),
   };
   return cmocka_run_group_tests_name("ordering", tests, check_clean_environment, NULL);
}
