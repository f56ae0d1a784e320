/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Matrix blocks that tests own, and a list of entries to build them from. */
#ifndef TEST_SUPPORT_BLOCKS_H
#define TEST_SUPPORT_BLOCKS_H

#include <stdbool.h>

#include <trisweep.h>

#include "support/random.h"

/** A block with what the sweeps over it may need. */
typedef struct test_block
{
   int64_t  n;
   int64_t  nnz;
   int32_t *row_ptr; /* [n + 1] */
   int32_t *col_idx; /* [nnz] */
   double  *val;     /* [nnz] */
   double  *l1; /* [n] sum of |a_ij| with the sign of a_ii, as hypre has it; 0 for an empty row */
   int32_t *marker; /* [n] 1 for C, -1 for F points */
} test_block;

/** Entries (row, col, value) in the order in which the rows will store them; repeats are kept. */
typedef struct entry_list
{
   int64_t  n; /* rows of the block */
   int64_t  count;
   int64_t  room;
   int32_t *row;
   int32_t *col;
   double  *val;
} entry_list;

void entries_open(entry_list *e, int64_t n);

/** Append; entries outside the block are left out, which makes stencils easy to write. */
void entries_add(entry_list *e, int64_t row, int64_t col, double val);

/** Put the entries, and so those of each row, in random order. */
void entries_shuffle(entry_list *e, random_stream *r);

/** Empty the list. */
void entries_free(entry_list *e);

/** Make the block and empty the list. Norms are computed, markers alternate irregularly. */
void block_build(entry_list *e, test_block *m);

/** A block from arrays in CSR, which are copied. */
void block_copy(const trisweep_csr *a, test_block *m);

/** The block as the library sees it. */
trisweep_csr block_view(const test_block *m);

void block_free(test_block *m);

#endif
