/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What depends on the memory space in making and using a plan; a part of tsw_space. */
#pragma once

#include <trisweep.h>

#include "base/memory.h"
#include "base/options.h"
#include "block/packed.h"
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

typedef struct tsw_planner
{
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

   /** Do the options lead to a schedule with queue, unless memory does not suffice? */
   bool (*queues)(const tsw_options *options, tsw_plan_use use);

   /** tsw_packed_load; of a bare plan into the state. Not for schedules with queue. */
   trisweep_status (*load)(tsw_plan *plan, const trisweep_csr *a, const double *l1_norms,
                           void *stream, tsw_memory *owner);

   /** Perform a FULL or HALF pass by ZERO passes; only queued on a device. */
   trisweep_status (*compose)(const tsw_plan *plan, const tsw_pass *pass, void *stream);

   /** Free an array of the plan, and its layout. */
   void (*free)(tsw_memory *owner, void *array_p);
   void (*free_packed)(tsw_memory *owner, tsw_packed *p);
} tsw_planner;

TRISWEEP_END_C
