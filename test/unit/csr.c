/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "support/check.h"

#include <stdio.h>
#include <string.h>

#include "block/csr.h"

/* A valid 3 x 3 block; each test makes one change. */
static const int32_t row_ptr[] = { 0, 2, 3, 5 };
static const int32_t col_idx[] = { 1, 0, 1, 2, 0 };

static trisweep_csr good_block(void)
{
   return (
      trisweep_csr){ .n_rows = 3, .n_cols = 3, .nnz = 5, .row_ptr = row_ptr, .col_idx = col_idx };
}

static void test_good_blocks(void **state)
{
   (void) state;
   const int32_t zeros[] = { 0, 0, 0 };
   const int32_t one[] = { 0, 1 };
   trisweep_csr  a = good_block();
   assert_ok(tsw_csr_validate(&a));
   a = (trisweep_csr){ 0 };
   assert_ok(tsw_csr_validate(&a));
   a = (trisweep_csr){ .row_ptr = zeros, .col_idx = zeros };
   assert_ok(tsw_csr_validate(&a));
   a = (trisweep_csr){ .n_rows = 2, .n_cols = 2, .row_ptr = zeros };
   assert_ok(tsw_csr_validate(&a));
   a = (trisweep_csr){ .n_rows = 1, .n_cols = 1, .nnz = 1, .row_ptr = one, .col_idx = zeros };
   assert_ok(tsw_csr_validate(&a));
}

static void test_repeated_columns_are_good(void **state)
{
   (void) state;
   const int32_t columns[] = { 1, 1, 1, 2, 2 };
   trisweep_csr  a = good_block();
   a.col_idx = columns;
   assert_ok(tsw_csr_validate(&a));
}

static void test_null_pointers(void **state)
{
   (void) state;
   assert_status(tsw_csr_validate(NULL), ARGUMENT);
   assert_message("matrix block", "null pointer");
   trisweep_csr a = good_block();
   a.row_ptr = NULL;
   assert_status(tsw_csr_validate(&a), ARGUMENT);
   assert_message("row_ptr", "null pointer");
   a = good_block();
   a.col_idx = NULL;
   assert_status(tsw_csr_validate(&a), ARGUMENT);
   assert_message("col_idx", "null pointer");
}

static void test_negative_sizes(void **state)
{
   (void) state;
   trisweep_csr a = good_block();
   a.n_rows = a.n_cols = -3;
   assert_status(tsw_csr_validate(&a), ARGUMENT);
   assert_message("negative", "-3 rows", "-3 columns", "5 entries");
   a = good_block();
   a.n_cols = -1;
   assert_status(tsw_csr_validate(&a), ARGUMENT);
   assert_message("negative", "-1 columns");
   a = good_block();
   a.nnz = -5;
   assert_status(tsw_csr_validate(&a), ARGUMENT);
   assert_message("negative", "-5 entries");
   a.nnz = INT64_MIN;
   assert_status(tsw_csr_validate(&a), ARGUMENT);
}

static void test_not_square(void **state)
{
   (void) state;
   trisweep_csr a = good_block();
   a.n_cols = 4;
   assert_status(tsw_csr_validate(&a), PATTERN);
   assert_message("3 rows", "4 columns", "square");
}

/* The size alone is refused: the arrays, which are too short, must not be read. */
static void test_beyond_32_bits(void **state)
{
   (void) state;
   const int64_t sizes[] = { INT32_MAX, (int64_t) INT32_MAX + 1, INT64_MAX };
   for (int i = 0; i < 3; i++)
   {
      trisweep_csr a = good_block();
      a.n_rows = a.n_cols = sizes[i];
      assert_status(tsw_csr_validate(&a), PATTERN);
      assert_message("32-bit", "use more ranks");
   }
   trisweep_csr a = good_block();
   a.nnz = (int64_t) INT32_MAX + 1;
   assert_status(tsw_csr_validate(&a), PATTERN);
   assert_message("2147483648 entries", "32-bit");
}

static void test_entries_without_rows(void **state)
{
   (void) state;
   trisweep_csr a = good_block();
   a.n_rows = a.n_cols = 0;
   assert_status(tsw_csr_validate(&a), PATTERN);
   assert_message("5 entries", "without rows");
}

