/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "factor/ilu.h"

#include <math.h>

#include "base/message.h"

typedef struct walker
{
   const tsw_packed *p;
   int32_t          *left; /* [n_rows] entries of each upper row that are not read yet */
} walker;

static double largest_entry(const tsw_packed *p, int64_t i, double diagonal)
{
   const tsw_triangle *triangles[] = { &p->lower, &p->upper };
   double              largest = fabs(diagonal);
   for (int t = 0; t < 2; t++)
   {
      for (int32_t e = triangles[t]->row_ptr[i]; e < triangles[t]->row_ptr[i + 1]; e++)
      {
         largest = fmax(largest, fabs(triangles[t]->val[e]));
      }
   }
   return largest;
}

/* a_ji, or 0. Calls for row j have ascending i, and row j ascends from its end: one traversal. */
static double entry_above(const walker *w, int64_t j, int64_t i)
{
   const tsw_triangle *upper = &w->p->upper;
   const int32_t       first = upper->row_ptr[j];
   while (w->left[j] > 0 && upper->col_idx[first + w->left[j] - 1] < i)
   {
      w->left[j]--;
   }
   const int32_t e = first + w->left[j] - 1;
   return w->left[j] > 0 && upper->col_idx[e] == i ? upper->val[e] : 0.0;
}

trisweep_status tsw_dilu_factorise(const tsw_packed *block, const double *diagonal,
                                   double *inv_pivot, tsw_pivots *pivots)
{
   TSW_SCRATCH int32_t *left = NULL;
   const tsw_triangle  *lower = &block->lower;
   tsw_pivots_restart(pivots);
   TSW_TRY(TSW_ALLOC(NULL, &left, block->n_rows, "places in the rows"));
   const walker w = { block, left };
   for (int64_t i = 0; i < block->n_rows; i++)
   {
      left[i] = block->upper.row_ptr[i + 1] - block->upper.row_ptr[i];
   }
   for (int64_t i = 0; i < block->n_rows; i++)
   {
      double pivot = diagonal[i];
      for (int32_t e = lower->row_ptr[i]; e < lower->row_ptr[i + 1]; e++)
      {
         const int32_t j = lower->col_idx[e];
         pivot -= lower->val[e] * inv_pivot[j] * entry_above(&w, j, i);
      }
      TSW_TRY(tsw_pivot_judge(pivots, i, pivot, largest_entry(block, i, diagonal[i]), true,
                              &inv_pivot[i]));
   }
   return TRISWEEP_OK;
}
