/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * syncfree-csr: synchronisation-free rows (Yuenyeung 2021, Alg. 3). A thread
 * takes rows by ticket, in the caller's order, and waits for the flag of each
 * neighbour where it needs x. Needs: a flag a row. Extra bytes: 4 a row.
 * Deterministic: each row is added in its stored order. Progress:
 * kernels/host/team.h.
 */
#include "kernels/host/group.h"
#include "kernels/registry.h"

static trisweep_status syncfree_csr_plan(const tsw_packed *p, const tsw_analysis *analysis,
                                         int n_threads, void *stream, tsw_memory *owner,
                                         void **state)
{
   (void) analysis;
   (void) stream;
   return tsw_host_triangles_plan(p, TSW_KEEP_WORDS, n_threads, owner, state);
}

static void syncfree_csr_thread(void *context)
{
   const tsw_host_solve *s = context;
   for (int32_t k; (k = tsw_team_ticket(s->t->ticket)) < s->n_rows;)
   {
      tsw_group_row(s, tsw_host_row(s, k));
   }
}

static trisweep_status syncfree_csr_pass(const void *state, const tsw_packed *p,
                                         const tsw_pass *pass, void *stream)
{
   (void) stream;
   tsw_host_solve s = tsw_host_solve_of(state, p, pass);
   tsw_host_reset_flags(&s);
   tsw_team_run(s.t->n_threads, syncfree_csr_thread, &s);
   return TRISWEEP_OK;
}

const tsw_schedule tsw_schedule_host_syncfree_csr = {
   .name = "syncfree-csr",
   .summary = "a thread a row in row order, waiting on flags",
   .source = "Yuenyeung 2021, Alg. 3",
   .space = TRISWEEP_HOST,
   .needs = TSW_NEEDS_NOTHING,
   .threaded = true,
   .solve_only = true,
   .deterministic = true,
   .plan = syncfree_csr_plan,
   .holds = NULL,
   .load = NULL,
   .pass = syncfree_csr_pass,
   .free = tsw_host_triangles_free,
};
