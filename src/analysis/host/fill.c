/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Fill levels row by row. A sorted linked list has the columns below the highest fill level. */
#include "analysis/fill.h"

#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

#include "base/message.h"

typedef struct filler
{
   const trisweep_csr *a;
   int32_t             n;
   int32_t             most; /* highest fill level that is kept */
   int32_t *next;  /* [n + 1] sorted list of the columns of the current row that are below the
                    * highest fill level, or in the matrix: next[n] is the first, n the end */
   int32_t *last;  /* [n] columns that were added at the highest fill level, unsorted */
   int32_t *spare; /* [n] for sorting */
   int32_t  n_last;
   int64_t  length;   /* entries of the current row */
   int32_t *level;    /* [n] fill levels of the current row, -1 for columns outside the row */
   int32_t *diagonal; /* [n] index of the diagonal entry of each finished row */
   int32_t *words;    /* the memory of the five arrays above */
   int32_t *levels;   /* [capacity] fill levels of the entries of the finished rows */
   int64_t  capacity;
} filler;

static int32_t end_of_run(const int32_t *columns, int32_t begin, int32_t n)
{
   int32_t end = begin + 1;
   while (end < n && columns[end - 1] < columns[end])
   {
      end++;
   }
   return end;
}

/* Merge the ascending runs of `from` in pairs. Returns the number of merged runs. */
static int32_t merge_runs(const int32_t *from, int32_t n, int32_t *to)
{
   int32_t n_runs = 0;
   int32_t at = 0;
   while (at < n)
   {
      int32_t       one = at;
      const int32_t middle = end_of_run(from, at, n);
      int32_t       other = middle;
      const int32_t end = middle < n ? end_of_run(from, middle, n) : n;
      while (at < end)
      {
         const bool take_one = other == end || (one < middle && from[one] < from[other]);
         to[at++] = take_one ? from[one++] : from[other++];
      }
      n_runs++;
   }
   return n_runs;
}

/* Sort distinct columns. This may swap the two arrays. */
static void sort(int32_t **columns, int32_t n, int32_t **spare)
{
   bool sorted = n == 0 || end_of_run(*columns, 0, n) == n;
   while (!sorted)
   {
      int32_t *const swap = *columns;
      sorted = merge_runs(*columns, n, *spare) == 1;
      *columns = *spare;
      *spare = swap;
   }
}

/* Start row i with the columns of the matrix and the diagonal. */
static void start_row(filler *f, int32_t i)
{
   int32_t n = 0;
   int32_t before = f->n;
   f->level[i] = 0;
   f->last[n++] = i;
   for (int32_t e = f->a->row_ptr[i]; e < f->a->row_ptr[i + 1]; e++)
   {
      const int32_t j = f->a->col_idx[e];
      if (f->level[j] < 0)
      {
         f->level[j] = 0;
         f->last[n++] = j;
      }
   }
   sort(&f->last, n, &f->spare);
   for (int32_t k = 0; k < n; k++)
   {
      f->next[before] = f->last[k];
      before = f->last[k];
   }
   f->next[before] = f->n;
   f->length = n;
   f->n_last = 0;
}

/* Merge the fill from the upper part of the finished row m. */
static void merge_row(filler *f, const tsw_fill *fill, int32_t m)
{
   const int32_t here = f->level[m] + 1; /* no more than most */
   int32_t       before = m;
   for (int32_t e = f->diagonal[m] + 1; e < fill->row_ptr[m + 1]; e++)
   {
      const int32_t j = fill->col_idx[e];
      const int32_t old = f->level[j];
      if (f->levels[e] > f->most - here || (old >= 0 && old <= here + f->levels[e]))
      {
         continue;
      }
      const int32_t level = here + f->levels[e];
      f->level[j] = level;
      f->length += old < 0;
      if (level == f->most)
      {
         f->last[f->n_last++] = j;
      }
      else if (old < 0 || old == f->most)
      {
         while (f->next[before] < j)
         {
            before = f->next[before];
         }
         f->next[j] = f->next[before];
         f->next[before] = j;
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

static void write_column(filler *f, int32_t i, int32_t column, tsw_fill *fill)
{
   if (column == i)
   {
      f->diagonal[i] = (int32_t) fill->nnz;
   }
   fill->col_idx[fill->nnz] = column;
   f->levels[fill->nnz++] = f->level[column];
   f->level[column] = -1;
}

/* Write the current row as row i. Skip columns of f->last that were moved to the list. */
static trisweep_status finish_row(filler *f, tsw_memory *owner, int32_t i, tsw_fill *fill)
{
   int32_t listed = f->next[f->n];
   TSW_TRY(reserve(f, owner, f->length, fill));
   sort(&f->last, f->n_last, &f->spare);
   for (int32_t k = 0; k < f->n_last; k++)
   {
      for (; listed <= f->last[k]; listed = f->next[listed])
      {
         write_column(f, i, listed, fill);
      }
      if (f->level[f->last[k]] == f->most)
      {
         write_column(f, i, f->last[k], fill);
      }
   }
   for (; listed < f->n; listed = f->next[listed])
   {
      write_column(f, i, listed, fill);
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
   TSW_TRY(TSW_ALLOC(NULL, &f->words, 5 * n + 1, "rows of the factors"));
   f->last = f->words;
   f->spare = f->last + n;
   f->level = f->spare + n;
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

trisweep_status tsw_fill_refuse(void)
{
   return TSW_ERROR(UNSUPPORTED,
                    "the factors have more than %" PRId32 " entries; use a lower "
                    "fill level or more ranks",
                    INT32_MAX);
}
