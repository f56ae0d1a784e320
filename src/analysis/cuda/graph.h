/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The dependency graph of one triangle (analysis/graph.h) in device arrays. */
#pragma once

#include <stdint.h>

#include <trisweep.h>

#include "analysis/graph.h"
#include "base/memory.h"

TRISWEEP_BEGIN_C

/** Level sets: rows of a level depend on rows of earlier levels only. */
typedef struct tsw_graph_levels
{
   int64_t  n_levels;
   int32_t *level;          /* device, [n_rows] level of each row; NULL: not kept */
   int32_t *point;          /* device, [n_rows] as tsw_grid_levels; NULL: not found */
   int32_t *order;          /* device, [n_rows] rows by level; NULL: not sorted */
   int32_t *level_ptr;      /* device, [n_levels + 1] where each level starts in order */
   int32_t *host_level_ptr; /* host, [n_levels + 1] copy of level_ptr */
} tsw_graph_levels;

/** Transpose a triangle. Free it with tsw_graph_columns_free. OK, MEMORY, CUDA. */
trisweep_status tsw_graph_transpose(const tsw_graph *g, void *stream, tsw_memory *owner,
                                    tsw_graph_columns *columns);

/** Count the entries of each row from the columns; degree: [n_rows]. Only queued. OK, CUDA. */
trisweep_status tsw_graph_in_degrees(const tsw_graph_columns *columns, int64_t n_rows, int64_t nnz,
                                     void *stream, int32_t *degree);

/** Queue a copy of the order of level sets, order: device, [n_rows]. OK, MEMORY, CUDA. */
trisweep_status tsw_graph_order_copy(const tsw_graph_levels *from, int64_t n_rows, void *stream,
                                     tsw_memory *owner, int32_t **order);

/**
 * Level sets from the level of each row, 0 to n_levels - 1. The rows of a level are in the order of
 * solution. Levels may be empty. OK, MEMORY, CUDA.
 */
trisweep_status tsw_graph_levels_sort(const tsw_graph *g, const int32_t *level, int64_t n_levels,
                                      void *stream, tsw_memory *owner, tsw_graph_levels *levels);

/** One more than the highest of levels; level: device, [n_rows]. OK, MEMORY, CUDA. */
trisweep_status tsw_graph_levels_count(const int32_t *level, int64_t n_rows, void *stream,
                                       int64_t *n_levels);

/** The level of each row, from 0; level: device, [n_rows]. OK, MEMORY, CUDA, TIMEOUT. */
trisweep_status tsw_graph_level(const tsw_graph *g, void *stream, int32_t *level);

void tsw_graph_columns_free(tsw_memory *owner, tsw_graph_columns *columns);
void tsw_graph_levels_free(tsw_memory *owner, tsw_graph_levels *levels);

/** tsw_graph_levels_free, not counted. */
static inline void tsw_graph_levels_drop(tsw_graph_levels *levels)
{
   tsw_graph_levels_free(NULL, levels);
}

/** The sweep graph (analysis/levels.h): the lower and the transposed upper triangle. */
typedef struct tsw_sweep_graph
{
   tsw_graph graph;   /* device arrays: of the lower triangle, or the two below */
   int32_t  *row_ptr; /* NULL if the pattern is symmetric */
   int32_t  *col_idx;
} tsw_sweep_graph;

/**
 * Find the sweep graph. Columns of lower ascend, columns of upper descend. Keep the arrays of lower
 * as long as s. The work on the stream is finished on return. Free s also after a failure.
 * OK, MEMORY, CUDA.
 */
trisweep_status tsw_sweep_graph_find(const tsw_graph *lower, const tsw_graph *upper, void *stream,
                                     tsw_memory *owner, tsw_sweep_graph *s);

void tsw_sweep_graph_free(tsw_memory *owner, tsw_sweep_graph *s);

TRISWEEP_END_C
