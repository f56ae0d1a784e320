/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Matrices and vectors of hypre from the rows of each rank, on hosts and on GPUs. The examples and
 * the programs of trisweep share these files.
 */
#ifndef EXAMPLES_ASSEMBLY_H
#define EXAMPLES_ASSEMBLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <HYPRE_IJ_mv.h>
#include <HYPRE_parcsr_mv.h>

/** The rows of a rank, in host memory. */
typedef struct rows
{
   HYPRE_BigInt  first;     /* global number of the first row */
   HYPRE_Int     n_rows;    /* may be 0 */
   size_t        n_entries; /* of all rows */
   HYPRE_Int    *length;    /* [n_rows] entries of each row */
   HYPRE_BigInt *col_idx;   /* [n_entries] global columns, row after row */
   double       *val;       /* [n_entries] */
   double       *rhs;       /* [n_rows] right-hand side */
   double       *mode[3];   /* [n_rows] rotations of an elastic body; NULL for other problems */
} rows;

/**
 * The first of n_items rows, points or cells that belongs to a rank; n_items for rank n_ranks. A
 * group of `block` consecutive items stays on one rank.
 */
HYPRE_BigInt rows_first(int64_t n_items, int block, int rank, int n_ranks);

/** Allocate rows for at most `most` entries. Returns false if there is no memory. */
bool rows_create(HYPRE_BigInt first, HYPRE_Int n_rows, size_t most, rows *s);

/** Append an entry to a row. Fill the rows in ascending order. */
void rows_add(rows *s, HYPRE_Int row, HYPRE_BigInt column, double value);

void rows_free(rows *s);

/** Create a matrix, or set new values in the same pattern if *ij is not NULL. Collective. */
HYPRE_ParCSRMatrix rows_matrix(const rows *s, HYPRE_MemoryLocation where, HYPRE_IJMatrix *ij);

/** Create a vector of these n_rows values; of zeros if val is NULL. Collective. */
HYPRE_ParVector rows_vector(const rows *s, HYPRE_MemoryLocation where, double *val,
                            HYPRE_IJVector *ij);

/** Copy the values of a vector to the host. */
void rows_values(const rows *s, HYPRE_MemoryLocation where, HYPRE_IJVector ij, double *val);

#endif
