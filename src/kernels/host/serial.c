/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * serial: the rows one after the other, in natural order, on one thread. The
 * oracle that every other schedule is tested against. No state, no extra bytes,
 * deterministic.
 */
#include "kernels/host/rows.h"
#include "kernels/registry.h"

static trisweep_status serial_plan(const tsw_packed *p, const tsw_levels *levels, int n_threads,
                                   void *stream, tsw_memory *owner, void **state)
{
   (void) stream;
   (void) p;
   (void) levels;
   (void) n_threads;
   (void) owner;
   *state = NULL;
   return TRISWEEP_OK;
}

static trisweep_status serial_pass(const void *state, const tsw_packed *p, const tsw_pass *pass,
                                   void *stream)
{
   (void) stream;
   (void) state;
   tsw_rows_pass(p, pass, 0, p->n_rows);
   return TRISWEEP_OK;
}

static void serial_free(tsw_memory *owner, void **state)
{
   (void) owner;
   *state = NULL;
}

const tsw_schedule tsw_schedule_host_serial = {
   .name = "serial",
   .summary = "rows in natural order on one thread",
   .source = "textbook",
   .space = TRISWEEP_HOST,
   .level_order = false,
   .threaded = false,
   .solve_only = false,
   .deterministic = true,
   .capturable = false,
   .plan = serial_plan,
   .load = NULL,
   .pass = serial_pass,
   .free = serial_free,
};
