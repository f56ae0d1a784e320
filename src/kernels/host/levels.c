/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * levels: level sets of the sweep graph on OpenMP threads, a barrier a level (Naumov 2011; Li 2017,
 * Alg. 1 LEVR). Bitwise equal to serial. Extra bytes: 4 a row, 4 (threads + 1) a wide level.
 */
#include "base/message.h"
#include "kernels/host/rows.h"
#include "kernels/host/steps.h"

static trisweep_status levels_plan(const tsw_packed *p, const tsw_analysis *analysis, int n_threads,
                                   TSW_UNUSED void *stream, tsw_memory *owner, void *state)
{
   const tsw_levels    *levels = &analysis->levels;
   TSW_SCRATCH int64_t *work = NULL; /* entries of the rows before each, with the diagonal */
   TSW_TRY(TSW_ALLOC(NULL, &work, p->n_rows + 1, "the work of the rows"));
   for (int64_t k = 0; k <= p->n_rows; k++)
   {
      work[k] = (int64_t) p->lower.row_ptr[k] + p->upper.row_ptr[k] + k;
   }
   return tsw_steps_build(levels->level_ptr, levels->n_levels, work, n_threads, owner, state);
}

typedef struct levels_context
{
   const tsw_packed *p;
   const tsw_pass   *pass;
} levels_context;

static void do_rows(const void *context, int32_t begin, int32_t end)
{
   const levels_context *c = context;
   tsw_rows_pass(c->p, c->pass, begin, end);
}

static trisweep_status levels_pass(const void *state, const tsw_packed *p, const tsw_pass *pass,
                                   TSW_UNUSED void *stream)
{
   const levels_context context = { p, pass };
   tsw_steps_run(state, pass->backward, do_rows, &context);
   return TRISWEEP_OK;
}

static void levels_free(tsw_memory *owner, void *state)
{
   tsw_steps_free(owner, state);
}

const tsw_schedule tsw_schedule_host_levels = {
   .name = "levels",
   .summary = "level sets on host threads, a barrier a level, narrow levels in runs",
   .source = "Naumov 2011; Li 2017, Alg. 1",
   .space = TRISWEEP_HOST,
   .needs = TSW_NEEDS_LEVEL_ORDER,
   .threaded = true,
   .state_bytes = sizeof(tsw_steps),
   .plan = levels_plan,
   .pass = levels_pass,
   .residual = tsw_rows_residual,
   .free = levels_free,
};
