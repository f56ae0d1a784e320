/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "block/check.h"

#include <inttypes.h>

#include "base/message.h"

trisweep_status tsw_check_row(const trisweep_csr *a, int64_t row)
{
   for (int32_t e = a->row_ptr[row]; e < a->row_ptr[row + 1]; e++)
   {
      if (!isfinite(a->val[e]))
      {
         return TSW_ERROR_ROW(VALUE, row,
                              "the entry in column %" PRId32 " is %s; the matrix must "
                              "be finite",
                              a->col_idx[e], isnan(a->val[e]) ? "NaN" : "infinite");
      }
   }
   return TRISWEEP_OK;
}

trisweep_status tsw_check_reciprocal(double number, int64_t row, const char *what, double *inverse)
{
   if (!isfinite(number))
   {
      return TSW_ERROR_ROW(VALUE, row, "the %s is %s", what, isnan(number) ? "NaN" : "infinite");
   }
   if (number != 0.0 && fabs(number) < DBL_MIN)
   {
      return TSW_ERROR_ROW(VALUE, row, "the %s %g is too small to divide by; scale the matrix",
                           what, number);
   }
   *inverse = number == 0.0 ? 0.0 : 1.0 / number;
   return TRISWEEP_OK;
}

trisweep_status tsw_check_norm(double norm, double diag, int64_t row, double *inverse,
                               double *diag_over_norm)
{
   TSW_TRY(tsw_check_reciprocal(norm, row, "l1 norm", inverse));
   const double size = fabs(norm);
   if (size > 0.0 && size < 1.0 && fabs(diag) > DBL_MAX * size)
   {
      return TSW_ERROR_ROW(VALUE, row,
                           "the l1 norm %g is too small for the diagonal entry "
                           "%g; scale the matrix",
                           norm, diag);
   }
   *diag_over_norm = tsw_diag_over_norm(diag, norm, *inverse);
   return TRISWEEP_OK;
}
