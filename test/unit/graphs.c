/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Dependency graphs of both triangles of every family against their
 * definitions: levels, level sets, and the partition with its time slots.
 */
#include "support/check.h"

#include <stdlib.h>

#include "analysis/graph.h"
#include "analysis/partition.h"
#include "block/packed.h"
#include "support/families.h"

static tsw_graph graph_of(const tsw_packed *p, bool upper)
{
   const tsw_triangle *t = upper ? &p->upper : &p->lower;
   return (tsw_graph){ p->n_rows, t->row_ptr[p->n_rows], t->row_ptr, t->col_idx, upper };
}

/* The place of a row in the order in which the triangle is solved. */
static int64_t place_of(const tsw_graph *g, int64_t i)
{
   return g->upper ? g->n_rows - 1 - i : i;
}

static int64_t define_levels(const tsw_graph *g, int32_t *level)
{
   int64_t n_levels = 0;
   for (int64_t k = 0; k < g->n_rows; k++)
   {
      const int64_t i = place_of(g, k); /* its own inverse */
      level[i] = 0;
      for (int32_t e = g->row_ptr[i]; e < g->row_ptr[i + 1]; e++)
      {
         level[i] = level[g->col_idx[e]] >= level[i] ? level[g->col_idx[e]] + 1 : level[i];
      }
      n_levels = level[i] >= n_levels ? level[i] + 1 : n_levels;
   }
   return n_levels;
}

static void check_level_sets(const tsw_graph *g, const int32_t *level, int64_t n_levels)
{
   tsw_memory     owner = { 0 };
   tsw_level_sets sets;
   assert_ok(tsw_level_sets_find(g, &owner, &sets));
   assert_int_equal(sets.n_levels, n_levels);
   assert_int_equal(sets.level_ptr[0], 0);
   assert_int_equal(sets.level_ptr[n_levels], g->n_rows);
   for (int64_t l = 0; l < n_levels; l++)
   {
      assert_true(sets.level_ptr[l] < sets.level_ptr[l + 1]);
      for (int32_t k = sets.level_ptr[l]; k < sets.level_ptr[l + 1]; k++)
      {
         assert_int_equal(level[sets.order[k]], l);
         assert_true(k == sets.level_ptr[l] ||
                     place_of(g, sets.order[k - 1]) < place_of(g, sets.order[k]));
      }
   }
   tsw_level_sets_free(&owner, &sets);
   assert_int_equal(owner.bytes, 0);
}

static void test_levels(const tsw_graph *g)
{
   int32_t *level = check_alloc((size_t) g->n_rows, sizeof *level);
   check_level_sets(g, level, define_levels(g, level));
   free(level);
}

/* Of each row: its part, its index in the part, and the slot from which the row is complete. */
typedef struct whereabouts
{
   int32_t *part;
   int32_t *last_slot; /* last slot with an edge into the row, -1 if there is none */
   int32_t *met;       /* number of visits of each edge, by entry of the triangle */
   int32_t *level;     /* of each part */
} whereabouts;

static void check_rows(const tsw_graph *g, const tsw_partition *p, int64_t most_rows,
                       whereabouts *w)
{
   for (int64_t i = 0; i < g->n_rows; i++)
   {
      w->part[i] = -1;
      w->last_slot[i] = -1;
   }
   assert_int_equal(p->part_ptr[p->n_parts], g->n_rows);
   for (int32_t s = 0; s < p->n_parts; s++)
   {
      assert_true(p->part_ptr[s + 1] - p->part_ptr[s] <= most_rows);
      for (int32_t k = p->part_ptr[s]; k < p->part_ptr[s + 1]; k++)
      {
         assert_int_equal(w->part[p->row[k]], -1);
         w->part[p->row[k]] = s;
      }
   }
   assert_int_equal(p->level_ptr[0], 0);
   assert_int_equal(p->level_ptr[p->n_levels], p->n_parts);
   for (int32_t l = 0; l < p->n_levels; l++)
   {
      for (int32_t s = p->level_ptr[l]; s < p->level_ptr[l + 1]; s++)
      {
         w->level[s] = l;
      }
   }
}

/* An edge of one slot is in the triangle, starts in a complete row, and has its own target row. */
static void check_edge(const tsw_graph *g, const tsw_partition *p, int32_t s, int32_t slot,
                       int32_t k, whereabouts *w)
{
   const bool    inner = slot >= p->part_slot[2 * s + 1];
   const int32_t i = p->row[p->part_ptr[s] + p->target[k]];
   const int32_t j = inner ? p->row[p->part_ptr[s] + p->source[k]] : p->source[k];
   assert_in_range(p->entry[k], g->row_ptr[i], g->row_ptr[i + 1] - 1);
   assert_int_equal(g->col_idx[p->entry[k]], j);
   w->met[p->entry[k]]++;
   assert_int_equal(w->part[i], s);
   assert_true(w->last_slot[i] < slot);
   if (inner)
   {
      assert_int_equal(w->part[j], s);
      assert_true(w->last_slot[j] < slot);
   }
   else
   {
      assert_true(w->level[w->part[j]] < w->level[s]);
   }
   w->last_slot[i] = slot;
}

