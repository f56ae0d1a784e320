/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Properties of a matrix from a file, and the graph Laplacian of its pattern. */
#include "tools/matrix/inspect.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/common/support.h"

/* a_ij and a_ji count as equal if they differ by at most this times sqrt(|a_ii a_jj|). */
static const double rounding = 1e-10;

bool tsw_file_matrix_create(int n_rows, size_t nnz, tsw_file_matrix *a)
{
   *a = (tsw_file_matrix){ n_rows, tsw_get((size_t) n_rows + 2, sizeof *a->row_ptr),
                           tsw_get(nnz, sizeof *a->col_idx), tsw_get(nnz, sizeof *a->val) };
   const bool done = a->row_ptr && a->col_idx && a->val;
   if (!done)
   {
      tsw_file_matrix_free(a);
   }
   return done;
}

void tsw_file_matrix_free(tsw_file_matrix *a)
{
   free(a->row_ptr);
   free(a->col_idx);
   free(a->val);
   *a = (tsw_file_matrix){ 0 };
}

static bool all_finite(const char *name, const tsw_file_matrix *a)
{
   int64_t n_bad = 0;
   int     row = 0, column = 0;
   for (int i = 0; i < a->n_rows; i++)
   {
      for (int k = a->row_ptr[i]; k < a->row_ptr[i + 1]; k++)
      {
         if (!isfinite(a->val[k]) && n_bad++ == 0)
         {
            row = i + 1;
            column = a->col_idx[k] + 1;
         }
      }
   }
   if (n_bad > 0)
   {
      tsw_complain("%s: entries that are NaN or infinite: %lld, the first in row %d, column %d",
                   name, (long long) n_bad, row, column);
   }
   return n_bad == 0;
}

/* Index of the diagonal entry of row i, or -1 if it is not stored. */
static int find_diagonal(const tsw_file_matrix *a, int i)
{
   const int end = a->row_ptr[i + 1];
   int       low = a->row_ptr[i], high = end;
   while (low < high)
   {
      const int middle = low + (high - low) / 2;
      low = a->col_idx[middle] < i ? middle + 1 : low;
      high = a->col_idx[middle] < i ? high : middle;
   }
   return low < end && a->col_idx[low] == i ? low : -1;
}

static void look_at_diagonal(const tsw_file_matrix *a, tsw_facts *facts)
{
   facts->positive_diagonal = true;
   for (int i = 0; i < a->n_rows; i++)
   {
      const int place = find_diagonal(a, i);
      if (place < 0 && facts->n_no_diagonal++ == 0)
      {
         facts->first_no_diagonal = i + 1;
      }
      if (place >= 0 && a->val[place] == 0.0 && facts->n_zero_diagonal++ == 0)
      {
         facts->first_zero_diagonal = i + 1;
      }
      facts->positive_diagonal &= place >= 0 && a->val[place] > 0.0;
   }
}

/* Create the transpose, with sorted columns. */
static bool transpose(const tsw_file_matrix *a, tsw_file_matrix *t)
{
   const int    n = a->n_rows;
   const size_t nnz = (size_t) a->row_ptr[n];
   if (!tsw_file_matrix_create(n, nnz, t))
   {
      return false;
   }
   /* Count row i in row_ptr[i + 2]. The fill loop advances row_ptr[i + 1] to its final value. */
   for (size_t k = 0; k < nnz; k++)
   {
      t->row_ptr[a->col_idx[k] + 2]++;
   }
   for (int i = 0; i < n; i++)
   {
      t->row_ptr[i + 2] += t->row_ptr[i + 1];
   }
   for (int i = 0; i < n; i++)
   {
      for (int k = a->row_ptr[i]; k < a->row_ptr[i + 1]; k++)
      {
         const int place = t->row_ptr[a->col_idx[k] + 1]++;
         t->col_idx[place] = i;
         t->val[place] = a->val[k];
      }
   }
   return true;
}

/* An entry of the merge of row i of a with row i of its transpose. */
typedef struct merged
{
   int    column;
   double here, there; /* a_ij and a_ji; 0 where not stored */
} merged;

typedef struct merger
{
   const tsw_file_matrix *a, *t;
   int                    k, k_end, l, l_end;
} merger;

static merger merge_row(const tsw_file_matrix *a, const tsw_file_matrix *t, int i)
{
   return (merger){ a, t, a->row_ptr[i], a->row_ptr[i + 1], t->row_ptr[i], t->row_ptr[i + 1] };
}

static bool merge_next(merger *m, merged *entry)
{
   const int left = m->k < m->k_end ? m->a->col_idx[m->k] : INT_MAX;
   const int right = m->l < m->l_end ? m->t->col_idx[m->l] : INT_MAX;
   entry->column = left < right ? left : right;
   if (entry->column == INT_MAX)
   {
      return false;
   }
   entry->here = left == entry->column ? m->a->val[m->k++] : 0.0;
   entry->there = right == entry->column ? m->t->val[m->l++] : 0.0;
   return true;
}

