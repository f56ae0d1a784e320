/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/report/trace.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/new_file.h"
#include "base/numeric.h"
#include "base/timer.h"
#include "hypre/base/device.h"
#include "hypre/base/notice.h"
#include "hypre/state/environment.h"

typedef struct times
{
   double begin, end;
} times;

typedef struct span
{
   const char     *name;
   tsw_trace_lane  lane;
   tsw_trace_clock clock;
   int             level;
   int             setup;
   times           host;
   void           *begin_event, *end_event; /* events that were not read yet, or NULL */
   times           device;                  /* end < begin if unknown */
} span;

/* The mutex guards the spans: the worker thread adds spans, too. */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static span           *spans;
static int             n_spans;
static int             n_read;
static int             setup = 1;
static bool            writes; /* is this rank 0? set at the first span, while MPI runs */
static double          origin = -1.0;
static void           *origin_event; /* an event, and the host time at which it was reached: */
static double          origin_event_time;

/*
 * Record an event in the stream of a span; NULL for the host clock. The first call waits for its
 * event, to relate the clocks of host and device.
 */
static void *record_event(tsw_trace_clock clock)
{
   if (clock == TSW_TRACE_HOST)
   {
      return NULL;
   }
   void *stream = clock == TSW_TRACE_SIDE_STREAM ? tsw_device_side_stream() : tsw_device_stream();
   if (!origin_event)
   {
      double none;
      origin_event = tsw_device_event_record(stream);
      if (tsw_device_event_seconds(origin_event, origin_event, &none))
      {
         origin_event_time = tsw_clock_now() - origin;
      }
   }
   return tsw_device_event_record(stream);
}

int tsw_trace_begin(tsw_trace_lane lane, tsw_trace_clock clock, const char *name, int level)
{
   if (!tsw_environment_trace())
   {
      return -1;
   }
   pthread_mutex_lock(&mutex);
   if (origin < 0.0)
   {
      origin = tsw_clock_now();
      writes = tsw_world_rank() == 0;
      (void) tsw_world_size(); /* stored for the file */
   }
   span *longer = writes ? realloc(spans, ((size_t) n_spans + 1) * sizeof *spans) : NULL;
   if (!longer)
   {
      pthread_mutex_unlock(&mutex);
      return -1;
   }
   spans = longer;
   spans[n_spans] = (span){ .name = name,
                            .lane = lane,
                            .clock = clock,
                            .level = level,
                            .setup = setup,
                            .begin_event = record_event(clock),
                            .host = { tsw_clock_now() - origin, -1.0 },
                            .device = { 0.0, -1.0 } };
   const int number = n_spans++;
   pthread_mutex_unlock(&mutex);
   return number;
}

void tsw_trace_end(int number)
{
   if (number < 0)
   {
      return;
   }
   pthread_mutex_lock(&mutex);
   if (number < n_spans)
   {
      span *s = &spans[number];
      s->end_event = record_event(s->clock);
      s->host.end = tsw_clock_now() - origin;
   }
   pthread_mutex_unlock(&mutex);
}

static void read_events(span *s)
{
   double begin, end;
   if (s->clock == TSW_TRACE_HOST)
   {
      return;
   }
   if (tsw_device_event_seconds(origin_event, s->begin_event, &begin) &&
       tsw_device_event_seconds(origin_event, s->end_event, &end))
   {
      s->device.begin = origin_event_time + begin;
      s->device.end = origin_event_time + end;
   }
   tsw_device_event_free(&s->begin_event);
   tsw_device_event_free(&s->end_event);
}

void tsw_trace_read_events(void)
{
   pthread_mutex_lock(&mutex);
   for (; n_read < n_spans; n_read++)
   {
      read_events(&spans[n_read]);
   }
   setup++;
   pthread_mutex_unlock(&mutex);
}

static void write_span(FILE *file, const span *s, int process, times t)
{
   if (t.end >= t.begin)
   {
      fprintf(file,
              ",\n  {\"ph\": \"X\", \"name\": \"%s\", \"pid\": %d, \"tid\": %d, \"ts\": %.3f, "
              "\"dur\": %.3f, \"args\": {\"level\": %d, \"setup\": %d}}",
              s->name, process, (int) s->lane, 1e6 * t.begin, 1e6 * (t.end - t.begin), s->level,
              s->setup);
   }
}

/* Name a process, or a lane of it. */
static void write_name(FILE *file, int process, int lane, const char *name)
{
   fprintf(file,
           "%s\n  {\"ph\": \"M\", \"name\": \"%s\", \"pid\": %d, \"tid\": %d, \"args\": {\"name\": "
           "\"%s\"}}",
           process == 0 && lane < 0 ? "" : ",", lane < 0 ? "process_name" : "thread_name", process,
           lane < 0 ? 0 : lane, name);
}

static bool write_file(const char *name)
{
   static const char *const processes[] = { "host", "device" };
   static const char *const lanes[] = { "hypre", "trisweep beside hypre",
                                        "trisweep while hypre waits" };
   tsw_new_file             new_file;
   if (!tsw_new_file_open(&new_file, name))
   {
      return false;
   }
   FILE *const file = new_file.stream;
   fprintf(file,
           "{\"displayTimeUnit\": \"ms\",\n \"otherData\": {\"trisweep\": \"%s\", "
           "\"hypre\": \"%s\", \"ranks\": %d},\n \"traceEvents\": [",
           trisweep_version(), HYPRE_RELEASE_VERSION, tsw_world_size());
   for (int process = 0; process < 2; process++)
   {
      write_name(file, process, -1, processes[process]);
      for (int lane = 0; lane < TSW_TRACE_LANES; lane++)
      {
         write_name(file, process, lane, lanes[lane]);
      }
   }
   for (int k = 0; k < n_spans; k++)
   {
      write_span(file, &spans[k], 0, spans[k].host);
      write_span(file, &spans[k], 1, spans[k].device);
   }
   fprintf(file, "\n]}\n");
   return tsw_new_file_close(&new_file, true);
}

void tsw_trace_write(void)
{
   const char    *name = tsw_environment_trace();
   const locale_t before = tsw_numeric_begin();
   if (name && n_spans > 0 && !write_file(name))
   {
      tsw_notice("cannot write the trace to %s: %s", name, strerror(errno));
   }
   tsw_numeric_end(before);
   free(spans);
   spans = NULL;
   n_spans = n_read = 0;
}
