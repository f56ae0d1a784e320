/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Levels of small blocks; property/analysis.c tests random blocks. */
#include "support/check.h"

#include "analysis/levels.h"
#include "base/memory.h"

typedef struct example
{
   int64_t n;
   int32_t row_ptr[7];
   int32_t col_idx[12];
   int64_t n_levels;
   int32_t level[6];
   int32_t level_ptr[7];
   int32_t order[6];
} example;

static const example examples[] = {
   /* no entries: one level */
   { 3, { 0, 0, 0, 0 }, { 0 }, 1, { 0, 0, 0 }, { 0, 3 }, { 0, 1, 2 } },
   /* diagonal only */
   { 2, { 0, 1, 2 }, { 0, 1 }, 1, { 0, 0 }, { 0, 2 }, { 0, 1 } },
   /* lower chain 0 - 1 - 2 */
   { 3, { 0, 0, 1, 2 }, { 0, 1 }, 3, { 0, 1, 2 }, { 0, 1, 2, 3 }, { 0, 1, 2 } },
   /* upper chain: independent rows in a lower solve, but sweeps read old values of later rows */
   { 3, { 0, 1, 2, 2 }, { 1, 2 }, 3, { 0, 1, 2 }, { 0, 1, 2, 3 }, { 0, 1, 2 } },
   /* arrow with its tip first, diagonals stored, columns not in order */
   { 4,
     { 0, 4, 6, 8, 10 },
     { 3, 0, 2, 1, 1, 0, 2, 0, 0, 3 },
     2,
     { 0, 1, 1, 1 },
     { 0, 1, 4 },
     { 0, 1, 2, 3 } },
   /* two chains 0 - 2 - 4 and 1 - 3 - 5 with repeated entries */
   { 6,
     { 0, 0, 0, 2, 3, 4, 6 },
     { 0, 0, 1, 2, 3, 3 },
     3,
     { 0, 0, 1, 1, 2, 2 },
     { 0, 2, 4, 6 },
     { 0, 1, 2, 3, 4, 5 } },
   /* row 4 has no entries, but row 1 must read x_4 before the sweep of row 4 */
   { 5,
     { 0, 0, 2, 2, 3, 3 },
     { 0, 4, 2 },
     3,
     { 0, 1, 0, 1, 2 },
     { 0, 2, 4, 5 },
     { 0, 2, 1, 3, 4 } },
};

enum
{
   N_EXAMPLES = sizeof examples / sizeof examples[0]
};

static trisweep_csr view(const example *e)
{
   return (trisweep_csr){ .n_rows = e->n,
                          .n_cols = e->n,
                          .nnz = e->row_ptr[e->n],
                          .row_ptr = e->row_ptr,
                          .col_idx = e->col_idx };
}

static void test_examples(void **state)
{
   (void) state;
   for (int k = 0; k < N_EXAMPLES; k++)
   {
      const example     *e = &examples[k];
      const trisweep_csr a = view(e);
      const size_t       bytes = (size_t) e->n * sizeof(int32_t);
      tsw_levels         levels;
      assert_ok(tsw_levels_compute(&a, &levels));
      assert_int_equal(levels.n_levels, e->n_levels);
      assert_memory_equal(levels.level, e->level, bytes);
      assert_memory_equal(levels.order, e->order, bytes);
      assert_memory_equal(levels.level_ptr, e->level_ptr,
                          (size_t) (e->n_levels + 1) * sizeof(int32_t));
      tsw_levels_free(&levels);
      assert_null(levels.level);
   }
}

static void test_no_rows(void **state)
{
   (void) state;
   const trisweep_csr a = { 0 };
   tsw_levels         levels;
   assert_ok(tsw_levels_compute(&a, &levels));
   assert_int_equal(levels.n_levels, 0);
   assert_int_equal(levels.level_ptr[0], 0);
   tsw_levels_free(&levels);
}

/* After a failure the struct can be freed. */
static void test_failures(void **state)
{
   (void) state;
   const trisweep_csr a = view(&examples[4]);
   tsw_levels         levels;
   for (int k = 1; k <= 3; k++)
   {
      tsw_memory_fail_at(k);
      assert_status(tsw_levels_compute(&a, &levels), MEMORY);
      tsw_memory_fail_at(0);
      tsw_levels_free(&levels);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_examples),
      cmocka_unit_test(test_no_rows),
      cmocka_unit_test(test_failures),
   };
   return cmocka_run_group_tests_name("levels", tests, check_clean_environment, NULL);
}
