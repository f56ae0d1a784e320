/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * TRISWEEP_TRACE=file.json: the timeline of hypre's setup and of the plug's work, in host time and,
 * for device matrices, in device time (CUDA events). Trace event format of Chrome
 * (ui.perfetto.dev). Rank 0 of MPI_COMM_WORLD writes the file when the
 * process ends.
 */
#pragma once

#include "hypre/plug.h"

/** The lane of a span: hypre, the plug concurrently with hypre, or the plug while hypre waits. */
typedef enum tsw_trace_lane
{
   TSW_TRACE_HYPRE,
   TSW_TRACE_CONCURRENT,
   TSW_TRACE_BLOCKING,
   TSW_TRACE_LANES
} tsw_trace_lane;

/** The stream in which events time a span, in addition to the host's clock. */
typedef enum tsw_trace_clock
{
   TSW_TRACE_HOST, /* no stream */
   TSW_TRACE_COMPUTE_STREAM,
   TSW_TRACE_SIDE_STREAM
} tsw_trace_clock;

/** Begin a span of an AMG level (-1: none). Returns the span's number, or -1 without a trace. */
int tsw_trace_begin(tsw_trace_lane lane, tsw_trace_clock clock, const char *name, int level);

/** End a span; -1 is allowed. */
void tsw_trace_end(int span);

/** Wait for the events of all spans and read them. Later spans belong to the next setup. */
void tsw_trace_read_events(void);

/** Write the file and free all spans. */
void tsw_trace_write(void);
