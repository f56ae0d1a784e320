/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Values of a packed block. No map from the caller's entries is kept: it would cost 4 bytes an
 * entry; rows that come sorted are matched by walking, others by bisection. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/message.h"
#include "block/packed.h"

/* Position of column j in col[0 .. n), sorted upwards (sign 1) or downwards (sign -1); -1 if none. */
static int32_t find_column(const int32_t *col, int32_t n, int32_t j, int32_t sign)
{
   int32_t low = 0;
   int32_t high = n;
   while (low < high)
   {
      const int32_t middle = low + (high - low) / 2;
      if ((col[middle] - j) * sign < 0)
      {
         low = middle + 1;
      }
      else
      {
         high = middle;
      }
   }
   return low < n && col[low] == j ? low : -1;
}

/* One row of one triangle while its entries arrive. */
typedef struct row_cursor
{
   const int32_t *col;
   double        *val;
   int32_t        n;
   int32_t        next; /* where the next entry goes if the caller's row is sorted upwards */
   int32_t        sign; /* 1: columns ascend, -1: they descend */
} row_cursor;

static row_cursor open_row(const tsw_triangle *t, int64_t k, int32_t sign)
{
   const int32_t begin = t->row_ptr[k];
   const int32_t n = t->row_ptr[k + 1] - begin;
   row_cursor    cursor = { t->col_idx + begin, t->val + begin, n, sign > 0 ? 0 : n - 1, sign };
   for (int32_t i = 0; i < n; i++)
   {
      cursor.val[i] = 0.0;
   }
   return cursor;
}

static int add_entry(row_cursor *cursor, int32_t j, double value)
{
   int32_t at = cursor->next;
   if (at < 0 || at >= cursor->n || cursor->col[at] != j)
   {
      at = find_column(cursor->col, cursor->n, j, cursor->sign);
      if (at < 0)
      {
         return 0;
      }
   }
   cursor->val[at] += value;
   cursor->next = at + cursor->sign;
   return 1;
}

static trisweep_status load_row(const trisweep_csr *a, int64_t k, int64_t row, tsw_packed *p,
                                double *diag)
{
   row_cursor lower = open_row(&p->lower, k, 1);
   row_cursor upper = open_row(&p->upper, k, -1);
   *diag = 0.0;
   for (int32_t e = a->row_ptr[row]; e < a->row_ptr[row + 1]; e++)
   {
      const int32_t j = a->col_idx[e];
      const double  value = a->val[e];
      if (!isfinite(value))
      {
         return TSW_ERROR_ROW(VALUE, row, "the entry in column %" PRId32 " is %s; the matrix must be "
                              "finite", j, isnan(value) ? "NaN" : "infinite");
      }
      if (j == row)
      {
         *diag += value;
      }
      else if (!add_entry(j < row ? &lower : &upper, j, value))
      {
         return TSW_ERROR_ROW(ORDER, row, "column %" PRId32 " was not in the pattern that was "
                              "analysed; analyse again when the pattern changes", j);
      }
   }
   return TRISWEEP_OK;
}

/* The reciprocal, or 0 for 0; a nonzero number too small for a reciprocal is an error. */
static trisweep_status reciprocal(double number, int64_t row, const char *what, double *inverse)
{
   if (!isfinite(number))
   {
      return TSW_ERROR_ROW(VALUE, row, "the %s is %s", what, isnan(number) ? "NaN" : "infinite");
   }
   *inverse = number == 0.0 ? 0.0 : 1.0 / number;
   if (!isfinite(*inverse))
   {
      return TSW_ERROR_ROW(VALUE, row, "the %s %g is too small to divide by; scale the matrix", what,
                           number);
   }
   return TRISWEEP_OK;
}

static trisweep_status alloc_l1(int64_t n_rows, tsw_memory *owner, tsw_packed *p)
{
   if (!p->inv_l1)
   {
      TSW_TRY(tsw_memory_alloc(owner, &p->inv_l1, n_rows, sizeof(double), "the l1 norms"));
   }
   if (!p->diag_l1)
   {
      TSW_TRY(tsw_memory_alloc(owner, &p->diag_l1, n_rows, sizeof(double), "the l1 scaling"));
   }
   return TRISWEEP_OK;
}

trisweep_status tsw_packed_load(const trisweep_csr *a, const double *l1_norms, tsw_memory *owner,
                                tsw_packed *p)
{
   p->n_zero_diagonals = 0;
   p->first_zero_diagonal = -1;
   if (l1_norms)
   {
      TSW_TRY(alloc_l1(a->n_rows, owner, p));
   }
   else
   {
      tsw_memory_free(owner, &p->inv_l1);
      tsw_memory_free(owner, &p->diag_l1);
   }
   for (int64_t k = 0; k < a->n_rows; k++)
   {
      const int64_t row = p->row ? p->row[k] : k;
      double        diag;
      TSW_TRY(load_row(a, k, row, p, &diag));
      TSW_TRY(reciprocal(diag, row, "diagonal entry", &p->inv_diag[row]));
      if (diag == 0.0)
      {
         p->first_zero_diagonal = p->n_zero_diagonals == 0 || row < p->first_zero_diagonal
                                     ? row
                                     : p->first_zero_diagonal;
         p->n_zero_diagonals++;
      }
      if (l1_norms)
      {
         TSW_TRY(reciprocal(l1_norms[row], row, "l1 norm", &p->inv_l1[row]));
         p->diag_l1[row] = diag * p->inv_l1[row];
      }
   }
   return TRISWEEP_OK;
}
