/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "support/hybrid.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/check.h"

enum
{
   LEAST = 2,     /* colours */
   EXACT = 5,     /* modular colours at most, if the number is not given */
   STANDARD = 3,  /* rotated colours, if the number is not given, */
   ALTERNATE = 4, /* and alternate colours */
   WITHIN = 6,    /* alternate colours if more than one entry in so many is within a band */
   UNIT = 4,      /* rows */
   BAND = 32      /* rows */
};

/* Number of entries between different bands whose distance is a multiple of k. */
static int64_t count_shared(const test_block *m, int32_t k)
{
   int64_t n = 0;
   for (int64_t i = 0; i < m->n; i++)
   {
      for (int32_t e = m->row_ptr[i]; e < m->row_ptr[i + 1]; e++)
      {
         n += m->col_idx[e] / BAND != i / BAND && m->col_idx[e] / BAND % k == i / BAND % k;
      }
   }
   return n;
}

/* Does more than one entry in WITHIN couple different units of one band? */
static bool is_close(const test_block *m)
{
   int64_t n = 0;
   int64_t n_within = 0;
   for (int64_t i = 0; i < m->n; i++)
   {
      for (int32_t e = m->row_ptr[i]; e < m->row_ptr[i + 1]; e++)
      {
         n += m->col_idx[e] != i;
         n_within += m->col_idx[e] / BAND == i / BAND && m->col_idx[e] / UNIT != i / UNIT;
      }
   }
   return n_within > n / WITHIN;
}

/* Rotation of the colours of a group, 0 .. n - 1 for n colours. */
static int32_t turn_of(int64_t group, int32_t n)
{
   uint64_t h = (uint64_t) group * UINT64_C(0x9e3779b1) % (UINT64_C(1) << 32);
   h ^= h >> 15;
   h = h * UINT64_C(0x85ebca77) % (UINT64_C(1) << 32);
   h ^= h >> 13;
   return (int32_t) (h * (uint64_t) n / (UINT64_C(1) << 32));
}

int32_t hybrid_steps(const test_block *m, int32_t asked, bool units, int32_t *n_colors,
                     int32_t *step)
{
   const bool    close = units && is_close(m);
   const int32_t rotated = asked ? asked : close ? ALTERNATE : STANDARD;
   const int32_t pair = units && rotated >= ALTERNATE && rotated % 2 == 0 ? 2 : 1;
   const int32_t unit = units ? UNIT : 1;
   const int32_t band = units ? BAND : 1;
   int32_t       k = asked ? asked : LEAST;
   while (k <= (asked ? asked : EXACT) && count_shared(m, k) > 0)
   {
      k++;
   }
   const bool    turned = !units || k > (asked ? asked : EXACT) || (close && pair == 2);
   const int32_t n = turned ? rotated : k;
   const int32_t of_unit = turned ? pair : 1; /* colours of the units of a band */
   for (int64_t i = 0; i < m->n; i++)
   {
      const int32_t bands = n / of_unit;
      const int64_t turn = turned ? turn_of(i / (bands * band), bands) : 0;
      const int64_t color = (i / band + turn) % bands * of_unit + i / unit % of_unit;
      step[i] = (int32_t) (color * unit + i % unit);
   }
   *n_colors = m->n > 0 ? n : 0;
   return unit;
}

static void order_rows(const test_block *m, int32_t few, bool units, hybrid *h)
{
   row_order_open(m, &h->order);
   h->unit = hybrid_steps(m, few, units, &h->n_colors, h->order.step);
   h->order.n_steps = h->n_colors * h->unit;
   row_order_place(m, &h->order);
}

/* Are rows i and j in different units of one colour? */
static bool is_cut(const hybrid *h, int64_t i, int64_t j)
{
   const int32_t *step = h->order.step;
   return step[i] / h->unit == step[j] / h->unit && i / h->unit != j / h->unit;
}

