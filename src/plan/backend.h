/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Operations of a smoother in a memory space: one instance for hosts, where streams are NULL, one
 * for CUDA devices. Calls wait for their work, unless the comment says that work is queued.
 */
#pragma once

#include <trisweep.h>

#include "base/last_use.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/timer.h"
#include "block/packed.h"
#include "factor/pivot.h"
#include "kernels/schedule.h"

TRISWEEP_BEGIN_C

typedef struct tsw_plan tsw_plan;

/** Use of a plan. */
typedef enum tsw_plan_use
{
   TSW_USE_SWEEPS,
   TSW_USE_DILU,     /* the block itself is factorised; its rows by level are kept */
   TSW_USE_FACTORS,  /* the layout holds factors, and their rows by level are kept */
   TSW_USE_RESIDUALS /* the block of such factors: residuals; sweeps are possible */
} tsw_plan_use;

typedef struct tsw_backend
{
   trisweep_space space;

   /** Begin a call on a smoother: later allocations of this thread use the stream. */
   void (*enter)(void *stream);

   /** Validate a block, and hash its pattern unless hash is NULL. */
   trisweep_status (*inspect)(const trisweep_csr *a, void *stream, uint64_t *hash);

   /** Fill in the plan of a valid pattern, as in tsw_plan_build. */
   trisweep_status (*build)(const trisweep_csr *a, const tsw_options *options,
                            const tsw_plan *layout_from, void *stream, tsw_memory *owner,
                            tsw_plan *plan);

   /**
    * Choose the schedule of a plan that was built without one. NULL: plans are built with one. OK,
    * MEMORY, CUDA, TIMEOUT.
    */
   trisweep_status (*complete)(const tsw_options *options, void *stream, tsw_memory *owner,
                               tsw_plan *plan);

   /**
    * Schedule with the least memory that performs the same sweep and needs no levels; NULL if the
    * ordering or a factorisation needs levels. For residuals, a schedule over packed triangles.
    */
   const char *(*low_memory)(const tsw_options *options, tsw_plan_use use);

   /** tsw_packed_load; of a bare plan into the state. Not for schedules with queue. */
   trisweep_status (*load)(tsw_plan *plan, const trisweep_csr *a, const double *l1_norms,
                           void *stream, tsw_memory *owner);

   /** Do the options lead to a schedule with queue, unless memory does not suffice? */
   bool (*queues)(const tsw_options *options, tsw_plan_use use);

   /** The pattern of ILU(level); row_ptr and col_idx to be freed by free with owner NULL. */
   trisweep_status (*fill)(const trisweep_csr *a, int32_t level, void *stream,
                           trisweep_csr *pattern);

   /**
    * tsw_ilu_factorise and tsw_dilu_factorise. block: plan with the values of a; diagonal: of a;
    * same_pattern: the factors have the pattern of a.
    */
   trisweep_status (*ilu)(const trisweep_csr *a, const tsw_plan *block, const double *diagonal,
                          bool same_pattern, tsw_plan *factors, tsw_pivots *pivots, void *stream);
   trisweep_status (*dilu)(const tsw_plan *block, const double *diagonal, double *inv_pivot,
                           tsw_pivots *pivots, void *stream);

   /** Perform a FULL or HALF pass by ZERO passes (plan/compose.h); only queued on a device. */
   trisweep_status (*compose)(const tsw_plan *plan, const tsw_pass *pass, void *stream);

   /** Copy a vector; only queued on a device. */
   trisweep_status (*copy)(double *to, const double *from, int64_t n, void *stream);

   /** Report a failure of queued work, once. OK, TIMEOUT, VALUE, CUDA. */
   trisweep_status (*report)(const tsw_packed *p, void *stream);

   /** tsw_last_use_mark and tsw_last_use_order; no effect on the host, which queues no work. */
   trisweep_status (*mark)(tsw_last_use *use, void *stream);
   trisweep_status (*order)(tsw_last_use *use);

   trisweep_status (*alloc)(tsw_memory *owner, void *array_p, int64_t count, size_t size,
                            const char *what);
   void (*free)(tsw_memory *owner, void *array_p);
   void (*free_packed)(tsw_memory *owner, tsw_packed *p);

   void (*timer_begin)(tsw_timer *t, void *stream);
   void (*timer_end)(tsw_timer *t, void *stream);
   double (*timer_seconds)(const tsw_timer *t);
   void (*timer_free)(tsw_timer *t);
} tsw_backend;

extern const tsw_backend tsw_backend_host;
extern const tsw_backend tsw_backend_cuda; /* in builds with CUDA */

/**
 * The backend of a space. OK, ARGUMENT (no such space), UNSUPPORTED (a build without CUDA), CUDA
 * (no device, or a missing or too old driver; the message says which).
 */
trisweep_status tsw_backend_find(trisweep_space space, const tsw_backend **backend);

TRISWEEP_END_C
