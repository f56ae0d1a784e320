/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Threads that wait for rows of one another. A thread takes its work by ticket and waits for
 * earlier tickets only; the thread with the earliest unfinished one waits for nothing, and
 * the system runs it sooner or later. So every wait ends and needs no limit.
 */
#pragma once

#include <stdatomic.h>
#include <stdint.h>

/** A word that threads exchange. */
typedef _Atomic int32_t tsw_word;

/** What each thread of a team does. */
typedef void tsw_team_body(void *context);

/** Let up to n_threads threads run the same body; returns when all have. */
void tsw_team_run(int n_threads, tsw_team_body *body, void *context);

/** Wait until the word has this value. What was written before it was released is then visible. */
void tsw_team_wait(const tsw_word *word, int32_t value);

/** To be called after each poll in vain: now and then offers the processor to other threads. */
void tsw_team_pause(int *polls);

/** The next ticket: 0, 1, ... */
static inline int32_t tsw_team_ticket(tsw_word *ticket)
{
   return atomic_fetch_add_explicit(ticket, 1, memory_order_relaxed);
}
