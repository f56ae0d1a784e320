/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Incomplete factors of matrices from applications multiply to the matrix on their pattern, in
 * every row but those whose pivot was replaced or left out. The matrices are those of
 * test/property/matrices.c.
 */
#include "support/check.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "smoother/smoother.h"
#include "support/mtx.h"

enum
{
   MOST_ROWS = 20000
};

typedef struct matrix
{
   const char *name;
   test_block  m;
} matrix;

/* A row of L U and of |L| |U|, dense; all zero between rows. */
typedef struct product
{
   long double *value;
   double      *size;
} product;

/* Add l times row m of U. */
static void add_row(const tsw_packed *p, int64_t m, double l, product *row)
{
   const double pivot = p->inv_diag[m] == 0.0 ? 0.0 : 1.0 / p->inv_diag[m];
   row->value[m] += (long double) l * pivot;
   row->size[m] += fabs(l * pivot);
   for (int32_t e = p->upper.row_ptr[m]; e < p->upper.row_ptr[m + 1]; e++)
   {
      row->value[p->upper.col_idx[e]] += (long double) l * p->upper.val[e];
      row->size[p->upper.col_idx[e]] += fabs(l * p->upper.val[e]);
   }
}

/* Is position j of row i correct, given L U - A at this position? */
static void check_entry(const matrix *c, const tsw_packed *p, int64_t i, int64_t j,
                        const product *row)
{
   const double terms = p->lower.row_ptr[i + 1] - p->lower.row_ptr[i] + 4;
   const double error = (double) fabsl(row->value[j]);
   if (p->inv_diag[i] != 0.0 && p->inv_diag[j] != 0.0 &&
       error > terms * 4.0 * DBL_EPSILON * row->size[j] + DBL_MIN)
   {
      fail_msg("%s: L U - A is %g at (%" PRId64 ", %" PRId64 ")", c->name, error, i, j);
   }
}

static void check_row(const matrix *c, const tsw_packed *p, int64_t i, bool boosted, product *row)
{
   for (int32_t e = p->lower.row_ptr[i]; e < p->lower.row_ptr[i + 1]; e++)
   {
      add_row(p, p->lower.col_idx[e], p->lower.val[e], row);
   }
   add_row(p, i, 1.0, row);
   for (int32_t k = c->m.row_ptr[i]; k < c->m.row_ptr[i + 1]; k++)
   {
      row->value[c->m.col_idx[k]] -= c->m.val[k];
      row->size[c->m.col_idx[k]] += fabs(c->m.val[k]);
   }
   for (int32_t e = p->lower.row_ptr[i]; e < p->lower.row_ptr[i + 1]; e++)
   {
      check_entry(c, p, i, p->lower.col_idx[e], row);
   }
   for (int32_t e = p->upper.row_ptr[i]; e < p->upper.row_ptr[i + 1]; e++)
   {
      check_entry(c, p, i, p->upper.col_idx[e], row);
   }
   if (!boosted)
   {
      check_entry(c, p, i, i, row);
   }
}

static void check_product(const matrix *c, const tsw_factors *f)
{
   const tsw_packed *p = &f->plan.packed;
   const size_t      n = (size_t) p->n_rows;
   product           row = { check_alloc(n, sizeof *row.value), check_alloc(n, sizeof *row.size) };
   const bool        any_boosted = f->pivots.n_boosted > 0;
   for (int64_t i = 0; i < p->n_rows; i++)
   {
      memset(row.value, 0, n * sizeof *row.value);
      memset(row.size, 0, n * sizeof *row.size);
      check_row(c, p, i, any_boosted, &row);
   }
   free(row.value);
   free(row.size);
}

static void test_matrix(void **state)
{
   matrix            c = { .name = *state };
   trisweep_context *ctx = check_context("schedule=serial");
   mtx_read(c.name, &c.m);
   const trisweep_csr a = block_view(&c.m);
   for (int32_t level = 0; level < 2 && c.m.n <= MOST_ROWS; level++)
   {
      trisweep_smoother *s = check_smoother(ctx);
      assert_ok(trisweep_smoother_set_factors(s, TRISWEEP_ILU, level));
      assert_ok(trisweep_smoother_analyse(s, &a, NULL));
      assert_ok(trisweep_smoother_update_values(s, &a, NULL, NULL));
      check_product(&c, &s->factors);
      trisweep_smoother_destroy(&s);
   }
   trisweep_context_destroy(&ctx);
   block_free(&c.m);
}

int main(void)
{
   return mtx_run("products", test_matrix);
}