static bool is_symmetric(const tsw_file_matrix *a, const tsw_file_matrix *t, const double *diagonal)
{
   for (int i = 0; i < a->n_rows; i++)
   {
      merger m = merge_row(a, t, i);
      merged entry;
      while (merge_next(&m, &entry))
      {
         const double scale = sqrt(fabs(diagonal[i] * diagonal[entry.column]));
         if (fabs(entry.here - entry.there) > rounding * scale)
         {
            return false;
         }
      }
   }
   return true;
}

static bool look_at_symmetry(const tsw_file_matrix *a, tsw_facts *facts)
{
   tsw_file_matrix t;
   double         *diagonal = tsw_get((size_t) a->n_rows, sizeof *diagonal);
   if (!diagonal || !transpose(a, &t))
   {
      free(diagonal);
      return false;
   }
   for (int i = 0; i < a->n_rows; i++)
   {
      const int place = find_diagonal(a, i);
      diagonal[i] = place < 0 ? 0.0 : a->val[place];
   }
   facts->symmetric = is_symmetric(a, &t, diagonal);
   free(diagonal);
   tsw_file_matrix_free(&t);
   return true;
}

/* Store missing diagonal entries as zeros: hypre takes the first entry of a row as diagonal. */
static bool store_diagonal(tsw_file_matrix *a, int64_t n_missing)
{
   const int    n = a->n_rows;
   const size_t nnz = (size_t) a->row_ptr[n] + (size_t) n_missing;
   if (nnz > INT_MAX)
   {
      tsw_complain("the matrix has too many entries");
      return false;
   }
   tsw_file_matrix full;
   if (!tsw_file_matrix_create(n, nnz, &full))
   {
      return false;
   }
   int place = 0;
   for (int i = 0; i < n; i++)
   {
      bool missing = find_diagonal(a, i) < 0;
      for (int k = a->row_ptr[i]; k < a->row_ptr[i + 1]; k++)
      {
         if (missing && a->col_idx[k] > i)
         {
            full.col_idx[place++] = i;
            missing = false;
         }
         full.col_idx[place] = a->col_idx[k];
         full.val[place++] = a->val[k];
      }
      if (missing)
      {
         full.col_idx[place++] = i;
      }
      full.row_ptr[i + 1] = place;
   }
   tsw_file_matrix_free(a);
   *a = full;
   return true;
}

bool tsw_inspect(const char *name, tsw_file_matrix *a, tsw_facts *facts)
{
   facts->n_rows = a->n_rows;
   facts->nnz = a->row_ptr[a->n_rows];
   look_at_diagonal(a, facts);
   return all_finite(name, a) && look_at_symmetry(a, facts) &&
          (facts->n_no_diagonal == 0 || store_diagonal(a, facts->n_no_diagonal));
}

/* Fill in -1 for each neighbour and the degree on the diagonal. Return the sum of the degrees. */
static int64_t fill_laplacian(const tsw_file_matrix *a, const tsw_file_matrix *t,
                              tsw_file_matrix *laplacian)
{
   int     place = 0;
   int64_t all_degrees = 0;
   for (int i = 0; i < a->n_rows; i++)
   {
      merger m = merge_row(a, t, i);
      merged entry;
      int    degree = 0, diagonal = -1;
      while (merge_next(&m, &entry))
      {
         if (entry.column > i && diagonal < 0)
         {
            diagonal = place++;
         }
         if (entry.column != i)
         {
            laplacian->col_idx[place] = entry.column;
            laplacian->val[place++] = -1.0;
            degree++;
         }
      }
      diagonal = diagonal < 0 ? place++ : diagonal;
      laplacian->col_idx[diagonal] = i;
      laplacian->val[diagonal] = degree;
      laplacian->row_ptr[i + 1] = place;
      all_degrees += degree;
   }
   return all_degrees;
}

bool tsw_graph_laplacian(tsw_file_matrix *a, double shift, tsw_facts *facts)
{
   const int     n = a->n_rows;
   const int64_t most = 2 * (int64_t) a->row_ptr[n] + n;
   if (most > INT_MAX)
   {
      tsw_complain("the graph has too many edges");
      return false;
   }
   tsw_file_matrix t, laplacian;
   if (!tsw_file_matrix_create(n, (size_t) most, &laplacian) || !transpose(a, &t))
   {
      tsw_file_matrix_free(&laplacian);
      return false;
   }
   /* For a graph without edges the result is shift times the identity. */
   const double degree = (double) fill_laplacian(a, &t, &laplacian) / n;
   facts->laplacian = true;
   facts->shift = shift * (degree > 0.0 ? degree : 1.0);
   for (int i = 0; i < n; i++)
   {
      laplacian.val[find_diagonal(&laplacian, i)] += facts->shift;
   }
   tsw_file_matrix_free(&t);
   tsw_file_matrix_free(a);
   *a = laplacian;
   return true;
}
