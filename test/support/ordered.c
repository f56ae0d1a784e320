/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "support/ordered.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "support/check.h"

/* The pattern and its mirror image. */
static void find_neighbours(const test_block *m, test_block *both)
{
   entry_list e;
   entries_open(&e, m->n);
   for (int64_t i = 0; i < m->n; i++)
   {
      for (int32_t k = m->row_ptr[i]; k < m->row_ptr[i + 1]; k++)
      {
         const int64_t j = m->col_idx[k];
         if (j != i)
         {
            entries_add(&e, i, j, 1.0);
            entries_add(&e, j, i, 1.0);
         }
      }
   }
   block_build(&e, both);
}

static bool are_coupled(const test_block *both, int64_t i, int64_t j)
{
   for (int32_t k = both->row_ptr[i]; k < both->row_ptr[i + 1]; k++)
   {
      if (both->col_idx[k] == j)
      {
         return true;
      }
   }
   return false;
}

/* Rows [first, end) that belong together. */
static int64_t end_of_block(const test_block *both, int64_t first, int64_t most)
{
   int64_t end = first + 1;
   while (end < both->n && end - first < most && are_coupled(both, end, end - 1))
   {
      end++;
   }
   return end;
}

/* The least colour that no coupled block before this one has. */
static int32_t first_fit(const test_block *both, const row_order *o, int64_t first, int64_t end,
                         bool *taken)
{
   memset(taken, 0, (size_t) both->n * sizeof *taken);
   for (int64_t i = first; i < end; i++)
   {
      for (int32_t k = both->row_ptr[i]; k < both->row_ptr[i + 1]; k++)
      {
         if (both->col_idx[k] < first)
         {
            taken[o->color[both->col_idx[k]]] = true;
         }
      }
   }
   int32_t color = 0;
   while (taken[color])
   {
      color++;
   }
   return color;
}

static int32_t color_blocks(const test_block *both, int64_t most, row_order *o)
{
   bool   *taken = check_alloc((size_t) both->n, sizeof *taken);
   int32_t n_colors = 0;
   int32_t n_blocks = 0;
   for (int64_t first = 0; first < both->n;)
   {
      const int64_t end = end_of_block(both, first, most);
      const int32_t color = first_fit(both, o, first, end, taken);
      n_colors = color >= n_colors ? color + 1 : n_colors;
      for (int64_t i = first; i < end; i++)
      {
         o->block[i] = n_blocks;
         o->color[i] = color;
      }
      n_blocks++;
      first = end;
   }
   free(taken);
   return n_colors;
}

static void find_levels(const test_block *both, row_order *o)
{
   o->n_levels = 0;
   for (int64_t k = 0; k < both->n; k++)
   {
      const int32_t i = o->order[k];
      o->level[i] = 0;
      for (int32_t e = both->row_ptr[i]; e < both->row_ptr[i + 1]; e++)
      {
         const int32_t j = both->col_idx[e];
         if (o->place[j] < k && o->level[j] >= o->level[i])
         {
            o->level[i] = o->level[j] + 1;
         }
      }
      o->n_levels = o->level[i] >= o->n_levels ? o->level[i] + 1 : o->n_levels;
   }
}

void row_order_find(const test_block *m, int64_t most, row_order *o)
{
   test_block both;
   int32_t  **arrays[] = { &o->block, &o->color, &o->order, &o->place, &o->level };
   find_neighbours(m, &both);
   for (size_t k = 0; k < sizeof arrays / sizeof arrays[0]; k++)
   {
      *arrays[k] = check_alloc((size_t) m->n, sizeof(int32_t));
   }
   const int32_t n_colors = color_blocks(&both, most, o);
   int32_t       place = 0;
   for (int32_t color = 0; color < n_colors; color++)
   {
      for (int64_t i = 0; i < m->n; i++)
      {
         if (o->color[i] == color)
         {
            o->order[place] = (int32_t) i;
            o->place[i] = place++;
         }
      }
   }
   assert_int_equal(place, m->n);
   find_levels(&both, o);
   block_free(&both);
}

void row_order_free(row_order *o)
{
   free(o->block);
   free(o->color);
   free(o->order);
   free(o->place);
   free(o->level);
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
