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
   tsw_own_rows        rows; /* their columns are sorted */
} tsw_local_product;

/** Has a step of a product worked? False, with a message, if CUDA has failed. */
bool tsw_product_works(cudaError_t error);

/** Can hypre count this number of entries? False, with a message, if not. */
bool tsw_product_fits(uint64_t n);

/** Device memory of hypre, if *good; NULL and *good is false, with a message, if there is none. */
void *tsw_product_take(size_t bytes, bool *good);

/** Workspace for sums over n values; bytes: its size. As tsw_product_take. */
void *tsw_take_workspace(int64_t n, size_t *bytes, bool *good);

/**
 * Memory for a matrix, with or without that for values, as tsw_product_take; the caller gives the
 * rows also after a failure.
 */
tsw_own_rows tsw_take_rows(int64_t n_rows, int64_t nnz, bool values, bool *good);

void tsw_give_rows(tsw_own_rows *a);

tsw_device_csr tsw_rows_of(const tsw_own_rows *a);

/** A matrix of hypre with these arrays of hypre's device memory, which are its own now. */
hypre_CSRMatrix *tsw_matrix_of(const tsw_device_csr *a, int64_t n_cols);

/**
 * Find the sizes of a product with n_own columns of this rank. set: of the other columns, which are
 * counted beside it, or NULL. Waits for the stream. product is 0 before. False: a row is too long
 * for a table, or, with a message, memory is out, CUDA has failed, or there are too many entries.
 */
bool tsw_local_product_begin(const tsw_device_csr *left, const tsw_device_csr *right, int32_t n_own,
                             const tsw_column_set *set, tsw_local_product *product);

/**
 * Compute the rows, if good: tsw_local_product_begin has worked. Frees all but them and
 * pattern.place, which the caller frees. Returns whether there are rows.
 */
bool tsw_local_product_end(tsw_local_product *product, bool good);
