/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "hypre/plug.h"

/** Options of all smoothers, of TRISWEEP_OPTIONS; NULL if wrong: nothing is smoothed. */
trisweep_context *tsw_context(void);

/** The same with ordering=auto; the first where that cannot be had. */
trisweep_context *tsw_context_that_orders(void);

/** What that error is and what to do about it, or "". */
const char *tsw_context_obstacle(void);

/** Say, once a process, which of the options have no meaning for matrices in this space. */
void tsw_context_note(trisweep_space space);

enum
{
   TSW_CONTEXT_TEXT = 512,
   TSW_CONTEXT_SETTINGS = TSW_CONTEXT_TEXT + 16 /* with what the relax numbers add */
};

/** Options of one solver, before TRISWEEP_OPTIONS. Returns what is wrong (*own is NULL), or "". */
const char *tsw_context_of(const char *settings, trisweep_context **own);

/** Free it; all smoothers must be gone. */
void tsw_context_free(void);
