/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The contexts (options) of the smoothers that the plug creates. */
#pragma once

#include "hypre/plug.h"

/** Context with TRISWEEP_OPTIONS; NULL if the options are wrong: then hypre smooths. */
trisweep_context *tsw_context(void);

/** Context with ordering=auto and TRISWEEP_OPTIONS; tsw_context() if it cannot be created. */
trisweep_context *tsw_context_auto_order(void);

/** Why tsw_context() is NULL, and the remedy; or "". */
const char *tsw_context_obstacle(void);

/** Print, once a process, which options have no effect on matrices in this space. */
void tsw_context_print_unused(trisweep_space space);

enum
{
   TSW_CONTEXT_TEXT = 512,
   TSW_CONTEXT_SETTINGS = TSW_CONTEXT_TEXT + 16 /* and the option of numbers 2000 + t */
};

/**
 * Create the context of one solver; TRISWEEP_OPTIONS overrides the settings. Returns "", or what is
 * wrong (static storage; *own is NULL).
 */
const char *tsw_context_of(const char *settings, trisweep_context **own);

/** Free the contexts; all smoothers must have been destroyed. */
void tsw_context_free(void);
