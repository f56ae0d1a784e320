/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "support/ordered.h"

#include <stdlib.h>
#include <string.h>

#include "support/check.h"

void row_order_open(const test_block *m, row_order *o)
{
   o->step = check_alloc((size_t) m->n, sizeof *o->step);
   o->order = check_alloc((size_t) m->n, sizeof *o->order);
   o->place = check_alloc((size_t) m->n, sizeof *o->place);
}

void row_order_place(const test_block *m, row_order *o)
{
   int32_t place = 0;
   for (int32_t s = 0; s < o->n_steps; s++)
   {
      for (int64_t i = 0; i < m->n; i++)
      {
         if (o->step[i] == s)
         {
            o->order[place] = (int32_t) i;
            o->place[i] = place++;
         }
      }
   }
   assert_int_equal(place, m->n);
}

void row_order_free(row_order *o)
{
   free(o->step);
   free(o->order);
   free(o->place);
}

void row_order_sort(const row_order *o, const test_block *m, test_block *sorted)
{
   entry_list e;
   entries_open(&e, m->n);
   for (int64_t k = 0; k < m->n; k++)
   {
      const int32_t i = o->order[k];
      for (int32_t at = m->row_ptr[i]; at < m->row_ptr[i + 1]; at++)
      {
         entries_add(&e, k, o->place[m->col_idx[at]], m->val[at]);
      }
   }
   block_build(&e, sorted);
   for (int64_t k = 0; k < m->n; k++)
   {
      sorted->l1[k] = m->l1[o->order[k]];
      sorted->marker[k] = m->marker[o->order[k]];
   }
}

double *row_order_columns(const row_order *o, const test_block *m, const double *x, size_t size,
                          int n_vectors, int64_t ld)
{
   double *sorted = check_alloc(size, sizeof *sorted);
   memcpy(sorted, x, size * sizeof *sorted);
   for (int v = 0; v < n_vectors; v++)
   {
      for (int64_t k = 0; k < m->n; k++)
      {
         sorted[v * ld + k] = x[v * ld + o->order[k]];
      }
   }
   return sorted;
}
