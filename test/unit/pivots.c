/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Zero, tiny and infinite pivots of incomplete factors (factor/pivot.h), for blocks of two rows. */
#include "support/check.h"

#include <math.h>

/* A dense block of two rows. */
static trisweep_csr two_rows(const double *val)
{
   static const int32_t ptr[] = { 0, 2, 4 };
   static const int32_t col[] = { 0, 1, 0, 1 };
   return (trisweep_csr){
      .n_rows = 2, .n_cols = 2, .nnz = 4, .row_ptr = ptr, .col_idx = col, .val = val
   };
}

/* Correct x = 0 with b = (1, 2); return the status of the factorisation. */
static trisweep_status factorise(const char *options, trisweep_factors factors, const double *val,
                                 double *x, trisweep_stats *stats)
{
   trisweep_context   *ctx = check_context(options);
   trisweep_smoother  *s = check_smoother(ctx);
   const trisweep_csr  a = two_rows(val);
   const double        b[] = { 1.0, 2.0 };
   trisweep_correction how = TRISWEEP_CORRECTION_INIT;
   how.b = b;
   how.x = x;
   how.zero_guess = 1;
   trisweep_smoother_locate(s, 5, 3);
   assert_ok(trisweep_smoother_set_factors(s, factors, 0));
   assert_ok(trisweep_smoother_analyse(s, &a, NULL));
   const trisweep_status status = trisweep_smoother_update_values(s, &a, NULL, NULL);
   if (status == TRISWEEP_OK)
   {
      assert_ok(trisweep_smoother_correct(s, &how, NULL));
   }
   assert_ok(trisweep_smoother_stats(s, sizeof *stats, stats));
   trisweep_smoother_destroy(&s);
   trisweep_context_destroy(&ctx);
   return status;
}

static void expect_pivots(const trisweep_stats *stats, int64_t boosted, int64_t skipped,
                          int64_t first)
{
   assert_int_equal(stats->pivots_boosted, boosted);
   assert_int_equal(stats->pivots_skipped, skipped);
   assert_int_equal(stats->first_pivot_row, first);
}

static void test_pivots(void **state)
{
   (void) state;
   const double   ones[] = { 1.0, 1.0, 1.0, 1.0 };  /* the second pivot is 0 */
   const double   first[] = { 0.0, 2.0, 4.0, 1.0 }; /* the first pivot is 0 */
   const double   tiny[] = { 1.0, 1.0, 1.0, 1.0 + 1e-9 };
   trisweep_stats stats;
   double         x[2];
   for (int kind = TRISWEEP_ILU; kind <= TRISWEEP_DILU; kind++)
   {
      const trisweep_factors factors = (trisweep_factors) kind;
      assert_ok(factorise(NULL, factors, ones, x, &stats));
      expect_pivots(&stats, 1, 0, 1);
      assert_true(x[0] == 0.0 && x[1] == 1.0); /* U = [1 1; 0 1] */
      assert_ok(factorise("pivot=skip", factors, ones, x, &stats));
      expect_pivots(&stats, 0, 1, 1);
      assert_true(x[0] == 1.0 && x[1] == 0.0);
      assert_status(factorise("pivot=error", factors, ones, x, &stats), VALUE);
      assert_message("rank 5", "level 3", "row 1", "pivot", "pivot=boost");
      assert_ok(factorise("pivot=boost", factors, first, x, &stats));
      expect_pivots(&stats, 1, 0, 0);
      assert_true(x[0] == 0.5 && x[1] == 0.0); /* L = [1; 2 1], U = [2 2; 0 -3]: y = (1, 0) */
      assert_ok(factorise("pivot=skip", factors, first, x, &stats));
      expect_pivots(&stats, 0, 1, 0);
      assert_true(x[0] == 0.0 && x[1] == 2.0);
      assert_ok(factorise("pivot=error", factors, tiny, x, &stats));
      assert_status(factorise("pivot=error pivot_tol=1e-8", factors, tiny, x, &stats), VALUE);
   }
}

/* The factors are finite for extreme values too. */
static void test_extreme_values(void **state)
{
   (void) state;
   const double   huge[] = { 1e-150, 1e200, 1e200, 1.0 };
   const double   nothing[] = { 0.0, 0.0, 0.0, 0.0 };
   const double   overflow[] = { 1e-5, 1e305, 1e305, 1e-5 };
   trisweep_stats stats;
   double         x[2];
   for (int kind = TRISWEEP_ILU; kind <= TRISWEEP_DILU; kind++)
   {
      const trisweep_factors factors = (trisweep_factors) kind;
      assert_ok(factorise("pivot_tol=0", factors, huge, x, &stats));
      expect_pivots(&stats, 0, 1, 1);
      assert_true(isfinite(x[0]) && isfinite(x[1]));
      assert_ok(factorise(NULL, factors, nothing, x, &stats));
      expect_pivots(&stats, 0, 2, 0);
      assert_true(x[0] == 0.0 && x[1] == 0.0);
      assert_ok(factorise("pivot_tol=0", factors, overflow, x, &stats));
      assert_true(isfinite(x[0]) && isfinite(x[1]));
      assert_status(factorise("pivot=error pivot_tol=0", factors, huge, x, &stats), VALUE);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_pivots),
      cmocka_unit_test(test_extreme_values),
   };
   return cmocka_run_group_tests_name("pivots", tests, check_clean_environment, NULL);
}
