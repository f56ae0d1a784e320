/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The partition of Picciau et al. 2016: rows are associated with parts (associate.c); parts get
 * levels; edges get time slots (Alg. 4, 5).
 */
#include "analysis/partition.h"

#include <string.h>

#include "base/message.h"

/* Scratch arrays of the partition. */
typedef struct partition_work
{
   int32_t *part;  /* [n_rows] */
   int32_t *place; /* [n_rows] index of the row in its part */
   int32_t *fill;  /* [n_parts + 1] rows of a part so far */
   int32_t *slot;  /* [nnz] time slot of each edge among the outer or inner slots of its part */
   int32_t *ready; /* [n_rows] first slot after the row is complete */
   int32_t *taken; /* [nnz] one more than the last row with an inner edge in the slot */
   int32_t *after; /* [nnz] a later slot; the slots between are taken by the same row */
} partition_work;

/* Find the levels of the parts, and number the parts by level. */
static trisweep_status sort_parts(const tsw_graph *g, const partition_work *w, tsw_memory *owner,
                                  tsw_partition *p, int32_t *level, int32_t *number)
{
   int32_t *order = NULL;
   memset(level, 0, (size_t) p->n_parts * sizeof *level);
   /* One pass is enough: edges end in the same or a later part, so that the level of a part is
    * final before a later part reads the level. */
   for (int32_t s = 0; s < p->n_parts; s++)
   {
      for (int32_t k = p->part_ptr[s]; k < p->part_ptr[s + 1]; k++)
      {
         const int32_t i = p->row[k];
         for (int32_t e = g->row_ptr[i]; e < g->row_ptr[i + 1]; e++)
         {
            const int32_t q = w->part[g->col_idx[e]];
            if (q != s && level[q] + 1 > level[s])
            {
               level[s] = level[q] + 1;
            }
         }
      }
      p->n_levels = level[s] + 1 > p->n_levels ? level[s] + 1 : p->n_levels;
   }
   const trisweep_status status =
      tsw_sort_by_level(level, p->n_parts, p->n_levels, false, owner, &p->level_ptr, &order);
   for (int32_t k = 0; k < p->n_parts && status == TRISWEEP_OK; k++)
   {
      number[order[k]] = k;
   }
   tsw_memory_free(owner, &order);
   return status;
}

/* Compute part_ptr, row and place from part. */
static void list_rows(const tsw_graph *g, partition_work *w, tsw_partition *p)
{
   memset(p->part_ptr, 0, ((size_t) p->n_parts + 1) * sizeof *p->part_ptr);
   for (int64_t i = 0; i < g->n_rows; i++)
   {
      p->part_ptr[w->part[i] + 1]++;
   }
   for (int32_t s = 0; s < p->n_parts; s++)
   {
      p->part_ptr[s + 1] += p->part_ptr[s];
      w->fill[s] = 0;
   }
   for (int64_t k = 0; k < g->n_rows; k++)
   {
      const int64_t i = tsw_graph_row(g, k);
      w->place[i] = w->fill[w->part[i]]++;
      p->row[p->part_ptr[w->part[i]] + w->place[i]] = (int32_t) i;
   }
}

/* The first slot from s on without an edge into row i. Each search shortens later ones. */
static int32_t take_slot(partition_work *w, int32_t s, int32_t i)
{
   int32_t found = s;
   while (w->taken[found] == i + 1)
   {
      found = w->after[found];
   }
   while (s != found)
   {
      const int32_t next = w->after[s];
      w->after[s] = found + 1;
      s = next;
   }
   w->taken[found] = i + 1;
   w->after[found] = found + 1;
   return found;
}

/*
 * Slots of the edges into row i (Alg. 5 with FIX_CONFLICTS, Alg. 4): the k-th outer edge gets slot
 * k; an inner edge the first slot after its source is complete in which no other edge ends in i.
 */
static void schedule_row(const tsw_graph *g, int64_t i, partition_work *w)
{
   int32_t n_outer = 0;
   int32_t ready = 0;
   for (int32_t e = g->row_ptr[i]; e < g->row_ptr[i + 1]; e++)
   {
      const int32_t j = g->col_idx[e];
      if (w->part[j] != w->part[i])
      {
         w->slot[e] = n_outer++;
         continue;
      }
      w->slot[e] = take_slot(w, w->ready[j], (int32_t) i);
      ready = w->slot[e] + 1 > ready ? w->slot[e] + 1 : ready;
   }
   w->ready[i] = ready;
}

/* Store the numbers of outer and inner slots of each part in part_slot[. + 1], then sum up. */
static void count_slots(const tsw_graph *g, const partition_work *w, tsw_partition *p)
{
   memset(p->part_slot, 0, (2 * (size_t) p->n_parts + 1) * sizeof *p->part_slot);
   for (int64_t i = 0; i < g->n_rows; i++)
   {
      for (int32_t e = g->row_ptr[i]; e < g->row_ptr[i + 1]; e++)
      {
         const bool inner = w->part[g->col_idx[e]] == w->part[i];
         int32_t   *n_slots = &p->part_slot[2 * w->part[i] + inner + 1];
         *n_slots = w->slot[e] + 1 > *n_slots ? w->slot[e] + 1 : *n_slots;
      }
   }
   for (int32_t k = 0; k < 2 * p->n_parts; k++)
   {
      p->part_slot[k + 1] += p->part_slot[k];
   }
}

