/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Null vectors of a small matrix, by Gaussian elimination with complete pivoting. */
#pragma once

#include "hypre/plug.h"

typedef struct tsw_null_vectors
{
   int     n_rows;
   int     n;   /* number of vectors */
   double *val; /* [n][n_rows] orthonormal */
} tsw_null_vectors;

/**
 * Find the null vectors of a square matrix in host memory, or of its transpose; pivots up to
 * negligible count as zero. False: no memory. The caller frees val in any case.
 */
bool tsw_null_vectors_find(const trisweep_csr *a, bool transposed, double negligible,
                           tsw_null_vectors *vectors);

/** Inner products [n] of the vectors with a part of a vector: rows first .. first + n_rows - 1. */
void tsw_null_vectors_multiply(const tsw_null_vectors *vectors, int first, int n_rows,
                               const double *x, double *products);

/** Subtract the vectors times factors [n] from a part of a vector. */
void tsw_null_vectors_subtract(const tsw_null_vectors *vectors, int first, int n_rows,
                               const double *factors, double *x);
