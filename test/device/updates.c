/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Updates of the values of schedule strips, which reads the block itself if its rows are in order,
 * else temporary triangles: the sweeps of the host, and the host's status for other patterns.
 */
#include "support/check.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/device.h"
#include "support/fill.h"
#include "support/sweeps.h"

enum
{
   STRIDE = 7, /* from variant to variant */
   EDGE = 16,
   ROW = EDGE * EDGE * EDGE / 2 + EDGE * EDGE / 2 + EDGE / 2, /* with all six neighbours */
   EARLIER = ROW - EDGE * EDGE - 1                            /* ROW has no entry in this column */
};

/* Where the diagonal entry is among the ascending columns of a row; or no order. */
typedef enum row_order
{
   FIRST,
   SECOND,
   IN_PLACE,
   LAST,
   DISORDER,
   ROW_ORDERS
} row_order;

typedef void fill_function(entry_list *e, int64_t size, random_stream *r);

/* Rows ascend, with the diagonal entry last. */
static void open_block(fill_function *fill, int64_t size, int64_t n, test_block *m)
{
   entry_list    e;
   random_stream r = random_open(random_seed(), "updates", n);
   entries_open(&e, n);
   fill(&e, size, &r);
   block_build(&e, m);
}

/* The block m of open_block with its rows in another order. */
static void arrange(const test_block *m, row_order order, test_block *to)
{
   entry_list    e;
   random_stream r = random_open(random_seed(), "order", m->n);
   entries_open(&e, m->n);
   for (int64_t i = 0; i < m->n; i++)
   {
      const int32_t begin = m->row_ptr[i];
      const int32_t last = m->row_ptr[i + 1] - 1;
      bool          wanted = true; /* the diagonal entry */
      assert_int_equal(m->col_idx[last], i);
      for (int32_t k = begin; k <= last; k++)
      {
         const bool here = order == FIRST || (order == SECOND && k > begin) ||
                           (order == IN_PLACE && m->col_idx[k] > i) || k == last;
         entries_add(&e, i, wanted && here ? i : -1, m->val[last]);
         entries_add(&e, i, k < last ? m->col_idx[k] : -1, m->val[k]);
         wanted = wanted && !here;
      }
   }
   if (order == DISORDER)
   {
      entries_shuffle(&e, &r);
   }
   block_build(&e, to);
   memcpy(to->l1, m->l1, (size_t) m->n * sizeof *m->l1);
}

static void scale_values(test_block *m, double factor)
{
   for (int64_t k = 0; k < m->nnz; k++)
   {
      m->val[k] *= factor;
   }
   for (int64_t i = 0; i < m->n; i++)
   {
      m->l1[i] *= factor;
   }
}

/* Cast away const: the test owns the arrays of the view. */
static void put(const void *device, const void *host, size_t bytes)
{
   void *to;
   memcpy(&to, &device, sizeof to);
   assert_cuda(cudaMemcpyAsync(to, host, bytes, cudaMemcpyHostToDevice, device_stream()));
}

/* Copy a block of the same size to the arrays of b. */
static void put_block(const test_block *m, const device_block *b)
{
   const size_t n = (size_t) m->n;
   const size_t nnz = (size_t) m->nnz;
   assert_int_equal(m->nnz, b->view.nnz);
   put(b->view.row_ptr, m->row_ptr, (n + 1) * sizeof *m->row_ptr);
   put(b->view.col_idx, m->col_idx, nnz * sizeof *m->col_idx);
   put(b->view.val, m->val, nnz * sizeof *m->val);
   put(b->l1, m->l1, n * sizeof *m->l1);
}

static trisweep_status update(const device_sweeps *d, const device_block *b)
{
   return trisweep_smoother_update_values(d->s, &b->view, b->l1, device_stream());
}

/* Update until no allocation fails. Return the number of allocations. */
static int count_allocations(const device_sweeps *d, const device_block *b)
{
   for (int k = 1;; k++)
   {
      check_fail_at(k);
      const trisweep_status status = update(d, b);
      check_fail_at(0);
      if (status == TRISWEEP_OK)
      {
         return k - 1;
      }
      assert_int_equal(status, TRISWEEP_ERROR_MEMORY);
   }
}

static trisweep_smoother *open_host(trisweep_context *ctx, const test_block *m)
{
   const trisweep_csr a = block_view(m);
   trisweep_smoother *host = check_smoother(ctx);
   assert_ok(trisweep_smoother_analyse(host, &a, NULL));
   assert_ok(trisweep_smoother_update_values(host, &a, m->l1, NULL));
   return host;
}

