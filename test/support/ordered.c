/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "support/ordered.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "support/check.h"

/* The pattern of A + A^T without the diagonal. */
static void find_neighbours(const test_block *m, test_block *both)
{
   entry_list e;
   entries_open(&e, m->n);
   for (int64_t i = 0; i < m->n; i++)
   {
      for (int32_t k = m->row_ptr[i]; k < m->row_ptr[i + 1]; k++)
      {
         const int64_t j = m->col_idx[k];
         if (i != j)
         {
            entries_add(&e, i, j, 1.0);
            entries_add(&e, j, i, 1.0);
         }
      }
   }
   block_build(&e, both);
}

/* First fit: each row gets the least colour that no earlier coupled row has. */
static void color_rows(const test_block *m, row_order *o)
{
   test_block both;
   bool      *taken = check_alloc((size_t) m->n + 1, sizeof *taken);
   find_neighbours(m, &both);
   o->n_colors = 0;
   for (int64_t i = 0; i < m->n; i++)
   {
      memset(taken, 0, (size_t) m->n * sizeof *taken);
      for (int32_t k = both.row_ptr[i]; k < both.row_ptr[i + 1]; k++)
      {
         if (both.col_idx[k] < i)
         {
            taken[o->color[both.col_idx[k]]] = true;
         }
      }
      o->color[i] = 0;
      while (taken[o->color[i]])
      {
         o->color[i]++;
      }
      o->n_colors = o->color[i] >= o->n_colors ? o->color[i] + 1 : o->n_colors;
   }
   free(taken);
   block_free(&both);
}

void row_order_open(const test_block *m, row_order *o)
{
   o->color = check_alloc((size_t) m->n, sizeof *o->color);
   o->order = check_alloc((size_t) m->n, sizeof *o->order);
   o->place = check_alloc((size_t) m->n, sizeof *o->place);
}

void row_order_place(const test_block *m, row_order *o)
{
   int32_t place = 0;
   for (int32_t c = 0; c < o->n_colors; c++)
   {
      for (int64_t i = 0; i < m->n; i++)
      {
         if (o->color[i] == c)
         {
            o->order[place] = (int32_t) i;
            o->place[i] = place++;
         }
      }
   }
   assert_int_equal(place, m->n);
}

void row_order_find(const test_block *m, row_order *o)
{
   row_order_open(m, o);
   color_rows(m, o);
   row_order_place(m, o);
}

void row_order_free(row_order *o)
{
   free(o->color);
   free(o->order);
   free(o->place);
}

void row_order_sort(const row_order *o, const test_block *m, test_block *sorted)
{
   entry_list e;
   entries_open(&e, m->n);
   for (int64_t k = 0; k < m->n; k++)
   {
      const int32_t i = o->order[k];
      for (int32_t at = m->row_ptr[i]; at < m->row_ptr[i + 1]; at++)
      {
         entries_add(&e, k, o->place[m->col_idx[at]], m->val[at]);
      }
   }
   block_build(&e, sorted);
   for (int64_t k = 0; k < m->n; k++)
   {
      sorted->l1[k] = m->l1[o->order[k]];
      sorted->marker[k] = m->marker[o->order[k]];
   }
}

double *row_order_columns(const row_order *o, const test_block *m, const double *x, size_t size,
                          int n_vectors, int64_t ld)
{
   double *sorted = check_alloc(size, sizeof *sorted);
   memcpy(sorted, x, size * sizeof *sorted);
   for (int v = 0; v < n_vectors; v++)
   {
      for (int64_t k = 0; k < m->n; k++)
      {
         sorted[v * ld + k] = x[v * ld + o->order[k]];
      }
   }
   return sorted;
}
