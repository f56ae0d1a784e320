/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Option values, and the wide levels that it is for: blocks large enough that schedule
 * levels takes a launch a colour, in slices where rows are of like lengths. Floats that
 * are exact give the same bits as doubles, rounded ones those of the rounded matrix, and
 * all of them what schedule persistent gives with the same colours.
 */
#include "support/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "device/support.h"
#include "kernels/levels_way.h"
#include "support/fill.h"
#include "support/sweeps.h"

enum
{
   STRIDE = 7,
   EDGE7 = 40,     /* 2 colours */
   EDGE27 = 52,    /* 8 */
   EDGE27_FEW = 31, /* 8, too few rows for slices, and entries enough for launches */
   UNEVEN = 200000 /* rows */
};

typedef void fill_function(entry_list *e, int64_t size, random_stream *r);

typedef enum number_kind
{
   FLOATS,
   DOUBLES,
   LARGE /* one is no float at all */
} number_kind;

/* New values: a dominant diagonal that is no float, and others of a kind. */
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

/* A smoother of its own context, loaded. */
typedef struct device_sweeps
{
   trisweep_context  *ctx;
   trisweep_smoother *s;
} device_sweeps;

static void load(const device_sweeps *d, const device_block *b)
{
   assert_ok(trisweep_smoother_analyse(d->s, &b->view, device_stream()));
   assert_ok(trisweep_smoother_update_values(d->s, &b->view, b->l1, device_stream()));
}

static device_sweeps open_sweeps(const char *options, const device_block *b)
{
   device_sweeps d;
   d.ctx = check_context(options);
   d.s = check_smoother(d.ctx);
   load(&d, b);
   return d;
}

static void close_sweeps(device_sweeps *d)
{
   trisweep_smoother_destroy(&d->s);
   trisweep_context_destroy(&d->ctx);
}

static void expect_stored_as(const device_sweeps *d, const char *values)
{
   trisweep_stats stats;
   assert_ok(trisweep_smoother_stats(d->s, sizeof stats, &stats));
   assert_string_equal(stats.schedule, "levels");
   assert_string_equal(stats.values, values);
}

static double *sweep_once(const device_sweeps *d, const sweep_case *c, const device_block *b, int v)
{
   const test_block *m = c->m;
   trisweep_sweep    how = variant_get(v, m);
   double           *x = check_alloc(variant_x_size(m), sizeof *x);
   double           *device_b = device_put(c->b, variant_b_size(m) * sizeof *c->b);
   double           *device_x = device_put(c->x, variant_x_size(m) * sizeof *x);
   how.b = device_b;
   how.x = device_x;
   how.cf_marker = how.cf_marker ? b->marker : NULL;
   assert_ok(trisweep_smoother_sweep(d->s, &how, device_stream()));
   device_get(x, device_x, variant_x_size(m) * sizeof *x);
   cudaFree(device_b);
   cudaFree(device_x);
   return x;
}

/* What two smoothers make of a variant: the same bits, or the same up to an error. */
static void compare(const device_sweeps *one, const device_sweeps *other, const sweep_case *c,
                    const device_block *b, double error)
{
   for (int v = 0; v < VARIANT_COUNT; v += STRIDE)
   {
      const trisweep_sweep how = variant_get(v, c->m);
      double              *got = sweep_once(one, c, b, v);
      double              *want = sweep_once(other, c, b, v);
      double               size = 0.0;
      double               worst = 0.0;
      for (size_t k = 0; k < variant_x_size(c->m); k++)
      {
         const double apart = fabs(got[k] - want[k]);
         size = fmax(size, fabs(want[k]));
         worst = apart <= worst ? worst : apart;
      }
      if (error == 0.0)
      {
         sweep_case_same_bits(c, &how, got, want);
      }
      else if (!(worst <= error * size))
      {
         sweep_case_print(c, &how);
         fail_msg("apart by %g of %g", worst, size);
      }
      free(got);
      free(want);
   }
}

/* The arrays of a view are the test's own. */
static void *changeable(const void *array)
{
   void *same;
   memcpy(&same, &array, sizeof same);
   return same;
}

