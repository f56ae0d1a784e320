/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The last queued work that uses a smoother's memory; the memory is freed behind this work. */
#pragma once

#include <stdbool.h>

#include <trisweep/status.h>

TRISWEEP_BEGIN_C

/** To be zeroed before the first use. */
typedef struct tsw_last_use
{
   void *event;    /* cudaEvent_t after the last use on a non-blocking stream; NULL: none */
   bool  blocking; /* used on the default stream or on a blocking stream */
} tsw_last_use;

/** Note that work queued on the stream uses the memory. No effect in a capture. OK, CUDA. */
trisweep_status tsw_last_use_mark(tsw_last_use *use, void *stream);

/** Make this thread's stream wait for the last use, and clear *use. OK, CUDA. */
trisweep_status tsw_last_use_order(tsw_last_use *use);

TRISWEEP_END_C
