/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The product of two matrices of this rank in device memory; queued on hypre's stream. */
#pragma once

#include "extensions/products/matmat_kernels.h"
#include "hypre/plug.h"

/** A product in its making. */
typedef struct tsw_local_product
{
   tsw_product_pattern pattern;
   tsw_product_sizes   sizes;
   hypre_CSRMatrix    *rows; /* their columns are sorted */
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
 * A matrix in device memory, with or without memory for values; NULL for arrays as in
 * tsw_product_take. The caller destroys it also after a failure.
 */
hypre_CSRMatrix *tsw_product_matrix(int64_t n_rows, int64_t n_cols, int64_t nnz, bool values,
                                    bool *good);

/**
 * Find the sizes of a product with n_own columns of this rank. set: of the other columns, which are
 * counted beside it, or NULL. Waits for the stream. product is 0 before. False: a row is too long
 * for a table, or, with a message, memory is out, CUDA has failed, or there are too many entries.
 */
bool tsw_local_product_begin(const tsw_device_csr *left, const tsw_device_csr *right, int32_t n_own,
                             const tsw_column_set *set, tsw_local_product *product);

/**
 * Compute the rows, if good: tsw_local_product_begin has worked. Frees all but pattern.place, which
 * the caller frees, and the rows, which it destroys. Returns whether they are computed.
 */
bool tsw_local_product_end(tsw_local_product *product, bool good);
