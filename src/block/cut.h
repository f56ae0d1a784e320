/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * A block A = R + C cut in two: C has the entries between rows of different units of one
 * colour (analysis/few_colors.h), R the rest. A sweep over R with b - C x as its right-hand
 * side, x as it was before, is a hybrid sweep over A: exact between colours and within a unit,
 * Jacobi between units of one colour, as hypre's hybrid smoothers are exact within a rank and
 * Jacobi between ranks.
 *
 * Such a sweep converges for symmetric positive definite A if the diagonal that it
 * divides by outweighs C. Where it may not, half the sum s_i of |c_ij| goes from C
 * to the diagonal of R, with the sign of a_ii: if s_i / 2 > |a_ii| / 3, the rule of
 * hypre's truncated l1 norms (Baker, Falgout, Kolev, Yang 2011, Remark 6.2; option 4 of
 * hypre_ParCSRComputeL1Norms). A and R + C stay the same. What an l1 sweep divides by grows
 * by the shift, too: norms of A count entries to other ranks, not those of C.
 *
 * The functions are for blocks in host memory. On devices schedule colors keeps the entries
 * of C in place, with the same shift.
 */
#pragma once

#include <float.h>

#include "block/packed.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tsw_cut
{
   int32_t      unit;   /* rows of a unit, and steps of a colour */
   int64_t      nnz;    /* of C off the diagonal; with 0 there is nothing else */
   tsw_triangle part;   /* C off the diagonal, rows and entries in the caller's order */
   double      *shift;  /* [n_rows] what R has on the diagonal beyond A, and C lacks */
   bool         shifts; /* is any of that not zero? */
} tsw_cut;

/** R, and the arrays that it is made of. */
typedef struct tsw_remainder
{
   trisweep_csr block;
   int32_t     *row_ptr;
   int32_t     *col_idx;
   double      *val;      /* NULL: pattern only */
   double      *l1_norms; /* [n_rows], or NULL */
} tsw_remainder;

/**
 * Find the pattern of C.
 *
 * @param[in]     a       validated block, pattern only
 * @param[in]     step    [n_rows] of each row, tsw_few_step
 * @param[in]     unit    rows of a unit
 * @param[in,out] owner   account of the memory
 * @param[out]    cut     zeroed; free it with tsw_cut_free, also after a failure
 * @return OK, MEMORY
 */
trisweep_status tsw_cut_find(const trisweep_csr *a, const int32_t *step, int32_t unit,
                             tsw_memory *owner, tsw_cut *cut);

/**
 * Make R, and take the values of C and its shift; without values in a, the pattern only.
 *
 * @param[in]     a         block of the very pattern that was found, which is not checked
 * @param[in]     l1_norms  [n_rows] of A, or NULL
 * @param[in,out] cut       nnz > 0
 * @param[out]    remainder      free it with tsw_remainder_free, also after a failure
 * @return OK, VALUE (a number that is not finite), MEMORY
 */
trisweep_status tsw_cut_divide(const trisweep_csr *a, const double *l1_norms, const int32_t *step,
                               tsw_cut *cut, tsw_remainder *remainder);

/** out = b - C x; out may be b. The cut has values, and vectors have n_rows numbers. */
void tsw_cut_subtract(const tsw_cut *cut, int64_t n_rows, const double *b, const double *x,
                      double *out);

void tsw_remainder_free(tsw_remainder *remainder);
void tsw_cut_free(tsw_memory *owner, tsw_cut *cut);

#ifdef __CUDACC__
#define TSW_CUT_HERE static inline __host__ __device__
#else
#define TSW_CUT_HERE static inline
#endif

/**
 * The shift of a row, from its diagonal and the sum of |c_ij|; a finite float, so that it can be
 * stored as one.
 */
TSW_CUT_HERE double tsw_cut_shift(double diagonal, double sum)
{
   const double size = diagonal < 0.0 ? -diagonal : diagonal;
   const double half = 0.5 * sum < FLT_MAX ? (double) (float) (0.5 * sum) : FLT_MAX;
   return 0.5 * sum <= size / 3.0 || size == 0.0 ? 0.0 : diagonal < 0.0 ? -half : half;
}

/** What an l1 sweep over a row of R divides by; a row whose norm is 0 is kept. */
TSW_CUT_HERE double tsw_cut_norm(double norm, double shift)
{
   return norm == 0.0 ? 0.0 : norm + shift;
}

#ifdef __cplusplus
}
#endif