/* Every row whose edges come later must be complete when an inner edge reads it. */
static void check_slots(const tsw_graph *g, const tsw_partition *p, whereabouts *w)
{
   int32_t *left = check_alloc((size_t) g->n_rows, sizeof *left);
   for (int64_t i = 0; i < g->n_rows; i++)
   {
      left[i] = g->row_ptr[i + 1] - g->row_ptr[i];
   }
   for (int32_t s = 0; s < p->n_parts; s++)
   {
      for (int32_t slot = p->part_slot[2 * s]; slot < p->part_slot[2 * s + 2]; slot++)
      {
         for (int32_t k = p->slot_ptr[slot]; k < p->slot_ptr[slot + 1]; k++)
         {
            check_edge(g, p, s, slot, k, w);
            assert_int_equal(left[g->col_idx[p->entry[k]]], 0);
         }
         for (int32_t k = p->slot_ptr[slot]; k < p->slot_ptr[slot + 1]; k++)
         {
            left[p->row[p->part_ptr[s] + p->target[k]]]--;
         }
      }
   }
   for (int64_t e = 0; e < g->nnz; e++)
   {
      assert_int_equal(w->met[e], 1);
   }
   free(left);
}

/* The connected components of the rows, by repeated passes over the entries. */
static void define_components(const tsw_graph *g, int32_t *component)
{
   bool changed = true;
   for (int32_t i = 0; i < g->n_rows; i++)
   {
      component[i] = i;
   }
   while (changed)
   {
      changed = false;
      for (int64_t i = 0; i < g->n_rows; i++)
      {
         for (int32_t e = g->row_ptr[i]; e < g->row_ptr[i + 1]; e++)
         {
            int32_t      *a = &component[i];
            int32_t      *b = &component[g->col_idx[e]];
            const int32_t least = *a < *b ? *a : *b;
            changed = changed || *a != *b;
            *a = least;
            *b = least;
         }
      }
   }
}

/* A component that fits into a part is in one part. A larger one has the least number of parts, and
   these have no other rows. */
static void check_components(const tsw_graph *g, const tsw_partition *p, int64_t most_rows,
                             const whereabouts *w)
{
   int32_t *component = check_alloc((size_t) g->n_rows, sizeof *component);
   int64_t *size = check_alloc((size_t) g->n_rows, sizeof *size);
   int32_t *owner = check_alloc((size_t) p->n_parts, sizeof *owner); /* component + 1; -1: shared */
   int32_t *n_parts = check_alloc((size_t) g->n_rows, sizeof *n_parts);
   define_components(g, component);
   for (int64_t i = 0; i < g->n_rows; i++)
   {
      size[component[i]]++;
   }
   for (int64_t i = 0; i < g->n_rows; i++)
   {
      const int32_t c = component[i];
      int32_t      *mine = &owner[w->part[i]];
      if (size[c] <= most_rows)
      {
         assert_int_equal(w->part[i], w->part[c]);
         assert_true(*mine <= 0);
         *mine = -1;
         continue;
      }
      assert_true(*mine == 0 || *mine == c + 1);
      n_parts[c] += *mine == 0;
      *mine = c + 1;
   }
   for (int64_t c = 0; c < g->n_rows; c++)
   {
      assert_true(n_parts[c] <= (size[c] + most_rows - 1) / most_rows);
   }
   free(component);
   free(size);
   free(owner);
   free(n_parts);
}

static void test_partition(const tsw_graph *g, int64_t most_rows)
{
   tsw_memory    owner = { 0 };
   tsw_partition p;
   assert_ok(tsw_partition_find(g, most_rows, &owner, &p));
   whereabouts w = { check_alloc((size_t) g->n_rows, sizeof(int32_t)),
                     check_alloc((size_t) g->n_rows, sizeof(int32_t)),
                     check_alloc((size_t) g->nnz, sizeof(int32_t)),
                     check_alloc((size_t) p.n_parts, sizeof(int32_t)) };
   check_rows(g, &p, most_rows, &w);
   check_slots(g, &p, &w);
   check_components(g, &p, most_rows, &w);
   free(w.part);
   free(w.last_slot);
   free(w.met);
   free(w.level);
   tsw_partition_free(&owner, &p);
   assert_int_equal(owner.bytes, 0);
}

static void test_block_of_family(const char *name, const test_block *m)
{
   const trisweep_csr a = block_view(m);
   tsw_packed         p;
   (void) name;
   assert_ok(tsw_packed_layout(&a, NULL, &p));
   for (int upper = 0; upper < 2; upper++)
   {
      const tsw_graph g = graph_of(&p, upper);
      test_levels(&g);
      for (int64_t most_rows = 1; most_rows <= 2 * m->n + 1; most_rows *= 3)
      {
         test_partition(&g, most_rows);
      }
   }
   tsw_packed_free(NULL, &p);
}

int main(void)
{
   return families_run("graphs", test_block_of_family);
}