/* The sweeps of a smoother on the host that was made for the block m. */
static void expect_host_sweeps(const device_sweeps *d, const test_block *m, const device_block *b)
{
   const size_t       size = variant_x_size(m);
   sweep_case         c;
   trisweep_context  *ctx = check_context("schedule=serial");
   trisweep_smoother *host = open_host(ctx, m);
   double            *want = check_alloc(size, sizeof *want);
   sweep_case_open(&c, "update", m);
   for (int v = 0; v < VARIANT_COUNT; v += STRIDE)
   {
      trisweep_sweep how = variant_get(v, m);
      double        *got = device_sweeps_run(d, &c, b, v);
      sweep_case_run_one(&c, host, &how, want);
      for (size_t k = 0; k < size; k++)
      {
         if (!(fabs(got[k] - want[k]) <= 1e-10 * (1.0 + fabs(want[k]))))
         {
            sweep_case_print(&c, &how);
            fail_msg("x[%zu] is %.17g, on the host %.17g", k, got[k], want[k]);
         }
      }
      free(got);
   }
   free(want);
   sweep_case_close(&c);
   trisweep_smoother_destroy(&host);
   trisweep_context_destroy(&ctx);
}

/* All orders of rows give the same bits, and rows in order need fewer allocations. */
static void check_orders(fill_function *fill, int64_t size, int64_t n)
{
   test_block   m, to;
   device_block b;
   sweep_case   c;
   open_block(fill, size, n, &m);
   device_block_open(&m, &b);
   sweep_case_open(&c, "orders of rows", &m);
   device_sweeps strips = device_sweeps_open("schedule=strips", &b);
   device_sweeps reference = device_sweeps_open("schedule=strips", &b);
   for (int order = 0; order < ROW_ORDERS; order++)
   {
      scale_values(&m, order % 2 ? 1.4 : 0.6);
      arrange(&m, DISORDER, &to);
      put_block(&to, &b);
      const int most = count_allocations(&reference, &b);
      block_free(&to);
      arrange(&m, (row_order) order, &to);
      put_block(&to, &b);
      const int count = count_allocations(&strips, &b);
      assert_true(order == DISORDER ? count == most : count < most);
      device_sweeps_compare(&strips, &reference, &c, &b, 0.0);
      expect_host_sweeps(&strips, &to, &b);
      block_free(&to);
   }
   device_sweeps_close(&strips);
   device_sweeps_close(&reference);
   sweep_case_close(&c);
   device_block_close(&b);
   block_free(&m);
}

static void test_orders_of_rows(void **state)
{
   (void) state;
   check_orders(fill_grid7, EDGE, fill_cube(EDGE));
   check_orders(fill_grid27, EDGE, fill_cube(EDGE));
   check_orders(fill_sparse, 3000, 3000);
   check_orders(fill_half_dense, 600, 600);
}

/* More than a million entries in disorder are loaded in two parts; the second repeats a column. */
static void test_parts(void **state)
{
   test_block   m, to;
   device_block b;
   (void) state;
   open_block(fill_grid27, 36, fill_cube(36), &m);
   assert_in_range(m.nnz - m.n, 1 << 20, 1 << 21);
   device_block_open(&m, &b);
   device_sweeps strips = device_sweeps_open("schedule=strips", &b);
   scale_values(&m, 1.4);
   arrange(&m, DISORDER, &to);
   for (int twice = 0; twice < 2; twice++)
   {
      const int32_t e = to.row_ptr[to.n - 2];
      to.col_idx[e + twice] = to.col_idx[e];
      put_block(&to, &b);
      assert_ok(update(&strips, &b));
      expect_host_sweeps(&strips, &to, &b);
   }
   device_sweeps_close(&strips);
   device_block_close(&b);
   block_free(&m);
   block_free(&to);
}

/* ---- other patterns with as many entries ---------------------------------- */

typedef void change(test_block *m);

static void nothing(test_block *m)
{
   (void) m;
}

/* Entries outside the pattern: the rows ascend as before. */
static void last_column_outside(test_block *m)
{
   m->col_idx[m->row_ptr[ROW + 1] - 1]++;
   m->col_idx[m->row_ptr[ROW + 6] - 1]++;
}

/* Neither row repeats an entry, and both ascend. */
static void entry_in_next_row(test_block *m)
{
   const int32_t e = --m->row_ptr[ROW];
   m->col_idx[e] = m->col_idx[e + 1];
   m->col_idx[e + 1] = EARLIER;
   m->val[e + 1] = 0.5;
}

/* The row before ROW lacks an entry; ROW begins with it, out of order. */
static void entry_in_next_row_in_disorder(test_block *m)
{
   m->row_ptr[ROW]--;
}

/* A row without a diagonal entry, and with one column more. */
static void column_for_diagonal(test_block *m)
{
   m->col_idx[m->row_ptr[ROW]] = EARLIER;
}

/* The last row repeats its diagonal entry, the row before it lacks one. */
static void diagonal_twice(test_block *m)
{
   const int32_t e = --m->row_ptr[m->n - 1];
   assert_int_equal(m->col_idx[e], m->n - 1);
}

