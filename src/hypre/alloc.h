/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include <stddef.h>

/**
 * Zeroed memory where there is no way back, since other ranks wait for values of this one:
 * out of memory ends the program, as in hypre. (What grows with the matrix is allocated by
 * libtrisweep, which reports the failure.)
 */
void *tsw_alloc(size_t count, size_t size);
