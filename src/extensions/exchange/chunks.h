/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Chunks of memory of a group; for group.c and chunks.c only. */
#pragma once

#include "extensions/exchange/window.h"

enum
{
   ALIGNMENT = 256 /* of windows */
};

/** Add a chunk on all ranks. False on all ranks if it is not to be had. Collective. */
bool tsw_chunks_add(tsw_group *g, size_t bytes);

/** Use the first gap of a chunk that is large enough. */
bool tsw_chunk_take(tsw_chunk *c, size_t bytes, size_t *begin);
