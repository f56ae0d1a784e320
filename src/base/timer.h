/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * A clock, and the total time of an operation, from some runs; on a device from the runs 2, 4, 8,
 * ... by events.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include <trisweep/status.h>

TRISWEEP_BEGIN_C

/** Seconds of a monotonic clock with an arbitrary zero. */
static inline double tsw_clock_now(void)
{
   struct timespec now;
   clock_gettime(CLOCK_MONOTONIC, &now);
   return (double) now.tv_sec + 1e-9 * (double) now.tv_nsec;
}

typedef struct tsw_timer
{
   int64_t n_runs;
   int64_t n_measured;
   double  measured;  /* seconds of the runs that were measured */
   double  start;     /* host clock at the beginning of this run */
   void   *event[2];  /* cudaEvent_t around a run on a device; NULL before the first measured run */
   bool    measuring; /* between begin and end of a measured run */
   bool    pending;   /* the events are recorded, their time is not yet read */
} tsw_timer;

/** Call before and after an operation on the host; stream is NULL. Some runs are measured. */
void tsw_timer_begin(tsw_timer *t, void *stream);
void tsw_timer_end(tsw_timer *t, void *stream);

/** Call before and after queueing work on a stream; captured work is not measured. */
void tsw_timer_begin_device(tsw_timer *t, void *stream);
void tsw_timer_end_device(tsw_timer *t, void *stream);

/** Time of all runs; on a device 0 until a run was measured and has ended. */
double tsw_timer_seconds(const tsw_timer *t);
double tsw_timer_seconds_device(const tsw_timer *t);

/** Free the events of a device. */
void tsw_timer_free_device(tsw_timer *t);

TRISWEEP_END_C
