/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "block/cut.h"

#include <math.h>
#include <string.h>

#include "base/message.h"
#include "block/csr.h"

/* Are the rows in different units of one colour? */
static bool is_cut(const int32_t *step, int32_t unit, int64_t i, int32_t j)
{
   return step[j] / unit == step[i] / unit && j / unit != i / unit;
}

void tsw_cut_free(tsw_memory *owner, tsw_cut *cut)
{
   tsw_triangle_free(owner, &cut->part);
   tsw_memory_free(owner, &cut->shift);
   memset(cut, 0, sizeof *cut);
}

trisweep_status tsw_cut_find(const trisweep_csr *a, const int32_t *step, int32_t unit,
                             tsw_memory *owner, tsw_cut *cut)
{
   tsw_triangle *c = &cut->part;
   TSW_TRY(TSW_ALLOC(owner, &c->row_ptr, a->n_rows + 1, "row pointers"));
   c->row_ptr[0] = 0;
   for (int64_t i = 0; i < a->n_rows; i++)
   {
      c->row_ptr[i + 1] = c->row_ptr[i];
      for (int32_t e = a->row_ptr[i]; e < a->row_ptr[i + 1]; e++)
      {
         c->row_ptr[i + 1] += is_cut(step, unit, i, a->col_idx[e]);
      }
   }
   const int64_t nnz = c->row_ptr[a->n_rows];
   if (nnz == 0)
   {
      tsw_cut_free(owner, cut);
      return TRISWEEP_OK;
   }
   TSW_TRY(TSW_ALLOC(owner, &c->col_idx, nnz, "columns that are cut"));
   TSW_TRY(TSW_ALLOC(owner, &c->val, nnz, "values that are cut"));
   TSW_TRY(TSW_ALLOC(owner, &cut->shift, a->n_rows, "the shift"));
   int32_t at = 0;
   for (int64_t i = 0; i < a->n_rows; i++)
   {
      for (int32_t e = a->row_ptr[i]; e < a->row_ptr[i + 1]; e++)
      {
         if (is_cut(step, unit, i, a->col_idx[e]))
         {
            c->col_idx[at++] = a->col_idx[e];
         }
      }
   }
   cut->unit = unit;
   cut->nnz = nnz;
   return TRISWEEP_OK;
}

void tsw_remainder_free(tsw_remainder *remainder)
{
   tsw_memory_drop(&remainder->row_ptr);
   tsw_memory_drop(&remainder->col_idx);
   tsw_memory_drop(&remainder->val);
   tsw_memory_drop(&remainder->l1_norms);
   memset(remainder, 0, sizeof *remainder);
}

static trisweep_status alloc_remainder(const trisweep_csr *a, const tsw_cut *cut,
                                       tsw_remainder *remainder)
{
   const int64_t nnz = a->nnz - cut->nnz;
   TSW_TRY(TSW_ALLOC(NULL, &remainder->row_ptr, a->n_rows + 1, "row pointers"));
   TSW_TRY(TSW_ALLOC(NULL, &remainder->col_idx, nnz, "columns"));
   if (a->val)
   {
      TSW_TRY(TSW_ALLOC(NULL, &remainder->val, nnz, "values"));
   }
   remainder->block = (trisweep_csr){ .n_rows = a->n_rows,
                                      .n_cols = a->n_cols,
                                      .nnz = nnz,
                                      .row_ptr = remainder->row_ptr,
                                      .col_idx = remainder->col_idx,
                                      .val = remainder->val,
                                      .space = a->space };
   return TRISWEEP_OK;
}

static trisweep_status divide_row(const trisweep_csr *a, const int32_t *step, int64_t i,
                                  tsw_cut *cut, const tsw_remainder *to)
{
   const tsw_triangle *c = &cut->part;
   int32_t             kept = to->row_ptr[i];
   int32_t             at = c->row_ptr[i];
   int32_t             diagonal_at = -1;
   double              diagonal = 0.0;
   double              sum = 0.0;
   for (int32_t e = a->row_ptr[i]; e < a->row_ptr[i + 1]; e++)
   {
      const int32_t j = a->col_idx[e];
      const double  value = a->val ? a->val[e] : 0.0;
      if (is_cut(step, cut->unit, i, j))
      {
         if (!isfinite(value))
         {
            return tsw_refuse_entry(a, i, e);
         }
         sum += fabs(value);
         c->val[at++] = value;
         continue;
      }
      diagonal_at = j == i && diagonal_at < 0 ? kept : diagonal_at;
      diagonal += j == i ? value : 0.0;
      to->col_idx[kept] = j;
      if (to->val)
      {
         to->val[kept] = value;
      }
      kept++;
   }
   to->row_ptr[i + 1] = kept;
   cut->shift[i] = tsw_cut_shift(diagonal, sum);
   cut->shifts = cut->shifts || cut->shift[i] != 0.0;
   if (to->val && diagonal_at >= 0)
   {
      to->val[diagonal_at] += cut->shift[i];
   }
   return TRISWEEP_OK;
}

trisweep_status tsw_cut_divide(const trisweep_csr *a, const double *l1_norms, const int32_t *step,
                               tsw_cut *cut, tsw_remainder *remainder)
{
   TSW_TRY(alloc_remainder(a, cut, remainder));
   if (l1_norms)
   {
      TSW_TRY(TSW_ALLOC(NULL, &remainder->l1_norms, a->n_rows, "l1 norms"));
   }
   remainder->row_ptr[0] = 0;
   cut->shifts = false;
   for (int64_t i = 0; i < a->n_rows; i++)
   {
      TSW_TRY(divide_row(a, step, i, cut, remainder));
      if (l1_norms)
      {
         remainder->l1_norms[i] = tsw_cut_norm(l1_norms[i], cut->shift[i]);
      }
   }
   return TRISWEEP_OK;
}

void tsw_cut_subtract(const tsw_cut *cut, int64_t n_rows, const double *b, const double *x,
                      double *out)
{
   const tsw_triangle *c = &cut->part;
   for (int64_t i = 0; i < n_rows; i++)
   {
      double sum = b[i] + cut->shift[i] * x[i];
      for (int32_t e = c->row_ptr[i]; e < c->row_ptr[i + 1]; e++)
      {
         sum -= c->val[e] * x[c->col_idx[e]];
      }
      out[i] = sum;
   }
}
