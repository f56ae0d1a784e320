/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "support/blocks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/check.h"

void entries_open(entry_list *e, int64_t n)
{
   *e = (entry_list){ .n = n };
}

static void entries_grow(entry_list *e)
{
   e->room = 2 * e->room + 64;
   e->row = realloc(e->row, (size_t) e->room * sizeof *e->row);
   e->col = realloc(e->col, (size_t) e->room * sizeof *e->col);
   e->val = realloc(e->val, (size_t) e->room * sizeof *e->val);
   assert_true(e->row && e->col && e->val);
}

void entries_add(entry_list *e, int64_t row, int64_t col, double val)
{
   if (row < 0 || row >= e->n || col < 0 || col >= e->n)
   {
      return;
   }
   if (e->count == e->room)
   {
      entries_grow(e);
   }
   e->row[e->count] = (int32_t) row;
   e->col[e->count] = (int32_t) col;
   e->val[e->count++] = val;
}

void entries_shuffle(entry_list *e, random_stream *r)
{
   for (int64_t k = e->count - 1; k > 0; k--)
   {
      const int64_t other = random_below(r, k + 1);
      const int32_t row = e->row[k];
      const int32_t col = e->col[k];
      const double  val = e->val[k];
      e->row[k] = e->row[other];
      e->col[k] = e->col[other];
      e->val[k] = e->val[other];
      e->row[other] = row;
      e->col[other] = col;
      e->val[other] = val;
   }
}

void entries_free(entry_list *e)
{
   free(e->row);
   free(e->col);
   free(e->val);
   entries_open(e, e->n);
}

static void add_norms_and_markers(test_block *m)
{
   for (int64_t i = 0; i < m->n; i++)
   {
      double norm = 0.0;
      double diag = 0.0;
      for (int32_t k = m->row_ptr[i]; k < m->row_ptr[i + 1]; k++)
      {
         norm += fabs(m->val[k]);
         diag += m->col_idx[k] == i ? m->val[k] : 0.0;
      }
      m->l1[i] = diag < 0.0 ? -norm : norm;
      m->marker[i] = (i * i + i / 3) % 3 == 0 ? 1 : -1;
   }
}

static void block_alloc(test_block *m, int64_t n, int64_t nnz)
{
   m->n = n;
   m->nnz = nnz;
   m->row_ptr = check_alloc((size_t) n + 1, sizeof *m->row_ptr);
   m->col_idx = check_alloc((size_t) nnz, sizeof *m->col_idx);
   m->val = check_alloc((size_t) nnz, sizeof *m->val);
   m->l1 = check_alloc((size_t) n, sizeof *m->l1);
   m->marker = check_alloc((size_t) n, sizeof *m->marker);
}

void block_build(entry_list *e, test_block *m)
{
   block_alloc(m, e->n, e->count);
   for (int64_t k = 0; k < e->count; k++)
   {
      m->row_ptr[e->row[k] + 1]++;
   }
   for (int64_t i = 0; i < e->n; i++)
   {
      m->row_ptr[i + 1] += m->row_ptr[i];
   }
   int32_t *next = check_alloc((size_t) e->n, sizeof *next);
   if (e->n > 0)
   {
      memcpy(next, m->row_ptr, (size_t) e->n * sizeof *next);
   }
   for (int64_t k = 0; k < e->count; k++)
   {
      const int32_t at = next[e->row[k]]++;
      m->col_idx[at] = e->col[k];
      m->val[at] = e->val[k];
   }
   add_norms_and_markers(m);
   free(next);
   entries_free(e);
}

void block_copy(const trisweep_csr *a, test_block *m)
{
   block_alloc(m, a->n_rows, a->nnz);
   memcpy(m->row_ptr, a->row_ptr, (size_t) (a->n_rows + 1) * sizeof *m->row_ptr);
   if (a->nnz > 0)
   {
      memcpy(m->col_idx, a->col_idx, (size_t) a->nnz * sizeof *m->col_idx);
      memcpy(m->val, a->val, (size_t) a->nnz * sizeof *m->val);
   }
   add_norms_and_markers(m);
}

trisweep_csr block_view(const test_block *m)
{
   return (trisweep_csr){ .n_rows = m->n,
                          .n_cols = m->n,
                          .nnz = m->nnz,
                          .row_ptr = m->row_ptr,
                          .col_idx = m->col_idx,
                          .val = m->val,
                          .space = TRISWEEP_HOST };
}

void block_free(test_block *m)
{
   free(m->row_ptr);
   free(m->col_idx);
   free(m->val);
   free(m->l1);
   free(m->marker);
   memset(m, 0, sizeof *m);
}
