/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * slfr: rows schedule themselves (Li 2017, Alg. 3). A thread takes rows by
 * ticket, in level order, waits until none of a row's neighbours is missing,
 * and counts itself off at every row that needs it. Needs: levels, the
 * transposed pattern, a count a row. Extra bytes: 16 a row and 4 an entry for
 * each triangle. Deterministic: each row is added in its stored order.
 * Progress: kernels/host/team.h.
 */
#include "kernels/host/triangles.h"
#include "kernels/registry.h"

static trisweep_status slfr_plan(const tsw_packed *p, const tsw_analysis *analysis, int n_threads,
                                 void *stream, tsw_memory *owner, void **state)
{
   (void) analysis;
   (void) stream;
   return tsw_host_triangles_plan(p, TSW_KEEP_LEVELS | TSW_KEEP_COLUMNS | TSW_KEEP_WORDS, n_threads,
                                  owner, state);
}

static void slfr_thread(void *context)
{
   const tsw_host_solve    *s = context;
   const tsw_graph_columns *c = &s->half->columns;
   for (int32_t k; (k = tsw_team_ticket(s->t->ticket)) < s->n_rows;)
   {
      const int32_t i = s->half->levels.order[k];
      tsw_team_wait(&s->t->word[i], 0);
      tsw_rows_pass(s->p, s->pass, i, (int64_t) i + 1);
      for (int32_t e = c->col_ptr[i]; e < c->col_ptr[i + 1]; e++)
      {
         tsw_host_count_off(s, c->row_idx[e]);
      }
   }
}

static trisweep_status slfr_pass(const void *state, const tsw_packed *p, const tsw_pass *pass,
                                 void *stream)
{
   (void) stream;
   tsw_host_solve s = tsw_host_solve_of(state, p, pass);
   tsw_host_reset_counts(&s);
   tsw_team_run(s.t->n_threads, slfr_thread, &s);
   return TRISWEEP_OK;
}

const tsw_schedule tsw_schedule_host_slfr = {
   .name = "slfr",
   .summary = "a thread a row in level order, waiting on a count",
   .source = "Li 2017, Alg. 3",
   .space = TRISWEEP_HOST,
   .needs = TSW_NEEDS_NOTHING,
   .threaded = true,
   .solve_only = true,
   .deterministic = true,
   .plan = slfr_plan,
   .holds = NULL,
   .load = NULL,
   .pass = slfr_pass,
   .free = tsw_host_triangles_free,
};
