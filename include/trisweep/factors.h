/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Incomplete factorisations, ILU(k) and DILU, of the block of a smoother. A part of trisweep.h. */
#ifndef TRISWEEP_FACTORS_H
#define TRISWEEP_FACTORS_H

#include <trisweep.h>

TRISWEEP_BEGIN_C

/** Factors that a smoother computes besides the packed block. */
typedef enum trisweep_factors
{
   TRISWEEP_NO_FACTORS = 0, /**< none: Gauss-Seidel sweeps and solves only */
   TRISWEEP_ILU = 1,        /**< ILU(k): L U, its pattern by fill levels (Saad 2003, 10.3.3) */
   TRISWEEP_DILU = 2,       /**< (D + L) D^-1 (D + U) with the triangles L and U of the block, and D
                                 such that the product has the diagonal of the block */
   TRISWEEP_DILU_COLORS = 3 /**< DILU of a device block in the order of few colours, for every value
                                 of the option ordering. M has no entries between rows of one
                                 colour. A symmetric sweep with weights 1 is a correction, also for
                                 trisweep_smoother_residual; other sweeps and solves are refused.
                                 Pivots are the diagonal plus a float. A correction that overflows
                                 does not return VALUE */
} trisweep_factors;

/**
 * One correction with the incomplete factors M = L U of the block A,
 *
 *    x += relax_weight M^-1 (b - A x)
 *
 * or, with a zero guess, x = relax_weight M^-1 b. With points, the residual and M^-1 are those of
 * all rows, but only rows of these points are updated; with a zero guess the other rows become 0.
 * Start from TRISWEEP_CORRECTION_INIT and set b and x.
 */
typedef struct trisweep_correction
{
   size_t         size;         /**< sizeof(trisweep_correction) of the caller */
   double         relax_weight; /**< above, finite */
   int            zero_guess;   /**< not 0: x counts as zero on entry and is not read */
   int            points;       /**< 0: all rows; else rows i with cf_marker[i] == points */
   const int32_t *cf_marker;    /**< [n_rows] in the smoother's space; read if points != 0 */
   int32_t        n_vectors;    /**< number of right-hand sides, at least 1 */
   const double  *b;            /**< [n_vectors * ldb], column k starts at b + k ldb */
   int64_t        ldb;          /**< 0 (means n_rows) or at least n_rows */
   double        *x;            /**< [in,out] [n_vectors * ldx]; must not overlap b */
   int64_t        ldx;          /**< 0 (means n_rows) or at least n_rows */
} trisweep_correction;

/** A correction of all rows with weight 1 and one vector; b and x unset. */
#define TRISWEEP_CORRECTION_INIT                                        \
   {                                                                    \
      sizeof(trisweep_correction), 1.0, 0, 0, NULL, 1, NULL, 0, NULL, 0 \
   }

/**
 * Choose the factors: none after create. Call this before analyse: a change drops the matrix.
 * With ILU(k) the smoother holds the packed block (for b - A x and Gauss-Seidel sweeps) and the
 * factors, 12 bytes an entry of each. On a device, unless the option schedule names a schedule,
 * Gauss-Seidel sweeps and solves then have the schedule of the least memory, not the fastest, and
 * there is no trisweep_smoother_residual. DILU uses the packed block and adds a vector of pivots.
 * ILU and DILU add the diagonal and two vectors for corrections. DILU_COLORS adds a vector for
 * corrections with a weight or points.
 *
 * @param[in] s           a smoother
 * @param[in] factors     none, ILU, DILU or DILU_COLORS
 * @param[in] fill_level  k of ILU(k), at least 0; read for ILU only
 * @return OK, ARGUMENT
 */
TRISWEEP_CHECKED trisweep_status trisweep_smoother_set_factors(trisweep_smoother *s,
                                                               trisweep_factors   factors,
                                                               int32_t            fill_level);

/**
 * Perform one correction with the incomplete factors. Errors other than TIMEOUT and CUDA leave x
 * untouched, except that VALUE for one of several vectors leaves the vectors before it corrected.
 * NaN and infinity in b and x are data, and propagate by IEEE arithmetic. The first call allocates
 * two vectors of n_rows doubles.
 *
 * @param[in] s           a smoother after trisweep_smoother_update_values
 * @param[in] correction  the correction; b, x and cf_marker in the space of the block
 * @param[in] stream      as in trisweep_smoother_analyse
 * @return OK, ARGUMENT, ORDER (no values loaded, or no factors set), UNSUPPORTED (a member of a
 *         newer library), VALUE (unstable factors: the norm of the correction overflows), MEMORY,
 *         CUDA, TIMEOUT
 */
TRISWEEP_CHECKED trisweep_status trisweep_smoother_correct(trisweep_smoother         *s,
                                                           const trisweep_correction *correction,
                                                           void                      *stream);

TRISWEEP_END_C

#endif
