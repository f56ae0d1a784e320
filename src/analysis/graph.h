/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The dependency graph of one triangle, its transpose, and its level sets (Li 2017, section 4.4).
 * The structs are used on host and device; the functions are for the host.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include <trisweep.h>

#include "base/memory.h"
#include "block/packed.h"

TRISWEEP_BEGIN_C

/** A strict triangle by rows. */
typedef struct tsw_graph
{
   int64_t        n_rows;
   int64_t        nnz;
   const int32_t *row_ptr; /* [n_rows + 1] */
   const int32_t *col_idx; /* [nnz] */
   bool           upper;   /* rows are solved in descending order */
} tsw_graph;

/** One triangle of a packed block in natural order. */
static inline tsw_graph tsw_packed_graph(const tsw_packed *p, bool upper)
{
   const tsw_triangle *t = upper ? &p->upper : &p->lower;
   const tsw_graph     g = { p->n_rows, p->n_entries[upper], t->row_ptr, t->col_idx, upper };
   return g;
}

/** The k-th row that is solved. */
static inline int64_t tsw_graph_row(const tsw_graph *g, int64_t k)
{
   return g->upper ? g->n_rows - 1 - k : k;
}

/** A strict triangle by columns. The rows of a column are in the order of solution. */
typedef struct tsw_graph_columns
{
   int32_t *col_ptr; /* [n_rows + 1] */
   int32_t *row_idx; /* [nnz] */
   int32_t *entry;   /* [nnz] index of the entry in the triangle by rows */
} tsw_graph_columns;

/** Level sets: rows of a level depend on rows of earlier levels only. */
typedef struct tsw_level_sets
{
   int64_t  n_levels;
   int32_t *level_ptr; /* [n_levels + 1] where each level starts in order */
   int32_t *order;     /* [n_rows] rows by level; within a level in the order of solution */
} tsw_level_sets;

/**
 * Sort items by level, by counting; items of one level ascend, or descend. level_ptr [n_levels + 1]
 * and order [n_items] are allocated here; the caller frees both, also after a failure. OK, MEMORY.
 */
trisweep_status tsw_sort_by_level(const int32_t *level, int64_t n_items, int64_t n_levels,
                                  bool descending, tsw_memory *owner, int32_t **level_ptr,
                                  int32_t **order);

/** level [n_rows]: one more than the highest level of its entries. Returns how many there are. */
int64_t tsw_graph_find_levels(const tsw_graph *g, int32_t *level);

/** Find the level sets. Free them with tsw_level_sets_free. OK, MEMORY. */
trisweep_status tsw_level_sets_find(const tsw_graph *g, tsw_memory *owner, tsw_level_sets *levels);

void tsw_level_sets_free(tsw_memory *owner, tsw_level_sets *levels);

TRISWEEP_END_C
