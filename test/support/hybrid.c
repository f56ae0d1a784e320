/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "support/hybrid.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/check.h"

enum
{
   MANY_COLORS = 8, /* that a block may need before it gets few ones */
   MOST_COUNTED = 255
};

void hybrid_edges(const test_block *m, test_block *edges)
{
   entry_list e;
   bool      *met = check_alloc((size_t) (m->n * m->n), sizeof *met);
   entries_open(&e, m->n);
   for (int64_t i = 0; i < m->n; i++)
   {
      for (int32_t k = m->row_ptr[i]; k < m->row_ptr[i + 1]; k++)
      {
         const int64_t j = m->col_idx[k];
         const int64_t later = i > j ? i : j;
         const int64_t earlier = i > j ? j : i;
         if (i != j && !met[later * m->n + earlier])
         {
            met[later * m->n + earlier] = true;
            entries_add(&e, later, earlier, 1.0);
         }
      }
   }
   block_build(&e, edges);
   free(met);
}

/*
 * The least of the colours that the fewest earlier neighbours have; first-fit colours if
 * there may be one a row. Returns how many there are.
 */
static int32_t color_rows(const test_block *edges, int64_t most, int32_t *color)
{
   int32_t  n_colors = 0;
   int32_t *count = check_alloc((size_t) most, sizeof *count);
   for (int64_t i = 0; i < edges->n; i++)
   {
      memset(count, 0, (size_t) most * sizeof *count);
      for (int32_t k = edges->row_ptr[i]; k < edges->row_ptr[i + 1]; k++)
      {
         int32_t *of = &count[color[edges->col_idx[k]]];
         *of = *of < MOST_COUNTED ? *of + 1 : MOST_COUNTED;
      }
      color[i] = 0;
      for (int32_t c = 1; c < most; c++)
      {
         color[i] = count[c] < count[color[i]] ? c : color[i];
      }
      n_colors = color[i] >= n_colors ? color[i] + 1 : n_colors;
   }
   free(count);
   return n_colors;
}

static void color_block(const test_block *m, int32_t few, row_order *o)
{
   test_block edges;
   hybrid_edges(m, &edges);
   o->n_colors = color_rows(&edges, m->n, o->color);
   if (o->n_colors > MANY_COLORS)
   {
      o->n_colors = color_rows(&edges, few, o->color);
   }
   block_free(&edges);
}

static void order_rows(const test_block *m, int32_t few, row_order *o)
{
   row_order_open(m, o);
   color_block(m, few, o);
   row_order_place(m, o);
}

/* What goes from the cut part of a row to the diagonal of the rest. */
static double find_shift(const test_block *m, const int32_t *color, int64_t i)
{
   double diagonal = 0.0;
   double sum = 0.0;
   for (int32_t k = m->row_ptr[i]; k < m->row_ptr[i + 1]; k++)
   {
      const int32_t j = m->col_idx[k];
      diagonal += j == i ? m->val[k] : 0.0;
      sum += j != i && color[j] == color[i] ? fabs(m->val[k]) : 0.0;
   }
   return diagonal != 0.0 && sum / 2.0 > fabs(diagonal) / 3.0 ? copysign(sum / 2.0, diagonal) : 0.0;
}

static void cut_block(const test_block *m, hybrid *h)
{
   const int32_t *color = h->order.color;
   entry_list     rest;
   entry_list     cut;
   entry_list     loose;
   entries_open(&rest, m->n);
   entries_open(&cut, m->n);
   entries_open(&loose, m->n);
   h->n_cut = 0;
   for (int64_t i = 0; i < m->n; i++)
   {
      const double shift = find_shift(m, color, i);
      for (int32_t k = m->row_ptr[i]; k < m->row_ptr[i + 1]; k++)
      {
         const int32_t j = m->col_idx[k];
         const bool    is_cut = j != i && color[j] == color[i];
         entries_add(is_cut ? &cut : &rest, i, j, m->val[k]);
         entries_add(&loose, i, j, m->val[k]);
         h->n_cut += is_cut;
      }
      if (shift != 0.0)
      {
         entries_add(&rest, i, i, shift);
         entries_add(&cut, i, i, -shift);
         entries_add(&loose, i, i, shift);
         entries_add(&loose, i, i, -shift);
      }
   }
   block_build(&rest, &h->rest);
   block_build(&cut, &h->cut);
   block_build(&loose, &h->loose);
}

