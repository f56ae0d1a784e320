/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Incomplete factors on every family of matrices: the pattern of ILU(k) is that
 * of the definition, the numbers are those of a dense elimination in long double
 * within a running error bound, L U equals A on the pattern, and DILU has the pivots and the
 * diagonal of its definition.
 */
#include "support/check.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/fill.h"
#include "factor/ilu.h"
#include "support/families.h"

enum
{
   NO_LEVEL = INT32_MAX,
   MOST_ROWS = 130 /* of a dense elimination */
};

static const int32_t fill_levels[] = { 0, 1, 2, 3, 7, MOST_ROWS };

/* A dense elimination on a pattern: the factors, and the error bound in double precision. */
typedef struct elimination
{
   int64_t      n;
   int32_t     *level;      /* [n n]; NO_LEVEL outside the pattern */
   long double *lu;         /* [n n] */
   double      *bound;      /* [n n] */
   bool        *is_skipped; /* [n] */
   bool         is_unclear; /* a pivot was so close to the limit that rounding decides */
} elimination;

static void open_elimination(const test_block *m, elimination *e)
{
   const size_t n = (size_t) m->n;
   e->n = m->n;
   e->level = check_alloc(n * n + 1, sizeof *e->level);
   e->lu = check_alloc(n * n + 1, sizeof *e->lu);
   e->bound = check_alloc(n * n + 1, sizeof *e->bound);
   e->is_skipped = check_alloc(n + 1, sizeof *e->is_skipped);
   e->is_unclear = false;
   for (size_t k = 0; k < n * n; k++)
   {
      e->level[k] = NO_LEVEL;
   }
   for (int64_t i = 0; i < m->n; i++)
   {
      e->level[i * m->n + i] = 0;
      for (int32_t k = m->row_ptr[i]; k < m->row_ptr[i + 1]; k++)
      {
         const int64_t at = i * m->n + m->col_idx[k];
         e->level[at] = 0;
         e->lu[at] += m->val[k];
         e->bound[at] += 2.0 * DBL_EPSILON * fabs(m->val[k]);
      }
   }
}

static void close_elimination(elimination *e)
{
   free(e->level);
   free(e->lu);
   free(e->bound);
   free(e->is_skipped);
}

/* The definition: position by position, in the order of the eliminated columns. */
static void find_levels(elimination *e, int32_t most)
{
   const int64_t n = e->n;
   for (int64_t i = 0; i < n; i++)
   {
      for (int64_t m = 0; m < i; m++)
      {
         for (int64_t j = m + 1; j < n && e->level[i * n + m] <= most; j++)
         {
            const int64_t level = (int64_t) e->level[i * n + m] + e->level[m * n + j] + 1;
            if (level < e->level[i * n + j])
            {
               e->level[i * n + j] = (int32_t) level;
            }
         }
      }
      for (int64_t j = 0; j < n; j++)
      {
         if (e->level[i * n + j] > most)
         {
            e->level[i * n + j] = NO_LEVEL;
         }
      }
   }
}

static void eliminate_with(elimination *e, int64_t i, int64_t m)
{
   const int64_t      n = e->n;
   long double       *row = e->lu + i * n;
   double            *off = e->bound + i * n;
   const long double *pivot_row = e->lu + m * n;
   if (e->level[i * n + m] == NO_LEVEL)
   {
      return;
   }
   const long double l = e->is_skipped[m] ? 0.0L : row[m] / pivot_row[m];
   off[m] = e->is_skipped[m]
               ? 0.0
               : (off[m] + fabs((double) l) * e->bound[m * n + m]) / fabs((double) pivot_row[m]) +
                    4.0 * DBL_EPSILON * fabs((double) l);
   row[m] = l;
   for (int64_t j = m + 1; j < n; j++)
   {
      if (e->level[i * n + j] != NO_LEVEL && e->level[m * n + j] != NO_LEVEL)
      {
         const double size = fabs((double) (l * pivot_row[j]));
         row[j] -= l * pivot_row[j];
         off[j] += fabs((double) l) * e->bound[m * n + j] +
                   off[m] * (fabs((double) pivot_row[j]) + e->bound[m * n + j]) +
                   2.0 * DBL_EPSILON * (size + fabs((double) row[j]));
      }
   }
}

/* The rule of factor/pivot.h, policy boost. */
static void settle_pivot(elimination *e, int64_t i, double largest, double tolerance)
{
   const int64_t n = e->n;
   const double  pivot = (double) e->lu[i * n + i];
   const double  limit = tolerance * largest;
   e->is_unclear |= fabs(fabs(pivot) - limit) <= e->bound[i * n + i] && e->bound[i * n + i] > 0.0;
   /* a pivot that loses most of its digits makes all later numbers unclear */
   e->is_unclear |= e->bound[i * n + i] > 1e-3 * fabs(pivot);
   if (fabs(pivot) <= limit)
   {
      e->lu[i * n + i] = copysign(largest, pivot);
      e->bound[i * n + i] = 0.0;
      e->is_skipped[i] = largest == 0.0;
   }
}

static void eliminate(elimination *e, double tolerance)
{
   for (int64_t i = 0; i < e->n; i++)
   {
      double largest = 0.0;
      for (int64_t j = 0; j < e->n; j++)
      {
         largest = fmax(largest, fabs((double) e->lu[i * e->n + j]));
      }
      for (int64_t m = 0; m < i; m++)
      {
         eliminate_with(e, i, m);
      }
      settle_pivot(e, i, largest, tolerance);
      for (int64_t j = 0; j < e->n && e->is_skipped[i]; j++)
      {
         e->lu[i * e->n + j] = 0.0L;
      }
   }
}

