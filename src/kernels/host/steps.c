/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "kernels/host/steps.h"

#ifdef _OPENMP
#include <omp.h>
#endif

#include <string.h>

#include "base/message.h"

enum
{
   /* Measured: entries that one thread sums in about the time of two barriers of 205 ns. */
   NARROW_LEVEL = 512
};

typedef struct levels_view
{
   const int32_t *level_ptr;
   int64_t        n_levels;
   const int64_t *work;
} levels_view;

static bool level_is_narrow(const levels_view *v, int64_t l)
{
   return v->work[v->level_ptr[l + 1]] - v->work[v->level_ptr[l]] < NARROW_LEVEL;
}

/* End of the step that starts with level l: a run of narrow levels, or one wide level. */
static int64_t step_end(const levels_view *v, int64_t l)
{
   if (!level_is_narrow(v, l))
   {
      return l + 1;
   }
   while (l < v->n_levels && level_is_narrow(v, l))
   {
      l++;
   }
   return l;
}

/* Divide the items begin .. end - 1 by work; thread 0 gets all items of a run of narrow levels. */
static void share_items(const int64_t *work, int32_t begin, int32_t end, bool narrow, int n_threads,
                        int32_t *bounds)
{
   const int64_t all = work[end] - work[begin];
   int32_t       k = begin;
   bounds[0] = begin;
   for (int t = 1; t < n_threads; t++)
   {
      while (k < end && (narrow || (work[k] - work[begin]) * n_threads < all * t))
      {
         k++;
      }
      bounds[t] = k;
   }
   bounds[n_threads] = end;
}

trisweep_status tsw_steps_build(const int32_t *level_ptr, int64_t n_levels, const int64_t *work,
                                int n_threads, tsw_memory *owner, tsw_steps *steps)
{
   const levels_view v = { level_ptr, n_levels, work };
   memset(steps, 0, sizeof *steps);
   steps->n_threads = n_threads;
   for (int64_t l = 0; l < n_levels; l = step_end(&v, l))
   {
      steps->n_steps++;
   }
   if (steps->n_steps == 1 && level_is_narrow(&v, 0)) /* nothing to share: no team */
   {
      steps->n_threads = n_threads = 1;
   }
   TSW_TRY(TSW_ALLOC(owner, &steps->bounds, steps->n_steps * (n_threads + 1),
                     "the shares of the threads"));
   int32_t *bounds = steps->bounds;
   for (int64_t l = 0; l < n_levels; bounds += n_threads + 1)
   {
      const int64_t end = step_end(&v, l);
      share_items(work, level_ptr[l], level_ptr[end], level_is_narrow(&v, l), n_threads, bounds);
      l = end;
   }
   return TRISWEEP_OK;
}

/* The shares of threads first .. end - 1 in all steps; in a team, with a barrier a step. */
static void run_shares(const tsw_steps *steps, bool backward, tsw_steps_body *body,
                       const void *context, int first, int end)
{
   for (int64_t n = 0; n < steps->n_steps; n++)
   {
      const int64_t  step = backward ? steps->n_steps - 1 - n : n;
      const int32_t *bounds = steps->bounds + step * (steps->n_threads + 1);
      body(context, bounds[first], bounds[end]);
      if (end - first < steps->n_threads)
      {
#pragma omp barrier
      }
   }
}

void tsw_steps_run(const tsw_steps *steps, bool backward, tsw_steps_body *body, const void *context)
{
#ifdef _OPENMP
   if (steps->n_threads > 1)
   {
#pragma omp parallel num_threads(steps->n_threads)
      {
         const int mine = omp_get_thread_num();
         if (omp_get_num_threads() == steps->n_threads)
         {
            run_shares(steps, backward, body, context, mine, mine + 1);
         }
         else if (mine == 0) /* the team is smaller than planned: nested regions, thread limits */
         {
            run_shares(steps, backward, body, context, 0, steps->n_threads);
         }
      }
      return;
   }
#endif
   run_shares(steps, backward, body, context, 0, steps->n_threads);
}

void tsw_steps_free(tsw_memory *owner, tsw_steps *steps)
{
   tsw_memory_free(owner, &steps->bounds);
   memset(steps, 0, sizeof *steps);
}
