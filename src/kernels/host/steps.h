/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Steps of a schedule that performs level after level on OpenMP threads, with a barrier after each
 * step. A run of narrow levels is one step, which thread 0 performs alone (Naumov's chains).
 */
#pragma once

#include <stdbool.h>

#include <trisweep.h>

#include "base/memory.h"

typedef struct tsw_steps
{
   int      n_threads;
   int64_t  n_steps;
   int32_t *bounds; /* [n_steps * (n_threads + 1)] shares of step s, from s * (n_threads + 1) */
} tsw_steps;

/** Divide the items of each level. work [n_items + 1]: total of the items before. OK, MEMORY. */
trisweep_status tsw_steps_build(const int32_t *level_ptr, int64_t n_levels, const int64_t *work,
                                int n_threads, tsw_memory *owner, tsw_steps *steps);

/** Process items begin .. end - 1 of one level or of a run of levels; context has the direction. */
typedef void tsw_steps_body(const void *context, int32_t begin, int32_t end);

/** Run all steps, last level first if backward. */
void tsw_steps_run(const tsw_steps *steps, bool backward, tsw_steps_body *body,
                   const void *context);

/** Free the arrays and zero the struct. */
void tsw_steps_free(tsw_memory *owner, tsw_steps *steps);
