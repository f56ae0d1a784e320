/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Fill levels row by row. A sorted linked list has the columns of the current row. */
#include "analysis/fill.h"

#include <inttypes.h>
#include <string.h>

#include "base/message.h"

typedef struct filler
{
   const tsw_packed *p;
   int32_t           n;
   int32_t           most;     /* highest fill level that is kept */
   int32_t          *next;     /* [n + 1] sorted list: next[n] is the first column, n the end */
   int32_t          *level;    /* [n] fill levels of the current row, -1 for other columns */
   int32_t          *diagonal; /* [n] index of the diagonal entry of each finished row */
   int32_t          *words;    /* the memory of the three arrays above */
   int64_t           length;   /* entries of the current row */
   int32_t          *levels;   /* [capacity] fill levels of the entries of the finished rows */
   int64_t           capacity;
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

/* Start row i with the columns of the block and the diagonal. */
static void start_row(filler *f, int32_t i)
{
   const tsw_triangle *lower = &f->p->lower;
   const tsw_triangle *upper = &f->p->upper;
   int32_t             before = f->n;
   f->next[f->n] = f->n;
   f->length = 0;
   for (int32_t e = lower->row_ptr[i]; e < lower->row_ptr[i + 1]; e++)
   {
      insert(f, before, lower->col_idx[e], 0);
      before = lower->col_idx[e];
   }
   insert(f, before, i, 0);
   before = i;
   for (int32_t e = upper->row_ptr[i + 1] - 1; e >= upper->row_ptr[i]; e--)
   {
      insert(f, before, upper->col_idx[e], 0);
      before = upper->col_idx[e];
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
static trisweep_status lengthen(int32_t **array, int64_t used, int64_t length)
{
   int32_t *longer;
   TSW_TRY(TSW_ALLOC(NULL, &longer, length, "the pattern of the factors"));
   if (*array)
   {
      memcpy(longer, *array, (size_t) used * sizeof(int32_t));
   }
   tsw_memory_drop(array);
   *array = longer;
   return TRISWEEP_OK;
}

/* Make room for a row of `length` entries. */
static trisweep_status reserve(filler *f, int64_t length, tsw_fill *fill)
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
   TSW_TRY(lengthen(&fill->col_idx, fill->nnz, capacity));
   TSW_TRY(lengthen(&f->levels, fill->nnz, capacity));
   f->capacity = capacity;
   return TRISWEEP_OK;
}

/* Write the current row as row i, and leave no column in it. */
static trisweep_status finish_row(filler *f, int32_t i, tsw_fill *fill)
{
   TSW_TRY(reserve(f, f->length, fill));
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

static trisweep_status fill_rows(filler *f, tsw_fill *fill)
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
      TSW_TRY(finish_row(f, i, fill));
   }
   return TRISWEEP_OK;
}

static trisweep_status compute(filler *f, tsw_fill *fill)
{
   const int64_t n = f->n;
   const int64_t nnz = tsw_packed_nnz(f->p);
   TSW_TRY(TSW_ALLOC(NULL, &fill->row_ptr, n + 1, "row pointers"));
   TSW_TRY(TSW_ALLOC(NULL, &f->words, 3 * n + 1, "rows of the factors"));
   f->level = f->words;
   f->diagonal = f->level + n;
   f->next = f->diagonal + n;
   memset(f->level, 0xff, (size_t) n * sizeof(int32_t)); /* -1 */
   TSW_TRY(reserve(f, nnz < INT32_MAX ? nnz : INT32_MAX, fill));
   return fill_rows(f, fill);
}

trisweep_status tsw_fill_compute(const tsw_packed *p, int32_t level, tsw_fill *fill)
{
   filler f = { .p = p, .n = (int32_t) p->n_rows, .most = level };
   memset(fill, 0, sizeof *fill);
   const trisweep_status status = compute(&f, fill);
   tsw_memory_drop(&f.words);
   tsw_memory_drop(&f.levels);
   return status;
}
