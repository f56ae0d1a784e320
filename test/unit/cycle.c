/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Host layout of the coarse levels of a cycle; cuda_cycle.c runs cycles. */
#include "support/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "extensions/cycle/packed.h"
#include "support/blocks.h"
#include "support/fill.h"

enum
{
   IMAGE_BYTES = 1 << 20,
   ROWS = 60,
   LAST = 4,
   FEW = 3
};

/* Two levels: a random matrix, dense for few colours, and a small dense last level. */
typedef struct levels
{
   test_block      a, p, last;
   tsw_cycle_input source[2];
} levels;

static void levels_open(levels *l, int32_t few)
{
   random_stream r = random_open(random_seed(), "cycle", ROWS);
   entry_list    e;
   memset(l, 0, sizeof *l);
   entries_open(&e, ROWS);
   (few > 0 ? fill_dense : fill_repeated)(&e, ROWS, &r);
   block_build(&e, &l->a);
   entries_open(&e, ROWS);
   for (int64_t i = 0; i < ROWS; i++)
   {
      for (int64_t q = 0; q < i % 3; q++)
      {
         entries_add(&e, i, random_below(&r, LAST), random_real(&r));
      }
   }
   block_build(&e, &l->p);
   entries_open(&e, LAST);
   fill_dense(&e, LAST, &r);
   block_build(&e, &l->last);
   l->source[0] = (tsw_cycle_input){ .a = block_view(&l->a),
                                     .p = block_view(&l->p),
                                     .l1_norms = l->a.l1,
                                     .relax_weight = 0.5,
                                     .few_colors = few };
   l->source[0].p.n_cols = LAST;
   l->source[1] = (tsw_cycle_input){ .a = block_view(&l->last), .relax_weight = 1.0 };
}

static void levels_close(levels *l)
{
   block_free(&l->a);
   block_free(&l->p);
   block_free(&l->last);
}

/* The sum of the entries (i, j) of a block. */
static double entry(const test_block *m, int64_t i, int64_t j)
{
   double sum = 0.0;
   for (int32_t e = m->row_ptr[i]; e < m->row_ptr[i + 1]; e++)
   {
      sum += m->col_idx[e] == j ? m->val[e] : 0.0;
   }
   return sum;
}

/* Check one row; return the shift of the diagonal. */
static double check_row(const levels *l, const char *image, const tsw_cycle_level *level,
                        const tsw_cycle_row *r, const int32_t *set_of)
{
   const uint16_t *col = (const uint16_t *) (const void *) (image + level->col);
   const double   *val = (const double *) (const void *) (image + level->val);
   double          dense[ROWS] = { 0.0 };
   double          size = 0.0;
   for (int32_t e = r->begin; e < r->begin + r->n_entries; e++)
   {
      const bool    is_same = col[e] >= TSW_CYCLE_BEFORE * ROWS;
      const int32_t j = col[e] - (is_same ? TSW_CYCLE_BEFORE * ROWS : 0);
      assert_in_range(j, 0, ROWS - 1);
      assert_true(is_same == (set_of[j] == set_of[r->row]));
      size += is_same && j != r->row ? fabs(val[e]) : 0.0;
      dense[j] += val[e];
   }
   const double diag = entry(&l->a, r->row, r->row);
   const double half = copysign((double) (float) (size / 2.0), diag);
   const double shift = size / 2.0 > fabs(diag) / 3.0 ? half : 0.0;
   assert_true(fabs(dense[r->row] + shift) <= 1e-14 * fabs(shift));
   dense[r->row] = r->diag - shift;
   for (int64_t j = 0; j < ROWS; j++)
   {
      const double want = entry(&l->a, r->row, j);
      const double scale = fabs(want) + (j == r->row ? fabs(shift) : 0.0);
      assert_true(fabs(dense[j] - want) <= 1e-14 * scale);
   }
   const double scale = l->a.l1[r->row] == 0.0 ? 0.0 : l->a.l1[r->row] + shift;
   assert_true(r->inv == (scale == 0.0 ? 0.0 : 1.0 / scale));
   return shift;
}

static void check_level(const levels *l, const char *image, const tsw_cycle_level *level)
{
   const bool           few = l->source[0].few_colors > 0;
   double               shifted = 0.0;
   const int32_t       *set = (const int32_t *) (const void *) (image + level->set);
   const tsw_cycle_row *row = (const tsw_cycle_row *) (const void *) (image + level->row);
   int32_t              set_of[ROWS];
   bool                 seen[ROWS] = { false };
   assert_int_equal(level->n_rows, ROWS);
   assert_int_equal(set[0], 0);
   assert_int_equal(set[level->n_sets], ROWS);
   assert_int_equal(level->n_vectors, few ? TSW_CYCLE_BEFORE + 1 : TSW_CYCLE_BEFORE);
   assert_true(!few || level->n_sets == FEW);
   for (int32_t s = 0; s < level->n_sets; s++)
   {
      for (int32_t k = set[s]; k < set[s + 1]; k++)
      {
         assert_false(seen[row[k].row]);
         seen[row[k].row] = true;
         set_of[row[k].row] = s;
      }
   }
   for (int32_t k = 0; k < ROWS; k++)
   {
      shifted += fabs(check_row(l, image, level, &row[k], set_of));
   }
   assert_true((shifted > 0.0) == few);
}

