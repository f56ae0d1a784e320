/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * syncfree-csc: synchronisation-free columns (Liu et al. 2016, Alg. 2). A thread
 * takes BLOCK columns by ticket, in the caller's row order. What columns of a
 * block subtract from rows of the same block stays in sums of the thread's own,
 * as it stays in shared memory on a device; the rest goes through x and count.
 * Needs: the transposed triangle with values, a count a row. Extra bytes: 8 a
 * row and 16 an entry for each triangle. Not deterministic on several threads:
 * subtractions arrive in any order. The paper's two counters meet: near_count
 * rises to the neighbours within the block while count falls to them.
 * Progress: kernels/host/team.h.
 */
#include "kernels/host/triangles.h"
#include "kernels/registry.h"

enum
{
   BLOCK = 32
};

static trisweep_status syncfree_csc_plan(const tsw_packed *p, const tsw_analysis *analysis,
                                         int n_threads, void *stream, tsw_memory *owner,
                                         void **state)
{
   (void) analysis;
   (void) stream;
   return tsw_host_triangles_plan(p, TSW_KEEP_COLUMN_VALUES | TSW_KEEP_WORDS, n_threads, owner,
                                  state);
}

/* Columns first .. first + BLOCK - 1 in the order in which they are solved. */
static void do_block(const tsw_host_solve *s, int32_t first)
{
   const tsw_graph_columns *c = &s->half->columns;
   const int32_t            end = tsw_host_share_end(s->n_rows, first, BLOCK);
   double                   near_sum[BLOCK] = { 0.0 };
   int32_t                  near_count[BLOCK] = { 0 };
   for (int32_t k = first; k < end; k++)
   {
      const int32_t i = tsw_host_row(s, k);
      tsw_team_wait(&s->t->word[i], near_count[k - first]);
      s->pass->x[i] -= near_sum[k - first];
      const double x_i = tsw_host_finish_column(s, i);
      for (int32_t e = c->col_ptr[i]; e < c->col_ptr[i + 1]; e++)
      {
         const int32_t j = c->row_idx[e];
         const double  part = s->half->val[e] * x_i;
         const int32_t place = tsw_host_place(s, j);
         if (place < end)
         {
            near_sum[place - first] += part;
            near_count[place - first]++;
         }
         else
         {
            tsw_host_subtract(&s->pass->x[j], part);
            tsw_host_count_off(s, j);
         }
      }
   }
}

static void syncfree_csc_thread(void *context)
{
   const tsw_host_solve *s = context;
   const int32_t         n_blocks = tsw_host_shares(s->n_rows, BLOCK);
   for (int32_t b; (b = tsw_team_ticket(s->t->ticket)) < n_blocks;)
   {
      do_block(s, b * BLOCK);
   }
}

static trisweep_status syncfree_csc_pass(const void *state, const tsw_packed *p,
                                         const tsw_pass *pass, void *stream)
{
   (void) stream;
   tsw_host_solve s = tsw_host_solve_of(state, p, pass);
   tsw_host_reset_counts(&s);
   tsw_host_start_columns(&s);
   tsw_team_run(s.t->n_threads, syncfree_csc_thread, &s);
   return TRISWEEP_OK;
}

const tsw_schedule tsw_schedule_host_syncfree_csc = {
   .name = "syncfree-csc",
   .summary = "blocks of columns in row order, their partial sums apart",
   .source = "Liu et al. 2016, Alg. 2",
   .space = TRISWEEP_HOST,
   .needs = TSW_NEEDS_NOTHING,
   .threaded = true,
   .solve_only = true,
   .deterministic = false,
   .plan = syncfree_csc_plan,
   .holds = NULL,
   .load = tsw_host_triangles_load,
   .pass = syncfree_csc_pass,
   .free = tsw_host_triangles_free,
};
