/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Build CSR with sorted rows and no repeated entries from a list of entries in any order. */
#ifndef TSW_BENCH_MATRIX_BUILDER_H
#define TSW_BENCH_MATRIX_BUILDER_H

#include <stdbool.h>

#include "bench/matrix/matrix.h"

/** One entry of a matrix. */
typedef struct tsw_entry
{
   int32_t row;
   int32_t col;
   double  val;
} tsw_entry;

/** A growing list of entries. */
typedef struct tsw_builder
{
   int64_t    n_rows;
   int64_t    n_entries;
   int64_t    capacity;
   tsw_entry *entries;
   bool       is_symmetric; /* each entry (i, j) of the file is stored also as (j, i) */
   bool       is_pattern;   /* the builder adds the diagonal entries, which the file lacks */
   bool       failed;       /* out of memory, or more entries than 32-bit offsets reach */
} tsw_builder;

/** Append an entry. A failure sets b->failed; tsw_builder_finish then returns MEMORY. */
void tsw_builder_add(tsw_builder *b, int64_t row, int64_t col, double val);

/**
 * Sort the entries, add repeated entries, and free the list.
 *
 * @param[in,out] b  the list; empty afterwards
 * @param[out]    m  the matrix; the name stays as it is
 * @return OK, MEMORY
 */
TRISWEEP_CHECKED trisweep_status tsw_builder_finish(tsw_builder *b, tsw_matrix *m);

#endif
