/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Faults of a block that a load must refuse. */
#pragma once

#include <math.h>

#include "support/blocks.h"

typedef void spoil(test_block *m);

static inline void start_not_zero(test_block *m)
{
   m->row_ptr[0] = 1;
}

static inline void pointers_decrease(test_block *m)
{
   m->row_ptr[3] = m->row_ptr[5] + 1;
}

static inline void pointers_end_early(test_block *m)
{
   m->row_ptr[m->n]--;
}

static inline void column_negative(test_block *m)
{
   m->col_idx[m->nnz / 2] = -1;
}

static inline void column_too_large(test_block *m)
{
   m->col_idx[m->nnz - 1] = (int32_t) m->n;
}

static inline void value_is_nan(test_block *m)
{
   m->val[m->nnz / 2] = NAN;
}

static inline void value_is_infinite(test_block *m)
{
   m->val[0] = -INFINITY;
}

static inline void norm_is_nan(test_block *m)
{
   m->l1[m->n / 2] = NAN;
}

static inline void norm_is_tiny(test_block *m)
{
   m->l1[2] = 1e-320;
}
