/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The pattern of ILU(k) (Saad 2003, section 10.3.3). Entries of the matrix have level 0;
 * eliminating with row m gives (i, j) the level lev(i, m) + lev(m, j) + 1. The level of an entry is
 * the least of these; entries of levels up to k are kept.
 */
#pragma once

#include <trisweep.h>

#include "base/memory.h"

TRISWEEP_BEGIN_C

typedef struct tsw_fill
{
   int64_t  nnz;
   int32_t *row_ptr; /* [n_rows + 1] */
   int32_t *col_idx; /* [nnz] ascending in each row; every row has its diagonal */
} tsw_fill;

/**
 * Find the pattern of ILU(k), k >= 0, which holds that of the validated host block a. To be freed
 * also after a failure. OK, MEMORY, UNSUPPORTED (more entries than 32-bit indices can count).
 */
trisweep_status tsw_fill_compute(const trisweep_csr *a, int32_t level, tsw_memory *owner,
                                 tsw_fill *fill);

/** The error of tsw_fill_compute if 32-bit indices do not suffice: UNSUPPORTED. */
trisweep_status tsw_fill_refuse(void);

/** Free the arrays and zero the struct. */
void tsw_fill_free(tsw_memory *owner, tsw_fill *fill);

TRISWEEP_END_C
