/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The reference of boards on a device: cuSPARSE, called as hypre's device code calls it. */
#ifndef TSW_BENCH_BOARDS_YARDSTICK_H
#define TSW_BENCH_BOARDS_YARDSTICK_H

#include <stdbool.h>

#include <trisweep.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tsw_yardstick tsw_yardstick;

/**
 * Prepare SpMV with A and SpSV with its triangles.
 *
 * @param[in]  a            device matrix, columns ascending; must stay valid until
 *                          tsw_yardstick_close
 * @param[in]  solves       prepare SpSV too; the diagonal must have no zero
 * @param[out] ms_analysis  [2] SpSV analysis of the lower and of the upper triangle
 */
tsw_yardstick *tsw_yardstick_open(const trisweep_csr *a, bool solves, double ms_analysis[2]);
void           tsw_yardstick_close(tsw_yardstick *y);

/** ax = A x. */
void tsw_yardstick_spmv(tsw_yardstick *y, const double *x, double *ax);

/** x = (L + D)^-1 b or (U + D)^-1 b. */
void tsw_yardstick_solve(tsw_yardstick *y, bool upper, const double *b, double *x);

/** Sweep: r = b - A x, z = triangle^-1 r, x += z. */
void tsw_yardstick_sweep(tsw_yardstick *y, bool upper, const double *b, double *x);

#ifdef __cplusplus
}
#endif

#endif
