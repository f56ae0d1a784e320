/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The kernels of matmat.c, compiled by nvcc without hypre's headers. All arrays are in device
 * memory, unless stated otherwise. Global columns have 4 or 8 bytes, as hypre's HYPRE_BigInt.
 */
#pragma once

#include <stdbool.h>

#include "hypre/base/device_kernels.h"

TRISWEEP_BEGIN_C

/** Global columns; the columns of this rank are first to first + n_own - 1. */
typedef struct tsw_global_columns
{
   bool    wide; /* 8 bytes */
   int64_t first;
   int32_t n_own;
} tsw_global_columns;

/**
 * A set of global columns of other ranks. Its members have the local columns n_own, n_own + 1, ...
 * in the order of the global columns.
 */
typedef struct tsw_column_set
{
   uint32_t *bits;   /* [n_words + 1] column c: bit c % 32 of word c / 32; the last word: 0 */
   int32_t  *before; /* [n_words + 1] members in earlier words; the last: all members */
   int64_t   n_words;
} tsw_column_set;

/** Bytes of the workspace of sums over n values. */
cudaError_t tsw_sums_workspace(int64_t n, size_t *bytes);

/** Insert those of the global columns [n] that other ranks own. */
cudaError_t tsw_columns_insert(const tsw_column_set *set, const tsw_global_columns *columns,
                               const void *col, int64_t n, cudaStream_t stream);

/**
 * Insert the global columns map[j] of the entries of the rows k of offd, whose columns are those of
 * other ranks, for which used[k] and used[k + 1] differ.
 */
cudaError_t tsw_columns_insert_rows(const tsw_column_set *set, const tsw_global_columns *columns,
                                    const tsw_device_csr *offd, const void *map,
                                    const int32_t *used, cudaStream_t stream);

/** Compute before; workspace: for n_words + 1 values. */
cudaError_t tsw_columns_count(const tsw_column_set *set, void *workspace, size_t bytes,
                              cudaStream_t stream);

/** Store the members in list, in their order. */
cudaError_t tsw_columns_list(const tsw_column_set *set, bool wide, void *list, cudaStream_t stream);

/** global[k] = the global column of the local column col[k]; map: those of other ranks. */
cudaError_t tsw_columns_global(const tsw_global_columns *columns, const int32_t *col, int64_t n,
                               const void *map, void *global, cudaStream_t stream);

/**
 * A matrix of which the rows are in parts. The first rows are those of diag, each followed by that
 * of offd, whose column j is local column n_own + j, or, if there is a map, that of the global
 * column map[j]. The last rows are those of external, whose columns are global.
 */
typedef struct tsw_row_sources
{
   tsw_device_csr     diag, offd, external; /* external.col_idx is not read */
   const void        *map, *external_col;
   tsw_global_columns columns;
   tsw_column_set     set;
} tsw_row_sources;

/** Write the matrix with local columns: row_ptr [rows + 1], col_idx and val [nnz]. */
cudaError_t tsw_rows_join(const tsw_row_sources *from, int32_t *row_ptr, int32_t *col_idx,
                          double *val, cudaStream_t stream);

/** Rows of entries 1: row k of n rows has an entry in each column e with row[e] = k. */
typedef struct tsw_selection
{
   const int32_t *row;     /* [nnz] */
   int32_t       *row_ptr; /* [n + 1] */
   int32_t       *next;    /* [n] work */
   int32_t       *col_idx; /* [nnz] ascending in each row */
   double        *val;     /* [nnz] */
   int64_t        n, nnz;
} tsw_selection;

/** Fill row_ptr, col_idx and val; workspace: for n + 1 values. */
cudaError_t tsw_selection_fill(const tsw_selection *s, void *workspace, size_t bytes,
                               cudaStream_t stream);

/** Sizes of a product, in pinned host memory. */
typedef struct tsw_product_sizes
{
   uint64_t nnz;       /* entries in columns of this rank, and 2^32 times those in other columns */
   uint64_t n_entries; /* all; nnz is wrong if this is too large */
   int32_t  n_medium, n_long; /* rows of the second and of the third class */
   int32_t  longest;
   int32_t  too_long;  /* a row is too long */
   int32_t  n_members; /* of the set of columns */
} tsw_product_sizes;

/** The rows of a product of two matrices; no column of right is negative. */
typedef struct tsw_product_pattern
{
   tsw_device_csr left, right;
   int32_t        n_own;
   uint64_t      *place;     /* [rows + 1] lengths of the rows, then their sums, as in sizes.nnz */
   int32_t       *list[2];   /* [rows] work: rows of the second and of the third class */
   int32_t       *counter;   /* [TSW_PRODUCT_COUNTERS] work */
   int32_t       *stored;    /* [n_stored] work: columns of rows, so that they are found once */
   int32_t       *stored_at; /* [rows] work: where those of a row are; -1: they did not fit */
   int32_t        n_stored;
} tsw_product_pattern;

enum
{
   TSW_PRODUCT_COUNTERS = 8
};

/**
 * Compute place, and store the sizes; set may be NULL. The caller waits for the stream. Workspace:
 * for rows + 1 values.
 */
cudaError_t tsw_pattern_count(const tsw_product_pattern *p, const tsw_column_set *set,
                              void *workspace, size_t bytes, tsw_product_sizes *sizes,
                              cudaStream_t stream);

/** Store row_ptr, and the columns of each row in ascending order. */
cudaError_t tsw_pattern_fill(const tsw_product_pattern *p, const tsw_product_sizes *sizes,
                             int32_t *row_ptr, int32_t *col_idx, cudaStream_t stream);

/** The parts of a matrix: columns of this rank, and the others, less n_own. */
typedef struct tsw_split_rows
{
   int32_t *diag_row_ptr, *diag_col, *offd_row_ptr, *offd_col;
   double  *diag_val, *offd_val;
} tsw_split_rows;

/**
 * Store the rows of a matrix in two parts, whose places are given; diagonal_first: the entry on the
 * diagonal of a row is its first one.
 */
cudaError_t tsw_rows_split(const tsw_device_csr *a, int32_t n_own, const uint64_t *place,
                           bool diagonal_first, const tsw_split_rows *to, cudaStream_t stream);

TRISWEEP_END_C
