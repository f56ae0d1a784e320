/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The numbers of incomplete factors, computed in place in a packed layout: L in
 * its lower triangle, with ones on the diagonal, U in its upper one, and the
 * reciprocals of the diagonal of U in inv_diag.
 */
#pragma once

#include <trisweep.h>

#include "block/packed.h"
#include "factor/pivot.h"

/**
 * Factorise: L U = A on the pattern of the layout, up to the pivots that were
 * boosted or skipped. Row by row (IKJ), the earlier rows in ascending order:
 * the same bits in every run and for every storage order of the rows.
 *
 * @param[in]     a        validated host block with finite values; its columns are in the pattern
 * @param[in,out] factors  laid out on the host for the pattern of the factors
 * @param[in,out] pivots   rule and counts
 * @return OK, VALUE (a pivot, under policy error), MEMORY
 */
trisweep_status tsw_ilu_factorise(const trisweep_csr *a, tsw_packed *factors, tsw_pivots *pivots);

/**
 * DILU (Pommerell 1992; Barrett and others, Templates, 1994, section 3.4.3): only the pivots are
 * computed, M = (D + L) D^-1 (D + U) with the triangles L and U of the matrix and
 *
 *    d_i = a_ii - sum of a_ij a_ji / d_j over j < i with a_ij and a_ji stored
 *
 * so that M has the diagonal of A.
 *
 * @param[in]     block      loaded host block
 * @param[in]     diagonal   [n_rows] a_ii
 * @param[out]    inv_pivot  [n_rows] 1 / d_i, 0 in rows that are skipped
 * @param[in,out] pivots     rule and counts
 * @return OK, VALUE (a pivot, under policy error), MEMORY
 */
trisweep_status tsw_dilu_factorise(const tsw_packed *block, const double *diagonal,
                                   double *inv_pivot, tsw_pivots *pivots);
