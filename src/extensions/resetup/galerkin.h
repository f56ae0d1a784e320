/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Rows of P^T A P on a host, by one thread; the pattern is known, or found. */
#pragma once

#include "hypre/plug.h"

/** A matrix of hypre, or a part of its columns. */
typedef struct tsw_part
{
   HYPRE_Int  n_rows, nnz;
   HYPRE_Int *row_ptr; /* [n_rows + 1]; NULL: no entries */
   HYPRE_Int *col_idx;
   double    *val;
} tsw_part;

/** The arrays of a matrix of hypre. */
tsw_part tsw_part_of(const hypre_CSRMatrix *matrix);

/** A and P; the columns of a_offd, and their rows of p, follow those of a_diag. */
typedef struct tsw_galerkin_factors
{
   tsw_part a_diag, a_offd;
   tsw_part p; /* [columns of A] rows */
} tsw_galerkin_factors;

/** Rows of the product: the part diag has columns of p, offd columns offd_col[j] of p. */
typedef struct tsw_product_rows
{
   tsw_part         diag, offd;
   const HYPRE_Int *offd_col;
} tsw_product_rows;

/** Arrays for a row; between two calls sum and has are 0 and place is -1. */
typedef struct tsw_row_scratch
{
   double    *sum;   /* [columns of A] row of P^T A */
   char      *has;   /* [columns of A] is the column in the list? */
   HYPRE_Int *list;  /* [columns of A] the columns of the row */
   HYPRE_Int  n;     /* length of the list */
   HYPRE_Int *place; /* [columns of P] entry of the row of the product */
} tsw_row_scratch;

/** Allocate the arrays of a scratch. False: no memory. tsw_row_scratch_free in any case. */
bool tsw_row_scratch_reserve(tsw_row_scratch *scratch, size_t n_a, size_t n_p);

void tsw_row_scratch_free(tsw_row_scratch *scratch);

/**
 * Compute the rows of the product; pt: rows of P^T, for each row of the product. False: the product
 * has an entry outside of the pattern.
 */
bool tsw_galerkin_multiply(const tsw_part *pt, const tsw_galerkin_factors *factors,
                           const tsw_product_rows *rows, tsw_row_scratch *scratch);

/**
 * The rows of the product for the rows of pt, with their columns, those of p, and memory for their
 * global columns and values. NULL: too many entries.
 */
hypre_CSRMatrix *tsw_galerkin_pattern(const tsw_part *pt, const tsw_galerkin_factors *factors,
                                      tsw_row_scratch *scratch);

/** Mark the entries of row i in scratch->place: those of diag, then those of offd. */
void tsw_galerkin_mark(const tsw_product_rows *rows, HYPRE_Int i, tsw_row_scratch *scratch);

/** Clear what tsw_galerkin_mark has marked. */
void tsw_galerkin_unmark(const tsw_product_rows *rows, HYPRE_Int i, tsw_row_scratch *scratch);
