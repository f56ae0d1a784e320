/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Matrix Market files: CHOLMOD reads them, this file says what it cannot. */
#include "tools/solve.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cholmod.h>

#include "tools/gzip_stream.h"

/* What the first line of a Matrix Market file says. */
typedef struct banner
{
   char form[16];     /* coordinate or array */
   char field[16];    /* real, integer, pattern, complex */
   char symmetry[20]; /* general, symmetric, skew-symmetric, hermitian */
} banner;

static bool read_banner(const tsw_gzip_stream *s, banner *b, const char **fault)
{
   char object[16] = "";
   char line[TSW_HEAD_SIZE];
   memset(b, 0, sizeof *b);
   strcpy(line, s->head);
   for (char *c = line; *c; c++)
   {
      *c = *c >= 'A' && *c <= 'Z' ? (char) (*c - 'A' + 'a') : *c;
   }
   line[strcspn(line, "\r\n")] = '\0';
   if (s->n_head == 0)
   {
      *fault = "the file is empty";
   }
   else if (sscanf(line, "%%%%matrixmarket %15s %15s %15s %19s", object, b->form, b->field,
                   b->symmetry) != 4)
   {
      *fault = "this is not a Matrix Market file: the first line must be like "
               "%%MatrixMarket matrix coordinate real general";
   }
   else if (strcmp(object, "matrix") != 0)
   {
      *fault = "the file holds no matrix";
   }
   else if (!strcmp(b->field, "complex") || !strcmp(b->symmetry, "hermitian"))
   {
      *fault = "complex numbers are not supported: BoomerAMG solves real systems";
   }
   return !*fault;
}

/* CHOLMOD tells the reason of a failure only to this function. */
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

/* Why CHOLMOD gave nothing. */
static const char *reason(const tsw_gzip_stream *s, const cholmod_common *common)
{
   static const struct
   {
      const char *cholmod, *plain;
   } known[] = { { "premature EOF", "the file ends before its last entry" },
                 { "invalid format", "the line of sizes is not what the first line announces" },
                 { "invalid matrix file", "an entry is not what the first line announces" },
                 { "indices out of range",
                   "an entry lies outside the matrix (rows and columns count "
                   "from 1)" } };
   if (s->fault[0])
   {
      return s->fault;
   }
   if (common->status == CHOLMOD_OUT_OF_MEMORY)
   {
      return "not enough memory";
   }
   if (common->status == CHOLMOD_TOO_LARGE)
   {
      return "the sizes in the file are negative or too large";
   }
   for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
   {
      if (!strcmp(cholmod_fault, known[i].cholmod))
      {
         return known[i].plain;
      }
   }
   return cholmod_fault[0] ? cholmod_fault : "the file cannot be read";
}

/* CHOLMOD takes a file without values for a pattern, whatever its first line says. */
static bool has_values(const tsw_gzip_stream *s, const banner *b)
{
   double value;
   return s->n_entry == 0 || !strcmp(b->field, "pattern") ||
          sscanf(s->entry, "%*s %*s %lf", &value) == 1;
}

/* Sorted compressed columns of the transpose: the rows of the matrix. */
static cholmod_sparse *rows_of(cholmod_triplet *triplet, cholmod_common *common)
{
   cholmod_sparse *columns = cholmod_triplet_to_sparse(triplet, 0, common);
   cholmod_sparse *full = columns ? cholmod_copy(columns, 0, 1, common) : NULL;
   cholmod_free_sparse(&columns, common);
   cholmod_sparse *rows = full ? cholmod_transpose(full, 1, common) : NULL;
   cholmod_free_sparse(&full, common);
   return rows;
}

static bool take(const cholmod_sparse *rows, tsw_file_matrix *a)
{
   const int   *row_ptr = rows->p;
   const size_t n = rows->ncol, nnz = (size_t) row_ptr[n];
   a->n_rows = (int) n;
   a->row_ptr = tsw_get(n + 1, sizeof *a->row_ptr);
   a->col_idx = tsw_get(nnz, sizeof *a->col_idx);
   a->val = tsw_get(nnz, sizeof *a->val);
   if (!a->row_ptr || !a->col_idx || !a->val)
   {
      tsw_file_matrix_free(a);
      return false;
   }
   memcpy(a->row_ptr, row_ptr, (n + 1) * sizeof *a->row_ptr);
   memcpy(a->col_idx, rows->i, nnz * sizeof *a->col_idx);
   memcpy(a->val, rows->x, nnz * sizeof *a->val);
   return true;
}

