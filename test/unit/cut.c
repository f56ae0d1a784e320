/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Refusals of a block cut by ordering=hybrid-color: other patterns, bad values, solves. */
#include "support/check.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/few_colors.h"
#include "block/cut.h"
#include "support/gallery.h"
#include "support/sweeps.h"

enum
{
   GRID = 6,
   DENSE = 60
};

/* A loaded block with the result x of a sweep. */
typedef struct fixture
{
   test_block         m;
   trisweep_csr       a;
   sweep_case         c;
   trisweep_context  *ctx;
   trisweep_smoother *s;
   double            *x;
} fixture;

static void run(const fixture *f, double *x)
{
   trisweep_sweep how = variant_get(0, &f->m);
   assert_ok(trisweep_smoother_update_values(f->s, &f->a, f->m.l1, NULL));
   sweep_case_run_one(&f->c, f->s, &how, x);
}

/* The fixture takes ownership of the block. */
static fixture *open_block(test_block m, const char *options)
{
   fixture *f = check_alloc(1, sizeof *f);
   f->m = m;
   f->a = block_view(&f->m);
   sweep_case_open(&f->c, "cut", &f->m);
   f->ctx = check_context(options);
   f->s = check_smoother(f->ctx);
   f->x = check_alloc(variant_x_size(&f->m), sizeof *f->x);
   assert_ok(trisweep_smoother_analyse(f->s, &f->a, NULL));
   run(f, f->x);
   return f;
}

/* A grid in two colours, with coupled rows of one colour. */
static fixture *open_grid(void)
{
   test_block grid;
   gallery_make_size(gallery_find("9-point grid"), GRID, random_seed(), &grid);
   return open_block(grid, "ordering=hybrid-color colors=2");
}

/* Rows that are coupled with rows of other colours only: nothing is cut. */
static fixture *open_bands(void)
{
   entry_list e;
   test_block bands;
   entries_open(&e, 3 * TSW_FEW_BAND);
   for (int64_t i = 0; i < 3 * TSW_FEW_BAND; i++)
   {
      entries_add(&e, i, i, 2.0);
      entries_add(&e, i, i - TSW_FEW_BAND, 0.5);
      entries_add(&e, i, i + TSW_FEW_BAND, 0.25);
   }
   block_build(&e, &bands);
   fixture *f = open_block(bands, "ordering=hybrid-color colors=2");
   assert_string_equal(check_stats(f->s).ordering, "color");
   return f;
}

/* After all refusals, a sweep must give the same bits as before. */
static void close_block(fixture *f)
{
   const trisweep_sweep how = variant_get(0, &f->m);
   double              *x = check_alloc(variant_x_size(&f->m), sizeof *x);
   run(f, x);
   sweep_case_same_bits(&f->c, &how, x, f->x);
   trisweep_smoother_destroy(&f->s);
   trisweep_context_destroy(&f->ctx);
   sweep_case_close(&f->c);
   block_free(&f->m);
   free(f->x);
   free(x);
   free(f);
}

static void check_other_pattern(const fixture *f, const trisweep_csr *a)
{
   assert_status(trisweep_smoother_update_values(f->s, a, f->m.l1, NULL), ORDER);
   assert_message("hybrid-color", "analys");
}

static bool row_has(const test_block *m, int64_t i, int32_t j)
{
   bool found = false;
   for (int32_t k = m->row_ptr[i]; k < m->row_ptr[i + 1]; k++)
   {
      found = found || m->col_idx[k] == j;
   }
   return found;
}

/* Move each entry, cut or not, to each column that the row does not have. */
static void test_columns(void **state)
{
   fixture    *f = open_grid();
   test_block *m = &f->m;
   (void) state;
   for (int64_t k = 0; k < m->nnz * m->n; k++)
   {
      const int64_t entry = k / m->n;
      const int32_t column = m->col_idx[entry];
      int64_t       i = 0;
      while (m->row_ptr[i + 1] <= entry)
      {
         i++;
      }
      if (!row_has(m, i, (int32_t) (k % m->n)))
      {
         m->col_idx[entry] = (int32_t) (k % m->n);
         check_other_pattern(f, &f->a);
         m->col_idx[entry] = column;
      }
   }
   close_block(f);
}

