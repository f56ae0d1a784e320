/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "block/csr.h"

#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

#include "base/message.h"

trisweep_status tsw_csr_validate_sizes(const trisweep_csr *a)
{
   if (!a)
   {
      return TSW_ERROR(ARGUMENT, "the matrix block is a null pointer");
   }
   if (a->n_rows < 0 || a->n_cols < 0 || a->nnz < 0)
   {
      return TSW_ERROR(ARGUMENT,
                       "negative size: %" PRId64 " rows, %" PRId64 " columns, %" PRId64 " entries",
                       a->n_rows, a->n_cols, a->nnz);
   }
   if (a->n_rows != a->n_cols)
   {
      return TSW_ERROR(PATTERN,
                       "the block has %" PRId64 " rows and %" PRId64 " columns; only a "
                       "square block can be smoothed",
                       a->n_rows, a->n_cols);
   }
   if (a->n_rows >= INT32_MAX || a->nnz > INT32_MAX)
   {
      return TSW_ERROR(PATTERN,
                       "%" PRId64 " rows with %" PRId64 " entries exceed 32-bit indices; "
                       "use more ranks",
                       a->n_rows, a->nnz);
   }
   if (a->n_rows == 0 && a->nnz > 0)
   {
      return TSW_ERROR(PATTERN, "%" PRId64 " entries in a block without rows", a->nnz);
   }
   if ((a->n_rows > 0 && !a->row_ptr) || (a->nnz > 0 && !a->col_idx))
   {
      return TSW_ERROR(ARGUMENT, "%s of the block is a null pointer",
                       a->row_ptr ? "col_idx" : "row_ptr");
   }
   return TRISWEEP_OK;
}

trisweep_status tsw_csr_validate(const trisweep_csr *a)
{
   TSW_TRY(tsw_csr_validate_sizes(a));
   return a->n_rows == 0 ? TRISWEEP_OK : tsw_csr_validate_arrays(a);
}

trisweep_status tsw_csr_validate_arrays(const trisweep_csr *a)
{
   if (a->row_ptr[0] != 0)
   {
      return TSW_ERROR(PATTERN, "row_ptr starts with %" PRId32 ", not with 0", a->row_ptr[0]);
   }
   /* Check all row pointers first: columns are read only if every range is valid. */
   for (int64_t i = 0; i < a->n_rows; i++)
   {
      if (a->row_ptr[i + 1] < a->row_ptr[i] || a->row_ptr[i + 1] > a->nnz)
      {
         return TSW_ERROR_ROW(PATTERN, i,
                              "row_ptr goes from %" PRId32 " to %" PRId32 " with "
                              "%" PRId64 " entries in all; it must not decrease",
                              a->row_ptr[i], a->row_ptr[i + 1], a->nnz);
      }
   }
   if (a->row_ptr[a->n_rows] != a->nnz)
   {
      return TSW_ERROR(PATTERN, "row_ptr ends with %" PRId32 ", but there are %" PRId64 " entries",
                       a->row_ptr[a->n_rows], a->nnz);
   }
   bool inside = true;
   for (int64_t k = 0; k < a->nnz; k++)
   {
      inside &= (uint32_t) a->col_idx[k] < (uint32_t) a->n_cols;
   }
   for (int64_t i = 0; i < a->n_rows && !inside; i++)
   {
      for (int32_t k = a->row_ptr[i]; k < a->row_ptr[i + 1]; k++)
      {
         if (a->col_idx[k] < 0 || a->col_idx[k] >= a->n_cols)
         {
            return TSW_ERROR_ROW(PATTERN, i,
                                 "column %" PRId32 " is outside the block of %" PRId64
                                 " columns; remove off-process columns first",
                                 a->col_idx[k], a->n_cols);
         }
      }
   }
   return TRISWEEP_OK;
}

/* Multiply and shift four independent words, so that memory bandwidth limits the hash. */
static uint64_t hash_words(uint64_t seed, const int32_t *words, int64_t n)
{
   const uint64_t factor = UINT64_C(0x9E3779B97F4A7C15);
   uint64_t       lane[4] = { seed, seed ^ factor, seed + factor, ~seed };
   int64_t        i = 0;
   for (; i + 8 <= n; i += 8)
   {
      for (int l = 0; l < 4; l++)
      {
         uint64_t pair;
         memcpy(&pair, words + i + 2 * l, sizeof pair);
         lane[l] = (lane[l] ^ pair) * factor;
         lane[l] ^= lane[l] >> 32;
      }
   }
   for (; i < n; i++)
   {
      lane[i % 4] = (lane[i % 4] ^ (uint64_t) (uint32_t) words[i]) * factor;
      lane[i % 4] ^= lane[i % 4] >> 29;
   }
   uint64_t hash = (uint64_t) n;
   for (int l = 0; l < 4; l++)
   {
      hash = (hash ^ lane[l]) * factor;
      hash ^= hash >> 31;
   }
   return hash;
}

uint64_t tsw_csr_pattern_hash(const trisweep_csr *a)
{
   const int64_t n_pointers = a->n_rows > 0 ? a->n_rows + 1 : 0;
   return hash_words(hash_words((uint64_t) a->n_cols, a->row_ptr, n_pointers), a->col_idx, a->nnz);
}

trisweep_status tsw_check_row(const trisweep_csr *a, int64_t row)
{
   for (int32_t e = a->row_ptr[row]; e < a->row_ptr[row + 1]; e++)
   {
      if (!isfinite(a->val[e]))
      {
         return TSW_ERROR_ROW(VALUE, row,
                              "the entry in column %" PRId32 " is %s; the matrix must be finite",
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