/* Put the values of m where b has them, and load them. */
static void reload(const device_sweeps *d, const test_block *m, const device_block *b)
{
   assert_cuda(cudaMemcpyAsync(changeable(b->view.val), m->val, (size_t) m->nnz * sizeof *m->val,
                               cudaMemcpyHostToDevice, device_stream()));
   load(d, b);
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
   device_sweeps exact = open_sweeps("ordering=color schedule=levels", &b);
   device_sweeps doubles = open_sweeps("ordering=color schedule=levels values=double", &b);
   device_sweeps floats = open_sweeps("ordering=color schedule=levels values=float", &b);
   device_sweeps other = open_sweeps("ordering=color schedule=persistent", &b);
   expect_stored_as(&exact, "float");
   expect_stored_as(&doubles, "double");
   compare(&exact, &doubles, &c, &b, 0.0);
   compare(&exact, &other, &c, &b, 1e-12);
   set_values(&m, DOUBLES);
   reload(&exact, &m, &b);
   reload(&doubles, &m, &b);
   reload(&floats, &m, &b);
   expect_stored_as(&exact, "double");
   expect_stored_as(&floats, "float");
   compare(&exact, &doubles, &c, &b, 0.0);
   compare(&floats, &doubles, &c, &b, 1e-6);
   set_values(&m, LARGE);
   reload(&floats, &m, &b);
   expect_stored_as(&floats, "double");
   set_values(&m, FLOATS);
   reload(&exact, &m, &b);
   reload(&doubles, &m, &b);
   expect_stored_as(&exact, "float");
   compare(&exact, &doubles, &c, &b, 0.0);
   close_sweeps(&exact);
   close_sweeps(&doubles);
   close_sweeps(&floats);
   close_sweeps(&other);
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

/* Colours by levels, which must store values so, as by persistent. */
static void compare_with_persistent(const char *name, const test_block *m, const char *stored)
{
   device_block b;
   sweep_case   c;
   device_block_open(m, &b);
   sweep_case_open(&c, name, m);
   device_sweeps levels = open_sweeps("ordering=color schedule=levels", &b);
   device_sweeps other = open_sweeps("ordering=color schedule=persistent", &b);
   expect_stored_as(&levels, stored);
   compare(&levels, &other, &c, &b, 1e-12);
   close_sweeps(&levels);
   close_sweeps(&other);
   sweep_case_close(&c);
   device_block_close(&b);
}

/* Rows whose entries are out of order, and some twice, take another way to their places. */
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
   compare_with_persistent("7-point grid in disorder", &m, "float");
   block_free(&m);
}

/* Rows of all lengths are not padded: their values are as they are packed. */
static void test_uneven_rows(void **state)
{
   test_block m;
   (void) state;
   open_block(fill_uneven, UNEVEN, UNEVEN, &m);
   set_values(&m, FLOATS);
   compare_with_persistent("uneven", &m, "double");
   block_free(&m);
}

/* A launch a colour where there are few, of rows as they are packed. */
static void test_few_levels(void **state)
{
   test_block m;
   (void) state;
   open_block(fill_grid27, EDGE27_FEW, fill_cube(EDGE27_FEW), &m);
   set_values(&m, FLOATS);
   assert_true(tsw_levels_are_few(m.nnz, 8));
   compare_with_persistent("27-point grid, few levels", &m, "double");
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
   device_sweeps levels = open_sweeps("ordering=color schedule=levels", &b);
   int32_t       last = 0;
   for (int32_t e = 0; e < m.row_ptr[1]; e++)
   {
      last = m.col_idx[e] > m.col_idx[last] ? e : last;
   }
   const int32_t j = m.col_idx[last] + 1;
   assert_cuda(cudaMemcpyAsync(changeable(b.view.col_idx + last), &j, sizeof j,
                               cudaMemcpyHostToDevice, device_stream()));
   assert_status(trisweep_smoother_update_values(levels.s, &b.view, b.l1, device_stream()), ORDER);
   assert_message("pattern");
   close_sweeps(&levels);
   device_block_close(&b);
   block_free(&m);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_short_rows),    cmocka_unit_test(test_longer_rows),
      cmocka_unit_test(test_disorder),      cmocka_unit_test(test_uneven_rows),
      cmocka_unit_test(test_few_levels),    cmocka_unit_test(test_other_pattern),
   };
   const int missing = device_missing();
   return missing ? missing : cmocka_run_group_tests_name("device/values", tests, NULL, NULL);
}
