/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * What the host twins of two published schedules share: the words that their threads wait
 * on, and one row of a triangular solve. The counterpart of kernels/cuda/triangles.h.
 */
#pragma once

#include "analysis/graph.h"
#include "kernels/host/rows.h"
#include "kernels/host/team.h"
#include "kernels/schedule.h"

typedef struct tsw_words
{
   int       n_threads;
   tsw_word *ticket; /* units of work begun */
   tsw_word *word;   /* [n_rows] rows that a row still waits for, or whether it is solved */
} tsw_words;

/** One triangle of a packed block in natural order. */
tsw_graph tsw_host_graph(const tsw_packed *p, bool upper);

/** The words of so many rows. w is to be freed also after a failure. OK, MEMORY. */
trisweep_status tsw_words_alloc(int64_t n_rows, int n_threads, tsw_memory *owner, tsw_words *w);
void            tsw_words_free(tsw_memory *owner, tsw_words *w);

/** What the threads of one pass work on. */
typedef struct tsw_host_solve
{
   const tsw_words    *words;
   const tsw_packed   *p;
   const tsw_triangle *rows; /* the triangle that is solved */
   const tsw_pass     *pass;
   int32_t             n_rows;
} tsw_host_solve;

/** Begin a pass: ticket = 0, and word = 0 (no row is solved), or with counts its entries. */
tsw_host_solve tsw_host_begin(const tsw_words *w, const tsw_packed *p, const tsw_pass *pass,
                              bool counts);

/** x_i from r = omega b_i - (T x)_i; 0 if the row is kept. */
void tsw_host_finish_row(const tsw_host_solve *s, int32_t i, double r);
