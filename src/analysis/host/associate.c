/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Association of rows with parts (Picciau et al. 2016, section V.A, Alg. 3). Each connected
 * component of more than most_rows rows is split into the least number of parts, n_split. The first
 * frontier of a component has its roots, the rows without entries in the triangle; they are
 * associated with n_init parts in turn. The next frontier has the rows whose neighbours are
 * associated; each is associated with the last of its neighbours' parts. If no part has room,
 * n_init is halved, down to 1, which always succeeds. Frontiers are sorted.
 *
 * What the paper leaves open, or only names: the sorting criterion is the order of solution, so
 * that neighbours in a grid line keep together. ASSOCIATE_SUBG takes the next part with room if the
 * part is full, so that parts stay in an order of solution. Components of at most most_rows rows
 * share parts, in order, as long as a part has room for the whole component, because the paper asks
 * for n / most_rows parts. Rows without any entry (the set V_0) have parts of their own.
 */
#include "analysis/partition.h"

#include <string.h>

#include "base/message.h"

/* Rows by component, within a component by frontier, within a frontier in the order of solution. */
typedef struct frontiers
{
   int32_t *row;   /* [n_rows] places of the level order, then rows, by component */
   int32_t *start; /* [n_components + 1] in row */
   int32_t  n_components;
} frontiers;

/* The parts that rows are added to, and the number of parts. */
typedef struct open_parts
{
   int32_t n_parts;
   int32_t shared; /* part of small components, -1: none is open */
   int64_t shared_rows;
   int32_t single; /* part of rows without entries, -1: none is open */
   int64_t single_rows;
} open_parts;

static int32_t find_root(int32_t *parent, int32_t i)
{
   while (parent[i] != i)
   {
      parent[i] = parent[parent[i]];
      i = parent[i];
   }
   return i;
}

/* Number the components by their smallest rows; returns how many there are. */
static int32_t number_components(const tsw_graph *g, int32_t *component)
{
   int32_t n_components = 0;
   for (int32_t i = 0; i < g->n_rows; i++)
   {
      component[i] = i;
   }
   for (int32_t i = 0; i < g->n_rows; i++)
   {
      for (int32_t e = g->row_ptr[i]; e < g->row_ptr[i + 1]; e++)
      {
         const int32_t a = find_root(component, i);
         const int32_t b = find_root(component, g->col_idx[e]);
         component[a > b ? a : b] = a > b ? b : a;
      }
   }
   /* Parents are smaller rows, whose entries are numbers already. */
   for (int32_t i = 0; i < g->n_rows; i++)
   {
      component[i] = component[i] == i ? n_components++ : component[component[i]];
   }
   return n_components;
}

static void drop_levels(tsw_level_sets *levels)
{
   tsw_level_sets_free(NULL, levels);
}

static trisweep_status find_frontiers(const tsw_graph *g, frontiers *f)
{
   TSW_AT_END(drop_levels) tsw_level_sets levels = { 0 };
   TSW_SCRATCH int32_t *component = NULL; /* smallest row of each row's component, its number */
   TSW_SCRATCH int32_t *key = NULL;       /* component of each place of the level order */
   TSW_TRY(TSW_ALLOC(NULL, &component, g->n_rows, "the partition"));
   TSW_TRY(TSW_ALLOC(NULL, &key, g->n_rows, "the partition"));
   f->n_components = number_components(g, component);
   TSW_TRY(tsw_level_sets_find(g, NULL, &levels));
   for (int64_t k = 0; k < g->n_rows; k++)
   {
      key[k] = component[levels.order[k]];
   }
   TSW_TRY(tsw_sort_by_level(key, g->n_rows, f->n_components, false, NULL, &f->start, &f->row));
   for (int64_t k = 0; k < g->n_rows; k++)
   {
      f->row[k] = levels.order[f->row[k]];
   }
   return TRISWEEP_OK;
}

