/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "factor/ilu.h"

#include <math.h>

#include "base/message.h"

/* A column of the dense row; in the pattern of the current row if stamp is this row. */
typedef struct column
{
   double  value;
   int64_t stamp;
} column;

typedef struct factoriser
{
   const trisweep_csr *a;
   tsw_packed         *p;
   column             *work; /* [n_rows] */
} factoriser;

static void open_columns(column *work, const tsw_triangle *t, int64_t row)
{
   for (int32_t e = t->row_ptr[row]; e < t->row_ptr[row + 1]; e++)
   {
      work[t->col_idx[e]] = (column){ 0.0, row };
   }
}

/* Scatter row i of the matrix into the dense row. Returns the largest entry. */
static double scatter(const factoriser *f, int64_t i)
{
   const trisweep_csr *a = f->a;
   open_columns(f->work, &f->p->lower, i);
   open_columns(f->work, &f->p->upper, i);
   f->work[i] = (column){ 0.0, i };
   for (int32_t e = a->row_ptr[i]; e < a->row_ptr[i + 1]; e++)
   {
      f->work[a->col_idx[e]].value += a->val[e];
   }
   double largest = 0.0;
   for (int32_t e = a->row_ptr[i]; e < a->row_ptr[i + 1]; e++)
   {
      largest = fmax(largest, fabs(f->work[a->col_idx[e]].value));
   }
   return largest;
}

/* Eliminate the lower part of row i: subtract multiples of earlier rows. */
static void eliminate(const factoriser *f, int64_t i)
{
   const tsw_triangle *lower = &f->p->lower;
   const tsw_triangle *upper = &f->p->upper;
   column             *work = f->work;
   for (int32_t e = lower->row_ptr[i]; e < lower->row_ptr[i + 1]; e++)
   {
      const int32_t m = lower->col_idx[e];
      const double  l = work[m].value * f->p->inv_diag[m];
      lower->val[e] = l;
      if (l == 0.0)
      {
         continue;
      }
      for (int32_t u = upper->row_ptr[m]; u < upper->row_ptr[m + 1]; u++)
      {
         column *c = &work[upper->col_idx[u]];
         if (c->stamp == i)
         {
            c->value -= l * upper->val[u];
         }
      }
   }
}

/* Gather the upper part of row i; true if the whole row is finite. */
static bool gather(const factoriser *f, int64_t i)
{
   const tsw_triangle *lower = &f->p->lower;
   const tsw_triangle *upper = &f->p->upper;
   bool                finite = true;
   for (int32_t e = upper->row_ptr[i]; e < upper->row_ptr[i + 1]; e++)
   {
      upper->val[e] = f->work[upper->col_idx[e]].value;
      finite = finite && isfinite(upper->val[e]);
   }
   for (int32_t e = lower->row_ptr[i]; e < lower->row_ptr[i + 1]; e++)
   {
      finite = finite && isfinite(lower->val[e]);
   }
   return finite;
}

static void clear(const tsw_triangle *t, int64_t i)
{
   for (int32_t e = t->row_ptr[i]; e < t->row_ptr[i + 1]; e++)
   {
      t->val[e] = 0.0;
   }
}

trisweep_status tsw_ilu_factorise(const trisweep_csr *a, tsw_packed *factors, tsw_pivots *pivots)
{
   TSW_SCRATCH column *work = NULL;
   tsw_pivots_restart(pivots);
   TSW_TRY(TSW_ALLOC(NULL, &work, factors->n_rows, "a row of the factors"));
   for (int64_t i = 0; i < factors->n_rows; i++)
   {
      work[i].stamp = -1;
   }
   const factoriser f = { a, factors, work };
   for (int64_t i = 0; i < factors->n_rows; i++)
   {
      const double largest = scatter(&f, i);
      eliminate(&f, i);
      const bool finite = gather(&f, i);
      double    *inverse = &factors->inv_diag[i];
      TSW_TRY(tsw_pivot_judge(pivots, i, work[i].value, largest, finite, inverse));
      if (*inverse == 0.0)
      {
         clear(&factors->lower, i);
         clear(&factors->upper, i);
      }
   }
   return TRISWEEP_OK;
}
