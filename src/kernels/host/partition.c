/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * partition: sub-graphs in fast memory (Picciau et al. 2016, Alg. 1). Rows are
 * partitioned into parts whose share of x fits into the cache of one core, and
 * the edges of a part into time slots. Threads share the parts of a level, a
 * barrier after each; in a part first the outer slots, which read x, then the
 * inner ones. Needs: the partition, a copy of the values in its order. Extra
 * bytes: 20 an entry and 4 a row for each triangle, 4 a slot, 16 for each row of
 * a part on each thread. Deterministic: slots fix the order of additions, and
 * parts do not depend on the number of threads. Progress: no thread waits but at
 * barriers.
 */
#include "analysis/partition.h"

#include <string.h>

#ifdef _OPENMP
#include <omp.h>
#endif

#include "base/message.h"
#include "kernels/host/triangles.h"
#include "kernels/registry.h"

enum
{
   MOST_ROWS = 8192, /* 128 KiB of sums and scalings */
   FEWEST_PARTS = 16 /* so that threads have something to share */
};

typedef struct partition_half
{
   tsw_partition parts;
   double       *val; /* [nnz] in the order of the slots */
} partition_half;

typedef struct partition_state
{
   int            n_threads;
   int64_t        most_rows;
   partition_half half[2];
   double        *work; /* [n_threads * 2 * most_rows] sums and scalings */
} partition_state;

static trisweep_status partition_plan(const tsw_packed *p, const tsw_analysis *analysis,
                                      int n_threads, void *stream, tsw_memory *owner, void **state)
{
   (void) analysis;
   (void) stream;
   partition_state *s;
   TSW_TRY(tsw_memory_alloc(owner, state, 1, sizeof *s, "the partition"));
   s = *state;
   memset(s, 0, sizeof *s);
   const int64_t share = p->n_rows / FEWEST_PARTS + 1;
   s->n_threads = n_threads;
   s->most_rows = share < MOST_ROWS ? share : MOST_ROWS;
   for (int upper = 0; upper < 2; upper++)
   {
      const tsw_graph g = tsw_host_graph(p, upper);
      TSW_TRY(tsw_partition_find(&g, s->most_rows, owner, &s->half[upper].parts));
      TSW_TRY(tsw_memory_alloc(owner, &s->half[upper].val, g.nnz, sizeof(double), "the partition"));
   }
   return tsw_memory_alloc(owner, &s->work, n_threads * 2 * s->most_rows, sizeof(double),
                           "the sums of the parts");
}

static trisweep_status partition_load(void *state, const tsw_packed *p, void *stream)
{
   (void) stream;
   const partition_state *s = state;
   for (int upper = 0; upper < 2; upper++)
   {
      const tsw_graph       g = tsw_host_graph(p, upper);
      const partition_half *half = &s->half[upper];
      const double         *by_rows = upper ? p->upper.val : p->lower.val;
      for (int64_t k = 0; k < g.nnz; k++)
      {
         half->val[k] = by_rows[half->parts.entry[k]];
      }
   }
   return TRISWEEP_OK;
}

static void do_part(const partition_half *half, const tsw_pass *pass, int32_t part, double *work)
{
   const tsw_partition *g = &half->parts;
   const int32_t        n = g->part_ptr[part + 1] - g->part_ptr[part];
   const int32_t       *row = g->row + g->part_ptr[part];
   const int32_t       *slot = g->slot_ptr;
   double              *r = work;         /* omega b - (T x), as far as known */
   double              *scale = work + n; /* that makes x of it; 0 in rows that are kept */
   for (int32_t l = 0; l < n; l++)
   {
      r[l] = pass->omega * pass->b[row[l]];
      scale[l] =
         tsw_row_is_kept(pass, row[l]) ? 0.0 : pass->relax_weight * tsw_row_inverse(pass, row[l]);
   }
   for (int32_t e = slot[g->part_slot[2 * part]]; e < slot[g->part_slot[2 * part + 1]]; e++)
   {
      r[g->target[e]] -= half->val[e] * pass->x[g->source[e]];
   }
   for (int32_t e = slot[g->part_slot[2 * part + 1]]; e < slot[g->part_slot[2 * part + 2]]; e++)
   {
      const int32_t j = g->source[e];
      r[g->target[e]] -= half->val[e] * (scale[j] == 0.0 ? 0.0 : scale[j] * r[j]);
   }
   for (int32_t l = 0; l < n; l++)
   {
      if (tsw_row_is_kept(pass, row[l]))
      {
         pass->x[row[l]] = 0.0;
      }
      else
      {
         pass->x[row[l]] = tsw_row_solve(pass, row[l], r[l]);
      }
   }
}

static double *work_of_thread(const partition_state *s)
{
#ifdef _OPENMP
   return s->work + omp_get_thread_num() * 2 * s->most_rows;
#else
   return s->work;
#endif
}

static trisweep_status partition_pass(const void *state, const tsw_packed *p, const tsw_pass *pass,
                                      void *stream)
{
   (void) p;
   (void) stream;
   const partition_state *s = state;
   const partition_half  *half = &s->half[pass->backward];
#pragma omp parallel num_threads(s->n_threads)
   for (int32_t l = 0; l < half->parts.n_levels; l++)
   {
#pragma omp for schedule(dynamic)
      for (int32_t part = half->parts.level_ptr[l]; part < half->parts.level_ptr[l + 1]; part++)
      {
         do_part(half, pass, part, work_of_thread(s));
      }
   }
   return TRISWEEP_OK;
}

static void partition_free(tsw_memory *owner, void **state)
{
   partition_state *s = *state;
   for (int upper = 0; s && upper < 2; upper++)
   {
      tsw_partition_free(owner, &s->half[upper].parts);
      tsw_memory_free(owner, &s->half[upper].val);
   }
   if (s)
   {
      tsw_memory_free(owner, &s->work);
   }
   tsw_memory_free(owner, state);
}

const tsw_schedule tsw_schedule_host_partition = {
   .name = "partition",
   .summary = "sub-graphs in the cache of a core, edges in time slots",
   .source = "Picciau et al. 2016, Alg. 1, 3, 4, 5",
   .space = TRISWEEP_HOST,
   .needs = TSW_NEEDS_NOTHING,
   .threaded = true,
   .solve_only = true,
   .deterministic = true,
   .plan = partition_plan,
   .holds = NULL,
   .load = partition_load,
   .pass = partition_pass,
   .free = partition_free,
};
