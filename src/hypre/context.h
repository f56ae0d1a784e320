/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef TSW_HYPRE_CONTEXT_H
#define TSW_HYPRE_CONTEXT_H

#include "hypre/plug.h"

/**
 * The options of all smoothers of the plug: those of TRISWEEP_OPTIONS. NULL,
 * and said once, if these have an error; the plug then smooths nothing.
 */
trisweep_context *tsw_context(void);

/** Free it; all smoothers must be gone. */
void tsw_context_free(void);

#endif
