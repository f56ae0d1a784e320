/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * How values are stored and loaded: by schedule colors as floats or as doubles (option values), by
 * schedule strips from rows in any order, and never from another pattern.
 */
#include "support/check.h"

#include <math.h>
#include <string.h>

#include "support/device.h"
#include "support/fill.h"
#include "support/sweeps.h"

enum
{
   EDGE7 = 40,
   EDGE27 = 52,
   UNEVEN = 200000 /* rows */
};

typedef void fill_function(entry_list *e, int64_t size, random_stream *r);

typedef enum number_kind
{
   FLOATS,
   DOUBLES,
   LARGE /* one value is not a float */
} number_kind;

/* New values: a dominant diagonal that is not a float, and off-diagonals of one kind. */
static void set_values(test_block *m, number_kind kind)
{
   for (int64_t i = 0; i < m->n; i++)
   {
      double sum = 1.0 / 3.0;
      for (int32_t e = m->row_ptr[i]; e < m->row_ptr[i + 1]; e++)
      {
         const double quarter = -0.25 * (double) (1 + (7 * i + m->col_idx[e]) % 5);
         m->val[e] = kind == FLOATS ? quarter : quarter / 3.0;
         sum += m->col_idx[e] == i ? 0.0 : fabs(m->val[e]);
      }
      for (int32_t e = m->row_ptr[i]; e < m->row_ptr[i + 1]; e++)
      {
         m->val[e] = m->col_idx[e] == i ? sum : m->val[e];
      }
      m->l1[i] = 1.5 * sum;
   }
   if (kind == LARGE)
   {
      const int32_t e = m->row_ptr[m->n / 2];
      m->val[e + (m->col_idx[e] == m->n / 2)] = 1e40;
   }
}

/* Rows of up to 14 entries beside the diagonal. */
static void fill_uneven(entry_list *e, int64_t n, random_stream *r)
{
   for (int64_t i = 0; i < n; i++)
   {
      entries_add(e, i, i, 1.0);
      for (int64_t k = random_below(r, 8); k > 0 && i > 0; k--)
      {
         const int64_t j = i > 1000 ? i - 1 - random_below(r, 1000) : random_below(r, i);
         entries_add(e, i, j, 1.0);
         entries_add(e, j, i, 1.0);
      }
   }
}

static void open_block(fill_function *fill, int64_t size, int64_t n, test_block *m)
{
   entry_list    e;
   random_stream r = random_open(5, "values", size);
   entries_open(&e, n);
   fill(&e, size, &r);
   block_build(&e, m);
}

static void expect_stored_as(const device_sweeps *d, const char *values)
{
   const trisweep_stats stats = check_stats(d->s);
   assert_string_equal(stats.schedule, "colors");
   assert_string_equal(stats.values, values);
}

/* Cast away const: the test owns the arrays of the view. */
static void *changeable(const void *array)
{
   void *same;
   memcpy(&same, &array, sizeof same);
   return same;
}

/* Copy the values of m to the arrays of b, and load the values. */
static void reload(const device_sweeps *d, const test_block *m, const device_block *b)
{
   assert_cuda(cudaMemcpyAsync(changeable(b->view.val), m->val, (size_t) m->nnz * sizeof *m->val,
                               cudaMemcpyHostToDevice, device_stream()));
   device_sweeps_load(d, b);
}

static void check_storage(const char *name, fill_function *fill, int64_t size, int64_t n)
{
   test_block   m;
   device_block b;
   sweep_case   c;
   open_block(fill, size, n, &m);
   set_values(&m, FLOATS);
   device_block_open(&m, &b);
   sweep_case_open(&c, name, &m);
   device_sweeps floats = device_sweeps_open("ordering=auto", &b);
   device_sweeps doubles = device_sweeps_open("ordering=auto values=double", &b);
   expect_stored_as(&floats, "float");
   expect_stored_as(&doubles, "double");
   device_sweeps_compare(&floats, &doubles, &c, &b, 1e-12);
   set_values(&m, DOUBLES);
   reload(&floats, &m, &b);
   reload(&doubles, &m, &b);
   expect_stored_as(&floats, "float");
   device_sweeps_compare(&floats, &doubles, &c, &b, 1e-6);
   set_values(&m, LARGE);
   reload(&floats, &m, &b);
   expect_stored_as(&floats, "double");
   device_sweeps_close(&floats);
   device_sweeps_close(&doubles);
   sweep_case_close(&c);
   device_block_close(&b);
   block_free(&m);
}