/* Move all entries of a row, half of which are cut, to the diagonal: too many for the remainder. */
static void test_whole_rows(void **state)
{
   test_block m;
   int32_t    row[DENSE];
   (void) state;
   gallery_make_size(gallery_find("dense, unsorted"), DENSE, random_seed(), &m);
   fixture *f = open_block(m, "ordering=hybrid-color colors=2");
   for (int32_t i = 0; i < m.n; i++)
   {
      assert_int_equal(m.row_ptr[i + 1] - m.row_ptr[i], DENSE);
      memcpy(row, m.col_idx + m.row_ptr[i], sizeof row);
      for (int32_t k = m.row_ptr[i]; k < m.row_ptr[i + 1]; k++)
      {
         m.col_idx[k] = i;
      }
      check_other_pattern(f, &f->a);
      memcpy(m.col_idx + m.row_ptr[i], row, sizeof row);
   }
   close_block(f);
}

/* Put all entries in one row. */
static void test_lengths(void **state)
{
   fixture     *f = open_grid();
   int32_t     *row_ptr = check_alloc((size_t) f->m.n + 1, sizeof *row_ptr);
   trisweep_csr a = f->a;
   (void) state;
   a.row_ptr = row_ptr;
   for (int64_t row = 0; row < f->m.n; row++)
   {
      for (int64_t i = 0; i <= f->m.n; i++)
      {
         row_ptr[i] = i > row ? (int32_t) f->m.nnz : 0;
      }
      check_other_pattern(f, &a);
   }
   free(row_ptr);
   close_block(f);
}

/* An update finds values that are not finite, cut or not; sweeps fail until the next update. */
static void test_bad_values(void **state)
{
   static const double bad[] = { NAN, INFINITY, -INFINITY };
   fixture            *f = open_grid();
   const size_t        n_x = variant_x_size(&f->m);
   double             *x = check_alloc(n_x, sizeof *x);
   trisweep_sweep      how = variant_get(0, &f->m);
   (void) state;
   memcpy(x, f->c.x, n_x * sizeof *x);
   how.b = f->c.b;
   how.x = x;
   for (int64_t k = 0; k < f->m.nnz; k++)
   {
      const double value = f->m.val[k];
      char         column[32];
      snprintf(column, sizeof column, "column %" PRId32 " is", f->m.col_idx[k]);
      f->m.val[k] = bad[k % 3];
      assert_status(trisweep_smoother_update_values(f->s, &f->a, f->m.l1, NULL), VALUE);
      assert_message("row", column, k % 3 ? "infinite" : "NaN");
      assert_status(trisweep_smoother_sweep(f->s, &how, NULL), ORDER);
      sweep_case_same_bits(&f->c, &how, x, f->c.x);
      f->m.val[k] = value;
   }
   free(x);
   close_block(f);
}

/* Solves need whole triangles, which a cut block does not have. */
static void test_solves(void **state)
{
   (void) state;
   for (int k = 0; k < 4; k++)
   {
      const bool     cut = k % 2;
      fixture       *f = cut ? open_grid() : open_bands();
      double        *x = check_alloc((size_t) f->m.n, sizeof *x);
      trisweep_solve solve = TRISWEEP_SOLVE_INIT;
      solve.triangle = k / 2 ? TRISWEEP_UPPER : TRISWEEP_LOWER;
      solve.b = f->c.b;
      solve.x = x;
      assert_int_equal(trisweep_smoother_solve(f->s, &solve, NULL),
                       cut ? TRISWEEP_ERROR_UNSUPPORTED : TRISWEEP_OK);
      free(x);
      close_block(f);
   }
}

/* The shift is a finite float, also for entries beyond the largest float. */
static void test_shift(void **state)
{
   (void) state;
   assert_true(tsw_cut_shift(3.0, 1.0) == 0.0);
   assert_true(tsw_cut_shift(0.0, 1.0) == 0.0);
   assert_true(tsw_cut_shift(1.0, 1.0) == 0.5);
   assert_true(tsw_cut_shift(-1.0, 1.0) == -0.5);
   assert_true(tsw_cut_shift(1.0, 1e300) == FLT_MAX);
   assert_true(tsw_cut_shift(-1.0, INFINITY) == -FLT_MAX);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_shift),      cmocka_unit_test(test_columns),
      cmocka_unit_test(test_whole_rows), cmocka_unit_test(test_lengths),
      cmocka_unit_test(test_bad_values), cmocka_unit_test(test_solves),
   };
   return cmocka_run_group_tests_name("cut", tests, check_clean_environment, NULL);
}
