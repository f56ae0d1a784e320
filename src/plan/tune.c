/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "plan/tune.h"

#include <stdlib.h>
#include <string.h>

enum
{
   ROWS_PER_SHARE = 256 /* at least */
};

static bool applies(const tsw_tune_cost *c, const tsw_gpu *gpu, const tsw_tune_shape *shape)
{
   const tsw_candidate *candidate = tsw_candidate_find(c->schedule);
   return candidate && !strcmp(c->part, candidate->part ? candidate->part(shape) : "all") &&
          (!candidate->supports || candidate->supports(gpu, shape));
}

/* Mean rows of level sets that pay half of crossing_ns: in narrow level sets the row that finishes
 * last seldom waits for another share. */
static const double crossing_width = 64.0;

static double seconds_of(const tsw_tune_cost *c, const tsw_tune_shape *shape)
{
   const double n = (double) shape->n_rows;
   const double nnz = (double) shape->nnz;
   const double length = n > 0.0 ? nnz / n : 0.0;
   const double width = shape->depth > 0 ? n / (double) shape->depth : 0.0;
   const double crossing = shape->crossing * width / (width + crossing_width);
   const double level_ns = c->level_ns + c->crossing_ns * crossing + c->length_ns * length;
   return 1e-6 * c->launch_us +
          1e-9 * (c->entry_ns * nnz + c->row_ns * n + level_ns * (double) shape->depth +
                  c->longest_ns * (double) shape->longest_row);
}

static int compare(const void *a, const void *b)
{
   const tsw_tune_estimate *x = a;
   const tsw_tune_estimate *y = b;
   return x->seconds < y->seconds   ? -1
          : x->seconds > y->seconds ? 1
                                    : strcmp(x->schedule, y->schedule);
}

int tsw_tune_rank(const tsw_tune_table *table, const tsw_gpu *gpu, const tsw_tune_shape *shape,
                  const char *only, tsw_tune_estimate *estimates)
{
   int n = 0;
   for (int k = 0; k < table->n_costs && n < TSW_TUNE_MOST; k++)
   {
      const tsw_tune_cost *c = &table->cost[k];
      if (applies(c, gpu, shape) && (!only || !strcmp(only, c->schedule)))
      {
         estimates[n++] = (tsw_tune_estimate){ c->schedule, seconds_of(c, shape) };
      }
   }
   qsort(estimates, (size_t) n, sizeof *estimates, compare);
   return n;
}

static bool is_refused(const char *schedule, const tsw_tune_refused *refused)
{
   bool found = false;
   for (int k = 0; k < refused->n; k++)
   {
      found = found || !strcmp(refused->name[k], schedule);
   }
   return found;
}

const tsw_tune_estimate *tsw_tune_best(const tsw_tune_estimate *estimates, int n,
                                       const tsw_tune_refused *refused)
{
   for (int k = 0; k < n; k++)
   {
      if (!is_refused(estimates[k].schedule, refused))
      {
         return &estimates[k];
      }
   }
   return NULL;
}

int64_t tsw_tune_share_rows(int64_t n_rows, int processors)
{
   int64_t n_shares = n_rows / ROWS_PER_SHARE;
   n_shares = n_shares < processors ? n_shares : processors;
   n_shares = n_shares > 1 ? n_shares : 1;
   return (n_rows + n_shares - 1) / n_shares;
}
