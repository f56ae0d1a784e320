/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Layout of a packed block (block/packed.c). */
#include "support/check.h"

#include <stdlib.h>

#include "block/packed.h"
#include "support/random.h"

/* Row 0: 2 0 3, row 1: 3 0 2 (no diagonal), row 2: empty, row 3: 2 0 3 1 0 (column 0 twice). */
static const int32_t row_ptr[] = { 0, 3, 6, 6, 11 };
static const int32_t col_idx[] = { 2, 0, 3, 3, 0, 2, 2, 0, 3, 1, 0 };

static trisweep_csr block(void)
{
   return (
      trisweep_csr){ .n_rows = 4, .n_cols = 4, .nnz = 11, .row_ptr = row_ptr, .col_idx = col_idx };
}

static void expect_triangle(const tsw_triangle *t, const int32_t *pointers, const int32_t *columns)
{
   assert_memory_equal(t->row_ptr, pointers, 5 * sizeof *pointers);
   assert_memory_equal(t->col_idx, columns, (size_t) pointers[4] * sizeof *columns);
}

static void test_natural_order(void **state)
{
   (void) state;
   const trisweep_csr a = block();
   tsw_memory         owner = { 0 };
   tsw_packed         p;
   assert_ok(tsw_packed_layout(&a, &owner, &p));
   assert_int_equal(p.n_rows, 4);
   assert_null(p.inv_l1);
   assert_null(p.diag_l1);
   assert_int_equal(p.n_zero_diagonals, 0);
   /* ascending below the diagonal, descending above: the nearest column comes last */
   expect_triangle(&p.lower, (const int32_t[]){ 0, 0, 1, 1, 4 }, (const int32_t[]){ 0, 0, 1, 2 });
   expect_triangle(&p.upper, (const int32_t[]){ 0, 2, 4, 4, 4 }, (const int32_t[]){ 3, 2, 3, 2 });
   tsw_packed_free(&owner, &p);
   assert_int_equal(owner.bytes, 0);
}

enum
{
   WIDE = 20000 /* columns, enough for rows of a few entries far apart */
};

/* The row of the packed triangles must have the distinct columns of the list, sorted. */
static void expect_row(const tsw_packed *p, int64_t row, const int32_t *columns, int n)
{
   bool   *stored = check_alloc(WIDE, sizeof *stored);
   int32_t lower = p->lower.row_ptr[row];
   int32_t upper = p->upper.row_ptr[row + 1];
   for (int k = 0; k < n; k++)
   {
      stored[columns[k]] = true;
   }
   for (int32_t j = 0; j < WIDE; j++)
   {
      if (stored[j] && j < row)
      {
         assert_int_equal(p->lower.col_idx[lower++], j);
      }
      else if (stored[j] && j > row)
      {
         assert_int_equal(p->upper.col_idx[--upper], j);
      }
   }
   assert_int_equal(lower, p->lower.row_ptr[row + 1]);
   assert_int_equal(upper, p->upper.row_ptr[row]);
   free(stored);
}

/* Two rows of n columns each, with repetitions, within `spread` columns from `first` on. */
static void try_rows(int n, int32_t first, int32_t spread, int64_t row, random_stream *r)
{
   int32_t *columns = check_alloc(2 * (size_t) n, sizeof *columns);
   int32_t *pointers = check_alloc(WIDE + 1, sizeof *pointers);
   for (int k = 0; k < 2 * n; k++)
   {
      columns[k] = first + (int32_t) random_below(r, spread);
   }
   for (int64_t i = 0; i <= WIDE; i++)
   {
      pointers[i] = i <= row ? 0 : i == row + 1 ? n : 2 * n;
   }
   const trisweep_csr a = {
      .n_rows = WIDE, .n_cols = WIDE, .nnz = 2 * n, .row_ptr = pointers, .col_idx = columns
   };
   tsw_memory owner = { 0 };
   tsw_packed p;
   assert_ok(tsw_packed_layout(&a, &owner, &p));
   expect_row(&p, row, columns, n);
   expect_row(&p, row + 1, columns + n, n);
   tsw_packed_free(&owner, &p);
   assert_int_equal(owner.bytes, 0);
   free(columns);
   free(pointers);
}

