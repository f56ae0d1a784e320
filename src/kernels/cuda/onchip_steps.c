/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "kernels/cuda/onchip_steps.h"

#include <string.h>

#include "base/message.h"

enum
{
   /* Rows that a step may turn down before it takes what it has; bounds the work of a step. */
   MAX_REFUSALS = 64
};

/* The rows whose columns are done, as a max-heap by height; ties go to the row visited first. */
typedef struct ready_heap
{
   int64_t *key;
   int32_t  size;
} ready_heap;

/* All that listing needs, freed when it is over. */
typedef struct listing
{
   int32_t        n_rows;
   const int32_t *row_ptr;
   const int32_t *col_idx;
   bool           upper;
   int32_t       *user_ptr; /* the transposed triangle: rows that use a column */
   int32_t       *user;
   int32_t       *missing; /* by row: columns not done */
   int32_t       *height;  /* by row: longest path below it */
   ready_heap     ready;
   int64_t        refused[MAX_REFUSALS];
} listing;

static int64_t heap_key(const listing *l, int32_t i)
{
   const int32_t visit = l->upper ? l->n_rows - 1 - i : i;
   return ((int64_t) l->height[i] << 32) | (int64_t) (INT32_MAX - visit);
}

static int32_t key_row(const listing *l, int64_t key)
{
   const int32_t visit = INT32_MAX - (int32_t) (key & INT32_MAX);
   return l->upper ? l->n_rows - 1 - visit : visit;
}

static void heap_push(ready_heap *h, int64_t key)
{
   int32_t at = h->size++;
   for (int32_t up = (at - 1) / 2; at > 0 && h->key[up] < key; up = (at - 1) / 2)
   {
      h->key[at] = h->key[up];
      at = up;
   }
   h->key[at] = key;
}

static int64_t heap_pop(ready_heap *h)
{
   const int64_t top = h->key[0];
   const int64_t last = h->key[--h->size];
   int32_t       at = 0;
   for (int32_t down = 1; down < h->size; down = 2 * at + 1)
   {
      if (down + 1 < h->size && h->key[down + 1] > h->key[down])
      {
         down++;
      }
      if (h->key[down] <= last)
      {
         break;
      }
      h->key[at] = h->key[down];
      at = down;
   }
   h->key[at] = last;
   return top;
}

static void transpose(listing *l)
{
   memset(l->user_ptr, 0, (size_t) (l->n_rows + 1) * sizeof(int32_t));
   for (int32_t e = 0; e < l->row_ptr[l->n_rows]; e++)
   {
      l->user_ptr[l->col_idx[e] + 1]++;
   }
   for (int32_t i = 0; i < l->n_rows; i++)
   {
      l->user_ptr[i + 1] += l->user_ptr[i];
   }
   memcpy(l->missing, l->user_ptr, (size_t) l->n_rows * sizeof(int32_t));
   for (int32_t i = 0; i < l->n_rows; i++)
   {
      for (int32_t e = l->row_ptr[i]; e < l->row_ptr[i + 1]; e++)
      {
         l->user[l->missing[l->col_idx[e]]++] = i;
      }
   }
}

/* Heights from the last row visited to the first, then the rows that wait for nothing. */
static void start_listing(listing *l)
{
   for (int32_t k = 0; k < l->n_rows; k++)
   {
      const int32_t i = l->upper ? k : l->n_rows - 1 - k;
      l->height[i] = 0;
      for (int32_t e = l->user_ptr[i]; e < l->user_ptr[i + 1]; e++)
      {
         const int32_t h = l->height[l->user[e]] + 1;
         l->height[i] = h > l->height[i] ? h : l->height[i];
      }
   }
   for (int32_t i = 0; i < l->n_rows; i++)
   {
      l->missing[i] = l->row_ptr[i + 1] - l->row_ptr[i];
      if (l->missing[i] == 0)
      {
         heap_push(&l->ready, heap_key(l, i));
      }
   }
}

/* Whether the records hold the young entries of row i in step s; counts its old ones. */
static bool row_fits(const listing *l, const tsw_onchip_shape *shape, tsw_onchip_steps *steps,
                     int32_t i, int32_t s)
{
   int near = 0;
   int mid = 0;
   steps->n_old[i] = 0;
   for (int32_t e = l->row_ptr[i]; e < l->row_ptr[i + 1]; e++)
   {
      const int32_t age = s - steps->step[l->col_idx[e]];
      near += age == 1;
      mid += age > 1 && age < shape->ahead;
      steps->n_old[i] += age >= shape->ahead;
   }
   return near <= TSW_ONCHIP_NEAR && mid <= shape->mid;
}

