/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Test matrices by name, for the tests and for trisweep-bench. */
#ifndef TSW_BENCH_MATRIX_GENERATE_H
#define TSW_BENCH_MATRIX_GENERATE_H

#include "bench/matrix/matrix.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Generate a matrix. Columns ascend and every diagonal entry is stored. Rows are strictly
 * diagonally dominant, so that solves with either triangle stay bounded for any number of
 * levels; except for the Laplacians.
 *
 *    lap5:NXxNY  lap9:NXxNY          5- and 9-point stencils on a 2D grid
 *    lap7:NXxNYxNZ  lap27:NXxNYxNZ   7- and 27-point stencils on a 3D grid
 *    laplace5:NXxNY  laplace7:NXxNYxNZ  symmetric, of Poisson's equation
 *    elasticity:NXxNYxNZ             27-point stencil of dense 3x3 blocks
 *    elasticity2d:NXxNY              triangles, 2 unknowns a point
 *    triangles:NXxNY                 7-point stencil of triangles
 *    shell:NXxNY                     the same with 5 unknowns a point
 *    tetrahedra:NXxNYxNZ             15-point stencil of tetrahedra
 *    soil:NXxNYxNZ                   the same with 3 unknowns a point
 *    components:COUNT,ROWS,PERMILLE  COUNT random lower triangular blocks (Picciau 2016)
 *    layers:ROWS,ENTRIES,SETS        random lower triangle, diagonal counted, of SETS level sets
 *    random:N,DEGREE,SEED            DEGREE columns per row, uniformly random
 *    banded:N,WIDTH                  full band of WIDTH columns on either side
 *    arrow:N                         full first and last row and column
 *    chain:N                         tridiagonal: N levels
 *    diagonal:N                      diagonal entries only: 1 level
 *    dense:N                         full matrix
 *    powerlaw:SCALE,EDGES,SEED       Graph500 graph of EDGES edges on 2^SCALE vertices
 *    graph:SCALE,EDGES,SEED          the same with uniformly random edges
 *
 * @param[in]  spec  one of the above
 * @param[out] m     free it with tsw_matrix_free
 * @return OK, ARGUMENT (spec is not valid), MEMORY
 */
TRISWEEP_CHECKED trisweep_status tsw_matrix_generate(const char *spec, tsw_matrix *m);

/** Usage text of the generator of this index; NULL after the last. Static storage. */
const char *tsw_matrix_family(int index);

#ifdef __cplusplus
}
#endif

#endif
