/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Levels of fill row by row. The row at work is a linked list in ascending
 * order of columns, so that the rows above it are merged in one walk each.
 */
#include "analysis/fill.h"

#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

#include "base/message.h"

/* The pattern of the matrix, columns in order; repetitions stay and stand together. */
typedef struct sorted
{
   int32_t *row_ptr; /* [n + 1] */
   int32_t *col_idx; /* [nnz] */
} sorted;

typedef struct filler
{
   int32_t  n;
   int32_t  most; /* highest level that is kept */
   sorted   a;
   int32_t *next;     /* [n + 1] column that follows in the row at work; n ends it, and is its
                       * head at next[n] */
   int32_t *level;    /* [n] of the columns of the row at work */
   int32_t *diagonal; /* [n] where the diagonal of a finished row stands */
   int32_t *levels;   /* [capacity] of the finished rows, beside their columns */
   int64_t  capacity;
} filler;

/* Transpose a pattern; by rows of the source, so that the rows of the result are in order. */
static void transpose(int32_t n, const int32_t *ptr, const int32_t *idx, const sorted *out)
{
   memset(out->row_ptr, 0, ((size_t) n + 1) * sizeof(int32_t));
   for (int32_t e = 0; e < ptr[n]; e++)
   {
      out->row_ptr[idx[e] + 1]++;
   }
   for (int32_t i = 0; i < n; i++)
   {
      out->row_ptr[i + 1] += out->row_ptr[i];
   }
   for (int32_t i = 0; i < n; i++)
   {
      for (int32_t e = ptr[i]; e < ptr[i + 1]; e++)
      {
         out->col_idx[out->row_ptr[idx[e]]++] = i;
      }
   }
   memmove(out->row_ptr + 1, out->row_ptr, (size_t) n * sizeof(int32_t));
   out->row_ptr[0] = 0;
}

static trisweep_status alloc_sorted(const trisweep_csr *a, sorted *s)
{
   TSW_TRY(tsw_memory_alloc(NULL, &s->row_ptr, a->n_rows + 1, sizeof(int32_t), "row pointers"));
   return tsw_memory_alloc(NULL, &s->col_idx, a->nnz, sizeof(int32_t), "sorted columns");
}

static void free_sorted(sorted *s)
{
   tsw_memory_free(NULL, &s->row_ptr);
   tsw_memory_free(NULL, &s->col_idx);
}

/* Sort the columns of all rows by transposing twice, which takes time in proportion to them. */
static trisweep_status sort_columns(const trisweep_csr *a, sorted *s)
{
   const int32_t   n = (int32_t) a->n_rows;
   sorted          by_columns = { NULL, NULL };
   trisweep_status status = alloc_sorted(a, &by_columns);
   if (status == TRISWEEP_OK)
   {
      status = alloc_sorted(a, s);
   }
   if (status == TRISWEEP_OK)
   {
      transpose(n, a->row_ptr, a->col_idx, &by_columns);
      transpose(n, by_columns.row_ptr, by_columns.col_idx, s);
   }
   free_sorted(&by_columns);
   return status;
}

/* Put the columns of row i of the matrix, and its diagonal, into the list. */
static void start_row(filler *f, int32_t i)
{
   int32_t last = f->n;
   bool    has_diagonal = false;
   for (int32_t e = f->a.row_ptr[i]; e <= f->a.row_ptr[i + 1]; e++)
   {
      const int32_t j = e < f->a.row_ptr[i + 1] ? f->a.col_idx[e] : f->n;
      if (j >= i && !has_diagonal)
      {
         f->next[last] = i;
         f->level[i] = 0;
         last = i;
         has_diagonal = true;
      }
      if (j != last && j < f->n)
      {
         f->next[last] = j;
         f->level[j] = 0;
         last = j;
      }
   }
   f->next[last] = f->n;
}

/* Merge what the upper part of the finished row m brings into the list. */
static void merge_row(filler *f, const tsw_fill *fill, int32_t m)
{
   int32_t before = m;
   for (int32_t e = f->diagonal[m] + 1; e < fill->row_ptr[m + 1]; e++)
   {
      const int32_t j = fill->col_idx[e];
      const int64_t level = (int64_t) f->level[m] + f->levels[e] + 1;
      if (level > f->most)
      {
         continue;
      }
      while (f->next[before] < j)
      {
         before = f->next[before];
      }
      if (f->next[before] != j)
      {
         f->next[j] = f->next[before];
         f->next[before] = j;
         f->level[j] = (int32_t) level;
      }
      else if (level < f->level[j])
      {
         f->level[j] = (int32_t) level;
      }
   }
}

