/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Names of orderings, few colours of empty and small blocks, failures of allocations. */
#include "support/check.h"

#include <stdlib.h>

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
   assert_true(tsw_plan_is_natural(&natural));
   assert_false(tsw_plan_is_natural(&few));
   assert_true(tsw_plan_is_natural(&free_choice));
   assert_false(tsw_plan_allows_few(&natural));
   assert_true(tsw_plan_allows_few(&few));
   assert_true(tsw_plan_allows_few(&free_choice));
}

static void check_empty(int32_t asked, bool units)
{
   const trisweep_csr a = { 0 };
   tsw_levels         levels;
   assert_ok(tsw_levels_few(&a, asked, units, &levels));
   assert_int_equal(levels.n_levels, 0);
   assert_int_equal(levels.level_ptr[0], 0);
   tsw_levels_free(&levels);
}

static void test_empty(void **state)
{
   (void) state;
   check_empty(0, true);
   check_empty(3, true);
   check_empty(3, false);
}

/* n rows, each coupled with all others, must have n_colors colours, modular or rotated. */
static void check_clique(int32_t asked, bool units, int32_t n, int32_t n_colors)
{
   tsw_levels levels;
   entry_list e;
   test_block m;
   int32_t    n_few;
   entries_open(&e, n);
   for (int32_t k = 0; k < n * n; k++)
   {
      entries_add(&e, k / n, k % n, 1.0);
   }
   block_build(&e, &m);
   const trisweep_csr a = block_view(&m);
   int32_t           *step = check_alloc((size_t) n, sizeof *step);
   const int32_t      unit = hybrid_steps(&m, asked, units, &n_few, step);
   assert_ok(tsw_levels_few(&a, asked, units, &levels));
   assert_int_equal(n_few, n_colors);
   assert_int_equal(levels.unit, unit);
   assert_memory_equal(levels.level, step, (size_t) n * sizeof *step);
   free(step);
   assert_int_equal(levels.n_levels, n_colors * unit);
   tsw_levels_free(&levels);
   block_free(&m);
}

/* Few colours: the number asked for; else 4 alternate colours of a clique of 5 to 168 rows, where
 * the rows of other units of the band are more than a sixth; else 2 modular or 3 rotated ones. */
static void test_colors_of_block(void **state)
{
   (void) state;
   check_clique(2, true, 8, 2);
   check_clique(2, true, 9, 2);
   check_clique(0, true, 2, 2);
   check_clique(0, true, 3, 2);
   check_clique(0, true, 8, 4);
   check_clique(0, true, 137, 4);
   check_clique(5, true, 137, 5);
   check_clique(0, true, 320, 3);
   check_clique(8, true, 40, 8);
   check_clique(8, true, 3, 8);
   check_clique(2, false, 9, 2);
   check_clique(5, false, 137, 5);
}

/* After a failure the struct can be freed. */
static void test_failures(void **state)
{
   static const int32_t row_ptr[] = { 0, 2, 5, 8, 10 };
   static const int32_t col_idx[] = { 0, 1, 0, 1, 2, 1, 2, 3, 2, 3 };
   const trisweep_csr   a = { .n_rows = 4,
                              .n_cols = 4,
                              .nnz = 10,
                              .row_ptr = row_ptr,
                              .col_idx = col_idx,
                              .space = TRISWEEP_HOST };
   trisweep_status      status = TRISWEEP_ERROR_MEMORY;
   int                  k = 0;
   (void) state;
   while (status != TRISWEEP_OK)
   {
      tsw_levels levels;
      tsw_memory_fail_at(++k);
      status = tsw_levels_few(&a, 0, true, &levels);
      tsw_memory_fail_at(0);
      assert_true(status == TRISWEEP_OK || status == TRISWEEP_ERROR_MEMORY);
      tsw_levels_free(&levels);
   }
   assert_int_equal(k, 4); /* k - 1 allocations, each of which has failed once */
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_names),
      cmocka_unit_test(test_empty),
      cmocka_unit_test(test_colors_of_block),
      cmocka_unit_test(test_failures),
   };
   return cmocka_run_group_tests_name("ordering", tests, check_clean_environment, NULL);
}