/* The shift (block/cut.h) that moves from the cut part of a row to the diagonal of the rest. */
static double find_shift(const test_block *m, const hybrid *h, int64_t i)
{
   double diagonal = 0.0;
   double sum = 0.0;
   for (int32_t k = m->row_ptr[i]; k < m->row_ptr[i + 1]; k++)
   {
      const int32_t j = m->col_idx[k];
      diagonal += j == i ? m->val[k] : 0.0;
      sum += is_cut(h, i, j) ? fabs(m->val[k]) : 0.0;
   }
   return diagonal != 0.0 && sum / 2.0 > fabs(diagonal) / 3.0
             ? copysign((double) (float) fmin(sum / 2.0, FLT_MAX), diagonal)
             : 0.0;
}

static void cut_block(const test_block *m, hybrid *h)
{
   entry_list rest;
   entry_list cut;
   entry_list loose;
   entries_open(&rest, m->n);
   entries_open(&cut, m->n);
   entries_open(&loose, m->n);
   h->n_cut = 0;
   for (int64_t i = 0; i < m->n; i++)
   {
      const double shift = find_shift(m, h, i);
      for (int32_t k = m->row_ptr[i]; k < m->row_ptr[i + 1]; k++)
      {
         const int32_t j = m->col_idx[k];
         const bool    apart = is_cut(h, i, j);
         entries_add(apart ? &cut : &rest, i, j, m->val[k]);
         entries_add(&loose, i, j, m->val[k]);
         h->n_cut += apart;
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

void hybrid_find(const test_block *m, int32_t few, bool units, hybrid *h)
{
   order_rows(m, few, units, h);
   cut_block(m, h);
   for (int64_t i = 0; i < m->n; i++)
   {
      h->rest.l1[i] = m->l1[i] == 0.0 ? 0.0 : m->l1[i] + find_shift(m, h, i);
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

void hybrid_sweep(const test_block *m, int32_t few, bool units, const trisweep_sweep *how)
{
   const size_t   n = (size_t) m->n;
   trisweep_sweep inner = *how;
   hybrid         h;
   test_block     sorted;
   hybrid_find(m, few, units, &h);
   row_order_sort(&h.order, &h.rest, &sorted);
   double *rhs = hybrid_rhs(&h, how, how->b, n, how->x);
   double *b = row_order_columns(&h.order, m, rhs, n, 1, m->n);
   double *x = row_order_columns(&h.order, m, how->x, n, 1, m->n);
   inner.b = b;
   inner.x = x;
   sweep_block("schedule=serial", &sorted, &inner);
   for (size_t k = 0; k < n; k++)
   {
      how->x[h.order.order[k]] = x[k];
   }
   free(rhs);
   free(b);
   free(x);
   block_free(&sorted);
   hybrid_free(&h);
}

void hybrid_run(const hybrid *h, const test_block *sorted, trisweep_smoother *serial,
                const sweep_case *c, const trisweep_sweep *how, double *x)
{
   const test_block *m = c->m;
   const row_order  *o = &h->order;
   const size_t      n_x = variant_x_size(m);
   const size_t      n_b = variant_b_size(m);
   const int64_t     ldb = how->ldb ? how->ldb : m->n;
   const int64_t     ldx = how->ldx ? how->ldx : m->n;
   trisweep_sweep    inner = *how;
   double           *rhs = hybrid_rhs(h, how, c->b, n_b, c->x);
   double           *b = row_order_columns(o, m, rhs, n_b, how->n_vectors, ldb);
   double           *result = row_order_columns(o, m, c->x, n_x, how->n_vectors, ldx);
   inner.b = b;
   inner.x = result;
   inner.cf_marker = how->points ? sorted->marker : NULL;
   assert_ok(trisweep_smoother_sweep(serial, &inner, NULL));
   memcpy(x, result, n_x * sizeof *x);
   for (int64_t k = 0; k < m->n * how->n_vectors; k++)
   {
      const int64_t column = k / m->n * ldx;
      x[column + o->order[k % m->n]] = result[column + k % m->n];
   }
   free(rhs);
   free(b);
   free(result);
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
