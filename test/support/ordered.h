/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * A reference for sweeps by steps, independent of the library: such a sweep is the sweep in natural
 * order over the block with rows and columns sorted by step.
 */
#ifndef TEST_SUPPORT_ORDERED_H
#define TEST_SUPPORT_ORDERED_H

#include <stddef.h>

#include "support/blocks.h"

typedef struct row_order
{
   int32_t  n_steps;
   int32_t *step;  /* [n] of each row */
   int32_t *order; /* [n] row at each place: by step, then ascending */
   int32_t *place; /* [n] place of each row */
} row_order;

/** Allocate an order; row_order_place computes order and place from given steps. */
void row_order_open(const test_block *m, row_order *o);
void row_order_place(const test_block *m, row_order *o);

void row_order_free(row_order *o);

/** Make the block with sorted rows, columns, norms and markers. */
void row_order_sort(const row_order *o, const test_block *m, test_block *sorted);

/** A copy of the size entries of x with sorted vectors, which start ld apart. Free with free(). */
double *row_order_columns(const row_order *o, const test_block *m, const double *x, size_t size,
                          int n_vectors, int64_t ld);

#endif
