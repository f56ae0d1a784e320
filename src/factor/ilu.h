/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Incomplete factors in a packed layout: L with unit diagonal, U, and 1 / u_ii in inv_diag. */
#pragma once

#include <trisweep.h>

#include "block/packed.h"
#include "factor/pivot.h"

TRISWEEP_BEGIN_C

/**
 * Factorise L U = A on the pattern of the layout, except for pivots that are boosted or skipped.
 * Row by row (IKJ), with earlier rows in ascending order: the same bits in every run.
 * a: validated host block with finite values and columns of the pattern.
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

/*
 * The same for blocks in device memory. Terms are subtracted in the order of the host's loops
 * (DILU: summed over the lanes of a warp): the factors are the same bits in every run, and differ
 * from the factors of the host by rounding (fused multiply-adds).
 */

/** Source of the values of the matrix. */
typedef struct tsw_ilu_source
{
   const trisweep_csr *a;        /* validated device block with finite values */
   const tsw_packed   *loaded;   /* a, if the factors have the pattern of a;
                                     NULL: the pattern of the factors contains that of a */
   const double       *diagonal; /* device, [n_rows] a_ii */
   int64_t             n_levels; /* level sets of the factors */
} tsw_ilu_source;

/**
 * As tsw_ilu_factorise. order: device, [n_rows] rows, each after those it depends on. The work
 * on the stream is finished on return. OK, VALUE (a pivot, pivot=error), MEMORY, CUDA, TIMEOUT.
 */
trisweep_status tsw_device_ilu_factorise(const tsw_ilu_source *from, const int32_t *order,
                                         tsw_packed *factors, tsw_pivots *pivots, void *stream);

/** As tsw_dilu_factorise, with device arrays, order as above, and the same statuses. */
trisweep_status tsw_device_dilu_factorise(const tsw_packed *block, const int32_t *order,
                                          int64_t n_levels, const double *diagonal,
                                          double *inv_pivot, tsw_pivots *pivots, void *stream);

TRISWEEP_END_C
