/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * levc: columns by level sets (Li 2017, Alg. 2). Threads share the columns of a
 * level, a barrier after each; the critical section of the paper is one atomic
 * subtraction. Needs: levels, the transposed triangle with values. Extra bytes:
 * 8 a row, 16 an entry and 4 a level for each triangle. Not deterministic on
 * several threads: subtractions of one level arrive in any order. Progress: no
 * thread waits but at barriers.
 */
#include "kernels/host/triangles.h"
#include "kernels/registry.h"

static trisweep_status levc_plan(const tsw_packed *p, const tsw_analysis *analysis, int n_threads,
                                 void *stream, tsw_memory *owner, void **state)
{
   (void) analysis;
   (void) stream;
   return tsw_host_triangles_plan(p, TSW_KEEP_LEVELS | TSW_KEEP_COLUMN_VALUES, n_threads, owner,
                                  state);
}

static void levc_column(const tsw_host_solve *s, int32_t i)
{
   const tsw_graph_columns *c = &s->half->columns;
   const double             x_i = tsw_host_finish_column(s, i);
   for (int32_t e = c->col_ptr[i]; e < c->col_ptr[i + 1]; e++)
   {
      tsw_host_subtract(&s->pass->x[c->row_idx[e]], s->half->val[e] * x_i);
   }
}

static trisweep_status levc_pass(const void *state, const tsw_packed *p, const tsw_pass *pass,
                                 void *stream)
{
   (void) stream;
   const tsw_host_solve  s = tsw_host_solve_of(state, p, pass);
   const tsw_level_sets *levels = &s.half->levels;
   tsw_host_start_columns(&s);
#pragma omp parallel num_threads(s.t->n_threads)
   for (int64_t l = 0; l < levels->n_levels; l++)
   {
#pragma omp for schedule(static)
      for (int32_t k = levels->level_ptr[l]; k < levels->level_ptr[l + 1]; k++)
      {
         levc_column(&s, levels->order[k]);
      }
   }
   return TRISWEEP_OK;
}

const tsw_schedule tsw_schedule_host_levc = {
   .name = "levc",
   .summary = "level sets by columns, a barrier a level",
   .source = "Li 2017, Alg. 2",
   .space = TRISWEEP_HOST,
   .needs = TSW_NEEDS_NOTHING,
   .threaded = true,
   .solve_only = true,
   .deterministic = false,
   .plan = levc_plan,
   .holds = NULL,
   .load = tsw_host_triangles_load,
   .pass = levc_pass,
   .free = tsw_host_triangles_free,
};
