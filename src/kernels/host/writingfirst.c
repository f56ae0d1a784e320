/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * writingfirst: a lane a row, written as soon as it is complete (Yuenyeung 2021,
 * Alg. 5; Capellini). A thread takes groups of 32 rows by ticket, in the
 * caller's order, and works on all of them in turn, as the lanes of a warp do.
 * Needs: a flag a row. Extra bytes: 4 a row. Deterministic: each row is added in
 * its stored order. Progress: kernels/host/team.h; in a group the first row that
 * is still open waits for earlier groups only.
 */
#include "kernels/host/group.h"
#include "kernels/registry.h"

static trisweep_status writingfirst_plan(const tsw_packed *p, const tsw_analysis *analysis,
                                         int n_threads, void *stream, tsw_memory *owner,
                                         void **state)
{
   (void) analysis;
   (void) stream;
   return tsw_host_triangles_plan(p, TSW_KEEP_WORDS, n_threads, owner, state);
}

static void writingfirst_thread(void *context)
{
   const tsw_host_solve *s = context;
   const int32_t         n_groups = tsw_host_shares(s->n_rows, TSW_GROUP_ROWS);
   for (int32_t g; (g = tsw_team_ticket(s->t->ticket)) < n_groups;)
   {
      const int32_t first = g * TSW_GROUP_ROWS;
      tsw_group_write_first(s, first, tsw_host_share_end(s->n_rows, first, TSW_GROUP_ROWS));
   }
}

static trisweep_status writingfirst_pass(const void *state, const tsw_packed *p,
                                         const tsw_pass *pass, void *stream)
{
   (void) stream;
   tsw_host_solve s = tsw_host_solve_of(state, p, pass);
   tsw_host_reset_flags(&s);
   tsw_team_run(s.t->n_threads, writingfirst_thread, &s);
   return TRISWEEP_OK;
}

const tsw_schedule tsw_schedule_host_writingfirst = {
   .name = "writingfirst",
   .summary = "a lane a row in row order, writing as soon as it can",
   .source = "Yuenyeung 2021, Alg. 5 (Capellini)",
   .space = TRISWEEP_HOST,
   .needs = TSW_NEEDS_NOTHING,
   .threaded = true,
   .solve_only = true,
   .deterministic = true,
   .plan = writingfirst_plan,
   .holds = NULL,
   .load = NULL,
   .pass = writingfirst_pass,
   .free = tsw_host_triangles_free,
};
