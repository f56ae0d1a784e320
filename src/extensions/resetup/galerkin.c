/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Row i of P^T A P is row i of P^T A, times P. Row i of P^T A is a sum in a dense array, with a
 * list of its columns. The places of the entries of the result are known: nothing is sorted.
 */
#include "extensions/resetup/galerkin.h"

#include <limits.h>
#include <stdlib.h>

tsw_part tsw_part_of(const hypre_CSRMatrix *matrix)
{
   const HYPRE_Int nnz = hypre_CSRMatrixNumNonzeros(matrix);
   return (tsw_part){ hypre_CSRMatrixNumRows(matrix), nnz,
                      nnz > 0 ? hypre_CSRMatrixI(matrix) : NULL, hypre_CSRMatrixJ(matrix),
                      hypre_CSRMatrixData(matrix) };
}

static HYPRE_Int row_begin(const tsw_part *part, HYPRE_Int i)
{
   return part->row_ptr ? part->row_ptr[i] : 0;
}

static HYPRE_Int row_end(const tsw_part *part, HYPRE_Int i)
{
   return part->row_ptr ? part->row_ptr[i + 1] : 0;
}

bool tsw_row_scratch_reserve(tsw_row_scratch *scratch, size_t n_a, size_t n_p)
{
   scratch->sum = calloc(n_a + 1, sizeof *scratch->sum);
   scratch->has = calloc(n_a + 1, 1);
   scratch->list = malloc((n_a + 1) * sizeof *scratch->list);
   scratch->place = malloc((n_p + 1) * sizeof *scratch->place);
   for (size_t k = 0; scratch->place && k < n_p; k++)
   {
      scratch->place[k] = -1;
   }
   return scratch->sum && scratch->has && scratch->list && scratch->place;
}

void tsw_row_scratch_free(tsw_row_scratch *scratch)
{
   free(scratch->sum);
   free(scratch->has);
   free(scratch->list);
   free(scratch->place);
}

/* Add row k of a part of A, whose columns begin at first, times a weight. */
static void add_row(const tsw_part *a, HYPRE_Int k, double weight, HYPRE_Int first,
                    tsw_row_scratch *row)
{
   HYPRE_Int n = row->n;
   for (HYPRE_Int e = row_begin(a, k); e < row_end(a, k); e++)
   {
      const HYPRE_Int j = first + a->col_idx[e];
      row->list[n] = j;
      n += !row->has[j];
      row->has[j] = 1;
      row->sum[j] += weight * a->val[e];
   }
   row->n = n;
}

static void find_fine_row(const tsw_part *pt, const tsw_galerkin_factors *factors, HYPRE_Int i,
                          tsw_row_scratch *row)
{
   const HYPRE_Int n_own = factors->a_diag.n_rows;
   row->n = 0;
   for (HYPRE_Int r = row_begin(pt, i); r < row_end(pt, i); r++)
   {
      add_row(&factors->a_diag, pt->col_idx[r], pt->val[r], 0, row);
      add_row(&factors->a_offd, pt->col_idx[r], pt->val[r], n_own, row);
   }
}

static void set_places(const tsw_part *part, const HYPRE_Int *columns, HYPRE_Int i, HYPRE_Int first,
                       HYPRE_Int step, HYPRE_Int *place)
{
   for (HYPRE_Int e = row_begin(part, i); e < row_end(part, i); e++)
   {
      place[columns ? columns[part->col_idx[e]] : part->col_idx[e]] = first + step * e;
   }
}

void tsw_galerkin_mark(const tsw_product_rows *rows, HYPRE_Int i, tsw_row_scratch *scratch)
{
   set_places(&rows->diag, NULL, i, 0, 1, scratch->place);
   set_places(&rows->offd, rows->offd_col, i, rows->diag.nnz, 1, scratch->place);
}

void tsw_galerkin_unmark(const tsw_product_rows *rows, HYPRE_Int i, tsw_row_scratch *scratch)
{
   set_places(&rows->diag, NULL, i, -1, 0, scratch->place);
   set_places(&rows->offd, rows->offd_col, i, -1, 0, scratch->place);
}

