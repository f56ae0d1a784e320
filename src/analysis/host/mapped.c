/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "analysis/mapped.h"

#include <string.h>

#include "base/message.h"

/* Edges at the later end, in two passes over the same entries: count, then place. */
typedef struct entries
{
   int64_t        n_rows;
   const int32_t *row_ptr;
   const int32_t *col_idx;
   const int32_t *map; /* NULL: rows keep their numbers */
} entries;

static int32_t number_of(const entries *from, int64_t i)
{
   return from->map ? from->map[i] : (int32_t) i;
}

static void count_edges(const entries *from, int32_t *count)
{
   for (int64_t i = 0; i < from->n_rows; i++)
   {
      const int32_t a = number_of(from, i);
      for (int32_t e = from->row_ptr[i]; e < from->row_ptr[i + 1]; e++)
      {
         const int32_t b = number_of(from, from->col_idx[e]);
         count[a > b ? a : b] += a != b;
      }
   }
}

static void place_edges(const entries *from, int32_t *next, int32_t *col_idx)
{
   for (int64_t i = 0; i < from->n_rows; i++)
   {
      const int32_t a = number_of(from, i);
      for (int32_t e = from->row_ptr[i]; e < from->row_ptr[i + 1]; e++)
      {
         const int32_t b = number_of(from, from->col_idx[e]);
         if (a != b)
         {
            col_idx[next[a > b ? a : b]++] = a > b ? b : a;
         }
      }
   }
}

static trisweep_status map_entries(const entries *from, int64_t n_new, tsw_memory *owner,
                                   tsw_mapped *m)
{
   memset(m, 0, sizeof *m);
   TSW_TRY(tsw_memory_alloc(owner, &m->row_ptr, n_new + 2, sizeof(int32_t), "a mapped graph"));
   /* One place ahead, so that after placing each pointer has moved to where its row starts. */
   int32_t *next = m->row_ptr + 1;
   memset(m->row_ptr, 0, (size_t) (n_new + 2) * sizeof(int32_t));
   count_edges(from, next);
   int32_t start = 0;
   for (int64_t i = 0; i <= n_new; i++)
   {
      const int32_t size = next[i];
      next[i] = start;
      start += size;
   }
   TSW_TRY(tsw_memory_alloc(owner, &m->col_idx, start, sizeof(int32_t), "a mapped graph"));
   place_edges(from, next, m->col_idx);
   m->graph = (tsw_graph){ n_new, start, m->row_ptr, m->col_idx, false };
   return TRISWEEP_OK;
}

trisweep_status tsw_mapped_host(const tsw_graph *g, const int32_t *map, int64_t n_new,
                                tsw_memory *owner, tsw_mapped *m)
{
   const entries from = { g->n_rows, g->row_ptr, g->col_idx, map };
   return map_entries(&from, n_new, owner, m);
}

trisweep_status tsw_mapped_block(const trisweep_csr *a, tsw_memory *owner, tsw_mapped *m)
{
   const entries from = { a->n_rows, a->row_ptr, a->col_idx, NULL };
   return map_entries(&from, a->n_rows, owner, m);
}

void tsw_mapped_free(tsw_memory *owner, tsw_mapped *m)
{
   tsw_memory_free(owner, &m->row_ptr);
   tsw_memory_free(owner, &m->col_idx);
   memset(m, 0, sizeof *m);
}
