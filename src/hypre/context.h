/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef TSW_HYPRE_CONTEXT_H
#define TSW_HYPRE_CONTEXT_H

#include "hypre/plug.h"

/**
 * The options of all smoothers of the plug: those of TRISWEEP_OPTIONS. NULL if
 * these have an error; the plug then smooths nothing.
 */
trisweep_context *tsw_context(void);

/** What that error is and what to do about it, or "". */
const char *tsw_context_obstacle(void);

/** Say, once a process, which of the options have no meaning for matrices in this space. */
void tsw_context_note(trisweep_space space);

/** Free it; all smoothers must be gone. */
void tsw_context_free(void);

#endif
