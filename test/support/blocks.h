/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Matrix blocks owned by tests, and lists of entries from which tests build blocks. */
#ifndef TEST_SUPPORT_BLOCKS_H
#define TEST_SUPPORT_BLOCKS_H

#include <stdbool.h>

#include <trisweep.h>

#include "support/random.h"

/** A block with the norms and markers that sweeps may need. */
typedef struct test_block
{
   int64_t  n;
   int64_t  nnz;
   int32_t *row_ptr; /* [n + 1] */
   int32_t *col_idx; /* [nnz] */
   double  *val;     /* [nnz] */
   double  *l1;      /* [n] sum of |a_ij| with the sign of a_ii, as in hypre; 0 for an empty row */
   int32_t *marker;  /* [n] 1 for C, -1 for F points */
} test_block;

/** Entries (row, col, value) in the storage order of the rows; repeated entries are kept. */
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

/** Append an entry; an entry outside the block is ignored, for stencils at boundaries. */
void entries_add(entry_list *e, int64_t row, int64_t col, double val);

/** Put the entries of the list in random order. */
void entries_shuffle(entry_list *e, random_stream *r);

/** Free the arrays; the list is empty and can be filled again. */
void entries_free(entry_list *e);

/** Make the block and free the list. Norms are computed; markers are an irregular pattern. */
void block_build(entry_list *e, test_block *m);

/** Make a block from copies of CSR arrays. */
void block_copy(const trisweep_csr *a, test_block *m);

/** The block as an argument of the library; the arrays remain owned by m. */
trisweep_csr block_view(const test_block *m);

void block_free(test_block *m);

#endif
