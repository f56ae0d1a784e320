/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* CSR matrices of a rank in host memory. */
#pragma once

#include "hypre/plug.h"

/** A matrix, or a part of its columns. */
typedef struct tsw_part
{
   HYPRE_Int  n_rows, nnz;
   HYPRE_Int *row_ptr; /* [n_rows + 1]; NULL: no entries */
   HYPRE_Int *col_idx;
   double    *val;
} tsw_part;

static inline HYPRE_Int tsw_row_begin(const tsw_part *part, HYPRE_Int i)
{
   return part->row_ptr ? part->row_ptr[i] : 0;
}

static inline HYPRE_Int tsw_row_end(const tsw_part *part, HYPRE_Int i)
{
   return part->row_ptr ? part->row_ptr[i + 1] : 0;
}

/** The arrays of a matrix of hypre. */
tsw_part tsw_part_of(const hypre_CSRMatrix *matrix);

/** Allocate arrays; row_ptr is 0, for one row more. False: no memory; tsw_part_free in any case. */
bool tsw_part_reserve(tsw_part *part, HYPRE_Int n_rows, HYPRE_Int nnz);

void tsw_part_free(tsw_part *part);

/** Allocate the transpose of a matrix with n_cols columns. As tsw_part_reserve. */
bool tsw_part_transpose(const tsw_part *part, HYPRE_Int n_cols, tsw_part *transpose);
