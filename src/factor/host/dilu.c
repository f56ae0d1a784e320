/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "factor/ilu.h"

#include <math.h>

#include "base/message.h"

typedef struct walker
{
   const tsw_packed *p;
   int32_t          *place; /* [n_rows] where a row is stored; NULL for the natural order */
   int32_t          *left;  /* [n_rows] entries of each upper row that are not read yet */
} walker;

static int64_t place_of(const walker *w, int64_t row)
{
   return w->place ? w->place[row] : row;
}

static double largest_entry(const tsw_packed *p, int64_t k, double diagonal)
{
   const tsw_triangle *triangles[] = { &p->lower, &p->upper };
   double              largest = fabs(diagonal);
   for (int t = 0; t < 2; t++)
   {
      for (int32_t e = triangles[t]->row_ptr[k]; e < triangles[t]->row_ptr[k + 1]; e++)
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
   const int32_t       first = upper->row_ptr[place_of(w, j)];
   while (w->left[j] > 0 && upper->col_idx[first + w->left[j] - 1] < i)
   {
      w->left[j]--;
   }
   const int32_t e = first + w->left[j] - 1;
   return w->left[j] > 0 && upper->col_idx[e] == i ? upper->val[e] : 0.0;
}

static trisweep_status find_pivots(const walker *w, const double *diagonal, double *inv_pivot,
                                   tsw_pivots *pivots)
{
   const tsw_triangle *lower = &w->p->lower;
   for (int64_t i = 0; i < w->p->n_rows; i++)
   {
      const int64_t k = place_of(w, i);
      double        pivot = diagonal[i];
      for (int32_t e = lower->row_ptr[k]; e < lower->row_ptr[k + 1]; e++)
      {
         const int32_t j = lower->col_idx[e];
         pivot -= lower->val[e] * inv_pivot[j] * entry_above(w, j, i);
      }
      TSW_TRY(tsw_pivot_judge(pivots, i, pivot, largest_entry(w->p, k, diagonal[i]), true,
                              &inv_pivot[i]));
   }
   return TRISWEEP_OK;
}

static trisweep_status prepare(walker *w)
{
   const tsw_packed *p = w->p;
   TSW_TRY(TSW_ALLOC(NULL, &w->left, p->n_rows, "places in the rows"));
   if (p->row)
   {
      TSW_TRY(TSW_ALLOC(NULL, &w->place, p->n_rows, "places of the rows"));
   }
   for (int64_t k = 0; k < p->n_rows; k++)
   {
      const int64_t row = p->row ? p->row[k] : k;
      w->left[row] = p->upper.row_ptr[k + 1] - p->upper.row_ptr[k];
      if (w->place)
      {
         w->place[row] = (int32_t) k;
      }
   }
   return TRISWEEP_OK;
}

trisweep_status tsw_dilu_factorise(const tsw_packed *block, const double *diagonal,
                                   double *inv_pivot, tsw_pivots *pivots)
{
   walker w = { .p = block };
   tsw_pivots_restart(pivots);
   trisweep_status status = prepare(&w);
   if (status == TRISWEEP_OK)
   {
      status = find_pivots(&w, diagonal, inv_pivot, pivots);
   }
   tsw_memory_free(NULL, &w.left);
   tsw_memory_free(NULL, &w.place);
   return status;
}