/* Take the rows of step s; returns the slot behind the last. */
static int32_t list_step(listing *l, const tsw_onchip_shape *shape, tsw_onchip_steps *steps,
                         int32_t s, int32_t slot)
{
   const int32_t begin = slot;
   int           n_refused = 0;
   while (l->ready.size > 0 && slot - begin < TSW_ONCHIP_LANES && n_refused < MAX_REFUSALS)
   {
      const int64_t key = heap_pop(&l->ready);
      const int32_t i = key_row(l, key);
      if (!row_fits(l, shape, steps, i, s))
      {
         l->refused[n_refused++] = key;
         continue;
      }
      int32_t at = slot++;
      for (; at > begin && steps->n_old[steps->row[at - 1]] < steps->n_old[i]; at--)
      {
         steps->row[at] = steps->row[at - 1];
      }
      steps->row[at] = i;
   }
   while (n_refused > 0)
   {
      heap_push(&l->ready, l->refused[--n_refused]);
   }
   for (int32_t k = begin; k < slot; k++)
   {
      const int32_t i = steps->row[k];
      steps->step[i] = s;
      steps->slot[i] = k;
      for (int32_t e = l->user_ptr[i]; e < l->user_ptr[i + 1]; e++)
      {
         if (--l->missing[l->user[e]] == 0)
         {
            heap_push(&l->ready, heap_key(l, l->user[e]));
         }
      }
   }
   return slot;
}

/*
 * A step may stay empty while refused rows grow older, for ahead - 1 steps at
 * most; the array of step bounds therefore doubles as needed.
 */
static trisweep_status list_steps(listing *l, const tsw_onchip_shape *shape, tsw_memory *owner,
                                  tsw_onchip_steps *steps)
{
   int32_t capacity = l->n_rows + shape->ahead;
   int32_t slot = 0;
   TSW_TRY(tsw_memory_alloc(owner, &steps->step_ptr, capacity + 1, sizeof(int32_t), "steps"));
   steps->step_ptr[0] = 0;
   while (slot < l->n_rows)
   {
      if (steps->n_steps == capacity)
      {
         int32_t *longer;
         TSW_TRY(
            tsw_memory_alloc(owner, &longer, 2 * (int64_t) capacity + 1, sizeof(int32_t), "steps"));
         memcpy(longer, steps->step_ptr, (size_t) (capacity + 1) * sizeof(int32_t));
         tsw_memory_free(owner, &steps->step_ptr);
         steps->step_ptr = longer;
         capacity *= 2;
      }
      const int32_t end = list_step(l, shape, steps, steps->n_steps, slot);
      steps->width = end - slot > steps->width ? end - slot : steps->width;
      slot = end;
      steps->step_ptr[++steps->n_steps] = slot;
   }
   return TRISWEEP_OK;
}

static trisweep_status find(listing *l, const tsw_onchip_shape *shape, tsw_memory *owner,
                            tsw_onchip_steps *steps)
{
   const int64_t n = l->n_rows;
   TSW_TRY(tsw_memory_alloc(owner, &steps->step, n, sizeof(int32_t), "steps"));
   TSW_TRY(tsw_memory_alloc(owner, &steps->slot, n, sizeof(int32_t), "steps"));
   TSW_TRY(tsw_memory_alloc(owner, &steps->n_old, n, sizeof(int32_t), "steps"));
   TSW_TRY(tsw_memory_alloc(owner, &steps->row, n, sizeof(int32_t), "steps"));
   TSW_TRY(tsw_memory_alloc(owner, &l->user_ptr, n + 1, sizeof(int32_t), "steps"));
   TSW_TRY(tsw_memory_alloc(owner, &l->user, l->row_ptr[n], sizeof(int32_t), "steps"));
   TSW_TRY(tsw_memory_alloc(owner, &l->missing, n, sizeof(int32_t), "steps"));
   TSW_TRY(tsw_memory_alloc(owner, &l->height, n, sizeof(int32_t), "steps"));
   TSW_TRY(tsw_memory_alloc(owner, &l->ready.key, n, sizeof(int64_t), "steps"));
   transpose(l);
   start_listing(l);
   return list_steps(l, shape, owner, steps);
}

trisweep_status tsw_onchip_steps_find(int32_t n_rows, const int32_t *row_ptr,
                                      const int32_t *col_idx, bool upper,
                                      const tsw_onchip_shape *shape, tsw_memory *owner,
                                      tsw_onchip_steps *steps)
{
   listing l;
   memset(&l, 0, sizeof l);
   memset(steps, 0, sizeof *steps);
   steps->n_rows = n_rows;
   l.n_rows = n_rows;
   l.row_ptr = row_ptr;
   l.col_idx = col_idx;
   l.upper = upper;
   const trisweep_status status = find(&l, shape, owner, steps);
   tsw_memory_free(owner, &l.user_ptr);
   tsw_memory_free(owner, &l.user);
   tsw_memory_free(owner, &l.missing);
   tsw_memory_free(owner, &l.height);
   tsw_memory_free(owner, &l.ready.key);
   return status;
}

void tsw_onchip_steps_free(tsw_memory *owner, tsw_onchip_steps *steps)
{
   tsw_memory_free(owner, &steps->step);
   tsw_memory_free(owner, &steps->slot);
   tsw_memory_free(owner, &steps->n_old);
   tsw_memory_free(owner, &steps->row);
   tsw_memory_free(owner, &steps->step_ptr);
}