/* m must be the interpolation, or the transpose. */
static void check_matrix(const levels *l, const char *image, const tsw_cycle_matrix *m,
                         bool transposed)
{
   const int32_t  *ptr = (const int32_t *) (const void *) (image + m->ptr);
   const uint16_t *col = (const uint16_t *) (const void *) (image + m->col);
   const double   *val = (const double *) (const void *) (image + m->val);
   assert_int_equal(m->n_rows, transposed ? LAST : ROWS);
   assert_int_equal(ptr[m->n_rows], l->p.nnz);
   for (int32_t k = 0; k < m->n_rows; k++)
   {
      double dense[ROWS] = { 0.0 };
      for (int32_t e = ptr[k]; e < ptr[k + 1]; e++)
      {
         dense[col[e]] += val[e];
      }
      for (int32_t j = 0; j < (transposed ? ROWS : LAST); j++)
      {
         const double want = transposed ? entry(&l->p, j, k) : entry(&l->p, k, j);
         assert_true(fabs(dense[j] - want) <= 1e-14 * fabs(want));
      }
   }
}

/* L U must be the matrix of the last level. */
static void check_last(const levels *l, const double *lu)
{
   for (int i = 0; i < LAST; i++)
   {
      for (int j = 0; j < LAST; j++)
      {
         double sum = i <= j ? lu[i * LAST + j] : 0.0;
         for (int k = 0; k < i && k <= j; k++)
         {
            sum += lu[i * LAST + k] * lu[k * LAST + j];
         }
         assert_true(fabs(sum - entry(&l->last, i, j)) <= 1e-12);
      }
   }
}

static void test_layout(void **state)
{
   (void) state;
   for (int colored = 0; colored < 2; colored++)
   {
      levels           l;
      tsw_cycle_packed packed = { 0 };
      levels_open(&l, colored ? FEW : 0);
      char *image = check_alloc(IMAGE_BYTES, 1);
      assert_ok(tsw_cycle_pack(l.source, 2, &packed, image, IMAGE_BYTES));
      assert_in_range(packed.n_bytes, 1, IMAGE_BYTES);
      assert_int_equal(tsw_cycle_pack(l.source, 2, &packed, image, packed.n_bytes - 1),
                       TRISWEEP_ERROR_UNSUPPORTED);
      assert_int_equal(packed.n_levels, 2);
      check_level(&l, image, &packed.level[0]);
      check_matrix(&l, image, &packed.level[0].interpolation, false);
      check_matrix(&l, image, &packed.level[0].restriction, true);
      check_last(&l, (const double *) (const void *) (image + packed.lu));
      free(image);
      levels_close(&l);
   }
}

static void refuse(const levels *l, int n_levels, trisweep_status status)
{
   tsw_cycle_packed packed = { 0 };
   char            *image = check_alloc(IMAGE_BYTES, 1);
   assert_int_equal(tsw_cycle_pack(l->source, n_levels, &packed, image, IMAGE_BYTES), status);
   free(image);
}

static void test_refused(void **state)
{
   (void) state;
   levels l;
   levels_open(&l, 0);
   l.p.col_idx[0] = LAST;
   refuse(&l, 2, TRISWEEP_ERROR_PATTERN);
   l.p.col_idx[0] = 0;
   l.a.val[3] = NAN;
   refuse(&l, 2, TRISWEEP_ERROR_VALUE);
   l.a.val[3] = 1.0;
   l.last.val[0] = INFINITY;
   refuse(&l, 2, TRISWEEP_ERROR_VALUE);
   l.source[1].a.n_rows = TSW_CYCLE_LAST_ROWS + 1;
   l.source[0].p.n_cols = TSW_CYCLE_LAST_ROWS + 1;
   refuse(&l, 2, TRISWEEP_ERROR_UNSUPPORTED);
   levels_close(&l);
}

/* Each allocation fails in turn. */
static void check_memory(int32_t few)
{
   levels           l;
   tsw_cycle_packed packed = { 0 };
   char            *image = check_alloc(IMAGE_BYTES, 1);
   trisweep_status  status = TRISWEEP_ERROR_MEMORY;
   levels_open(&l, few);
   for (int64_t k = 1; status == TRISWEEP_ERROR_MEMORY; k++)
   {
      assert_true(k < 100);
      tsw_memory_fail_at(k);
      status = tsw_cycle_pack(l.source, 2, &packed, image, IMAGE_BYTES);
      tsw_memory_fail_at(0);
   }
   free(image);
   assert_int_equal(status, TRISWEEP_OK);
   levels_close(&l);
}

static void test_memory(void **state)
{
   (void) state;
   check_memory(0);
   check_memory(FEW);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_layout),
      cmocka_unit_test(test_refused),
      cmocka_unit_test(test_memory),
   };
   return cmocka_run_group_tests_name("unit/cycle", tests, check_clean_environment, NULL);
}
