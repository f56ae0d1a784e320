/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The rows of each rank, and hypre's matrix and vectors. */
#ifndef TSW_TOOLS_PROBLEM_SYSTEM_H
#define TSW_TOOLS_PROBLEM_SYSTEM_H

#include <stdbool.h>
#include <stdint.h>

#include <HYPRE_IJ_mv.h>
#include <HYPRE_parcsr_mv.h>

/** The rows of one rank, with global columns. */
typedef struct tsw_rows
{
   HYPRE_BigInt  first;   /* global number of the first row */
   int           n_rows;  /* may be 0 */
   int          *length;  /* [n_rows] entries of each row */
   HYPRE_BigInt *col_idx; /* row after row */
   double       *val;
   double       *rhs;       /* [n_rows] */
   double       *mode[3];   /* [n_rows] rotations of the beam; NULL for a file */
   bool          on_device; /* assemble the matrix and vectors on the GPU */
} tsw_rows;

/** The problem as matrices and vectors of hypre. */
typedef struct tsw_system
{
   HYPRE_IJMatrix     ij_a;
   HYPRE_IJVector     ij_b, ij_x, ij_r, ij_mode[3];
   HYPRE_ParCSRMatrix a;
   HYPRE_ParVector    b, x, r, mode[3];
   int                n_modes;
   double             norm_b;
} tsw_system;

/** First row of a rank. A group of `block` consecutive rows stays on one rank. */
int64_t tsw_first_row(int64_t n_rows, int block, int rank, int n_ranks);

void tsw_rows_free(tsw_rows *rows);

/** Create hypre's matrix and vectors from the rows. Collective. */
bool tsw_system_create(const tsw_rows *rows, tsw_system *system);

/** ||b - A x|| / ||b||, or ||A x|| if b is zero. Collective. */
double tsw_system_residual(const tsw_system *system);

void tsw_system_destroy(tsw_system *system);

#endif
