/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * wavefront: blocks of consecutive rows on OpenMP threads, a barrier a wavefront of blocks (the
 * hyperplane method of Lamport 1974 with blocks for points). Rows stay in natural order in memory.
 * Bitwise equal to serial. Extra bytes: 8 a block, 4 (threads + 1) a wide wavefront.
 */
#include "base/message.h"
#include "kernels/host/rows.h"
#include "kernels/host/steps.h"

typedef struct wavefront_state
{
   tsw_steps steps; /* steps over the blocks in the order of first and last */
   int32_t  *first; /* [n_blocks] first row of each block, wavefront after wavefront */
   int32_t  *last;  /* [n_blocks] end of the rows of each block */
} wavefront_state;

static void order_blocks(const tsw_packed *p, const tsw_row_blocks *blocks, wavefront_state *s,
                         int64_t *work)
{
   work[0] = 0;
   for (int64_t k = 0; k < blocks->n_blocks; k++)
   {
      const int32_t block = blocks->order[k];
      const int32_t first = blocks->start[block];
      const int32_t last = blocks->start[block + 1];
      s->first[k] = first;
      s->last[k] = last;
      work[k + 1] = work[k] + (p->lower.row_ptr[last] - p->lower.row_ptr[first]) +
                    (p->upper.row_ptr[last] - p->upper.row_ptr[first]) + (last - first);
   }
}

static trisweep_status wavefront_plan(const tsw_packed *p, const tsw_analysis *analysis,
                                      int n_threads, TSW_UNUSED void *stream, tsw_memory *owner,
                                      void *state)
{
   const tsw_row_blocks *blocks = &analysis->blocks;
   wavefront_state      *s = state;
   TSW_SCRATCH int64_t  *work = NULL;
   TSW_TRY(TSW_ALLOC(owner, &s->first, blocks->n_blocks, "row blocks"));
   TSW_TRY(TSW_ALLOC(owner, &s->last, blocks->n_blocks, "row blocks"));
   TSW_TRY(TSW_ALLOC(NULL, &work, blocks->n_blocks + 1, "the work of the row blocks"));
   order_blocks(p, blocks, s, work);
   return tsw_steps_build(blocks->front_ptr, blocks->n_fronts, work, n_threads, owner, &s->steps);
}

typedef struct wavefront_context
{
   const wavefront_state *state;
   const tsw_packed      *p;
   const tsw_pass        *pass;
} wavefront_context;

static void do_blocks(const void *context, int32_t begin, int32_t end)
{
   const wavefront_context *c = context;
   for (int32_t n = 0; n < end - begin; n++)
   {
      const int32_t k = c->pass->backward ? end - 1 - n : begin + n;
      tsw_rows_pass(c->p, c->pass, c->state->first[k], c->state->last[k]);
   }
}

static trisweep_status wavefront_pass(const void *state, const tsw_packed *p, const tsw_pass *pass,
                                      TSW_UNUSED void *stream)
{
   const wavefront_state  *s = state;
   const wavefront_context context = { s, p, pass };
   tsw_steps_run(&s->steps, pass->backward, do_blocks, &context);
   return TRISWEEP_OK;
}

static void wavefront_free(tsw_memory *owner, void *state)
{
   wavefront_state *s = state;
   tsw_steps_free(owner, &s->steps);
   tsw_memory_free(owner, &s->first);
   tsw_memory_free(owner, &s->last);
}

const tsw_schedule tsw_schedule_host_wavefront = {
   .name = "wavefront",
   .summary = "blocks of consecutive rows on host threads, a barrier a wavefront of blocks",
   .source = "Lamport 1974, hyperplane method",
   .space = TRISWEEP_HOST,
   .needs = TSW_NEEDS_SWEEP_GRAPH,
   .role = TSW_ROLE_THREADS,
   .state_bytes = sizeof(wavefront_state),
   .plan = wavefront_plan,
   .pass = wavefront_pass,
   .residual = tsw_rows_residual,
   .free = wavefront_free,
};
