/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * A block in the order of its colours or of its coloured blocks of rows, written
 * without the library: what a sweep in that order must agree with is the sweep in
 * natural order of the block whose rows and columns are sorted.
 */
#ifndef TEST_SUPPORT_ORDERED_H
#define TEST_SUPPORT_ORDERED_H

#include <stddef.h>

#include "support/blocks.h"

typedef struct row_order
{
   int32_t  n_levels;
   int32_t *block; /* [n] of each row */
   int32_t *color; /* [n] of each row's block */
   int32_t *order; /* [n] row at each place */
   int32_t *place; /* [n] place of each row */
   int32_t *level; /* [n] longest path of neighbours, each later than the one before */
} row_order;

/** Blocks of at most so many rows, cut from aggregates; 1 for colours of rows. */
void row_order_find(const test_block *m, int64_t most, row_order *o);
void row_order_free(row_order *o);

/** Rows and columns sorted, norms and markers with them. */
void row_order_sort(const row_order *o, const test_block *m, test_block *sorted);

/** A copy of size entries of x, whose columns, ld apart, are sorted. */
double *row_order_columns(const row_order *o, const test_block *m, const double *x, size_t size,
                          int n_vectors, int64_t ld);

#endif