void hybrid_find(const test_block *m, int32_t few, hybrid *h)
{
   order_rows(m, few, &h->order);
   cut_block(m, h);
   for (int64_t i = 0; i < m->n; i++)
   {
      h->rest.l1[i] = m->l1[i];
      h->rest.marker[i] = m->marker[i];
   }
}

void hybrid_free(hybrid *h)
{
   row_order_free(&h->order);
   block_free(&h->rest);
   block_free(&h->cut);
   block_free(&h->loose);
}

double *hybrid_rhs(const hybrid *h, const trisweep_sweep *how, const double *b, size_t size,
                   const double *x)
{
   const test_block *c = &h->cut;
   const int64_t     ldb = how->ldb ? how->ldb : c->n;
   const int64_t     ldx = how->ldx ? how->ldx : c->n;
   double           *rhs = check_alloc(size, sizeof *rhs);
   memcpy(rhs, b, size * sizeof *rhs);
   for (int32_t v = 0; v < how->n_vectors && !how->zero_guess; v++)
   {
      for (int64_t i = 0; i < c->n; i++)
      {
         for (int32_t k = c->row_ptr[i]; k < c->row_ptr[i + 1]; k++)
         {
            rhs[v * ldb + i] -= c->val[k] * x[v * ldx + c->col_idx[k]];
         }
      }
   }
   return rhs;
}

void hybrid_compare(const hybrid *h, const sweep_case *c, const trisweep_sweep *how,
                    const double *x, const double *want)
{
   const int64_t n = c->m->n;
   const int64_t ldx = how->ldx ? how->ldx : n;
   double        size = 0.0;
   for (size_t k = 0; k < variant_x_size(c->m); k++)
   {
      size = fmax(size, fabs(want[k]));
   }
   for (int64_t k = 0; k < n * how->n_vectors; k++)
   {
      const int64_t column = k / n * ldx;
      const int32_t row = h->order.order[k % n];
      if (!(fabs(x[column + row] - want[column + k % n]) <= 1e-10 * size))
      {
         sweep_case_print(c, how);
         fail_msg("row %" PRId32 ": %.17g instead of %.17g", row, x[column + row],
                  want[column + k % n]);
      }
   }
}

void hybrid_crowded(test_block *m)
{
   enum
   {
      FIRST = 300,
      SECOND = 260
   };
   const int64_t last = FIRST + SECOND;
   entry_list    e;
   entries_open(&e, last + 1);
   for (int64_t i = 0; i <= last; i++)
   {
      entries_add(&e, i, i, 400.0);
      entries_add(&e, last, i == last ? -1 : i, -1.0);
      entries_add(&e, i, i < FIRST || i == last ? -1 : i - FIRST, -1.0);
   }
   block_build(&e, m);
}

void hybrid_with_clique(const test_block *m, test_block *with)
{
   const int64_t n = m->n + MANY_COLORS + 1;
   entry_list    e;
   entries_open(&e, n);
   for (int64_t i = 0; i < n; i++)
   {
      for (int32_t k = i < m->n ? m->row_ptr[i] : 0; i < m->n && k < m->row_ptr[i + 1]; k++)
      {
         entries_add(&e, i, m->col_idx[k], m->val[k]);
      }
      for (int64_t j = m->n; j < n && i >= m->n; j++)
      {
         entries_add(&e, i, j, j == i ? 6.0 : 1.0 / (double) (1 + i + 2 * j - 3 * m->n));
      }
   }
   block_build(&e, with);
}

void hybrid_other_values(const test_block *m, test_block *other)
{
   trisweep_csr a = block_view(m);
   double      *val = check_alloc((size_t) m->nnz, sizeof *val);
   for (int64_t k = 0; k < m->nnz; k++)
   {
      val[k] = 0.5 * (double) (1 + k % 3) * m->val[k];
   }
   a.val = val;
   block_copy(&a, other);
   free(val);
}