/* Copy an array into a longer one. */
static trisweep_status lengthen(tsw_memory *owner, int32_t **array, int64_t used, int64_t length)
{
   int32_t *longer;
   TSW_TRY(tsw_memory_alloc(owner, &longer, length, sizeof(int32_t), "the pattern of the factors"));
   if (*array)
   {
      memcpy(longer, *array, (size_t) used * sizeof(int32_t));
   }
   tsw_memory_free(owner, array);
   *array = longer;
   return TRISWEEP_OK;
}

/* Make room for a row of `length` entries. */
static trisweep_status reserve(filler *f, tsw_memory *owner, int64_t length, tsw_fill *fill)
{
   const int64_t needed = fill->nnz + length;
   if (needed > INT32_MAX)
   {
      return tsw_fill_refuse();
   }
   if (needed <= f->capacity)
   {
      return TRISWEEP_OK;
   }
   int64_t capacity = 2 * f->capacity;
   capacity = capacity < INT32_MAX ? capacity : INT32_MAX;
   capacity = capacity > needed ? capacity : needed;
   TSW_TRY(lengthen(owner, &fill->col_idx, fill->nnz, capacity));
   TSW_TRY(lengthen(NULL, &f->levels, fill->nnz, capacity));
   f->capacity = capacity;
   return TRISWEEP_OK;
}

/* Write the list down as row i. */
static trisweep_status finish_row(filler *f, tsw_memory *owner, int32_t i, tsw_fill *fill)
{
   int64_t length = 0;
   for (int32_t j = f->next[f->n]; j < f->n; j = f->next[j])
   {
      length++;
   }
   TSW_TRY(reserve(f, owner, length, fill));
   for (int32_t j = f->next[f->n]; j < f->n; j = f->next[j])
   {
      if (j == i)
      {
         f->diagonal[i] = (int32_t) fill->nnz;
      }
      fill->col_idx[fill->nnz] = j;
      f->levels[fill->nnz++] = f->level[j];
   }
   fill->row_ptr[i + 1] = (int32_t) fill->nnz;
   return TRISWEEP_OK;
}

static trisweep_status fill_rows(filler *f, tsw_memory *owner, tsw_fill *fill)
{
   fill->row_ptr[0] = 0;
   for (int32_t i = 0; i < f->n; i++)
   {
      start_row(f, i);
      for (int32_t m = f->next[f->n]; m < i; m = f->next[m])
      {
         if (f->level[m] < f->most)
         {
            merge_row(f, fill, m);
         }
      }
      TSW_TRY(finish_row(f, owner, i, fill));
   }
   return TRISWEEP_OK;
}

static trisweep_status compute(const trisweep_csr *a, filler *f, tsw_memory *owner, tsw_fill *fill)
{
   const int64_t n = a->n_rows;
   TSW_TRY(tsw_memory_alloc(owner, &fill->row_ptr, n + 1, sizeof(int32_t), "row pointers"));
   fill->row_ptr[0] = 0;
   if (n == 0)
   {
      return TRISWEEP_OK;
   }
   TSW_TRY(sort_columns(a, &f->a));
   TSW_TRY(tsw_memory_alloc(NULL, &f->next, n + 1, sizeof(int32_t), "a row of the factors"));
   TSW_TRY(tsw_memory_alloc(NULL, &f->level, n, sizeof(int32_t), "levels of a row"));
   TSW_TRY(tsw_memory_alloc(NULL, &f->diagonal, n, sizeof(int32_t), "places of the diagonal"));
   TSW_TRY(reserve(f, owner, a->nnz < INT32_MAX - n ? a->nnz + n : INT32_MAX, fill));
   return fill_rows(f, owner, fill);
}

trisweep_status tsw_fill_compute(const trisweep_csr *a, int32_t level, tsw_memory *owner,
                                 tsw_fill *fill)
{
   filler f = { .n = (int32_t) a->n_rows, .most = level };
   memset(fill, 0, sizeof *fill);
   const trisweep_status status = compute(a, &f, owner, fill);
   free_sorted(&f.a);
   tsw_memory_free(NULL, &f.next);
   tsw_memory_free(NULL, &f.level);
   tsw_memory_free(NULL, &f.diagonal);
   tsw_memory_free(NULL, &f.levels);
   return status;
}

trisweep_status tsw_fill_refuse(void)
{
   return TSW_ERROR(UNSUPPORTED, "the factors have more than %" PRId32 " entries; use a lower "
                    "fill level or more ranks", INT32_MAX);
}

void tsw_fill_free(tsw_memory *owner, tsw_fill *fill)
{
   tsw_memory_free(owner, &fill->row_ptr);
   tsw_memory_free(owner, &fill->col_idx);
   memset(fill, 0, sizeof *fill);
}
