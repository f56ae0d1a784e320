/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef TSW_BENCH_MATRIX_MATRIX_H
#define TSW_BENCH_MATRIX_MATRIX_H

#include <trisweep.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A host matrix that owns its arrays. */
typedef struct tsw_matrix
{
   char     name[64];
   int64_t  n_rows;
   int64_t  nnz;
   int32_t *row_ptr;    /* [n_rows + 1] */
   int32_t *col_idx;    /* [nnz] ascending within a row */
   double  *val;        /* [nnz] */
   int64_t  n_repeated; /* repeated entries of the file; their values were added */
} tsw_matrix;

/** Free the arrays and zero the struct. */
void tsw_matrix_free(tsw_matrix *m);

/** The matrix as the library takes it; valid as long as m is. */
trisweep_csr tsw_matrix_view(const tsw_matrix *m);

#ifdef __cplusplus
}
#endif

#endif
