/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "factor/pivot.h"

#include <float.h>
#include <math.h>

#include "base/message.h"

tsw_pivots tsw_pivots_of(const tsw_options *options)
{
   return (tsw_pivots){ .policy = tsw_options_is(options, TSW_OPTION_pivot, "skip") ? TSW_PIVOT_SKIP
                                  : tsw_options_is(options, TSW_OPTION_pivot, "error")
                                     ? TSW_PIVOT_ERROR
                                     : TSW_PIVOT_BOOST,
                        .tolerance = tsw_options_real(options, TSW_OPTION_pivot_tol),
                        .first_row = -1 };
}

void tsw_pivots_restart(tsw_pivots *pivots)
{
   pivots->n_boosted = 0;
   pivots->n_skipped = 0;
   pivots->first_row = -1;
}

trisweep_status tsw_pivot_refuse(int64_t row, double pivot, double largest)
{
   return TSW_ERROR_ROW(VALUE, row,
                        "the pivot of the incomplete factorisation is %g, where the largest entry "
                        "of the row is %g; use pivot=boost or pivot=skip, another ordering, or "
                        "Gauss-Seidel",
                        pivot, largest);
}

/* No product or quotient of this comparison underflows for rows of any scale. */
static bool exceeds(double size, double tolerance, double largest)
{
   return largest >= 1.0 ? size > tolerance * largest : largest > 0.0 && size / largest > tolerance;
}

trisweep_status tsw_pivot_judge(tsw_pivots *pivots, int64_t row, double pivot, double largest,
                                bool finite, double *inverse)
{
   const bool divides = finite && isfinite(pivot) && fabs(pivot) >= DBL_MIN;
   if (divides && exceeds(fabs(pivot), pivots->tolerance, largest))
   {
      *inverse = 1.0 / pivot;
      return TRISWEEP_OK;
   }
   if (pivots->policy == TSW_PIVOT_ERROR)
   {
      return tsw_pivot_refuse(row, pivot, largest);
   }
   if (pivots->policy == TSW_PIVOT_SKIP || !finite || !isfinite(pivot) || largest < DBL_MIN)
   {
      *inverse = 0.0;
      pivots->n_skipped++;
   }
   else
   {
      *inverse = 1.0 / copysign(largest, pivot);
      pivots->n_boosted++;
   }
   pivots->first_row = pivots->first_row < 0 ? row : pivots->first_row;
   return TRISWEEP_OK;
}
