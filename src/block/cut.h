/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * A block A = R + C split in two: C has the entries between rows of different units of one colour
 * (analysis/few_colors.h), R the other entries. A sweep over R with right-hand side b - C x, x from
 * before the sweep, is a hybrid sweep over A: exact between colours and within a unit, Jacobi
 * between units of one colour.
 *
 * Such a sweep converges for symmetric positive definite A if the diagonal of R outweighs C. Where
 * half of the sum s_i of |c_ij| is more than |a_ii| / 3, this half moves from C to the diagonal of
 * R, with the sign of a_ii (the shift): hypre's truncated l1 norms (Baker, Falgout, Kolev, Yang
 * 2011, Remark 6.2; option 4 of hypre_ParCSRComputeL1Norms). The divisor of an l1 sweep grows by
 * the shift as well: the norms of A contain the entries to other ranks, but not the entries of C.
 *
 * The functions are for host memory. On devices schedule colors stores C and R together.
 */
#pragma once

#include <float.h>

#include "base/inline.h"
#include "block/packed.h"

TRISWEEP_BEGIN_C

typedef struct tsw_cut
{
   int32_t      unit;   /* rows of a unit, and steps of a colour */
   int64_t      nnz;    /* of C off the diagonal; if 0, the other members are empty */
   tsw_triangle part;   /* C off the diagonal, rows and entries in the caller's order */
   double      *shift;  /* [n_rows] diagonal of R minus diagonal of A */
   bool         shifts; /* is any shift not zero? */
} tsw_cut;

/** R and its arrays. */
typedef struct tsw_remainder
{
   trisweep_csr block;
   int32_t     *row_ptr;
   int32_t     *col_idx;
   double      *val;      /* NULL: pattern only */
   double      *l1_norms; /* [n_rows], or NULL */
} tsw_remainder;

/**
 * Find the pattern of C. a: validated, pattern only; step [n_rows]: tsw_few_step of each row; cut:
 * zeroed, freed with tsw_cut_free also after a failure. OK, MEMORY.
 */
trisweep_status tsw_cut_find(const trisweep_csr *a, const int32_t *step, int32_t unit,
                             tsw_memory *owner, tsw_cut *cut);

/**
 * Make R, and load the values and the shift of C; without values in a, make the pattern only.
 * a: block with the pattern of tsw_cut_find, not checked; l1_norms [n_rows]: of A, or NULL; cut:
 * nnz > 0; remainder: zeroed, freed with tsw_remainder_free also after a failure. OK, VALUE (a
 * number that is not finite), MEMORY.
 */
trisweep_status tsw_cut_divide(const trisweep_csr *a, const double *l1_norms, const int32_t *step,
                               tsw_cut *cut, tsw_remainder *remainder);

/** out = b - C x; out may be b. The cut has values, and vectors have n_rows numbers. */
void tsw_cut_subtract(const tsw_cut *cut, int64_t n_rows, const double *b, const double *x,
                      double *out);

void tsw_remainder_free(tsw_remainder *remainder);
void tsw_cut_free(tsw_memory *owner, tsw_cut *cut);

/** The shift of a row from its diagonal and the sum of |c_ij|: a float, if not tiny. */
TSW_EVERYWHERE double tsw_cut_shift(double diagonal, double sum)
{
   const double size = diagonal < 0.0 ? -diagonal : diagonal;
   double       shift = 0.5 * sum < FLT_MAX ? 0.5 * sum : FLT_MAX;
   if (shift <= size / 3.0 || size == 0.0)
   {
      return 0.0;
   }
   shift = shift < FLT_MIN ? shift : (double) (float) shift;
   return diagonal < 0.0 ? -shift : shift;
}

/** The divisor of an l1 sweep over a row of R. The sweep keeps x of a row with norm 0. */
TSW_EVERYWHERE double tsw_cut_norm(double norm, double shift)
{
   return norm == 0.0 ? 0.0 : norm + shift;
}

TRISWEEP_END_C
