/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef TSW_HYPRE_ALLOC_H
#define TSW_HYPRE_ALLOC_H

#include <stddef.h>

/**
 * Zeroed memory for the small records of the plug. Out of memory ends the
 * program, as it does in hypre: the other ranks wait for this one. (What grows
 * with the matrix is allocated by libtrisweep, which reports the failure.)
 */
void *tsw_alloc(size_t count, size_t size);

/** Memory for count things instead of old, which may be NULL; new parts are not set. */
void *tsw_realloc(void *old, size_t count, size_t size);

#endif
