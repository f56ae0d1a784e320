/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Rows of matrices in host memory, sent to neighbours. */
#pragma once

#include "hypre/plug.h"

/** The neighbours in one direction, with a range of rows for each. */
typedef struct tsw_neighbours
{
   int  n;
   int *ranks; /* [n] */
   int *begin; /* [n + 1] of the rows of each neighbour */
} tsw_neighbours;

/** Patterns of rows with global columns, one after another. */
typedef struct tsw_global_rows
{
   int           n_rows;
   int          *row_ptr; /* [n_rows + 1] */
   HYPRE_BigInt *col;
} tsw_global_rows;

/** Where a rank sends the values of points, and from where it receives values. False: no memory. */
bool tsw_neighbours_of(const hypre_ParCSRCommPkg *pkg, tsw_neighbours *sends,
                       tsw_neighbours *receives);

/** The ranges of the entries of rows, from the ranges of the rows. False: no memory. */
bool tsw_neighbours_in_entries(const tsw_neighbours *rows, const int *row_ptr,
                               tsw_neighbours *entries);

void tsw_neighbours_free(tsw_neighbours *neighbours);

/** Allocate rows of these lengths, which begin at row_ptr, and count the entries. */
bool tsw_global_rows_reserve(tsw_global_rows *list, int n_rows, const int *length);

void tsw_global_rows_free(tsw_global_rows *list);

/**
 * Send rows to neighbours and receive rows from others, into new memory. good: are the rows of this
 * rank complete? False on all ranks: not so on a rank, or a rank has no memory. Collective.
 */
bool tsw_exchange_rows(MPI_Comm comm, bool good, const tsw_neighbours *to,
                       const tsw_global_rows *sent, const tsw_neighbours *from,
                       tsw_global_rows *received);

/**
 * Begin an exchange of numbers of a type: those of neighbour q are begin[q] to begin[q + 1] - 1.
 * requests [to->n + from->n] must be waited for.
 */
void tsw_exchange_begin(MPI_Comm comm, MPI_Datatype type, const tsw_neighbours *to,
                        const void *sent, const tsw_neighbours *from, void *received,
                        MPI_Request *requests);