/* List the edges by slot, and within a slot by target. */
static void list_edges(const tsw_graph *g, const partition_work *w, tsw_partition *p)
{
   const int32_t n_slots = p->part_slot[2 * p->n_parts];
   memset(p->slot_ptr, 0, ((size_t) n_slots + 1) * sizeof *p->slot_ptr);
   for (int pass = 0; pass < 2; pass++)
   {
      for (int32_t k = 0; k < g->n_rows; k++)
      {
         const int32_t i = p->row[k];
         for (int32_t e = g->row_ptr[i]; e < g->row_ptr[i + 1]; e++)
         {
            const int32_t j = g->col_idx[e];
            const bool    inner = w->part[j] == w->part[i];
            const int32_t slot = p->part_slot[2 * w->part[i] + inner] + w->slot[e];
            if (pass == 0)
            {
               p->slot_ptr[slot + 1]++;
               continue;
            }
            const int32_t at = p->slot_ptr[slot]++;
            p->target[at] = w->place[i];
            p->source[at] = inner ? w->place[j] : j;
            p->entry[at] = e;
         }
      }
      for (int32_t s = 0; s < n_slots && pass == 0; s++)
      {
         p->slot_ptr[s + 1] += p->slot_ptr[s];
      }
   }
   /* The second pass moved the start of each slot to the end of the slot. */
   memmove(p->slot_ptr + 1, p->slot_ptr, (size_t) n_slots * sizeof *p->slot_ptr);
   p->slot_ptr[0] = 0;
}

static trisweep_status alloc_ints(tsw_memory *owner, int32_t **array, int64_t n)
{
   return TSW_ALLOC(owner, array, n, "the partition");
}

trisweep_status tsw_partition_find(const tsw_graph *g, int64_t most_rows, tsw_memory *owner,
                                   tsw_partition *p)
{
   TSW_SCRATCH int32_t *part = NULL;
   TSW_SCRATCH int32_t *words = NULL;
   const int64_t        n = g->n_rows;
   const int64_t        nnz = n > 0 ? g->row_ptr[n] : 0;
   memset(p, 0, sizeof *p);
   TSW_TRY(alloc_ints(NULL, &part, n));
   TSW_TRY(tsw_associate_rows(g, most_rows, part, &p->n_parts));
   TSW_TRY(alloc_ints(NULL, &words, 2 * n + 3 * nnz + 2 * (int64_t) p->n_parts + 1));
   partition_work w = { .part = part, .place = words, .ready = words + n, .slot = words + 2 * n };
   w.taken = w.slot + nnz;
   w.after = w.taken + nnz;
   w.fill = w.after + nnz;
   memset(w.taken, 0, (size_t) nnz * sizeof *w.taken);
   TSW_TRY(alloc_ints(owner, &p->part_ptr, (int64_t) p->n_parts + 1));
   TSW_TRY(alloc_ints(owner, &p->row, n));
   TSW_TRY(alloc_ints(owner, &p->part_slot, 2 * (int64_t) p->n_parts + 1));
   TSW_TRY(alloc_ints(owner, &p->target, nnz));
   TSW_TRY(alloc_ints(owner, &p->source, nnz));
   TSW_TRY(alloc_ints(owner, &p->entry, nnz));
   list_rows(g, &w, p);
   int32_t *number = w.fill + p->n_parts; /* fill has 2 n_parts + 1 numbers */
   TSW_TRY(sort_parts(g, &w, owner, p, w.fill, number));
   for (int64_t i = 0; i < n; i++)
   {
      part[i] = number[part[i]];
   }
   list_rows(g, &w, p);
   for (int64_t k = 0; k < n; k++)
   {
      schedule_row(g, tsw_graph_row(g, k), &w);
   }
   count_slots(g, &w, p);
   TSW_TRY(alloc_ints(owner, &p->slot_ptr, (int64_t) p->part_slot[2 * p->n_parts] + 1));
   list_edges(g, &w, p);
   return TRISWEEP_OK;
}

void tsw_partition_free(tsw_memory *owner, tsw_partition *p)
{
   tsw_memory_free(owner, &p->level_ptr);
   tsw_memory_free(owner, &p->part_ptr);
   tsw_memory_free(owner, &p->row);
   tsw_memory_free(owner, &p->part_slot);
   tsw_memory_free(owner, &p->slot_ptr);
   tsw_memory_free(owner, &p->target);
   tsw_memory_free(owner, &p->source);
   tsw_memory_free(owner, &p->entry);
   memset(p, 0, sizeof *p);
}
