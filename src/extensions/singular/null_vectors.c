/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "extensions/singular/null_vectors.h"

#include <math.h>
#include <stdlib.h>

/* A dense matrix by rows. Elimination moves the largest remaining entry to the pivot. */
typedef struct dense
{
   int     n;
   int     rank;
   double *val;    /* [n][n] */
   int    *column; /* [n] before the columns were exchanged */
} dense;

static void swap(double *a, double *b)
{
   const double old = *a;
   *a = *b;
   *b = old;
}

/* Move the largest entry of the rows and columns from k on to (k, k). Returns its size. */
static double move_pivot(dense *d, int k)
{
   const int n = d->n;
   int       row = k, col = k;
   for (int i = k; i < n; i++)
   {
      for (int j = k; j < n; j++)
      {
         if (fabs(d->val[i * n + j]) > fabs(d->val[row * n + col]))
         {
            row = i;
            col = j;
         }
      }
   }
   for (int j = 0; j < n && row != k; j++)
   {
      swap(&d->val[row * n + j], &d->val[k * n + j]);
   }
   for (int i = 0; i < n && col != k; i++)
   {
      swap(&d->val[i * n + col], &d->val[i * n + k]);
   }
   const int old = d->column[k];
   d->column[k] = d->column[col];
   d->column[col] = old;
   return fabs(d->val[k * n + k]);
}

static void eliminate(dense *d, double negligible)
{
   const int n = d->n;
   for (d->rank = 0; d->rank < n && move_pivot(d, d->rank) > negligible; d->rank++)
   {
      const double *pivot = d->val + d->rank * n;
      for (int i = d->rank + 1; i < n; i++)
      {
         double      *row = d->val + i * n;
         const double factor = row[d->rank] / pivot[d->rank];
         for (int j = d->rank; j < n && factor != 0.0; j++)
         {
            row[j] -= factor * pivot[j];
         }
      }
   }
}

/* The null vector with 1 in the free column and 0 in the others. */
static void solve_for(const dense *d, int free_column, double *vector)
{
   const int n = d->n;
   for (int j = 0; j < n; j++)
   {
      vector[d->column[j]] = j == free_column ? 1.0 : 0.0;
   }
   for (int i = d->rank - 1; i >= 0; i--)
   {
      double sum = d->val[i * n + free_column];
      for (int j = i + 1; j < d->rank; j++)
      {
         sum += d->val[i * n + j] * vector[d->column[j]];
      }
      vector[d->column[i]] = -sum / d->val[i * n + i];
   }
}

static double product(const double *x, const double *y, int n)
{
   double sum = 0.0;
   for (int i = 0; i < n; i++)
   {
      sum += x[i] * y[i];
   }
   return sum;
}

static void subtract(double *x, double factor, const double *y, int n)
{
   for (int i = 0; i < n; i++)
   {
      x[i] -= factor * y[i];
   }
}

/* Make the last of k + 1 vectors orthogonal to the others, and its length 1. */
static void orthonormalise(double *vectors, int k, int n)
{
   double *v = vectors + k * n;
   for (int other = 0; other < k; other++)
   {
      subtract(v, product(v, vectors + other * n, n), vectors + other * n, n);
   }
   const double length = sqrt(product(v, v, n));
   for (int i = 0; i < n; i++)
   {
      v[i] /= length;
   }
}

/* d: zeros, with memory for the matrix */
static bool find_null_vectors(dense *d, const trisweep_csr *a, bool transposed, double negligible,
                              tsw_null_vectors *vectors)
{
   const int n = d->n;
   for (int i = 0; i < n; i++)
   {
      d->column[i] = i;
      for (int32_t e = a->row_ptr[i]; e < a->row_ptr[i + 1]; e++)
      {
         const int j = a->col_idx[e];
         d->val[transposed ? j * n + i : i * n + j] += a->val[e];
      }
   }
   eliminate(d, negligible);
   vectors->n_rows = n;
   vectors->n = n - d->rank;
   vectors->val = malloc(((size_t) vectors->n * (size_t) n + 1) * sizeof *vectors->val);
   for (int k = 0; vectors->val && k < vectors->n; k++)
   {
      solve_for(d, d->rank + k, vectors->val + k * n);
      orthonormalise(vectors->val, k, n);
   }
   return vectors->val != NULL;
}

bool tsw_null_vectors_find(const trisweep_csr *a, bool transposed, double negligible,
                           tsw_null_vectors *vectors)
{
   const size_t n = (size_t) a->n_rows;
   dense        d = { .n = (int) n,
                      .val = calloc(n * n + 1, sizeof *d.val),
                      .column = malloc((n + 1) * sizeof *d.column) };
   const bool good = d.val && d.column && find_null_vectors(&d, a, transposed, negligible, vectors);
   free(d.val);
   free(d.column);
   return good;
}

void tsw_null_vectors_multiply(const tsw_null_vectors *vectors, int first, int n_rows,
                               const double *x, double *products)
{
   for (int k = 0; k < vectors->n; k++)
   {
      products[k] = product(x, vectors->val + k * vectors->n_rows + first, n_rows);
   }
}

void tsw_null_vectors_subtract(const tsw_null_vectors *vectors, int first, int n_rows,
                               const double *factors, double *x)
{
   for (int k = 0; k < vectors->n; k++)
   {
      subtract(x, factors[k], vectors->val + k * vectors->n_rows + first, n_rows);
   }
}
