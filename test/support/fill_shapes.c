/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "support/fill.h"

#include <math.h>

#include "support/check.h"

#include <stdlib.h>

void fill_dominant_diagonal(entry_list *e, double factor, random_stream *r)
{
   double *sum = check_alloc((size_t) e->n, sizeof *sum);
   for (int64_t k = 0; k < e->count; k++)
   {
      sum[e->row[k]] += fabs(e->val[k]);
   }
   for (int64_t i = 0; i < e->n; i++)
   {
      const double sign = random_below(r, 8) ? 1.0 : -1.0;
      entries_add(e, i, i, sign * (factor * sum[i] + 0.5 + 0.25 * random_real(r)));
   }
   free(sum);
}

void fill_diagonal(entry_list *e, int64_t n, random_stream *r)
{
   (void) n;
   fill_dominant_diagonal(e, 1.0, r);
}

/* Entries at fixed distances from the diagonal. */
static void fill_offsets(entry_list *e, int64_t n, const int64_t *offset, int n_offsets,
                         random_stream *r)
{
   for (int64_t i = 0; i < n; i++)
   {
      for (int k = 0; k < n_offsets; k++)
      {
         entries_add(e, i, i + offset[k], random_real(r));
      }
   }
   fill_dominant_diagonal(e, 0.8, r);
}

void fill_chain(entry_list *e, int64_t n, random_stream *r)
{
   fill_offsets(e, n, (const int64_t[]){ -1, 1 }, 2, r);
}

void fill_lower_chain(entry_list *e, int64_t n, random_stream *r)
{
   fill_offsets(e, n, (const int64_t[]){ -1 }, 1, r);
}

void fill_upper_chain(entry_list *e, int64_t n, random_stream *r)
{
   fill_offsets(e, n, (const int64_t[]){ 1 }, 1, r);
}

void fill_banded(entry_list *e, int64_t n, random_stream *r)
{
   fill_offsets(e, n, (const int64_t[]){ -7, -3, -2, 1, 4, 11 }, 6, r);
}

static void fill_arrow(entry_list *e, int64_t n, int64_t tip, random_stream *r)
{
   for (int64_t i = 0; i < n; i++)
   {
      if (i != tip)
      {
         entries_add(e, i, tip, random_real(r));
         entries_add(e, tip, i, random_real(r));
      }
   }
   fill_dominant_diagonal(e, 0.5, r);
}

void fill_arrow_first(entry_list *e, int64_t n, random_stream *r)
{
   fill_arrow(e, n, 0, r);
}

void fill_arrow_last(entry_list *e, int64_t n, random_stream *r)
{
   fill_arrow(e, n, n - 1, r);
}

/* A dense lower triangle, upper triangle, or both. */
static void fill_triangles(entry_list *e, int64_t n, bool lower, bool upper, random_stream *r)
{
   for (int64_t i = 0; i < n; i++)
   {
      for (int64_t j = 0; j < n; j++)
      {
         if ((j < i && lower) || (j > i && upper))
         {
            entries_add(e, i, j, random_real(r));
         }
      }
   }
   fill_dominant_diagonal(e, 0.3, r);
}

void fill_dense_lower(entry_list *e, int64_t n, random_stream *r)
{
   fill_triangles(e, n, true, false, r);
}

void fill_dense_upper(entry_list *e, int64_t n, random_stream *r)
{
   fill_triangles(e, n, false, true, r);
}

void fill_dense(entry_list *e, int64_t n, random_stream *r)
{
   fill_triangles(e, n, true, true, r);
}

/* Three groups of rows: dense coupling between groups, none within a group. The few levels have
 * thousands of entries, so that threads share a level even in a small block. */
static void couple_groups(entry_list *e, int64_t n, random_stream *r)
{
   for (int64_t i = 0; i < n; i++)
   {
      for (int64_t j = 0; j < n; j++)
      {
         if (3 * i / n != 3 * j / n)
         {
            entries_add(e, i, j, random_real(r));
         }
      }
   }
}

void fill_wide_groups(entry_list *e, int64_t n, random_stream *r)
{
   couple_groups(e, n, r);
   fill_dominant_diagonal(e, 0.8, r);
}

/* Wide levels and a chain of narrow levels: shared steps and steps of one thread alternate. */
void fill_wide_then_narrow(entry_list *e, int64_t n, random_stream *r)
{
   couple_groups(e, n, r);
   for (int64_t i = n / 3 + 1; i < n / 2; i++)
   {
      entries_add(e, i, i - 1, random_real(r));
   }
   fill_dominant_diagonal(e, 0.8, r);
}
