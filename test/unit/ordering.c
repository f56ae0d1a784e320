/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Names of orderings, levels of an empty block and of small ones, failures of allocations. */
#include "support/check.h"

#include "base/options.h"
#include "plan/ordering.h"
#include "support/blocks.h"

static tsw_options options_of(const char *text)
{
   tsw_options options;
   assert_ok(tsw_options_read(text, &options));
   return options;
}

static void test_names(void **state)
{
   const tsw_options natural = options_of("");
   const tsw_options color = options_of("ordering=color");
   const tsw_options hybrid = options_of("ordering=hybrid-color");
   const tsw_options free_choice = options_of("ordering=auto");
   (void) state;
   assert_string_equal(tsw_ordering_asked(&natural), "natural");
   assert_string_equal(tsw_ordering_asked(&color), "color");
   assert_string_equal(tsw_ordering_asked(&hybrid), "hybrid-color");
   assert_string_equal(tsw_ordering_asked(&free_choice), "natural");
   assert_string_equal(tsw_ordering_used(&natural, false), "natural");
   assert_string_equal(tsw_ordering_used(&color, true), "color");
   assert_string_equal(tsw_ordering_used(&hybrid, true), "hybrid-color");
   assert_string_equal(tsw_ordering_used(&hybrid, false), "natural");
   assert_string_equal(tsw_ordering_used(&free_choice, true), "hybrid-color");
   assert_string_equal(tsw_ordering_used(&free_choice, false), "natural");
   assert_string_equal(tsw_ordering_uncut("hybrid-color"), "color");
   assert_string_equal(tsw_ordering_uncut("color"), "color");
   assert_string_equal(tsw_ordering_uncut("natural"), "natural");
}

static int32_t few_colors_of(const char *text, int64_t n_rows, int64_t nnz)
{
   const tsw_options options = options_of(text);
   const int32_t     few = tsw_ordering_few_colors(&options, n_rows, nnz);
   assert_int_equal(tsw_ordering_limits(&options), few > 0);
   return few;
}

static int32_t few_colors(const char *text)
{
   return few_colors_of(text, 1000, 50000);
}

static void test_few_colors(void **state)
{
   (void) state;
   assert_int_equal(few_colors(""), 0);
   assert_int_equal(few_colors("colors=3"), 0);
   assert_int_equal(few_colors("ordering=color colors=3"), 0);
   assert_int_equal(few_colors("ordering=hybrid-color"), 4);
   assert_int_equal(few_colors("ordering=hybrid-color colors=3"), 3);
   assert_int_equal(few_colors("ordering=auto"), 4);
   assert_int_equal(few_colors("ordering=auto colors=2"), 2);
   assert_int_equal(few_colors("ordering=auto colors=auto"), 4);
   assert_int_equal(few_colors_of("ordering=auto", 100000, 8000000), 8);
   assert_int_equal(few_colors_of("ordering=auto", 400000, 8000000), 4); /* short rows */
   assert_int_equal(few_colors_of("ordering=auto", 50000, 4000000), 4);  /* small */
   assert_int_equal(few_colors_of("ordering=hybrid-color", 100000, 8000000), 8);
   assert_int_equal(few_colors_of("ordering=hybrid-color colors=5", 100000, 8000000), 5);
   assert_int_equal(few_colors_of("ordering=color", 100000, 8000000), 0);
}

static void test_empty(void **state)
{
   const trisweep_csr a = { 0 };
   const tsw_options  color = options_of("ordering=color");
   tsw_memory         owner = { 0 };
   tsw_levels         levels;
   (void) state;
   assert_ok(tsw_ordering_levels(&a, &color, &owner, &levels));
   assert_int_equal(levels.n_levels, 0);
   assert_int_equal(levels.depth, 0);
   assert_int_equal(levels.level_ptr[0], 0);
   tsw_levels_free(&owner, &levels);
   assert_int_equal(owner.bytes, 0);
}

/* So many rows, each coupled with all others, in this number of colours, in turn. */
static void check_clique(const char *text, int32_t n, int32_t n_colors)
{
   const tsw_options options = options_of(text);
   tsw_memory        owner = { 0 };
   tsw_levels        levels;
   entry_list        e;
   test_block        m;
   entries_open(&e, n);
   for (int32_t k = 0; k < n * n; k++)
   {
      entries_add(&e, k / n, k % n, 1.0);
   }
   block_build(&e, &m);
   const trisweep_csr a = block_view(&m);
   assert_ok(tsw_ordering_levels(&a, &options, &owner, &levels));
   for (int32_t i = 0; i < n; i++)
   {
      assert_int_equal(levels.level[i], i % n_colors);
   }
   assert_int_equal(levels.n_levels, n_colors);
   assert_int_equal(levels.depth, n_colors);
   tsw_levels_free(&owner, &levels);
   assert_int_equal(owner.bytes, 0);
   block_free(&m);
}

/* Up to eight colours are what a block needs, in place of more it gets few ones. */
static void test_few_of_block(void **state)
{
   (void) state;
   check_clique("ordering=hybrid-color colors=2", 8, 8);
   check_clique("ordering=hybrid-color colors=2", 9, 2);
   check_clique("ordering=hybrid-color", 9, 4);
   check_clique("ordering=hybrid-color colors=8", 17, 8);
   check_clique("ordering=color colors=2", 9, 9);
}

/* After a failure the struct can be freed, and nothing is left on the account. */
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
   const tsw_options    options = options_of("ordering=color");
   tsw_memory           owner = { 0 };
   trisweep_status      status = TRISWEEP_MEMORY;
   int                  k = 0;
   (void) state;
   while (status != TRISWEEP_OK)
   {
      tsw_levels levels;
      tsw_memory_fail_at(++k);
      status = tsw_ordering_levels(&a, &options, &owner, &levels);
      tsw_memory_fail_at(0);
      assert_true(status == TRISWEEP_OK || status == TRISWEEP_MEMORY);
      tsw_levels_free(&owner, &levels);
      assert_int_equal(owner.bytes, 0);
   }
   assert_in_range(k, 5, 16); /* it allocates so often, and each time has failed once */
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_names),
      cmocka_unit_test(test_few_colors),
      cmocka_unit_test(test_empty),
      cmocka_unit_test(test_few_of_block),
      cmocka_unit_test(test_failures),
   };
   return cmocka_run_group_tests_name("ordering", tests, check_clean_environment, NULL);
}
