/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "kernels/host/words.h"

#include <sched.h>

#include "base/message.h"

enum
{
   POLLS = 128,      /* failed polls before the thread yields the processor */
   TICKET_WORDS = 16 /* keeps the ticket on a cache line of its own */
};

trisweep_status tsw_words_alloc(int64_t n_rows, int n_threads, tsw_memory *owner, tsw_words *w)
{
   w->n_threads = n_threads;
   TSW_TRY(TSW_ALLOC(owner, &w->ticket, TICKET_WORDS + n_rows, "the words of the rows"));
   w->word = w->ticket + TICKET_WORDS;
   return TRISWEEP_OK;
}

void tsw_words_free(tsw_memory *owner, tsw_words *w)
{
   tsw_memory_free(owner, &w->ticket);
}

tsw_host_solve tsw_host_begin(const tsw_words *w, const tsw_packed *p, const tsw_pass *pass,
                              bool counts)
{
   const tsw_triangle *rows = pass->backward ? &p->upper : &p->lower;
   const int32_t       n_rows = (int32_t) p->n_rows;
   atomic_store_explicit(w->ticket, 0, memory_order_relaxed);
#pragma omp parallel for num_threads(w->n_threads) schedule(static)
   for (int32_t i = 0; i < n_rows; i++)
   {
      const int32_t count = counts ? rows->row_ptr[i + 1] - rows->row_ptr[i] : 0;
      atomic_store_explicit(&w->word[i], count, memory_order_relaxed);
   }
   return (tsw_host_solve){ w, p, rows, pass, n_rows };
}

void tsw_host_finish_row(const tsw_host_solve *s, int32_t i, double r)
{
   s->pass->x[i] = tsw_row_is_kept(s->pass, i) ? 0.0 : tsw_row_solve(s->pass, i, r);
}

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
