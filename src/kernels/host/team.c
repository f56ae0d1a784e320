/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "kernels/host/team.h"

#include <sched.h>

enum
{
   POLLS = 128 /* in vain, before the processor is offered to other threads */
};

void tsw_team_run(int n_threads, tsw_team_body *body, void *context)
{
   if (n_threads == 1)
   {
      body(context);
      return;
   }
#pragma omp parallel num_threads(n_threads)
   body(context);
}

void tsw_team_pause(int *polls)
{
   *polls = (*polls + 1) % POLLS;
   if (*polls == 0)
   {
      sched_yield();
   }
}

void tsw_team_wait(const tsw_word *word, int32_t value)
{
   int polls = 0;
   while (atomic_load_explicit(word, memory_order_acquire) != value)
   {
      tsw_team_pause(&polls);
   }
}
