/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * twophase: a lane a row (Yuenyeung 2021, Alg. 4; Capellini). A thread takes
 * groups of 32 rows by ticket, in the caller's order, as a warp does: first the
 * entries whose rows belong to other groups, waiting for each; then the rows of
 * the group complete one another, in order. Needs: a flag a row. Extra bytes: 4
 * a row. Deterministic: each row is added in its stored order, which has the
 * entries of the first phase in front. Progress: kernels/host/team.h.
 */
#include "kernels/host/group.h"
#include "kernels/registry.h"

static trisweep_status twophase_plan(const tsw_packed *p, const tsw_analysis *analysis,
                                     int n_threads, void *stream, tsw_memory *owner, void **state)
{
   (void) analysis;
   (void) stream;
   return tsw_host_triangles_plan(p, TSW_KEEP_WORDS, n_threads, owner, state);
}

/* Subtract the entries of row i from e on whose rows come before the bound-th. Returns where it
 * stopped. */
static int32_t subtract_before(const tsw_host_solve *s, int32_t i, int32_t e, int32_t bound,
                               double *r)
{
   const tsw_triangle *rows = s->rows;
   for (; e < rows->row_ptr[i + 1] && tsw_host_place(s, rows->col_idx[e]) < bound; e++)
   {
      tsw_team_wait(&s->t->word[rows->col_idx[e]], 1);
      *r -= rows->val[e] * s->pass->x[rows->col_idx[e]];
   }
   return e;
}

static void do_group(const tsw_host_solve *s, int32_t first, int32_t end)
{
   int32_t next[TSW_GROUP_ROWS];
   double  r[TSW_GROUP_ROWS];
   for (int32_t k = first; k < end; k++)
   {
      const int32_t i = tsw_host_row(s, k);
      r[k - first] = s->pass->omega * s->pass->b[i];
      next[k - first] = subtract_before(s, i, s->rows->row_ptr[i], first, &r[k - first]);
   }
   for (int32_t k = first; k < end; k++)
   {
      const int32_t i = tsw_host_row(s, k);
      subtract_before(s, i, next[k - first], end, &r[k - first]);
      tsw_host_finish_row(s, i, r[k - first]);
      tsw_host_mark_solved(s, i);
   }
}

static void twophase_thread(void *context)
{
   const tsw_host_solve *s = context;
   const int32_t         n_groups = tsw_host_shares(s->n_rows, TSW_GROUP_ROWS);
   for (int32_t g; (g = tsw_team_ticket(s->t->ticket)) < n_groups;)
   {
      const int32_t first = g * TSW_GROUP_ROWS;
      do_group(s, first, tsw_host_share_end(s->n_rows, first, TSW_GROUP_ROWS));
   }
}

static trisweep_status twophase_pass(const void *state, const tsw_packed *p, const tsw_pass *pass,
                                     void *stream)
{
   (void) stream;
   tsw_host_solve s = tsw_host_solve_of(state, p, pass);
   tsw_host_reset_flags(&s);
   tsw_team_run(s.t->n_threads, twophase_thread, &s);
   return TRISWEEP_OK;
}

const tsw_schedule tsw_schedule_host_twophase = {
   .name = "twophase",
   .summary = "a lane a row in row order; rows of other groups first",
   .source = "Yuenyeung 2021, Alg. 4",
   .space = TRISWEEP_HOST,
   .needs = TSW_NEEDS_NOTHING,
   .threaded = true,
   .solve_only = true,
   .deterministic = true,
   .plan = twophase_plan,
   .holds = NULL,
   .load = NULL,
   .pass = twophase_pass,
   .free = tsw_host_triangles_free,
};
