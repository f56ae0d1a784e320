/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "support/mtx.h"

#include <stdio.h>
#include <stdlib.h>
#include <zlib.h>

/* after the system headers, because cholmod.h defines feature-test macros */
#include <cholmod.h>

#include "support/check.h"

/* Read the whole file; decompress a gzip file. */
static char *read_file(const char *path, size_t *size)
{
   gzFile file = gzopen(path, "rb");
   size_t room = 1 << 20;
   char  *text = malloc(room);
   int    n;
   if (!file || !text)
   {
      fail_msg("cannot open %s", path);
   }
   *size = 0;
   while ((n = gzread(file, text + *size, (unsigned) (room - *size))) > 0)
   {
      *size += (size_t) n;
      if (*size == room)
      {
         room *= 2;
         text = realloc(text, room);
         assert_non_null(text);
      }
   }
   if (n < 0 || gzclose(file) != Z_OK)
   {
      fail_msg("cannot read %s", path);
   }
   return text;
}

/* Return the transpose in CSC, which is the matrix in CSR. */
static cholmod_sparse *read_rows(const char *path, cholmod_common *common)
{
   enum
   {
      SPARSE_BOTH_TRIANGLES = 1
   };
   size_t size;
   int    type;
   char  *text = read_file(path, &size);
   FILE  *file = fmemopen(text, size, "r");
   assert_non_null(file);
   cholmod_sparse *a = cholmod_read_matrix(file, SPARSE_BOTH_TRIANGLES, &type, common);
   fclose(file);
   free(text);
   if (!a || type != CHOLMOD_SPARSE || a->xtype != CHOLMOD_REAL || a->stype != 0)
   {
      fail_msg("CHOLMOD cannot read %s as a real sparse matrix", path);
   }
   cholmod_sparse *rows = cholmod_transpose(a, 1, common);
   cholmod_free_sparse(&a, common);
   assert_non_null(rows);
   return rows;
}

void mtx_read(const char *path, test_block *m)
{
   cholmod_common common;
   cholmod_start(&common);
   cholmod_sparse    *rows = read_rows(path, &common);
   const int32_t     *row_ptr = rows->p;
   const trisweep_csr a = { .n_rows = (int64_t) rows->ncol,
                            .n_cols = (int64_t) rows->nrow,
                            .nnz = row_ptr[rows->ncol],
                            .row_ptr = row_ptr,
                            .col_idx = rows->i,
                            .val = rows->x,
                            .space = TRISWEEP_HOST };
   assert_int_equal(a.n_rows, a.n_cols);
   block_copy(&a, m);
   cholmod_free_sparse(&rows, &common);
   cholmod_finish(&common);
}
