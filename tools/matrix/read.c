/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Read Matrix Market files by CHOLMOD, from a stream that checks the text. */
#include "tools/matrix/read.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <cholmod.h>

#include "tools/common/support.h"
#include "tools/matrix/gzip_stream.h"

/* CHOLMOD passes the reason of a failure only to its error handler, note_cholmod. */
static char cholmod_fault[200];

static void note_cholmod(int status, const char *file, int line, const char *message)
{
   (void) status;
   (void) file;
   (void) line;
   snprintf(cholmod_fault, sizeof cholmod_fault, "%s", message);
}

static void start_cholmod(cholmod_common *common)
{
   cholmod_start(common);
   common->print = 0;
   common->error_handler = note_cholmod;
   common->prefer_binary = 1; /* entries of a pattern are ones */
   cholmod_fault[0] = '\0';
}

/* The reason why CHOLMOD returned NULL for a well-formed text. */
static const char *reason(const cholmod_common *common)
{
   return common->status == CHOLMOD_OUT_OF_MEMORY ? "not enough memory"
          : common->status == CHOLMOD_TOO_LARGE   ? "the matrix is too large"
          : cholmod_fault[0]                      ? cholmod_fault
                                                  : "the file cannot be read";
}

/*
 * Create the sorted compressed columns of the transpose, which are the rows of the matrix. Values
 * of repeated entries are added. n_left is the number of entries after that.
 */
static cholmod_sparse *rows_of(cholmod_triplet *triplet, size_t *n_left, cholmod_common *common)
{
   cholmod_sparse *columns = cholmod_triplet_to_sparse(triplet, 0, common);
   cholmod_sparse *full = columns ? cholmod_copy(columns, 0, 1, common) : NULL;
   *n_left = columns ? (size_t) cholmod_nnz(columns, common) : 0;
   cholmod_free_sparse(&columns, common);
   cholmod_sparse *rows = full ? cholmod_transpose(full, 1, common) : NULL;
   cholmod_free_sparse(&full, common);
   return rows;
}

static bool take(const cholmod_sparse *rows, tsw_file_matrix *a)
{
   const int   *row_ptr = rows->p;
   const size_t n = rows->ncol, nnz = (size_t) row_ptr[n];
   if (!tsw_file_matrix_create((int) n, nnz, a))
   {
      return false;
   }
   memcpy(a->row_ptr, row_ptr, (n + 1) * sizeof *a->row_ptr);
   memcpy(a->col_idx, rows->i, nnz * sizeof *a->col_idx);
   memcpy(a->val, rows->x, nnz * sizeof *a->val);
   return true;
}

static bool read_rows(const char *name, tsw_gzip_stream *s, cholmod_common *common,
                      tsw_file_matrix *a, tsw_facts *facts)
{
   cholmod_triplet *triplet = cholmod_read_triplet(s->stream, common);
   cholmod_sparse  *rows = NULL;
   size_t           n_left = 0;
   bool             done = false;
   if (!tsw_gzip_finish(s))
   {
      tsw_complain("%s: %s", name, s->fault);
   }
   else if (s->check.array)
   {
      tsw_complain("%s: a dense matrix (array form) is not supported; write it in coordinate form",
                   name);
   }
   else if (s->check.n_rows == 0)
   {
      tsw_complain("%s: the matrix has no rows", name);
   }
   else if (!triplet || (rows = rows_of(triplet, &n_left, common)) == NULL)
   {
      tsw_complain("%s: %s", name, reason(common));
   }
   else
   {
      done = take(rows, a);
      /* For a skew-symmetric file CHOLMOD's triplet holds both triangles. */
      facts->n_repeated = (int64_t) (triplet->nnz - n_left) / (s->check.skew ? 2 : 1);
      facts->pattern = s->check.pattern;
   }
   cholmod_free_sparse(&rows, common);
   cholmod_free_triplet(&triplet, common);
   return done;
}

bool tsw_read_matrix(const char *name, tsw_file_matrix *a, tsw_facts *facts)
{
   tsw_gzip_stream s;
   cholmod_common  common;
   if (!tsw_gzip_open(name, 0, &s))
   {
      tsw_complain("%s: %s", name, s.fault);
      return false;
   }
   start_cholmod(&common);
   const bool done = read_rows(name, &s, &common, a, facts);
   cholmod_finish(&common);
   tsw_gzip_close(&s);
   return done;
}

static bool take_vector(const char *name, const cholmod_dense *dense, int64_t n, double *vector)
{
   memcpy(vector, dense->x, (size_t) n * sizeof *vector);
   for (int64_t i = 0; i < n; i++)
   {
      if (!isfinite(vector[i]))
      {
         tsw_complain("%s: entry %lld is not a finite number", name, (long long) i + 1);
         return false;
      }
   }
   return true;
}

/* Read a vector in array or in coordinate form. */
static cholmod_dense *read_dense(const char *name, tsw_gzip_stream *s, cholmod_common *common,
                                 tsw_facts *facts)
{
   int             kind = 0;
   void           *any = cholmod_read_matrix(s->stream, 1, &kind, common);
   cholmod_dense  *dense = kind == CHOLMOD_DENSE ? any : NULL;
   cholmod_sparse *sparse = kind == CHOLMOD_SPARSE ? any : NULL;
   if (!tsw_gzip_finish(s))
   {
      tsw_complain("%s: %s", name, s->fault);
      cholmod_free_dense(&dense, common);
   }
   else if (!any || (sparse && (dense = cholmod_sparse_to_dense(sparse, common)) == NULL))
   {
      tsw_complain("%s: %s", name, reason(common));
   }
   facts->n_repeated_rhs =
      sparse && dense ? s->check.n_seen - (int64_t) cholmod_nnz(sparse, common) : 0;
   cholmod_free_sparse(&sparse, common);
   return dense;
}

bool tsw_read_vector(const char *name, int64_t n, double *vector, tsw_facts *facts)
{
   tsw_gzip_stream s;
   cholmod_common  common;
   if (!tsw_gzip_open(name, n, &s))
   {
      tsw_complain("%s: %s", name, s.fault);
      return false;
   }
   start_cholmod(&common);
   cholmod_dense *dense = read_dense(name, &s, &common, facts);
   const bool     done = dense && take_vector(name, dense, n, vector);
   cholmod_free_dense(&dense, &common);
   cholmod_finish(&common);
   tsw_gzip_close(&s);
   return done;
}
