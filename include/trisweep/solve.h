/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Sparse triangular solves with a triangle of the block of a smoother. A part of trisweep.h. */
#ifndef TRISWEEP_SOLVE_H
#define TRISWEEP_SOLVE_H

#include <trisweep.h>

TRISWEEP_BEGIN_C

/** Which triangle of the block. */
typedef enum trisweep_triangle
{
   TRISWEEP_LOWER = 0, /**< a_ij with j <= i */
   TRISWEEP_UPPER = 1  /**< a_ij with j >= i */
} trisweep_triangle;

/**
 * One triangular solve, T x = b. T is a triangle of the block with its diagonal, or with ones in
 * place of the diagonal. Where the diagonal entry is zero or not stored (trisweep_stats counts
 * these rows) and is not replaced by one, x_i = 0.
 *
 * Start from TRISWEEP_SOLVE_INIT and set b and x.
 */
typedef struct trisweep_solve
{
   size_t            size;          /**< sizeof(trisweep_solve) of the caller */
   trisweep_triangle triangle;      /**< lower or upper */
   int               unit_diagonal; /**< not 0: the diagonal counts as 1 and is not read */
   int32_t           n_vectors;     /**< number of right-hand sides, at least 1 */
   const double     *b;             /**< [n_vectors * ldb], column k starts at b + k ldb */
   int64_t           ldb;           /**< 0 (means n_rows) or at least n_rows */
   double           *x;             /**< [out] [n_vectors * ldx]; must not overlap b */
   int64_t           ldx;           /**< 0 (means n_rows) or at least n_rows */
} trisweep_solve;

/** A solve with the lower triangle, its own diagonal and one vector; b and x unset. */
#define TRISWEEP_SOLVE_INIT                                          \
   {                                                                 \
      sizeof(trisweep_solve), TRISWEEP_LOWER, 0, 1, NULL, 0, NULL, 0 \
   }

/**
 * Solve with one triangle of the block. Errors other than TIMEOUT and CUDA leave x untouched. NaN
 * and infinity in b are data. Allocates nothing.
 *
 * @param[in] s       a smoother after trisweep_smoother_update_values
 * @param[in] solve   the solve; b and x in the space of the block
 * @param[in] stream  as in trisweep_smoother_analyse
 * @return OK, ARGUMENT, ORDER (no values loaded), UNSUPPORTED (cut_entries is not 0, DILU_COLORS,
 *         or a newer member), MEMORY, CUDA, TIMEOUT, and those of trisweep_smoother_wait
 */
TRISWEEP_CHECKED trisweep_status trisweep_smoother_solve(trisweep_smoother    *s,
                                                         const trisweep_solve *solve, void *stream);

TRISWEEP_END_C

#endif
