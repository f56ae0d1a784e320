/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Stencils on regular grids: the largest test matrices, hence filled by all threads. */
#ifndef TSW_BENCH_MATRIX_GRID_H
#define TSW_BENCH_MATRIX_GRID_H

#include "bench/matrix/matrix.h"

/** The neighbours of a grid point in a stencil. */
typedef enum tsw_stencil
{
   TSW_STENCIL_STAR,     /**< one coordinate differs by one: 5 points in 2D, 7 in 3D */
   TSW_STENCIL_BOX,      /**< each coordinate differs by at most one: 9 points in 2D, 27 in 3D */
   TSW_STENCIL_LAPLACE,  /**< the star with entries -1 and the diagonal of Dirichlet conditions */
   TSW_STENCIL_SIMPLICES /**< triangles or tetrahedra around a point: 7 points in 2D, 15 in 3D */
} tsw_stencil;

/** A grid of nx * ny * nz points with n_fields unknowns each; all unknowns of neighbours couple. */
typedef struct tsw_matrix_grid
{
   tsw_stencil stencil;
   int64_t     nx;
   int64_t     ny;
   int64_t     nz;
   int32_t     n_fields;
} tsw_matrix_grid;

/**
 * First unknown of neighbour d of point p, or -1 without one. d numbers the 3 x 3 x 3 points around
 * p, in x first.
 */
int64_t tsw_grid_neighbour(const tsw_matrix_grid *g, int64_t p, int d);

/** Make the matrix of a grid; m->name stays as it is. OK, ARGUMENT (too big), MEMORY. */
TRISWEEP_CHECKED trisweep_status tsw_grid_matrix(const tsw_matrix_grid *grid, tsw_matrix *m);

/** The off-diagonal entry a_ij in (-1.5, -0.5], a pseudo-random function of i and j only. */
double tsw_matrix_coupling(int64_t i, int64_t j);

#endif
