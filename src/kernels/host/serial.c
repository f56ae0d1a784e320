/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * serial: the rows one after the other in storage order, which is the natural one
 * unless another ordering was asked for, on one thread. The oracle that every other
 * schedule is tested against. No state, no extra bytes, deterministic.
 */
#include "kernels/host/rows.h"
#include "kernels/registry.h"

static trisweep_status serial_plan(const tsw_packed *p, const tsw_analysis *analysis,
                                   int n_threads, void *stream, tsw_memory *owner,
                                   void **state)
{
   (void) stream;
   (void) p;
   (void) analysis;
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
   .summary = "rows in their order on one thread",
   .source = "textbook",
   .space = TRISWEEP_HOST,
   .needs = TSW_NEEDS_NOTHING,
   .threaded = false,
   .deterministic = true,
   .plan = serial_plan,
   .pass = serial_pass,
   .residual = tsw_rows_residual,
   .free = serial_free,
};
