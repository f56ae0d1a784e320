/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Fill levels row by row. A sorted linked list has the columns of the current row. */
#include "analysis/fill.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"

typedef struct filler
{
   const trisweep_csr *a;
   int32_t             n;
   int32_t             most;     /* highest fill level that is kept */
   int32_t            *next;     /* [n + 1] sorted list: next[n] is the first column, n the end */
   int32_t            *level;    /* [n] fill levels of the current row, -1 for other columns */
   int32_t            *diagonal; /* [n] index of the diagonal entry of each finished row */
   int32_t            *row;      /* [n] columns of the matrix in the current row */
   int32_t            *words;    /* the memory of the four arrays above */
   int64_t             length;   /* entries of the current row */
   int32_t            *levels;   /* [capacity] fill levels of the entries of the finished rows */
   int64_t             capacity;
} filler;

/* Insert a column that is not in the list, behind a smaller one or the head of the list, n. */
static void insert(filler *f, int32_t before, int32_t column, int32_t level)
{
   while (f->next[before] < column)
   {
      before = f->next[before];
   }
   f->next[column] = f->next[before];
   f->next[before] = column;
   f->level[column] = level;
   f->length++;
}

static int compare(const void *a, const void *b)
{
   const int32_t x = *(const int32_t *) a, y = *(const int32_t *) b;
   return (x > y) - (x < y);
}

/* Start row i with the columns of the matrix and the diagonal. */
static void start_row(filler *f, int32_t i)
{
   int32_t n = 0, n_falls = 0, before = f->n;
   f->level[i] = 0;
   f->row[n++] = i;
   for (int32_t e = f->a->row_ptr[i]; e < f->a->row_ptr[i + 1]; e++)
   {
      const int32_t j = f->a->col_idx[e];
      if (f->level[j] < 0)
      {
         f->level[j] = 0;
         n_falls += j < f->row[n - 1];
         f->row[n++] = j;
      }
   }
   if (n_falls > 1) /* one: behind the diagonal */
   {
      qsort(f->row, (size_t) n, sizeof *f->row, compare);
   }
   f->next[f->n] = f->n;
   f->length = 0;
   for (int32_t k = 0; k < n; k++)
   {
      insert(f, before < f->row[k] ? before : f->n, f->row[k], 0);
      before = f->row[k];
   }
}

/* Merge the fill from the upper part of the finished row m. */
static void merge_row(filler *f, const tsw_fill *fill, int32_t m)
{
   const int32_t here = f->level[m] + 1; /* no more than most */
   int32_t       before = m;
   for (int32_t e = f->diagonal[m] + 1; e < fill->row_ptr[m + 1]; e++)
   {
      const int32_t j = fill->col_idx[e];
      const int32_t level = f->levels[e] > f->most - here ? INT32_MAX : here + f->levels[e];
      if (f->level[j] >= 0)
      {
         f->level[j] = level < f->level[j] ? level : f->level[j];
         before = j;
      }
      else if (level <= f->most)
      {
         insert(f, before, j, level);
         before = j;
      }
   }
}

/* Copy an array into a longer one. */
static trisweep_status lengthen(tsw_memory *owner, int32_t **array, int64_t used, int64_t length)
{
   int32_t *longer;
   TSW_TRY(TSW_ALLOC(owner, &longer, length, "the pattern of the factors"));
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
      return TSW_ERROR(UNSUPPORTED,
                       "the factors have more than %" PRId32 " entries; use a lower fill level or "
                       "more ranks",
                       INT32_MAX);
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

/* Write the current row as row i, and leave no column in it. */
static trisweep_status finish_row(filler *f, tsw_memory *owner, int32_t i, tsw_fill *fill)
{
   TSW_TRY(reserve(f, owner, f->length, fill));
   for (int32_t j = f->next[f->n]; j < f->n; j = f->next[j])
   {
      if (j == i)
      {
         f->diagonal[i] = (int32_t) fill->nnz;
      }
      fill->col_idx[fill->nnz] = j;
      f->levels[fill->nnz++] = f->level[j];
      f->level[j] = -1;
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

static trisweep_status compute(filler *f, tsw_memory *owner, tsw_fill *fill)
{
   const int64_t n = f->n;
   const int64_t nnz = f->a->nnz;
   TSW_TRY(TSW_ALLOC(owner, &fill->row_ptr, n + 1, "row pointers"));
   fill->row_ptr[0] = 0;
   if (n == 0)
   {
      return TRISWEEP_OK;
   }
   TSW_TRY(TSW_ALLOC(NULL, &f->words, 4 * n + 1, "rows of the factors"));
   f->row = f->words;
   f->level = f->row + n;
   f->diagonal = f->level + n;
   f->next = f->diagonal + n;
   memset(f->level, 0xff, (size_t) n * sizeof(int32_t)); /* -1 */
   TSW_TRY(reserve(f, owner, nnz < INT32_MAX - n ? nnz + n : INT32_MAX, fill));
   return fill_rows(f, owner, fill);
}

trisweep_status tsw_fill_compute(const trisweep_csr *a, int32_t level, tsw_memory *owner,
                                 tsw_fill *fill)
{
   filler f = { .a = a, .n = (int32_t) a->n_rows, .most = level };
   memset(fill, 0, sizeof *fill);
   const trisweep_status status = compute(&f, owner, fill);
   tsw_memory_drop(&f.words);
   tsw_memory_drop(&f.levels);
   return status;
}
