/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The last queued work that uses memory of a smoother, which is given back behind it. */
#pragma once

#include <stdbool.h>

#include <trisweep/status.h>

TRISWEEP_BEGIN_C

/** Zeroed at first. */
typedef struct tsw_last_use
{
   void *event;    /* cudaEvent_t behind the last use on a stream of its own; NULL: there is none */
   bool  blocking; /* used on streams that the default stream waits for */
} tsw_last_use;

/**
 * Work that was queued on the stream just now uses the memory. A stream that is being captured
 * does not count: when its graph runs is the caller's. OK, CUDA.
 */
trisweep_status tsw_last_use_mark(tsw_last_use *use, void *stream);

/**
 * Let what this thread's stream (tsw_memory_use_stream) does from now on come after the last use,
 * and forget that. Only queues. The streams of marks may be gone. OK, CUDA.
 */
trisweep_status tsw_last_use_order(tsw_last_use *use);

TRISWEEP_END_C