static void column_twice(test_block *m)
{
   const int32_t e = m->row_ptr[ROW];
   m->col_idx[e + 2] = m->col_idx[e + 1];
}

/* The first column twice, in place of the diagonal entry. */
static void column_twice_for_diagonal(test_block *m)
{
   const int32_t e = m->row_ptr[ROW];
   m->col_idx[e] = m->col_idx[e + 1];
}

static void value_is_nan(test_block *m)
{
   m->val[m->row_ptr[ROW] + 2] = NAN;
}

static void diagonal_is_tiny(test_block *m)
{
   m->val[m->row_ptr[ROW]] = 1e-320;
}

static void norm_is_infinite(test_block *m)
{
   m->l1[ROW] = INFINITY;
}

/*
 * Analyse and load a block on both sides, then update with another one. row: that the message
 * names, or -1. Sweeps after both updates are those of the host.
 */
static void check_change(change *from, change *to, trisweep_status status, int64_t row)
{
   char              text[512];
   test_block        m, analysed, changed;
   device_block      b;
   trisweep_context *ctx = check_context("schedule=serial");
   open_block(fill_grid7, EDGE, fill_cube(EDGE), &m);
   arrange(&m, FIRST, &analysed);
   from(&analysed);
   scale_values(&m, 0.7);
   arrange(&m, FIRST, &changed);
   to(&changed);
   device_block_open(&analysed, &b);
   const trisweep_csr a = block_view(&changed);
   trisweep_smoother *host = open_host(ctx, &analysed);
   device_sweeps      strips = device_sweeps_open("schedule=strips", &b);
   expect_host_sweeps(&strips, &analysed, &b);
   put_block(&changed, &b);
   assert_int_equal(trisweep_smoother_update_values(host, &a, changed.l1, NULL), status);
   snprintf(text, sizeof text, "%s",
            status == TRISWEEP_ERROR_VALUE ? trisweep_message() : "pattern");
   assert_int_equal(update(&strips, &b), status);
   if (status == TRISWEEP_OK)
   {
      expect_host_sweeps(&strips, &changed, &b);
   }
   else
   {
      assert_message(text);
      snprintf(text, sizeof text, "row %" PRId64, row);
      assert_message(text);
      put_block(&analysed, &b);
      assert_int_equal(update(&strips, &b), TRISWEEP_OK);
      expect_host_sweeps(&strips, &analysed, &b);
   }
   device_sweeps_close(&strips);
   trisweep_smoother_destroy(&host);
   trisweep_context_destroy(&ctx);
   device_block_close(&b);
   block_free(&m);
   block_free(&analysed);
   block_free(&changed);
}

static void test_other_patterns(void **state)
{
   (void) state;
   check_change(nothing, last_column_outside, TRISWEEP_ERROR_ORDER, ROW);
   check_change(nothing, entry_in_next_row, TRISWEEP_ERROR_ORDER, ROW);
   check_change(nothing, entry_in_next_row_in_disorder, TRISWEEP_ERROR_ORDER, ROW);
   check_change(nothing, column_for_diagonal, TRISWEEP_ERROR_ORDER, ROW);
}

/* Entries of the analysed pattern that the block lacks are zero. */
static void test_fewer_entries(void **state)
{
   (void) state;
   check_change(column_for_diagonal, nothing, TRISWEEP_OK, -1);
   check_change(column_twice_for_diagonal, nothing, TRISWEEP_OK, -1);
   check_change(nothing, diagonal_twice, TRISWEEP_OK, -1);
   check_change(nothing, column_twice, TRISWEEP_OK, -1);
   check_change(nothing, column_twice_for_diagonal, TRISWEEP_OK, -1);
   check_change(column_twice_for_diagonal, column_twice_for_diagonal, TRISWEEP_OK, -1);
   check_change(column_for_diagonal, column_for_diagonal, TRISWEEP_OK, -1);
}

static void test_bad_values(void **state)
{
   (void) state;
   check_change(nothing, value_is_nan, TRISWEEP_ERROR_VALUE, ROW);
   check_change(nothing, diagonal_is_tiny, TRISWEEP_ERROR_VALUE, ROW);
   check_change(nothing, norm_is_infinite, TRISWEEP_ERROR_VALUE, ROW);
   check_change(column_twice, value_is_nan, TRISWEEP_ERROR_VALUE, ROW);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_orders_of_rows), cmocka_unit_test(test_parts),
      cmocka_unit_test(test_other_patterns), cmocka_unit_test(test_fewer_entries),
      cmocka_unit_test(test_bad_values),
   };
   const int missing = device_missing();
   return missing
             ? missing
             : cmocka_run_group_tests_name("device/updates", tests, check_clean_environment, NULL);
}
