/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * A block in the order of its first-fit colours, written without the library: what a
 * sweep in that order must agree with is the sweep in natural order of the block whose
 * rows and columns are sorted.
 */
#ifndef TEST_SUPPORT_ORDERED_H
#define TEST_SUPPORT_ORDERED_H

#include <stddef.h>

#include "support/blocks.h"

typedef struct row_order
{
   int32_t  n_colors;
   int32_t *color; /* [n] of each row */
   int32_t *order; /* [n] row at each place: by colour, within one in natural order */
   int32_t *place; /* [n] place of each row */
} row_order;

void row_order_find(const test_block *m, row_order *o);

/** Room for an order, and order and place from colours that were found by other means. */
void row_order_open(const test_block *m, row_order *o);
void row_order_place(const test_block *m, row_order *o);

void row_order_free(row_order *o);

/** Rows and columns sorted, norms and markers with them. */
void row_order_sort(const row_order *o, const test_block *m, test_block *sorted);

/** A copy of size entries of x, whose columns, ld apart, are sorted. */
double *row_order_columns(const row_order *o, const test_block *m, const double *x, size_t size,
                          int n_vectors, int64_t ld);

#endif
