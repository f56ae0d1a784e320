/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "kernels/host/triangles.h"

#include <string.h>

#include "base/message.h"

enum
{
   TICKET_WORDS = 16 /* keeps the ticket on a cache line of its own */
};

tsw_graph tsw_host_graph(const tsw_packed *p, bool upper)
{
   const tsw_triangle *t = upper ? &p->upper : &p->lower;
   return (tsw_graph){ p->n_rows, p->n_rows > 0 ? t->row_ptr[p->n_rows] : 0, t->row_ptr, t->col_idx,
                       upper };
}

static trisweep_status find_half(const tsw_graph *g, int keep, tsw_memory *owner,
                                 tsw_host_half *half)
{
   if (keep & TSW_KEEP_LEVELS)
   {
      TSW_TRY(tsw_level_sets_find(g, owner, &half->levels));
   }
   if (keep & (TSW_KEEP_COLUMNS | TSW_KEEP_COLUMN_VALUES))
   {
      TSW_TRY(tsw_graph_columns_find(g, owner, &half->columns));
   }
   if (keep & TSW_KEEP_COLUMN_VALUES)
   {
      return tsw_memory_alloc(owner, &half->val, g->nnz, sizeof(double), "values of the columns");
   }
   tsw_memory_free(owner, &half->columns.entry);
   return TRISWEEP_OK;
}

trisweep_status tsw_host_triangles_find(const tsw_packed *p, int keep, int n_threads,
                                        tsw_memory *owner, tsw_host_triangles *t)
{
   memset(t, 0, sizeof *t);
   t->n_threads = n_threads;
   for (int upper = 0; upper < 2; upper++)
   {
      const tsw_graph g = tsw_host_graph(p, upper);
      TSW_TRY(find_half(&g, keep, owner, &t->half[upper]));
   }
   if (keep & TSW_KEEP_WORDS)
   {
      TSW_TRY(tsw_memory_alloc(owner, &t->ticket, TICKET_WORDS + p->n_rows, sizeof(tsw_word),
                               "the words of the rows"));
      t->word = t->ticket + TICKET_WORDS;
   }
   return TRISWEEP_OK;
}

void tsw_host_triangles_drop(tsw_memory *owner, tsw_host_triangles *t)
{
   for (int upper = 0; upper < 2; upper++)
   {
      tsw_level_sets_free(owner, &t->half[upper].levels);
      tsw_graph_columns_drop(owner, &t->half[upper].columns);
      tsw_memory_free(owner, &t->half[upper].val);
   }
   tsw_memory_free(owner, &t->ticket);
}

trisweep_status tsw_host_triangles_plan(const tsw_packed *p, int keep, int n_threads,
                                        tsw_memory *owner, void **state)
{
   TSW_TRY(tsw_memory_alloc(owner, state, 1, sizeof(tsw_host_triangles), "the schedule"));
   return tsw_host_triangles_find(p, keep, n_threads, owner, *state);
}

trisweep_status tsw_host_triangles_load(void *state, const tsw_packed *p, void *stream)
{
   (void) stream;
   const tsw_host_triangles *t = state;
   for (int upper = 0; upper < 2; upper++)
   {
      const tsw_host_half *half = &t->half[upper];
      const tsw_graph      g = tsw_host_graph(p, upper);
      const double        *by_rows = upper ? p->upper.val : p->lower.val;
      for (int64_t k = 0; k < g.nnz; k++)
      {
         half->val[k] = by_rows[half->columns.entry[k]];
      }
   }
   return TRISWEEP_OK;
}

void tsw_host_triangles_free(tsw_memory *owner, void **state)
{
   if (*state)
   {
      tsw_host_triangles_drop(owner, *state);
   }
   tsw_memory_free(owner, state);
}

tsw_host_solve tsw_host_solve_of(const tsw_host_triangles *t, const tsw_packed *p,
                                 const tsw_pass *pass)
{
   return (tsw_host_solve){ .t = t,
                            .half = &t->half[pass->backward],
                            .p = p,
                            .rows = pass->backward ? &p->upper : &p->lower,
                            .pass = pass,
                            .n_rows = (int32_t) p->n_rows };
}

void tsw_host_reset_flags(const tsw_host_solve *s)
{
   atomic_store_explicit(s->t->ticket, 0, memory_order_relaxed);
#pragma omp parallel for num_threads(s->t->n_threads) schedule(static)
   for (int32_t i = 0; i < s->n_rows; i++)
   {
      atomic_store_explicit(&s->t->word[i], 0, memory_order_relaxed);
   }
}

void tsw_host_reset_counts(const tsw_host_solve *s)
{
   atomic_store_explicit(s->t->ticket, 0, memory_order_relaxed);
#pragma omp parallel for num_threads(s->t->n_threads) schedule(static)
   for (int32_t i = 0; i < s->n_rows; i++)
   {
      atomic_store_explicit(&s->t->word[i], s->rows->row_ptr[i + 1] - s->rows->row_ptr[i],
                            memory_order_relaxed);
   }
}

void tsw_host_start_columns(const tsw_host_solve *s)
{
#pragma omp parallel for num_threads(s->t->n_threads) schedule(static)
   for (int32_t i = 0; i < s->n_rows; i++)
   {
      s->pass->x[i] = s->pass->omega * s->pass->b[i];
   }
}

void tsw_host_finish_row(const tsw_host_solve *s, int32_t i, double r)
{
   if (tsw_row_is_kept(s->pass, i))
   {
      s->pass->x[i] = 0.0;
   }
   else
   {
      s->pass->x[i] = tsw_row_solve(s->pass, i, r);
   }
}

double tsw_host_finish_column(const tsw_host_solve *s, int32_t i)
{
   tsw_host_finish_row(s, i, s->pass->x[i]);
   return s->pass->x[i];
}
