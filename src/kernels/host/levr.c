/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * levr: rows by level sets (Li 2017, Alg. 1). Threads share the rows of a level,
 * a barrier after each. Needs: levels. Extra bytes: 4 a row and 4 a level for
 * each triangle. Deterministic: each row is added in its stored order. Progress:
 * no thread waits but at barriers.
 */
#include "kernels/host/triangles.h"
#include "kernels/registry.h"

static trisweep_status levr_plan(const tsw_packed *p, const tsw_analysis *analysis, int n_threads,
                                 void *stream, tsw_memory *owner, void **state)
{
   (void) analysis;
   (void) stream;
   return tsw_host_triangles_plan(p, TSW_KEEP_LEVELS, n_threads, owner, state);
}

static trisweep_status levr_pass(const void *state, const tsw_packed *p, const tsw_pass *pass,
                                 void *stream)
{
   (void) stream;
   const tsw_host_triangles *t = state;
   const tsw_level_sets     *levels = &t->half[pass->backward].levels;
#pragma omp parallel num_threads(t->n_threads)
   for (int64_t l = 0; l < levels->n_levels; l++)
   {
#pragma omp for schedule(static)
      for (int32_t k = levels->level_ptr[l]; k < levels->level_ptr[l + 1]; k++)
      {
         tsw_rows_pass(p, pass, levels->order[k], (int64_t) levels->order[k] + 1);
      }
   }
   return TRISWEEP_OK;
}

const tsw_schedule tsw_schedule_host_levr = {
   .name = "levr",
   .summary = "level sets by rows, a barrier a level",
   .source = "Li 2017, Alg. 1",
   .space = TRISWEEP_HOST,
   .needs = TSW_NEEDS_NOTHING,
   .threaded = true,
   .solve_only = true,
   .deterministic = true,
   .plan = levr_plan,
   .holds = NULL,
   .load = NULL,
   .pass = levr_pass,
   .free = tsw_host_triangles_free,
};
