/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "block/packed.h"

#include "base/message.h"
#include "block/csr.h"

/* Can the number scale a row: zero, or finite with a finite reciprocal? */
static bool is_scale(double number)
{
   return number == 0.0 || isnormal(number);
}

/* Is the norm valid for a valid diagonal entry? */
static bool is_norm(double norm, double diag)
{
   return is_scale(norm) &&
          (norm == 0.0 || fabs(norm) >= 1.0 || fabs(diag) <= DBL_MAX * fabs(norm));
}

/* Check row i, whose range of entries is valid. False: the pattern or a value is bad. */
static bool take_row(const trisweep_csr *a, const double *l1_norms, int64_t i, tsw_packed *p)
{
   const uint32_t n = (uint32_t) a->n_rows;
   const int32_t  begin = a->row_ptr[i];
   const int32_t  end = a->row_ptr[i + 1];
   bool           finite = true;
   uint32_t       outside = 0;
   int32_t        n_diagonals = 0;
   for (int32_t e = begin; e < end; e++)
   {
      const uint32_t j = (uint32_t) a->col_idx[e];
      finite &= isfinite(a->val[e]) != 0;
      outside |= j >= n;
      n_diagonals += j == (uint32_t) i;
   }
   if (outside || !finite)
   {
      return false;
   }
   const bool   first = n_diagonals == 1 && a->col_idx[begin] == i;
   const double diag = first ? a->val[begin] : tsw_csr_diagonal(a, i);
   if (diag == 0.0)
   {
      p->n_zero_diagonals++;
   }
   p->begins_with_diag = p->begins_with_diag && first && (!l1_norms || l1_norms[i] != 0.0);
   return is_scale(diag) && (!l1_norms || is_norm(l1_norms[i], diag));
}

static bool take_rows(const trisweep_csr *a, const double *l1_norms, tsw_packed *p)
{
   if (a->n_rows > 0 && (a->row_ptr[0] != 0 || a->row_ptr[a->n_rows] != a->nnz))
   {
      return false;
   }
   for (int64_t i = 0; i < a->n_rows; i++)
   {
      if (a->row_ptr[i] > a->row_ptr[i + 1] || a->row_ptr[i + 1] > a->nnz ||
          !take_row(a, l1_norms, i, p))
      {
         return false;
      }
   }
   return true;
}

/* The message of the first error. */
static trisweep_status explain(const trisweep_csr *a, const double *l1_norms)
{
   double inverse, ratio;
   TSW_TRY(tsw_csr_validate(a));
   for (int64_t i = 0; i < a->n_rows; i++)
   {
      const double diag = tsw_csr_diagonal(a, i);
      TSW_TRY(tsw_check_row(a, i));
      TSW_TRY(tsw_check_reciprocal(diag, i, "diagonal entry", &inverse));
      if (l1_norms)
      {
         TSW_TRY(tsw_check_norm(l1_norms[i], diag, i, &inverse, &ratio));
      }
   }
   return TSW_ERROR(VALUE, "the block has changed during its check; do not write to the matrix "
                           "while it is set up");
}

trisweep_status tsw_packed_borrow(const trisweep_csr *a, const double *l1_norms, tsw_packed *p)
{
   p->block = *a;
   p->l1_norms = l1_norms;
   p->n_zero_diagonals = 0;
   p->begins_with_diag = true;
   return take_rows(a, l1_norms, p) ? TRISWEEP_OK : explain(a, l1_norms);
}
