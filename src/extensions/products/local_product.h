/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The product of two matrices of this rank in device memory; queued on hypre's stream. */
#pragma once

#include "extensions/products/matmat_kernels.h"
#include "hypre/plug.h"

/** A matrix with arrays of hypre's device memory. */
typedef struct tsw_own_rows
{
   int32_t *row_ptr, *col_idx;
   double  *val;
   int64_t  n_rows, nnz;
} tsw_own_rows;

/** A product in its making. */
typedef struct tsw_local_product
{
   tsw_product_pattern pattern;
   tsw_product_sizes   sizes;
   tsw_own_rows        rows; /* their columns are sorted, but for products by hypre */
} tsw_local_product;

/** End the program, with a message, if CUDA has failed, as hypre does. */
void tsw_check_product(cudaError_t error);

/** End the program, with a message, if a matrix has too many entries for hypre. */
void tsw_check_entries(uint64_t n);

/** Device memory of hypre; the program ends if there is none. */
void *tsw_device_take(size_t bytes);

/** Free device memory after the work that is queued on hypre's stream. */
void tsw_device_give(const void *array);

/** Workspace for sums over n values; bytes: its size. */
void *tsw_take_workspace(int64_t n, size_t *bytes);

tsw_own_rows tsw_take_rows(int64_t n_rows, int64_t nnz);

void tsw_give_rows(tsw_own_rows *a);

tsw_device_csr tsw_rows_of(const tsw_own_rows *a);

/** A matrix of hypre with these arrays of hypre's device memory, which are its own now. */
hypre_CSRMatrix *tsw_matrix_of(const tsw_device_csr *a, int64_t n_cols);

/**
 * Find the sizes of a product with n_own columns of this rank and n_other others, or those of a set
 * of columns that are counted beside it, if not NULL. Waits for the stream.
 */
tsw_local_product tsw_local_product_begin(const tsw_device_csr *left, const tsw_device_csr *right,
                                          int32_t n_own, int32_t n_other,
                                          const tsw_column_set *set);

/** Compute the rows; frees all but them and pattern.place, which the caller frees. */
void tsw_local_product_end(tsw_local_product *product);
