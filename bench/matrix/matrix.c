/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "bench/matrix/matrix.h"

#include <stdlib.h>

void tsw_matrix_free(tsw_matrix *m)
{
   free(m->row_ptr);
   free(m->col_idx);
   free(m->val);
   m->row_ptr = NULL;
   m->col_idx = NULL;
   m->val = NULL;
   m->n_rows = 0;
   m->nnz = 0;
}

trisweep_csr tsw_matrix_view(const tsw_matrix *m)
{
   return (trisweep_csr){ .n_rows = m->n_rows,
                          .n_cols = m->n_rows,
                          .nnz = m->nnz,
                          .row_ptr = m->row_ptr,
                          .col_idx = m->col_idx,
                          .val = m->val,
                          .space = TRISWEEP_HOST };
}
