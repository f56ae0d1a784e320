/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * factor/ilu.h for blocks in device memory. Each row subtracts in the order of
 * the host's loops, so that the factors are the host's up to the rounding of
 * fused multiply-adds, and the same bits in every run (DILU: sums over the lanes of a
 * warp). The rows must be stored for the natural order of sweeps: rank is NULL.
 */
#pragma once

#include <trisweep.h>

#include "block/packed.h"
#include "factor/pivot.h"

TRISWEEP_BEGIN_C

/** Where the numbers of the matrix come from. */
typedef struct tsw_ilu_source
{
   const trisweep_csr *a;         /* validated device block with finite values */
   const tsw_packed   *loaded;    /* the same in natural order, if the factors have its pattern;
                                     NULL: its columns are in the pattern of the factors */
   const double       *diagonal;  /* device, [n_rows] a_ii */
   int64_t             n_levels;  /* of the factors */
} tsw_ilu_source;

/**
 * As tsw_ilu_factorise.
 *
 * @param[in]     from       the matrix
 * @param[in]     order      device, [n_rows] rows such that each comes after those it needs
 * @param[in,out] factors    laid out on the device
 * @param[in,out] pivots     rule and counts
 * @param[in]     stream     cudaStream_t of the work, which is finished when the call returns
 * @return OK, VALUE (a pivot, under policy error), MEMORY, CUDA, TIMEOUT
 */
trisweep_status tsw_device_ilu_factorise(const tsw_ilu_source *from, const int32_t *order,
                                         tsw_packed *factors, tsw_pivots *pivots, void *stream);

/**
 * As tsw_dilu_factorise; arrays on the device, order as above, of n_levels levels.
 *
 * @return OK, VALUE (a pivot, under policy error), MEMORY, CUDA, TIMEOUT
 */
trisweep_status tsw_device_dilu_factorise(const tsw_packed *block, const int32_t *order,
                                          int64_t n_levels, const double *diagonal,
                                          double *inv_pivot, tsw_pivots *pivots, void *stream);

TRISWEEP_END_C
