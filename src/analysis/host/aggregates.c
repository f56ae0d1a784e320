/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "analysis/aggregates.h"

#include "analysis/mapped.h"
#include "base/message.h"

/* What a row that is no root has instead of a number, until it joins one. */
enum
{
   NO_ROOT = -1
};

/* Roots get numbers; a root has no earlier neighbour that is one. */
static int32_t find_roots(const tsw_graph *g, int32_t *part)
{
   int32_t n_roots = 0;
   for (int64_t i = 0; i < g->n_rows; i++)
   {
      bool root = true;
      for (int32_t e = g->row_ptr[i]; e < g->row_ptr[i + 1]; e++)
      {
         root = root && part[g->col_idx[e]] == NO_ROOT;
      }
      part[i] = root ? n_roots++ : NO_ROOT;
   }
   return n_roots;
}

/* Descending, so that numbers of earlier rows are still those of roots only. */
static void join_roots(const tsw_graph *g, int32_t *part)
{
   for (int64_t i = g->n_rows - 1; i >= 0; i--)
   {
      const bool root = part[i] != NO_ROOT;
      for (int32_t e = g->row_ptr[i]; e < g->row_ptr[i + 1] && !root; e++)
      {
         const int32_t other = part[g->col_idx[e]];
         if (other != NO_ROOT && (part[i] == NO_ROOT || other < part[i]))
         {
            part[i] = other;
         }
      }
   }
}

/* The graph of the parts in place of that of what they are made of. */
static trisweep_status go_to_parts(const tsw_graph *g, const int32_t *part, int32_t n_parts,
                                   tsw_mapped *m)
{
   tsw_mapped            parts;
   const trisweep_status status = tsw_mapped_host(g, part, n_parts, NULL, &parts);
   tsw_mapped_free(NULL, m);
   *m = parts;
   return status;
}

static trisweep_status merge(const tsw_graph *g, int32_t wanted, int32_t *part, int32_t *aggregate,
                             int32_t *n_aggregates, tsw_mapped *m)
{
   const int64_t n = g->n_rows;
   int64_t       before = n + 1;
   for (int round = 0; tsw_aggregates_go_on(n, wanted, before, *n_aggregates); round++)
   {
      if (round > 0)
      {
         TSW_TRY(go_to_parts(round == 1 ? g : &m->graph, part, *n_aggregates, m));
      }
      const tsw_graph *of_round = round == 0 ? g : &m->graph;
      before = *n_aggregates;
      *n_aggregates = find_roots(of_round, part);
      join_roots(of_round, part);
      for (int64_t i = 0; i < n; i++)
      {
         aggregate[i] = part[aggregate[i]];
      }
   }
   return TRISWEEP_OK;
}

trisweep_status tsw_aggregates_host(const tsw_graph *g, int32_t wanted, int32_t *aggregate,
                                    int32_t *n_aggregates)
{
   tsw_mapped m = { 0 };
   int32_t   *part;
   TSW_TRY(tsw_memory_alloc(NULL, &part, g->n_rows, sizeof *part, "the aggregates"));
   *n_aggregates = (int32_t) g->n_rows;
   for (int32_t i = 0; i < *n_aggregates; i++)
   {
      aggregate[i] = i;
   }
   const trisweep_status status = merge(g, wanted, part, aggregate, n_aggregates, &m);
   tsw_memory_free(NULL, &part);
   tsw_mapped_free(NULL, &m);
   return status;
}