static bool read_rows(const char *name, const banner *b, tsw_gzip_stream *s, cholmod_common *common,
                      tsw_file_matrix *a)
{
   cholmod_triplet *triplet = cholmod_read_triplet(s->stream, common);
   cholmod_sparse  *rows = NULL;
   bool             done = false;
   if (!triplet || s->fault[0])
   {
      tsw_complain("%s: %s", name, reason(s, common));
   }
   else if (!has_values(s, b))
   {
      tsw_complain("%s: an entry has no value, though the first line says %s", name, b->field);
   }
   else if (triplet->xtype != CHOLMOD_REAL)
   {
      tsw_complain("%s: an entry has two values; complex numbers are not supported", name);
   }
   else if (triplet->nrow != triplet->ncol)
   {
      tsw_complain("%s: the matrix has %zu rows and %zu columns; a system to solve is square", name,
                   triplet->nrow, triplet->ncol);
   }
   else if (triplet->nrow == 0)
   {
      tsw_complain("%s: the matrix has no rows", name);
   }
   else if ((rows = rows_of(triplet, common)) == NULL)
   {
      tsw_complain("%s: %s", name, reason(s, common));
   }
   else
   {
      done = take(rows, a);
   }
   cholmod_free_sparse(&rows, common);
   cholmod_free_triplet(&triplet, common);
   return done;
}

bool tsw_read_matrix(const char *name, tsw_file_matrix *a, tsw_facts *facts)
{
   tsw_gzip_stream s;
   cholmod_common  common;
   banner          b;
   const char     *fault = NULL;
   bool            done = false;
   if (!tsw_gzip_open(name, &s))
   {
      tsw_complain("%s: %s", name, s.fault);
      return false;
   }
   if (read_banner(&s, &b, &fault) && strcmp(b.form, "coordinate") != 0)
   {
      fault = "a dense matrix (array form) is not supported; write it in coordinate form";
   }
   if (fault)
   {
      tsw_complain("%s: %s", name, fault);
   }
   else
   {
      start_cholmod(&common);
      done = read_rows(name, &b, &s, &common, a);
      facts->pattern = !strcmp(b.field, "pattern");
      cholmod_finish(&common);
   }
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

/* A vector may come in array or in coordinate form. */
static cholmod_dense *read_dense(const char *name, tsw_gzip_stream *s, int64_t n,
                                 cholmod_common *common)
{
   int             kind = 0;
   void           *any = cholmod_read_matrix(s->stream, 1, &kind, common);
   cholmod_dense  *dense = kind == CHOLMOD_DENSE ? any : NULL;
   cholmod_sparse *sparse = kind == CHOLMOD_SPARSE ? any : NULL;
   const size_t    n_rows = dense ? dense->nrow : sparse ? sparse->nrow : 0;
   const size_t    n_cols = dense ? dense->ncol : sparse ? sparse->ncol : 0;
   if (!any || s->fault[0])
   {
      tsw_complain("%s: %s", name, reason(s, common));
      cholmod_free_dense(&dense, common);
   }
   else if ((int64_t) n_rows != n || n_cols != 1)
   {
      tsw_complain("%s: this is %zu x %zu; the right-hand side needs %lld rows and 1 column", name,
                   n_rows, n_cols, (long long) n);
      cholmod_free_dense(&dense, common);
   }
   else if (sparse && (dense = cholmod_sparse_to_dense(sparse, common)) == NULL)
   {
      tsw_complain("%s: %s", name, reason(s, common));
   }
   cholmod_free_sparse(&sparse, common);
   return dense;
}

bool tsw_read_vector(const char *name, int64_t n, double *vector)
{
   tsw_gzip_stream s;
   cholmod_common  common;
   banner          b;
   const char     *fault = NULL;
   bool            done = false;
   if (!tsw_gzip_open(name, &s))
   {
      tsw_complain("%s: %s", name, s.fault);
      return false;
   }
   if (!read_banner(&s, &b, &fault))
   {
      tsw_complain("%s: %s", name, fault);
   }
   else
   {
      start_cholmod(&common);
      cholmod_dense *dense = read_dense(name, &s, n, &common);
      done = dense && take_vector(name, dense, n, vector);
      cholmod_free_dense(&dense, &common);
      cholmod_finish(&common);
   }
   tsw_gzip_close(&s);
   return done;
}

void tsw_file_matrix_free(tsw_file_matrix *a)
{
   free(a->row_ptr);
   free(a->col_idx);
   free(a->val);
   *a = (tsw_file_matrix){ 0 };
}
