/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Matrix Market files. */
#ifndef TSW_TOOLS_MATRIX_READ_H
#define TSW_TOOLS_MATRIX_READ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** The matrix of the file, on rank 0 only: CSR, columns sorted, indices from 0. */
typedef struct tsw_file_matrix
{
   int     n_rows;
   int    *row_ptr; /* [n_rows + 1] */
   int    *col_idx;
   double *val;
} tsw_file_matrix;

/** Properties of the problem; the same on all ranks. */
typedef struct tsw_facts
{
   int64_t n_rows;
   int64_t nnz;
   bool    symmetric;           /* by values, up to rounding */
   bool    positive_diagonal;   /* every diagonal entry is stored and positive */
   bool    pattern;             /* the file has no values */
   bool    laplacian;           /* the matrix is the graph Laplacian of the file's pattern */
   double  shift;               /* added to the diagonal of the graph Laplacian */
   int64_t n_repeated;          /* repeated entries; their values were added */
   int64_t n_repeated_rhs;      /* repeated entries in the file of the right-hand side */
   int64_t n_zero_diagonal;     /* stored diagonal entries that are zero */
   int64_t first_zero_diagonal; /* 1-based */
   int64_t n_no_diagonal;       /* rows without a diagonal entry in the file */
   int64_t first_no_diagonal;   /* 1-based */
   bool    definite_levels;     /* all diagonals of AMG levels are of one sign; true if not asked */
} tsw_facts;

/** Read a Matrix Market file, plain or gzipped, on this rank only. Sets a and facts of the file. */
bool tsw_read_matrix(const char *name, tsw_file_matrix *a, tsw_facts *facts);

/** Read a Matrix Market vector of n numbers on this rank only. Sets facts->n_repeated_rhs. */
bool tsw_read_vector(const char *name, int64_t n, double *vector, tsw_facts *facts);

/** Allocate zeroed arrays; row_ptr has room for n_rows + 2. False with a message: no memory. */
bool tsw_file_matrix_create(int n_rows, size_t nnz, tsw_file_matrix *a);

/** Free the arrays. */
void tsw_file_matrix_free(tsw_file_matrix *a);

#endif
