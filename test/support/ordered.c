/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "support/ordered.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "support/check.h"

/* The pattern and its mirror image, between what the rows belong to. */
static void find_neighbours(const test_block *m, const int32_t *part, int64_t n_parts,
                            test_block *both)
{
   entry_list e;
   entries_open(&e, n_parts);
   for (int64_t i = 0; i < m->n; i++)
   {
      for (int32_t k = m->row_ptr[i]; k < m->row_ptr[i + 1]; k++)
      {
         const int32_t a = part[i];
         const int32_t b = part[m->col_idx[k]];
         if (a != b)
         {
            entries_add(&e, a, b, 1.0);
            entries_add(&e, b, a, 1.0);
         }
      }
   }
   block_build(&e, both);
}

/* The first of the earlier neighbours that are roots, or -1. */
static int32_t first_root(const test_block *both, const bool *root, int32_t i)
{
   int32_t first = -1;
   for (int32_t k = both->row_ptr[i]; k < both->row_ptr[i + 1]; k++)
   {
      const int32_t j = both->col_idx[k];
      if (j < i && root[j] && (first < 0 || j < first))
      {
         first = j;
      }
   }
   return first;
}

/* One round: parts that are no roots join one. Returns how many are left. */
static int32_t join_parts(const test_block *m, int32_t n_parts, int32_t *part)
{
   test_block both;
   bool      *root = check_alloc((size_t) n_parts, sizeof *root);
   int32_t   *joined = check_alloc((size_t) n_parts, sizeof *joined);
   int32_t    n_roots = 0;
   find_neighbours(m, part, n_parts, &both);
   for (int32_t i = 0; i < n_parts; i++)
   {
      const int32_t first = first_root(&both, root, i);
      root[i] = first < 0;
      joined[i] = root[i] ? n_roots++ : joined[first];
   }
   for (int64_t i = 0; i < m->n; i++)
   {
      part[i] = joined[part[i]];
   }
   block_free(&both);
   free(root);
   free(joined);
   return n_roots;
}

/* So many rows of each aggregate, in natural order, are a block. Returns how many there are. */
static int32_t cut_parts(const test_block *m, int32_t n_parts, int64_t most, int32_t *part)
{
   int32_t  n_blocks = 0;
   int32_t *block = check_alloc((size_t) m->n, sizeof *block);
   for (int32_t p = 0; p < n_parts; p++)
   {
      int64_t size = 0;
      for (int64_t i = 0; i < m->n; i++)
      {
         if (part[i] == p)
         {
            n_blocks += size++ % most == 0;
            block[i] = n_blocks - 1;
         }
      }
   }
   memcpy(part, block, (size_t) m->n * sizeof *part);
   free(block);
   return n_blocks;
}

static int32_t find_blocks(const test_block *m, int64_t most, int32_t *block)
{
   int32_t n_parts = (int32_t) m->n;
   int32_t before = n_parts + 1;
   for (int64_t i = 0; i < m->n; i++)
   {
      block[i] = (int32_t) i;
   }
   while (n_parts < before && m->n < most * n_parts)
   {
      before = n_parts;
      n_parts = join_parts(m, n_parts, block);
   }
   return cut_parts(m, n_parts, most, block);
}

/* Least colours that no coupled block before has. Returns how many there are. */
static int32_t color_blocks(const test_block *m, const int32_t *block, int32_t n_blocks,
                            int32_t *color)
{
   test_block both;
   bool      *taken = check_alloc((size_t) n_blocks + 1, sizeof *taken);
   int32_t    n_colors = 0;
   find_neighbours(m, block, n_blocks, &both);
   for (int32_t b = 0; b < n_blocks; b++)
   {
      memset(taken, 0, (size_t) n_blocks * sizeof *taken);
      for (int32_t k = both.row_ptr[b]; k < both.row_ptr[b + 1]; k++)
      {
         if (both.col_idx[k] < b)
         {
            taken[color[both.col_idx[k]]] = true;
         }
      }
      color[b] = 0;
      while (taken[color[b]])
      {
         color[b]++;
      }
      n_colors = color[b] >= n_colors ? color[b] + 1 : n_colors;
   }
   free(taken);
   block_free(&both);
   return n_colors;
}

/* Rows by colour, in it by block, in it in natural order. */
static void place_rows(const test_block *m, int32_t n_blocks, const int32_t *color,
                       int32_t n_colors, row_order *o)
{
   int32_t  place = 0;
   int32_t *size = check_alloc((size_t) n_blocks + 1, sizeof *size);
   memset(size, 0, ((size_t) n_blocks + 1) * sizeof *size);
   for (int64_t i = 0; i < m->n; i++)
   {
      size[o->block[i]]++;
   }
   for (int32_t c = 0; c < n_colors; c++)
   {
      for (int32_t b = 0; b < n_blocks; b++)
      {
         if (color[b] == c)
         {
            const int32_t next = place + size[b];
            size[b] = place;
            place = next;
         }
      }
   }
   for (int64_t i = 0; i < m->n; i++)
   {
      o->color[i] = color[o->block[i]];
      o->place[i] = size[o->block[i]]++;
      o->order[o->place[i]] = (int32_t) i;
   }
   assert_int_equal(place, m->n);
   free(size);
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
   for (size_t k = 0; k < sizeof arrays / sizeof arrays[0]; k++)
   {
      *arrays[k] = check_alloc((size_t) m->n, sizeof(int32_t));
   }
   const int32_t n_blocks = find_blocks(m, most, o->block);
   int32_t      *color = check_alloc((size_t) n_blocks, sizeof *color);
   const int32_t n_colors = color_blocks(m, o->block, n_blocks, color);
   place_rows(m, n_blocks, color, n_colors, o);
   free(color);
   for (int64_t i = 0; i < m->n; i++)
   {
      o->level[i] = (int32_t) i;
   }
   find_neighbours(m, o->level, m->n, &both);
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
