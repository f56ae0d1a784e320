/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * wavefront: blocks of consecutive rows on OpenMP threads, a barrier a wavefront of blocks (the
 * hyperplane method of Lamport 1974 with blocks for points). Rows stay in natural order in memory.
 * Bitwise equal to serial. On one thread where wavefronts have less than two blocks in the mean.
 * Extra bytes: 8 a block, 4 a wavefront.
 */
#include "analysis/row_blocks.h"
#include "base/message.h"
#include "kernels/host/rows.h"

typedef struct wavefront_state
{
   tsw_row_blocks blocks;
   int            n_threads;
} wavefront_state;

static trisweep_status wavefront_plan(const tsw_packed *p, TSW_UNUSED const tsw_analysis *analysis,
                                      int n_threads, TSW_UNUSED void *stream, tsw_memory *owner,
                                      void *state)
{
   wavefront_state *s = state;
   TSW_TRY(tsw_row_blocks_compute(p, TSW_BLOCK_ROWS, owner, &s->blocks));
   s->n_threads = s->blocks.n_blocks < 2 * s->blocks.n_fronts ? 1 : n_threads;
   return TRISWEEP_OK;
}

static trisweep_status wavefront_pass(const void *state, const tsw_packed *p, const tsw_pass *pass,
                                      TSW_UNUSED void *stream)
{
   const wavefront_state *s = state;
   const tsw_row_blocks  *blocks = &s->blocks;
   if (s->n_threads == 1)
   {
      tsw_rows_pass(NULL, p, pass, 0, p->n_rows);
      return TRISWEEP_OK;
   }
#pragma omp parallel num_threads(s->n_threads)
   for (int64_t k = 0; k < blocks->n_fronts; k++)
   {
      const int64_t front = pass->backward ? blocks->n_fronts - 1 - k : k;
#pragma omp for schedule(static)
      for (int32_t n = blocks->front_ptr[front]; n < blocks->front_ptr[front + 1]; n++)
      {
         const int32_t block = blocks->order[n];
         tsw_rows_pass(NULL, p, pass, blocks->start[block], blocks->start[block + 1]);
      }
   }
   return TRISWEEP_OK;
}

static trisweep_status wavefront_residual(const void *state, const tsw_packed *p,
                                          const tsw_pass *pass, double *r, TSW_UNUSED void *stream)
{
   tsw_rows_residual(NULL, p, pass, ((const wavefront_state *) state)->n_threads, r);
   return TRISWEEP_OK;
}

static void wavefront_free(tsw_memory *owner, void *state)
{
   tsw_row_blocks_free(owner, &((wavefront_state *) state)->blocks);
}

const tsw_schedule tsw_schedule_host_wavefront = {
   .name = "wavefront",
   .summary = "blocks of consecutive rows on host threads, a barrier a wavefront of blocks",
   .source = "Lamport 1974, hyperplane method",
   .space = TRISWEEP_HOST,
   .role = TSW_ROLE_THREADS,
   .state_bytes = sizeof(wavefront_state),
   .plan = wavefront_plan,
   .pass = wavefront_pass,
   .residual = wavefront_residual,
   .free = wavefront_free,
};
