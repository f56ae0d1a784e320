/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Row i of P^T A P is row i of P^T A, times P. Row i of P^T A is a sum in a dense array, with a
 * list of its columns. The places of the entries of the result are known: nothing is sorted.
 */
#include "hypre/base/galerkin.h"

#include <stdlib.h>

/* Row i of P^T A. */
typedef struct fine_row
{
   double    *sum;  /* of each column; 0 outside of the list */
   char      *has;  /* is the column in the list? */
   HYPRE_Int *list; /* its columns */
   HYPRE_Int  n;
} fine_row;

static void find_fine_row(const hypre_CSRMatrix *pt, const hypre_CSRMatrix *a, HYPRE_Int i,
                          fine_row *row)
{
   const HYPRE_Int *begin = hypre_CSRMatrixI(a), *col = hypre_CSRMatrixJ(a);
   row->n = 0;
   for (HYPRE_Int r = hypre_CSRMatrixI(pt)[i]; r < hypre_CSRMatrixI(pt)[i + 1]; r++)
   {
      const HYPRE_Int k = hypre_CSRMatrixJ(pt)[r];
      const double    weight = hypre_CSRMatrixData(pt)[r];
      for (HYPRE_Int e = begin[k]; e < begin[k + 1]; e++)
      {
         const HYPRE_Int j = col[e];
         row->list[row->n] = j;
         row->n += !row->has[j];
         row->has[j] = 1;
         row->sum[j] += weight * hypre_CSRMatrixData(a)[e];
      }
   }
}

/* Add the row times P to row i of c; place: of each column in the row, -1 for none. Clears row. */
static bool multiply_row(fine_row *row, const hypre_CSRMatrix *p, const HYPRE_Int *place, double *c)
{
   const HYPRE_Int *begin = hypre_CSRMatrixI(p), *col = hypre_CSRMatrixJ(p);
   bool             good = true;
   for (HYPRE_Int s = 0; s < row->n; s++)
   {
      const HYPRE_Int j = row->list[s];
      const double    value = row->sum[j];
      row->sum[j] = 0.0;
      row->has[j] = 0;
      for (HYPRE_Int q = begin[j]; q < begin[j + 1]; q++)
      {
         const HYPRE_Int e = place[col[q]];
         good = good && e >= 0;
         c[e >= 0 ? e : 0] += e >= 0 ? value * hypre_CSRMatrixData(p)[q] : 0.0;
      }
   }
   return good;
}

static bool multiply(const hypre_CSRMatrix *pt, const hypre_CSRMatrix *a, const hypre_CSRMatrix *p,
                     hypre_CSRMatrix *c, fine_row *row, HYPRE_Int *place)
{
   const HYPRE_Int *begin = hypre_CSRMatrixI(c), *col = hypre_CSRMatrixJ(c);
   double          *val = hypre_CSRMatrixData(c);
   bool             good = true;
   for (HYPRE_Int i = 0; i < hypre_CSRMatrixNumRows(c) && good; i++)
   {
      for (HYPRE_Int e = begin[i]; e < begin[i + 1]; e++)
      {
         place[col[e]] = e;
         val[e] = 0.0;
      }
      find_fine_row(pt, a, i, row);
      good = multiply_row(row, p, place, val);
      for (HYPRE_Int e = begin[i]; e < begin[i + 1]; e++)
      {
         place[col[e]] = -1;
      }
   }
   return good;
}

tsw_galerkin tsw_galerkin_host(const hypre_CSRMatrix *pt, const hypre_CSRMatrix *a,
                               const hypre_CSRMatrix *p, hypre_CSRMatrix *c)
{
   const size_t n = (size_t) hypre_CSRMatrixNumCols(a) + 1;
   const size_t n_coarse = (size_t) hypre_CSRMatrixNumCols(c);
   fine_row     row = { calloc(n, sizeof *row.sum), calloc(n, 1), malloc(n * sizeof *row.list), 0 };
   HYPRE_Int   *place = malloc((n_coarse + 1) * sizeof *place);
   tsw_galerkin result = TSW_GALERKIN_MEMORY;
   if (row.sum && row.has && row.list && place)
   {
      for (size_t k = 0; k < n_coarse; k++)
      {
         place[k] = -1;
      }
      result = multiply(pt, a, p, c, &row, place) ? TSW_GALERKIN_DONE : TSW_GALERKIN_PATTERN;
   }
   free(row.sum);
   free(row.has);
   free(row.list);
   free(place);
   return result;
}
