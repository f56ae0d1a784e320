/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * slfc: columns schedule themselves (Li 2017, Alg. 4). A thread takes columns by
 * ticket, in level order, waits until nothing more will be subtracted from x_i,
 * and subtracts column i from the rows that need x_i, each with its count.
 * Needs: levels, the transposed triangle with values, a count a row. Extra
 * bytes: 16 a row and 16 an entry for each triangle. Not deterministic on
 * several threads: subtractions arrive in any order. Progress:
 * kernels/host/team.h.
 */
#include "kernels/host/triangles.h"
#include "kernels/registry.h"

static trisweep_status slfc_plan(const tsw_packed *p, const tsw_analysis *analysis, int n_threads,
                                 void *stream, tsw_memory *owner, void **state)
{
   (void) analysis;
   (void) stream;
   return tsw_host_triangles_plan(p, TSW_KEEP_LEVELS | TSW_KEEP_COLUMN_VALUES | TSW_KEEP_WORDS,
                                  n_threads, owner, state);
}

static void slfc_thread(void *context)
{
   const tsw_host_solve    *s = context;
   const tsw_graph_columns *c = &s->half->columns;
   for (int32_t k; (k = tsw_team_ticket(s->t->ticket)) < s->n_rows;)
   {
      const int32_t i = s->half->levels.order[k];
      tsw_team_wait(&s->t->word[i], 0);
      const double x_i = tsw_host_finish_column(s, i);
      for (int32_t e = c->col_ptr[i]; e < c->col_ptr[i + 1]; e++)
      {
         const int32_t j = c->row_idx[e];
         tsw_host_subtract(&s->pass->x[j], s->half->val[e] * x_i);
         tsw_host_count_off(s, j);
      }
   }
}

static trisweep_status slfc_pass(const void *state, const tsw_packed *p, const tsw_pass *pass,
                                 void *stream)
{
   (void) stream;
   tsw_host_solve s = tsw_host_solve_of(state, p, pass);
   tsw_host_reset_counts(&s);
   tsw_host_start_columns(&s);
   tsw_team_run(s.t->n_threads, slfc_thread, &s);
   return TRISWEEP_OK;
}

const tsw_schedule tsw_schedule_host_slfc = {
   .name = "slfc",
   .summary = "a thread a column in level order, waiting on a count",
   .source = "Li 2017, Alg. 4",
   .space = TRISWEEP_HOST,
   .needs = TSW_NEEDS_NOTHING,
   .threaded = true,
   .solve_only = true,
   .deterministic = false,
   .plan = slfc_plan,
   .holds = NULL,
   .load = tsw_host_triangles_load,
   .pass = slfc_pass,
   .free = tsw_host_triangles_free,
};