static void test_short_rows(void **state)
{
   (void) state;
   check_storage("7-point grid", fill_grid7, EDGE7, fill_cube(EDGE7));
}

static void test_longer_rows(void **state)
{
   (void) state;
   check_storage("27-point grid", fill_grid27, EDGE27, fill_cube(EDGE27));
}

/* The same sweeps by strips, which keeps no other copy of the block, and by persistent. */
static void compare_with_persistent(const char *name, const test_block *m)
{
   device_block b;
   sweep_case   c;
   device_block_open(m, &b);
   sweep_case_open(&c, name, m);
   device_sweeps strips = device_sweeps_open("schedule=strips", &b);
   device_sweeps other = device_sweeps_open("schedule=persistent", &b);
   device_sweeps_compare(&strips, &other, &c, &b, 1e-12);
   device_sweeps_close(&strips);
   device_sweeps_close(&other);
   sweep_case_close(&c);
   device_block_close(&b);
}

/* Rows with unsorted or repeated entries are loaded by another path. */
static void test_disorder(void **state)
{
   test_block    m;
   entry_list    e;
   random_stream r = random_open(6, "values", EDGE7);
   (void) state;
   open_block(fill_grid7, EDGE7, fill_cube(EDGE7), &m);
   set_values(&m, FLOATS);
   entries_open(&e, m.n);
   for (int64_t i = 0; i < m.n; i++)
   {
      for (int32_t k = m.row_ptr[i]; k < m.row_ptr[i + 1]; k++)
      {
         const bool twice = k % 11 == 0;
         entries_add(&e, i, m.col_idx[k], twice ? 0.5 * m.val[k] : m.val[k]);
         if (twice)
         {
            entries_add(&e, i, m.col_idx[k], 0.5 * m.val[k]);
         }
      }
   }
   block_free(&m);
   entries_shuffle(&e, &r);
   block_build(&e, &m);
   compare_with_persistent("7-point grid in disorder", &m);
   block_free(&m);
}

static void test_uneven_rows(void **state)
{
   test_block m;
   (void) state;
   open_block(fill_uneven, UNEVEN, UNEVEN, &m);
   set_values(&m, FLOATS);
   compare_with_persistent("uneven", &m);
   block_free(&m);
}

/* An entry outside the pattern is refused, in order or not. */
static void test_other_pattern(void **state)
{
   test_block   m;
   device_block b;
   (void) state;
   open_block(fill_grid7, EDGE7, fill_cube(EDGE7), &m);
   set_values(&m, FLOATS);
   device_block_open(&m, &b);
   device_sweeps strips = device_sweeps_open("schedule=strips", &b);
   int32_t       last = 0;
   for (int32_t e = 0; e < m.row_ptr[1]; e++)
   {
      last = m.col_idx[e] > m.col_idx[last] ? e : last;
   }
   const int32_t j = m.col_idx[last] + 1;
   assert_cuda(cudaMemcpyAsync(changeable(b.view.col_idx + last), &j, sizeof j,
                               cudaMemcpyHostToDevice, device_stream()));
   assert_status(trisweep_smoother_update_values(strips.s, &b.view, b.l1, device_stream()), ORDER);
   assert_message("pattern");
   device_sweeps_close(&strips);
   device_block_close(&b);
   block_free(&m);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_short_rows),    cmocka_unit_test(test_longer_rows),
      cmocka_unit_test(test_disorder),      cmocka_unit_test(test_uneven_rows),
      cmocka_unit_test(test_other_pattern),
   };
   const int missing = device_missing();
   return missing ? missing : cmocka_run_group_tests_name("device/values", tests, NULL, NULL);
}
