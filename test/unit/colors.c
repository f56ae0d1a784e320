/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The number of few colours of a smoother (trisweep_smoother_set_colors). */
#include "support/check.h"

#include "support/blocks.h"
#include "support/fill.h"

enum
{
   EDGE = 6
};

/* Set another number of colours, which drops the matrix. depth: as expected. */
static void check_number(const trisweep_csr *a, const char *options, int32_t n_colors,
                         int64_t depth)
{
   trisweep_context  *ctx = check_context(options);
   trisweep_smoother *s = check_smoother(ctx);
   assert_ok(trisweep_smoother_analyse(s, a, NULL));
   assert_ok(trisweep_smoother_set_colors(s, n_colors));
   assert_status(trisweep_smoother_update_values(s, a, NULL, NULL), ORDER);
   assert_ok(trisweep_smoother_analyse(s, a, NULL));
   assert_ok(trisweep_smoother_set_colors(s, n_colors)); /* keeps the matrix */
   assert_ok(trisweep_smoother_update_values(s, a, NULL, NULL));
   const trisweep_stats stats = check_stats(s);
   assert_int_equal(stats.depth, depth);
   trisweep_smoother_destroy(&s);
   trisweep_context_destroy(&ctx);
}

static void test_numbers(void **state)
{
   random_stream r = random_open(1, "set colours", 0);
   entry_list    e;
   test_block    m;
   (void) state;
   entries_open(&e, fill_cube(EDGE));
   fill_grid7(&e, EDGE, &r);
   block_build(&e, &m);
   const trisweep_csr a = block_view(&m);
   check_number(&a, "ordering=natural", 6, 3 * EDGE - 2);
   block_free(&m);
}

static void test_bad_numbers(void **state)
{
   trisweep_context  *ctx = check_context(NULL);
   trisweep_smoother *s = check_smoother(ctx);
   (void) state;
   assert_status(trisweep_smoother_set_colors(NULL, 4), ARGUMENT);
   assert_status(trisweep_smoother_set_colors(s, 1), ARGUMENT);
   assert_status(trisweep_smoother_set_colors(s, -4), ARGUMENT);
   assert_status(trisweep_smoother_set_colors(s, 9), ARGUMENT);
   assert_message("9 colours", "2 to 8");
   assert_ok(trisweep_smoother_set_colors(s, 8));
   assert_ok(trisweep_smoother_set_colors(s, 0));
   trisweep_smoother_destroy(&s);
   trisweep_context_destroy(&ctx);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_numbers),
      cmocka_unit_test(test_bad_numbers),
   };
   return cmocka_run_group_tests_name("colors", tests, check_clean_environment, NULL);
}
