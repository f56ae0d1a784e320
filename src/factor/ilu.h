/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Incomplete factors in a packed layout: L with unit diagonal, U, and 1 / u_ii in inv_diag. */
#pragma once

#include <trisweep.h>

#include "block/packed.h"
#include "factor/pivot.h"

/**
 * Factorise L U = A on the pattern of the layout, except for pivots that are boosted or skipped.
 * Row by row (IKJ), with earlier rows in ascending order: the same bits in every run and for every
 * storage order. a: validated host block with finite values and columns of the pattern.
 * OK, VALUE (a pivot, with pivot=error), MEMORY.
 */
trisweep_status tsw_ilu_factorise(const trisweep_csr *a, tsw_packed *factors, tsw_pivots *pivots);

/**
 * DILU (Pommerell 1992; Barrett and others, Templates, 1994, section 3.4.3): M = (D + L) D^-1
 * (D + U) with the triangles L and U of the matrix, where M has the diagonal of A:
 *
 *    d_i = a_ii - sum of a_ij a_ji / d_j over j < i with a_ij and a_ji stored
 *
 * block: loaded host block; diagonal [n_rows]: a_ii; inv_pivot [n_rows]: 1 / d_i, 0 in skipped
 * rows. OK, VALUE (a pivot, with pivot=error), MEMORY.
 */
trisweep_status tsw_dilu_factorise(const tsw_packed *block, const double *diagonal,
                                   double *inv_pivot, tsw_pivots *pivots);
