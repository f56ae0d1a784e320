/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Stencils on regular grids: the big test matrices, hence made row by row on all threads. */
#ifndef TSW_TOOLS_MATRIX_GRID_H
#define TSW_TOOLS_MATRIX_GRID_H

#include "matrix/generate.h"

/** Which neighbours of a grid point a stencil has. */
typedef enum tsw_stencil
{
   TSW_STENCIL_STAR, /**< one coordinate differs by one: 5 points in 2D, 7 in 3D */
   TSW_STENCIL_BOX   /**< each coordinate differs by at most one: 9 points in 2D, 27 in 3D */
} tsw_stencil;

/** A grid of nx * ny * nz points with n_fields unknowns each, all coupled. */
typedef struct tsw_grid
{
   tsw_stencil stencil;
   int64_t     nx;
   int64_t     ny;
   int64_t     nz;
   int32_t     n_fields;
} tsw_grid;

/** Make the matrix of a grid; its name is not touched. OK, ARGUMENT (too big), MEMORY. */
TRISWEEP_CHECKED trisweep_status tsw_grid_matrix(const tsw_grid *grid, tsw_matrix *m);

/** The off-diagonal entry of row i and column j: negative, of unlike size, always the same. */
double tsw_matrix_coupling(int64_t i, int64_t j);

#endif