/* ASSOCIATE_SUBG: part p, or the next part of the component with room; n_split: none has room. */
static int32_t find_room(const int32_t *fill, int32_t p, int32_t n_split, int64_t most_rows)
{
   while (p < n_split && fill[p] >= most_rows)
   {
      p++;
   }
   return p;
}

/* Associate n rows with n_split parts from `first` on. False if no part has room for a row. */
static bool associate(const tsw_graph *g, const int32_t *row, int64_t n, int32_t n_init,
                      int32_t first, int32_t n_split, int64_t most_rows, int32_t *fill,
                      int32_t *part)
{
   int64_t root = 0;
   memset(fill, 0, (size_t) n_split * sizeof *fill);
   for (int64_t k = 0; k < n; k++)
   {
      const int32_t i = row[k];
      int32_t       p = 0;
      if (g->row_ptr[i] == g->row_ptr[i + 1])
      {
         p = (int32_t) (root++ % n_init);
      }
      for (int32_t e = g->row_ptr[i]; e < g->row_ptr[i + 1]; e++)
      {
         const int32_t q = part[g->col_idx[e]] - first;
         p = q > p ? q : p;
      }
      p = find_room(fill, p, n_split, most_rows);
      if (p == n_split)
      {
         return false;
      }
      part[i] = first + p;
      fill[p]++;
   }
   return true;
}

static void drop_frontiers(frontiers *f)
{
   tsw_memory_drop(&f->row);
   tsw_memory_drop(&f->start);
}

/* Split a component of n rows. */
static void split(const tsw_graph *g, const int32_t *row, int64_t n, int64_t most_rows,
                  int32_t *fill, open_parts *open, int32_t *part)
{
   const int32_t n_split = (int32_t) ((n + most_rows - 1) / most_rows);
   int32_t       n_roots = 0;
   for (int64_t k = 0; k < n && g->row_ptr[row[k]] == g->row_ptr[row[k] + 1]; k++)
   {
      n_roots++;
   }
   int32_t n_init = n_roots < n_split ? n_roots : n_split;
   while (!associate(g, row, n, n_init, open->n_parts, n_split, most_rows, fill, part) &&
          n_init > 1)
   {
      n_init /= 2;
   }
   open->n_parts += n_split;
}

/* The open part if it has room for n rows, else a new part. */
static int32_t take_part(int64_t n, int64_t most_rows, int32_t *current, int64_t *rows,
                         open_parts *open)
{
   if (*current < 0 || *rows + n > most_rows)
   {
      *current = open->n_parts++;
      *rows = 0;
   }
   *rows += n;
   return *current;
}

static void associate_components(const tsw_graph *g, int64_t most_rows, const frontiers *f,
                                 int32_t *fill, open_parts *open, int32_t *part)
{
   for (int32_t c = 0; c < f->n_components; c++)
   {
      const int32_t *row = f->row + f->start[c];
      const int64_t  n = f->start[c + 1] - f->start[c];
      if (n > most_rows)
      {
         split(g, row, n, most_rows, fill, open, part);
         continue;
      }
      const int32_t p = n == 1 ? take_part(n, most_rows, &open->single, &open->single_rows, open)
                               : take_part(n, most_rows, &open->shared, &open->shared_rows, open);
      for (int64_t k = 0; k < n; k++)
      {
         part[row[k]] = p;
      }
   }
}

trisweep_status tsw_associate_rows(const tsw_graph *g, int64_t most_rows, int32_t *part,
                                   int32_t *n_parts)
{
   TSW_AT_END(drop_frontiers) frontiers f = { 0 };
   TSW_SCRATCH int32_t *fill = NULL; /* [most parts of a component] rows of a part so far */
   open_parts           open = { .shared = -1, .single = -1 };
   TSW_TRY(find_frontiers(g, &f));
   TSW_TRY(TSW_ALLOC(NULL, &fill, (g->n_rows + most_rows - 1) / most_rows, "the partition"));
   associate_components(g, most_rows, &f, fill, &open, part);
   *n_parts = open.n_parts;
   return TRISWEEP_OK;
}