/* Few and many columns, close together and far apart, at both ends of the block. */
static void test_rows_of_all_shapes(void **state)
{
   (void) state;
   const int     counts[] = { 1, 2, 7, 8, 9, 16, 17, 18, 33, 60, 400 };
   const int32_t spreads[] = { 3, 64, 65, 130, 1000, 9300, 18000, WIDE - 2 };
   random_stream r = random_open(random_seed(), "rows of all shapes", 0);
   for (size_t c = 0; c < sizeof counts / sizeof counts[0]; c++)
   {
      for (size_t s = 0; s < sizeof spreads / sizeof spreads[0]; s++)
      {
         const int32_t first[] = { 0, WIDE - spreads[s] };
         for (int k = 0; k < 2; k++)
         {
            try_rows(counts[c], first[k], spreads[s], first[k] + spreads[s] / 2, &r);
            try_rows(counts[c], first[k], spreads[s], 0, &r);
            try_rows(counts[c], first[k], spreads[s], WIDE - 2, &r);
         }
      }
   }
}

/* All columns of a block, in descending, ascending and mixed order. */
static void test_dense_rows(void **state)
{
   (void) state;
   enum
   {
      N = 401
   };
   int32_t pointers[N + 1] = { 0 };
   int32_t columns[N];
   for (int kind = 0; kind < 3; kind++)
   {
      for (int k = 0; k < N; k++)
      {
         columns[k] = kind == 0 ? N - 1 - k : kind == 1 ? k : k * 7 % N;
         pointers[k + 1] = k < 200 ? 0 : N; /* row 200 has all entries */
      }
      const trisweep_csr a = {
         .n_rows = N, .n_cols = N, .nnz = N, .row_ptr = pointers, .col_idx = columns
      };
      tsw_memory owner = { 0 };
      tsw_packed p;
      assert_ok(tsw_packed_layout(&a, &owner, &p));
      assert_int_equal(p.lower.row_ptr[N], 200);
      assert_int_equal(p.upper.row_ptr[N], 200);
      for (int k = 0; k < 200; k++)
      {
         assert_int_equal(p.lower.col_idx[k], k);
         assert_int_equal(p.upper.col_idx[k], N - 1 - k);
      }
      tsw_packed_free(&owner, &p);
      assert_int_equal(owner.bytes, 0);
   }
}

static void test_no_rows(void **state)
{
   (void) state;
   const trisweep_csr a = { 0 };
   tsw_memory         owner = { 0 };
   tsw_packed         p;
   assert_ok(tsw_packed_layout(&a, &owner, &p));
   assert_int_equal(p.n_rows, 0);
   assert_int_equal(p.lower.row_ptr[0], 0);
   assert_int_equal(p.upper.row_ptr[0], 0);
   assert_ok(tsw_packed_load(&a, NULL, &owner, &p));
   tsw_packed_free(&owner, &p);
   assert_int_equal(owner.bytes, 0);
}

static void test_failures(void **state)
{
   (void) state;
   const trisweep_csr a = block();
   tsw_memory         owner = { 0 };
   tsw_packed         p;
   trisweep_status    status = TRISWEEP_ERROR_MEMORY;
   int                failures = 0;
   for (int k = 1; status != TRISWEEP_OK; k++)
   {
      tsw_memory_fail_at(k);
      status = tsw_packed_layout(&a, &owner, &p);
      tsw_memory_fail_at(0);
      assert_true(status == TRISWEEP_OK || status == TRISWEEP_ERROR_MEMORY);
      failures += status != TRISWEEP_OK;
      tsw_packed_free(&owner, &p);
      assert_int_equal(owner.bytes, 0);
   }
   assert_true(failures >= 7);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_natural_order), cmocka_unit_test(test_rows_of_all_shapes),
      cmocka_unit_test(test_dense_rows),    cmocka_unit_test(test_no_rows),
      cmocka_unit_test(test_failures),
   };
   return cmocka_run_group_tests_name("packed", tests, check_clean_environment, NULL);
}
