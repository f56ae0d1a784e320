/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * levels: level sets on OpenMP threads, a barrier after each level (Naumov
 * 2011; Li 2017, Alg. 1 LEVR, on threads). Levels of the sweep graph, so that
 * the rows of one level neither need each other's new values nor overwrite old
 * values that another still reads: exact, and bitwise equal to serial. Runs of
 * narrow levels are done by one thread without barriers (Naumov's chains).
 * Extra bytes: 4 a row for the order, 4 (threads + 1) a wide level.
 */
#include "kernels/host/rows.h"
#include "kernels/registry.h"

#ifdef _OPENMP
#include <omp.h>
#endif

#include <string.h>

#include "base/message.h"

enum
{
   /* Entries that one thread does in about the time of two barriers (plan/tuning/host.def). */
   NARROW_LEVEL = 512
};

/* Steps of the schedule; bounds[s * (n_threads + 1) + t] is where thread t starts in step s. */
typedef struct levels_state
{
   int      n_threads;
   int64_t  n_steps;
   int32_t *bounds;
} levels_state;

static int64_t entries_before(const tsw_packed *p, int64_t k)
{
   return (int64_t) p->lower.row_ptr[k] + p->upper.row_ptr[k] + k;
}

static bool level_is_narrow(const tsw_packed *p, const tsw_levels *levels, int64_t l)
{
   return entries_before(p, levels->level_ptr[l + 1]) - entries_before(p, levels->level_ptr[l]) <
          NARROW_LEVEL;
}

/* End of the step that starts with level l: a run of narrow levels, or one wide level. */
static int64_t step_end(const tsw_packed *p, const tsw_levels *levels, int64_t l)
{
   if (!level_is_narrow(p, levels, l))
   {
      return l + 1;
   }
   while (l < levels->n_levels && level_is_narrow(p, levels, l))
   {
      l++;
   }
   return l;
}

/* Share the rows begin .. end - 1 by entries; a narrow run goes to thread 0 as a whole. */
static void share_rows(const tsw_packed *p, int32_t begin, int32_t end, bool narrow, int n_threads,
                       int32_t *bounds)
{
   const int64_t first = entries_before(p, begin);
   const int64_t all = entries_before(p, end) - first;
   int32_t       k = begin;
   bounds[0] = begin;
   for (int t = 1; t < n_threads; t++)
   {
      while (k < end && (narrow || (entries_before(p, k) - first) * n_threads < all * t))
      {
         k++;
      }
      bounds[t] = k;
   }
   bounds[n_threads] = end;
}

static trisweep_status levels_plan(const tsw_packed *p, const tsw_levels *levels, int n_threads,
                                   void *stream, tsw_memory *owner, void **state)
{
   (void) stream;
   levels_state *s;
   TSW_TRY(tsw_memory_alloc(owner, &s, 1, sizeof *s, "the level schedule"));
   memset(s, 0, sizeof *s);
   *state = s;
   s->n_threads = n_threads;
   for (int64_t l = 0; l < levels->n_levels; l = step_end(p, levels, l))
   {
      s->n_steps++;
   }
   TSW_TRY(tsw_memory_alloc(owner, &s->bounds, s->n_steps * (n_threads + 1), sizeof(int32_t),
                            "the level schedule"));
   int32_t *bounds = s->bounds;
   for (int64_t l = 0; l < levels->n_levels; bounds += n_threads + 1)
   {
      const int64_t end = step_end(p, levels, l);
      share_rows(p, levels->level_ptr[l], levels->level_ptr[end], level_is_narrow(p, levels, l),
                 n_threads, bounds);
      l = end;
   }
   return TRISWEEP_OK;
}

/* What one thread does; barrier is called after each step by all threads. */
static void thread_pass(const levels_state *s, const tsw_packed *p, const tsw_pass *pass, int thread)
{
   for (int64_t n = 0; n < s->n_steps; n++)
   {
      const int64_t  step = pass->backward ? s->n_steps - 1 - n : n;
      const int32_t *bounds = s->bounds + step * (s->n_threads + 1);
      tsw_rows_pass(p, pass, bounds[thread], bounds[thread + 1]);
#ifdef _OPENMP
#pragma omp barrier
#endif
   }
}

static trisweep_status levels_pass(const void *state, const tsw_packed *p, const tsw_pass *pass,
                                   void *stream)
{
   (void) stream;
   const levels_state *s = state;
#ifdef _OPENMP
#pragma omp parallel num_threads(s->n_threads)
   {
      /* Fewer threads than asked for (nested regions, limits) must still do all shares. */
      if (omp_get_num_threads() == s->n_threads)
      {
         thread_pass(s, p, pass, omp_get_thread_num());
      }
      else if (omp_get_thread_num() == 0)
      {
         tsw_rows_pass(p, pass, 0, p->n_rows);
      }
   }
#else
   thread_pass(s, p, pass, 0);
#endif
   return TRISWEEP_OK;
}

static void levels_free(tsw_memory *owner, void **state)
{
   levels_state *s = *state;
   if (s)
   {
      tsw_memory_free(owner, &s->bounds);
   }
   tsw_memory_free(owner, state);
}

const tsw_schedule tsw_schedule_host_levels = {
   .name = "levels",
   .summary = "level sets on host threads, a barrier a level, narrow levels in runs",
   .source = "Naumov 2011; Li 2017, Alg. 1",
   .space = TRISWEEP_HOST,
   .level_order = true,
   .threaded = true,
   .solve_only = false,
   .deterministic = true,
   .capturable = false,
   .plan = levels_plan,
   .load = NULL,
   .pass = levels_pass,
   .free = levels_free,
};
