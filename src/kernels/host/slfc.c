/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * slfc: self-scheduled columns (Li 2017, Alg. 4). A thread takes columns by ticket in level order,
 * waits until all columns are subtracted from x_i, and subtracts column i. Extra bytes: 16 a row
 * and 16 an entry for each triangle. Not deterministic on several threads. Progress: words.h.
 */
#include "base/message.h"
#include "kernels/host/words.h"

typedef struct slfc_triangle
{
   tsw_level_sets    levels;
   tsw_graph_columns columns;
   double           *val; /* [nnz] in the order of columns */
} slfc_triangle;

typedef struct slfc_state
{
   tsw_words     words;
   slfc_triangle triangle[2]; /* lower, upper */
} slfc_state;

static trisweep_status slfc_plan(const tsw_packed *p, int n_threads, TSW_UNUSED void *stream,
                                 tsw_memory *owner, void *state)
{
   slfc_state *s = state;
   for (int upper = 0; upper < 2; upper++)
   {
      slfc_triangle  *triangle = &s->triangle[upper];
      const tsw_graph g = tsw_packed_graph(p, upper);
      TSW_TRY(tsw_level_sets_find(&g, owner, &triangle->levels));
      TSW_TRY(tsw_graph_columns_find(&g, owner, &triangle->columns));
      TSW_TRY(TSW_ALLOC(owner, &triangle->val, g.nnz, "values of the columns"));
   }
   return tsw_words_alloc(p->n_rows, n_threads, owner, &s->words);
}

static trisweep_status slfc_load(void *state, const tsw_packed *p, TSW_UNUSED void *stream)
{
   const slfc_state *s = state;
   for (int upper = 0; upper < 2; upper++)
   {
      const slfc_triangle *triangle = &s->triangle[upper];
      const double        *by_rows = upper ? p->upper.val : p->lower.val;
      for (int64_t k = 0; k < p->n_entries[upper]; k++)
      {
         triangle->val[k] = by_rows[triangle->columns.entry[k]];
      }
   }
   return TRISWEEP_OK;
}

typedef struct slfc_context
{
   tsw_host_solve       solve;
   const slfc_triangle *triangle;
} slfc_context;

static void slfc_thread(void *context)
{
   const slfc_context      *c = context;
   const tsw_graph_columns *columns = &c->triangle->columns;
   const tsw_words         *w = c->solve.words;
   double                  *x = c->solve.pass->x;
   for (int32_t k; (k = tsw_team_ticket(w->ticket)) < c->solve.n_rows;)
   {
      const int32_t i = c->triangle->levels.order[k];
      tsw_team_wait(&w->word[i], 0);
      tsw_host_finish_row(&c->solve, i, x[i]);
      for (int32_t e = columns->col_ptr[i]; e < columns->col_ptr[i + 1]; e++)
      {
         const int32_t j = columns->row_idx[e];
         const double  part = c->triangle->val[e] * x[i];
#pragma omp atomic
         x[j] -= part;
         atomic_fetch_sub_explicit(&w->word[j], 1, memory_order_acq_rel);
      }
   }
}

static trisweep_status slfc_solve(const void *state, const tsw_packed *p, const tsw_pass *pass,
                                  TSW_UNUSED void *stream)
{
   const slfc_state *s = state;
   slfc_context      c = { tsw_host_begin(&s->words, p, pass, true), &s->triangle[pass->backward] };
   for (int64_t i = 0; i < p->n_rows; i++)
   {
      pass->x[i] = pass->omega * pass->b[i];
   }
   tsw_team_run(s->words.n_threads, slfc_thread, &c);
   return TRISWEEP_OK;
}

static void slfc_free(tsw_memory *owner, void *state)
{
   slfc_state *s = state;
   for (int upper = 0; upper < 2; upper++)
   {
      tsw_level_sets_free(owner, &s->triangle[upper].levels);
      tsw_graph_columns_drop(owner, &s->triangle[upper].columns);
      tsw_memory_free(owner, &s->triangle[upper].val);
   }
   tsw_words_free(owner, &s->words);
}

const tsw_sptrsv tsw_sptrsv_host_slfc = {
   .name = "slfc",
   .summary = "a thread a column in level order, waiting on a count",
   .source = "Li 2017, Alg. 4",
   .space = TRISWEEP_HOST,
   .threaded = true,
   .state_bytes = sizeof(slfc_state),
   .plan = slfc_plan,
   .load = slfc_load,
   .solve = slfc_solve,
   .free = slfc_free,
};