static void test_row_pointers(void **state)
{
   (void) state;
   const struct
   {
      int32_t     ptr[4];
      const char *parts[3];
   } cases[] = {
      { { 1, 2, 3, 5 }, { "starts with 1", "not with 0", "row_ptr" } },
      { { -1, 2, 3, 5 }, { "starts with -1", "not with 0", "row_ptr" } },
      { { 0, 3, 2, 5 }, { "row 1", "from 3 to 2", "not decrease" } },
      { { 0, 2, -7, 5 }, { "row 1", "from 2 to -7", "not decrease" } },
      { { 0, 2, 6, 5 }, { "row 1", "from 2 to 6", "5 entries" } },
      { { 0, 2147483647, 2147483647, 5 }, { "row 0", "from 0 to 2147483647", "5 entries" } },
      { { 0, 2, 3, -2147483647 - 1 }, { "row 2", "from 3 to -2147483648", "5 entries" } },
      { { 0, 2, 3, 4 }, { "ends with 4", "5 entries", "row_ptr" } },
      { { 0, 2, 3, 6 }, { "row 2", "from 3 to 6", "5 entries" } },
   };
   for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
   {
      trisweep_csr a = good_block();
      a.row_ptr = cases[i].ptr;
      assert_status(tsw_csr_validate(&a), PATTERN);
      assert_message(cases[i].parts[0], cases[i].parts[1], cases[i].parts[2]);
   }
}

static void test_columns_outside(void **state)
{
   (void) state;
   const int32_t bad[] = { -1, 3, 90011, INT32_MAX, INT32_MIN };
   const int     rows[] = { 0, 0, 1, 2, 2 };
   for (int i = 0; i < 5; i++)
   {
      int32_t columns[5];
      char    row[20];
      char    column[30];
      memcpy(columns, col_idx, sizeof columns);
      columns[i] = bad[i];
      trisweep_csr a = good_block();
      a.col_idx = columns;
      snprintf(row, sizeof row, "row %d", rows[i]);
      snprintf(column, sizeof column, "column %d ", bad[i]);
      assert_status(tsw_csr_validate(&a), PATTERN);
      assert_message(row, column, "block of 3 columns", "off-process");
   }
}

/* No hash detects every change, but these changes must be detected. */
static void test_hash_sees_changes(void **state)
{
   (void) state;
   const trisweep_csr a = good_block();
   const uint64_t     hash = tsw_csr_pattern_hash(&a);
   assert_true(hash == tsw_csr_pattern_hash(&a));
   for (int k = 0; k < 5; k++)
   {
      for (int32_t bit = 1; bit > 0 && bit < (1 << 30); bit *= 2)
      {
         int32_t columns[5];
         memcpy(columns, col_idx, sizeof columns);
         columns[k] ^= bit;
         trisweep_csr changed = good_block();
         changed.col_idx = columns;
         assert_true(hash != tsw_csr_pattern_hash(&changed));
      }
   }
   const int32_t other_rows[] = { 0, 1, 3, 5 };
   trisweep_csr  changed = good_block();
   changed.row_ptr = other_rows;
   assert_true(hash != tsw_csr_pattern_hash(&changed));
}

/* Each single column of a long row is changed, in the lanes and in the tail of the hash. */
static void test_hash_of_long_rows(void **state)
{
   (void) state;
   enum
   {
      N = 67
   };
   int32_t  pointers[N + 1];
   int32_t  columns[N];
   uint64_t seen[N + 1];
   for (int i = 0; i < N; i++)
   {
      pointers[i] = 0;
      columns[i] = i;
   }
   pointers[N] = N;
   for (int k = 0; k <= N; k++)
   {
      const trisweep_csr a = {
         .n_rows = N, .n_cols = N, .nnz = N, .row_ptr = pointers, .col_idx = columns
      };
      if (k < N)
      {
         columns[k] = (k + 1) % N;
      }
      seen[k] = tsw_csr_pattern_hash(&a);
      if (k < N)
      {
         columns[k] = k;
      }
      for (int other = 0; other < k; other++)
      {
         assert_true(seen[k] != seen[other]);
      }
   }
}

static void test_hash_without_rows(void **state)
{
   (void) state;
   const int32_t      zeros[] = { 0, 0 };
   const trisweep_csr none = { 0 };
   const trisweep_csr none_with_pointers = { .row_ptr = zeros };
   const trisweep_csr one_empty = { .n_rows = 1, .n_cols = 1, .row_ptr = zeros };
   assert_true(tsw_csr_pattern_hash(&none) == tsw_csr_pattern_hash(&none_with_pointers));
   assert_true(tsw_csr_pattern_hash(&none) != tsw_csr_pattern_hash(&one_empty));
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_good_blocks),          cmocka_unit_test(test_repeated_columns_are_good),
      cmocka_unit_test(test_null_pointers),        cmocka_unit_test(test_negative_sizes),
      cmocka_unit_test(test_not_square),           cmocka_unit_test(test_beyond_32_bits),
      cmocka_unit_test(test_entries_without_rows), cmocka_unit_test(test_row_pointers),
      cmocka_unit_test(test_columns_outside),      cmocka_unit_test(test_hash_sees_changes),
      cmocka_unit_test(test_hash_of_long_rows),    cmocka_unit_test(test_hash_without_rows),
   };
   return cmocka_run_group_tests_name("csr", tests, check_clean_environment, NULL);
}