static void expect_near(const char *name, const elimination *e, int64_t i, int64_t j, double got)
{
   const int64_t at = i * e->n + j;
   assert_int_not_equal(e->level[at], NO_LEVEL);
   if (!(fabsl(got - e->lu[at]) <= e->bound[at] + DBL_MIN))
   {
      fail_msg("%s, %" PRId64 " rows: factor (%" PRId64 ", %" PRId64 ") is %.17g instead of "
               "%.17Lg, allowed %g",
               name, e->n, i, j, got, e->lu[at], e->bound[at]);
   }
}

/* All stored numbers are within the bound, and as many as the pattern has. */
static void compare(const char *name, const elimination *e, const tsw_packed *p)
{
   int64_t n_stored = p->n_rows;
   int64_t n_wanted = 0;
   for (int64_t i = 0; i < p->n_rows; i++)
   {
      for (int32_t at = p->lower.row_ptr[i]; at < p->lower.row_ptr[i + 1]; at++, n_stored++)
      {
         expect_near(name, e, i, p->lower.col_idx[at], p->lower.val[at]);
      }
      for (int32_t at = p->upper.row_ptr[i]; at < p->upper.row_ptr[i + 1]; at++, n_stored++)
      {
         expect_near(name, e, i, p->upper.col_idx[at], p->upper.val[at]);
      }
      assert_int_equal(p->inv_diag[i] == 0.0, e->is_skipped[i]);
      if (!e->is_skipped[i])
      {
         /* two roundings: the reciprocal, and this one back */
         const double pivot = 1.0 / p->inv_diag[i];
         e->bound[i * e->n + i] += 4.0 * DBL_EPSILON * fabs(pivot);
         expect_near(name, e, i, i, pivot);
      }
   }
   for (int64_t at = 0; at < e->n * e->n; at++)
   {
      n_wanted += e->level[at] != NO_LEVEL;
   }
   assert_int_equal(n_stored, n_wanted);
}

static tsw_pivots default_rule(void)
{
   tsw_options options;
   assert_ok(tsw_options_read(NULL, &options));
   return tsw_pivots_of(&options);
}

static void test_ilu(const char *name, const test_block *m, int32_t level)
{
   elimination        e;
   tsw_packed         p;
   tsw_fill           fill;
   const trisweep_csr a = block_view(m);
   tsw_pivots         pivots = default_rule();
   open_elimination(m, &e);
   find_levels(&e, level);
   eliminate(&e, default_rule().tolerance);
   tsw_packed packed;
   assert_ok(tsw_packed_layout(&a, NULL, &packed));
   assert_ok(tsw_fill_compute(&packed, level, &fill));
   tsw_packed_free(NULL, &packed);
   const trisweep_csr pattern = { m->n,         m->n, fill.nnz,     fill.row_ptr,
                                  fill.col_idx, NULL, TRISWEEP_HOST };
   assert_ok(tsw_packed_layout(&pattern, NULL, &p));
   assert_ok(tsw_ilu_factorise(&a, &p, &pivots));
   if (!e.is_unclear)
   {
      compare(name, &e, &p);
   }
   tsw_memory_drop(&fill.row_ptr);
   tsw_memory_drop(&fill.col_idx);
   tsw_packed_free(NULL, &p);
   close_elimination(&e);
}

/* d_i = a_ii - sum of a_ij a_ji / d_j, and the diagonal of (D + L) D^-1 (D + U) is that of A. */
static void test_dilu(const char *name, const test_block *m)
{
   elimination        e;
   tsw_packed         p;
   const trisweep_csr a = block_view(m);
   const int64_t      n = m->n;
   double            *diagonal = check_alloc((size_t) n + 1, sizeof *diagonal);
   double            *inverse = check_alloc((size_t) n + 1, sizeof *inverse);
   tsw_pivots         pivots = default_rule();
   open_elimination(m, &e);
   assert_ok(tsw_packed_layout(&a, NULL, &p));
   assert_ok(tsw_packed_load(&a, NULL, NULL, &p));
   for (int64_t i = 0; i < n; i++)
   {
      diagonal[i] = (double) e.lu[i * n + i];
   }
   assert_ok(tsw_dilu_factorise(&p, diagonal, inverse, &pivots));
   for (int64_t i = 0; i < n; i++)
   {
      double largest = fabs(diagonal[i]);
      double sum = diagonal[i];
      double size = fabs(diagonal[i]);
      for (int64_t j = 0; j < n; j++)
      {
         const double term =
            j < i ? (double) (e.lu[i * n + j] * inverse[j] * e.lu[j * n + i]) : 0.0;
         largest = fmax(largest, fabs((double) e.lu[i * n + j]));
         sum -= term;
         size += fabs(term);
      }
      const double pivot = inverse[i] == 0.0 ? 0.0 : 1.0 / inverse[i];
      const bool   kept = fabs(pivot - sum) <= (double) (n + 8) * DBL_EPSILON * size;
      if (!kept && fabs(fabs(pivot) - largest) > 4.0 * DBL_EPSILON * largest)
      {
         fail_msg("%s: pivot %" PRId64 " of DILU is %g instead of %g", name, i, pivot, sum);
      }
   }
   tsw_packed_free(NULL, &p);
   close_elimination(&e);
   free(diagonal);
   free(inverse);
}

static void test_block_of_family(const char *name, const test_block *m)
{
   if (m->n > MOST_ROWS)
   {
      return;
   }
   for (size_t k = 0; k < sizeof fill_levels / sizeof fill_levels[0]; k++)
   {
      test_ilu(name, m, fill_levels[k]);
   }
   test_dilu(name, m);
}

int main(void)
{
   return families_run("factors", test_block_of_family);
}
