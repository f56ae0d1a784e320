/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include <stddef.h>

/**
 * Zeroed memory where there is no way back: the other ranks wait for values of
 * this one. Out of memory ends the program, as it does in hypre. (Records are made
 * in the setup, before the ranks agree: see tsw_solver_reserve. What grows with the
 * matrix is allocated by libtrisweep, which reports the failure.)
 */
void *tsw_alloc(size_t count, size_t size);
