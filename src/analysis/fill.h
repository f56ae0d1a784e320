/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The pattern of ILU(k) (Saad 2003, section 10.3.3). Entries of the matrix have fill level 0;
 * elimination with row m gives (i, j) the fill level lev(i, m) + lev(m, j) + 1. The fill level of
 * an entry is the least of these numbers; entries of fill levels up to k are kept.
 */
#pragma once

#include <trisweep.h>

#include "block/packed.h"

TRISWEEP_BEGIN_C

typedef struct tsw_fill
{
   int64_t  nnz;
   int32_t *row_ptr; /* [n_rows + 1] */
   int32_t *col_idx; /* [nnz] ascending in each row; every row has its diagonal */
} tsw_fill;

/**
 * Find the pattern of ILU(k), k = level >= 0, of a packed host block, which contains the pattern of
 * the block. The caller frees both arrays, also after a failure. OK, MEMORY, UNSUPPORTED (over
 * INT32_MAX entries).
 */
trisweep_status tsw_fill_compute(const tsw_packed *p, int32_t level, tsw_fill *fill);

TRISWEEP_END_C
