/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * chain: rows by level sets, narrow levels chained (Naumov 2011). Runs of
 * consecutive narrow levels are one step that one thread does without barriers
 * in between, as one block of a device does in one launch; a wide level is a
 * step of all threads. Needs: levels. Extra bytes: 4 a row for each triangle, 4
 * (threads + 1) a step. Deterministic: each row is added in its stored order.
 * Progress: no thread waits but at barriers.
 */
#include <string.h>

#include "base/message.h"
#include "kernels/host/steps.h"
#include "kernels/host/triangles.h"
#include "kernels/registry.h"

typedef struct chain_state
{
   tsw_host_triangles triangles;
   tsw_steps          steps[2];
} chain_state;

/* Entries before each row of the level order, the diagonal counted in. */
static void order_work(const tsw_graph *g, const tsw_level_sets *levels, int64_t *work)
{
   work[0] = 0;
   for (int64_t k = 0; k < g->n_rows; k++)
   {
      const int32_t i = levels->order[k];
      work[k + 1] = work[k] + 1 + g->row_ptr[i + 1] - g->row_ptr[i];
   }
}

static trisweep_status make_chain(const tsw_packed *p, int upper, tsw_memory *owner, chain_state *s)
{
   const tsw_graph       g = tsw_host_graph(p, upper);
   const tsw_level_sets *levels = &s->triangles.half[upper].levels;
   int64_t              *work = NULL;
   TSW_TRY(tsw_memory_alloc(NULL, &work, p->n_rows + 1, sizeof(int64_t), "the work of the rows"));
   order_work(&g, levels, work);
   const trisweep_status status = tsw_steps_build(levels->level_ptr, levels->n_levels, work,
                                                  s->triangles.n_threads, owner, &s->steps[upper]);
   tsw_memory_free(NULL, &work);
   return status;
}

static trisweep_status chain_plan(const tsw_packed *p, const tsw_analysis *analysis, int n_threads,
                                  void *stream, tsw_memory *owner, void **state)
{
   (void) analysis;
   (void) stream;
   chain_state *s;
   TSW_TRY(tsw_memory_alloc(owner, state, 1, sizeof *s, "the chain of levels"));
   s = *state;
   memset(s, 0, sizeof *s);
   TSW_TRY(tsw_host_triangles_find(p, TSW_KEEP_LEVELS, n_threads, owner, &s->triangles));
   TSW_TRY(make_chain(p, 0, owner, s));
   return make_chain(p, 1, owner, s);
}

static void do_rows(const void *context, int32_t begin, int32_t end)
{
   const tsw_host_solve *s = context;
   for (int32_t k = begin; k < end; k++)
   {
      const int64_t i = s->half->levels.order[k];
      tsw_rows_pass(s->p, s->pass, i, i + 1);
   }
}

static trisweep_status chain_pass(const void *state, const tsw_packed *p, const tsw_pass *pass,
                                  void *stream)
{
   (void) stream;
   const chain_state   *s = state;
   const tsw_host_solve solve = tsw_host_solve_of(&s->triangles, p, pass);
   tsw_steps_run(&s->steps[pass->backward], false, do_rows, &solve);
   return TRISWEEP_OK;
}

static void chain_free(tsw_memory *owner, void **state)
{
   chain_state *s = *state;
   if (s)
   {
      tsw_steps_free(owner, &s->steps[0]);
      tsw_steps_free(owner, &s->steps[1]);
      tsw_host_triangles_drop(owner, &s->triangles);
   }
   tsw_memory_free(owner, state);
}

const tsw_schedule tsw_schedule_host_chain = {
   .name = "chain",
   .summary = "level sets by rows, consecutive narrow levels in one step",
   .source = "Naumov 2011",
   .space = TRISWEEP_HOST,
   .needs = TSW_NEEDS_NOTHING,
   .threaded = true,
   .solve_only = true,
   .deterministic = true,
   .plan = chain_plan,
   .holds = NULL,
   .load = NULL,
   .pass = chain_pass,
   .free = chain_free,
};