static void clear_row(const tsw_part *part, HYPRE_Int i)
{
   for (HYPRE_Int e = row_begin(part, i); e < row_end(part, i); e++)
   {
      part->val[e] = 0.0;
   }
}

/* Add the row times P to the marked row of the product. Clears the row. */
static bool multiply_row(tsw_row_scratch *row, const tsw_part *p, const tsw_product_rows *rows)
{
   const HYPRE_Int n_diag = rows->diag.nnz;
   bool            good = true;
   for (HYPRE_Int s = 0; s < row->n; s++)
   {
      const HYPRE_Int j = row->list[s];
      const double    value = row->sum[j];
      row->sum[j] = 0.0;
      row->has[j] = 0;
      for (HYPRE_Int q = row_begin(p, j); q < row_end(p, j); q++)
      {
         const HYPRE_Int e = row->place[p->col_idx[q]];
         if (e < 0)
         {
            good = false;
         }
         else
         {
            *(e < n_diag ? rows->diag.val + e : rows->offd.val + (e - n_diag)) += value * p->val[q];
         }
      }
   }
   return good;
}

bool tsw_galerkin_multiply(const tsw_part *pt, const tsw_galerkin_factors *factors,
                           const tsw_product_rows *rows, tsw_row_scratch *scratch)
{
   bool good = true;
   for (HYPRE_Int i = 0; i < pt->n_rows && good; i++)
   {
      clear_row(&rows->diag, i);
      clear_row(&rows->offd, i);
      find_fine_row(pt, factors, i, scratch);
      tsw_galerkin_mark(rows, i, scratch);
      good = multiply_row(scratch, &factors->p, rows);
      tsw_galerkin_unmark(rows, i, scratch);
   }
   return good;
}

/* The columns of the row times P; columns: where to store them, or NULL. Clears the row. */
static HYPRE_Int find_columns(tsw_row_scratch *row, const tsw_part *p, HYPRE_Int *columns)
{
   HYPRE_Int n = 0;
   for (HYPRE_Int s = 0; s < row->n; s++)
   {
      for (HYPRE_Int q = row_begin(p, row->list[s]); q < row_end(p, row->list[s]); q++)
      {
         row->place[p->col_idx[q]] = 0;
      }
   }
   for (HYPRE_Int s = 0; s < row->n; s++)
   {
      const HYPRE_Int j = row->list[s];
      row->sum[j] = 0.0;
      row->has[j] = 0;
      for (HYPRE_Int q = row_begin(p, j); q < row_end(p, j); q++)
      {
         const HYPRE_Int column = p->col_idx[q];
         if (row->place[column] == 0)
         {
            row->place[column] = -1;
            if (columns)
            {
               columns[n] = column;
            }
            n++;
         }
      }
   }
   return n;
}

hypre_CSRMatrix *tsw_galerkin_pattern(const tsw_part *pt, const tsw_galerkin_factors *factors,
                                      tsw_row_scratch *scratch)
{
   int64_t nnz = 0;
   for (HYPRE_Int i = 0; i < pt->n_rows; i++)
   {
      find_fine_row(pt, factors, i, scratch);
      nnz += find_columns(scratch, &factors->p, NULL);
   }
   if (nnz > INT_MAX)
   {
      return NULL;
   }
   hypre_CSRMatrix *rows = hypre_CSRMatrixCreate(pt->n_rows, 0, (HYPRE_Int) nnz);
   hypre_CSRMatrixInitialize_v2(rows, 0, HYPRE_MEMORY_HOST);
   hypre_CSRMatrixInitialize_v2(rows, 1, HYPRE_MEMORY_HOST);
   for (HYPRE_Int i = 0, n = 0; i < pt->n_rows; i++)
   {
      find_fine_row(pt, factors, i, scratch);
      n += find_columns(scratch, &factors->p, nnz > 0 ? hypre_CSRMatrixJ(rows) + n : NULL);
      hypre_CSRMatrixI(rows)[i + 1] = n;
   }
   return rows;
}
