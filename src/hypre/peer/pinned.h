/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Pinned host memory for messages by MPI, kept for later messages. */
#pragma once

#include "hypre/plug.h"

/** Take a buffer of at least this many bytes, not initialised; NULL: CUDA has none. */
char *tsw_pinned_take(size_t bytes);

/** Give a buffer back. NULL is allowed. */
void tsw_pinned_give(char *data);
