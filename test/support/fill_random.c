/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "support/fill.h"

#include <math.h>

static void fill_off_diagonal(entry_list *e, int64_t n, double density, random_stream *r)
{
   for (int64_t i = 0; i < n; i++)
   {
      for (int64_t j = 0; j < n; j++)
      {
         if (i != j && random_real(r) < 2.0 * density - 1.0)
         {
            entries_add(e, i, j, random_real(r));
         }
      }
   }
}

/* A density of about 4 entries a row for large n. */
static double few(int64_t n)
{
   return fmin(0.5, 4.0 / (double) n);
}

void fill_sparse(entry_list *e, int64_t n, random_stream *r)
{
   fill_off_diagonal(e, n, few(n), r);
   fill_dominant_diagonal(e, 1.0, r);
}

void fill_half_dense(entry_list *e, int64_t n, random_stream *r)
{
   fill_off_diagonal(e, n, 0.5, r);
   fill_dominant_diagonal(e, 0.7, r);
}

/* No diagonal dominance: rounding errors and their bound grow from row to row. */
void fill_growing(entry_list *e, int64_t n, random_stream *r)
{
   fill_off_diagonal(e, n, 0.3, r);
   for (int64_t i = 0; i < n; i++)
   {
      entries_add(e, i, i, 0.5 + 0.1 * random_real(r));
   }
}

void fill_dense_lines(entry_list *e, int64_t n, random_stream *r)
{
   const int64_t row = random_below(r, n);
   const int64_t col = random_below(r, n);
   for (int64_t i = 0; i < n; i++)
   {
      if (i != row)
      {
         entries_add(e, row, i, random_real(r));
      }
      if (i != col && i != row)
      {
         entries_add(e, i, col, random_real(r));
      }
   }
   fill_dominant_diagonal(e, 1.0, r);
}

/* fill_sparse, but every third row has a zero diagonal or none, and off-diagonals if asked for. */
static void fill_some_diagonals(entry_list *e, int64_t n, bool store_zero, bool off_diagonals,
                                random_stream *r)
{
   entry_list whole;
   entries_open(&whole, n);
   fill_sparse(&whole, n, r);
   for (int64_t k = 0; k < whole.count; k++)
   {
      const bool special = whole.row[k] % 3 == 1;
      const bool diagonal = whole.row[k] == whole.col[k];
      if (!special || (!diagonal && off_diagonals))
      {
         entries_add(e, whole.row[k], whole.col[k], whole.val[k]);
      }
      else if (diagonal && store_zero)
      {
         entries_add(e, whole.row[k], whole.col[k], 0.0);
      }
   }
   entries_free(&whole);
}

void fill_empty_rows(entry_list *e, int64_t n, random_stream *r)
{
   fill_some_diagonals(e, n, false, false, r);
}

void fill_zero_diagonals(entry_list *e, int64_t n, random_stream *r)
{
   fill_some_diagonals(e, n, true, true, r);
}

void fill_missing_diagonals(entry_list *e, int64_t n, random_stream *r)
{
   fill_some_diagonals(e, n, false, true, r);
}

void fill_no_diagonal(entry_list *e, int64_t n, random_stream *r)
{
   fill_off_diagonal(e, n, few(n), r);
}

/* Entries stored up to four times, some of which cancel; sums of dyadic numbers are exact. */
void fill_repeated(entry_list *e, int64_t n, random_stream *r)
{
   for (int64_t i = 0; i < n; i++)
   {
      for (int64_t k = 0; k < 5; k++)
      {
         const int64_t j = random_below(r, n);
         const double  value = random_dyadic(r);
         for (int64_t times = random_below(r, 4); j != i && times >= 0; times--)
         {
            entries_add(e, i, j, times == 1 ? -value : value);
         }
      }
      entries_add(e, i, i, 16.0);
      entries_add(e, i, i, random_dyadic(r));
      entries_add(e, i, i, random_dyadic(r));
   }
}

/* Rows and columns scaled by powers of 2; the exponents of entries are -79 to 79. */
void fill_wild_scales(entry_list *e, int64_t n, random_stream *r)
{
   entry_list whole;
   entries_open(&whole, n);
   fill_sparse(&whole, n, r);
   for (int64_t k = 0; k < whole.count; k++)
   {
      const int exponent = (int) (whole.row[k] * 37 % 80 - whole.col[k] * 23 % 80);
      entries_add(e, whole.row[k], whole.col[k], ldexp(whole.val[k], exponent));
   }
   entries_free(&whole);
}
