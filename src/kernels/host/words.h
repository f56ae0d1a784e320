/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Shared words that threads of two published schedules poll, and one row of a triangular solve.
 * Progress: a thread takes work by ticket and waits for earlier tickets only. The thread with the
 * earliest unfinished ticket never waits, and the system runs it eventually: no wait needs a limit.
 */
#pragma once

#include <stdatomic.h>

#include "analysis/graph.h"
#include "kernels/host/rows.h"
#include "kernels/sptrsv.h"

/** A shared word: ticket, count or flag. */
typedef _Atomic int32_t tsw_word;

typedef void tsw_team_body(void *context);

/** Run body on up to n_threads threads; returns when all threads have finished. */
void tsw_team_run(int n_threads, tsw_team_body *body, void *context);

/** Wait until the word has this value. Writes before the release of the value are then visible. */
void tsw_team_wait(const tsw_word *word, int32_t value);

/** Call after each failed poll: after many calls yields the processor. polls: 0 at first. */
void tsw_team_pause(int *polls);

/** The next ticket: 0, 1, ... */
static inline int32_t tsw_team_ticket(tsw_word *ticket)
{
   return atomic_fetch_add_explicit(ticket, 1, memory_order_relaxed);
}

typedef struct tsw_words
{
   int       n_threads;
   tsw_word *ticket; /* number of units of work that have begun */
   tsw_word *word;   /* [n_rows] unsolved rows that the row depends on; or a flag, 1: solved */
} tsw_words;

/** Allocate the words of n_rows rows. Free w also after a failure. OK, MEMORY. */
trisweep_status tsw_words_alloc(int64_t n_rows, int n_threads, tsw_memory *owner, tsw_words *w);
void            tsw_words_free(tsw_memory *owner, tsw_words *w);

typedef struct tsw_host_solve
{
   const tsw_words    *words;
   const tsw_packed   *p;
   const tsw_triangle *rows; /* the triangle that is solved */
   const tsw_pass     *pass;
   int32_t             n_rows;
} tsw_host_solve;

/** Begin a pass: ticket = 0; word = 0 (not solved) or, with counts, the entries of the row. */
tsw_host_solve tsw_host_begin(const tsw_words *w, const tsw_packed *p, const tsw_pass *pass,
                              bool counts);

/** Store x_i, from r = omega b_i - (T x)_i; 0 if the row is kept. */
void tsw_host_finish_row(const tsw_host_solve *s, int32_t i, double r);
