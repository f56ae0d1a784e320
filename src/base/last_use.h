/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The last queued work that uses a smoother's memory; the memory is freed behind this work. */
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

/** Work that is queued on the stream uses the memory; nothing during a capture. OK, CUDA. */
trisweep_status tsw_last_use_mark(tsw_last_use *use, void *stream);

/** Order later work of this thread's stream behind the last use, and clear it. OK, CUDA. */
trisweep_status tsw_last_use_order(tsw_last_use *use);

TRISWEEP_END_C
