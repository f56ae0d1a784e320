/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A plan: which schedule sweeps over a block, in which layout. */
#pragma once

#include <trisweep.h>

#include "base/options.h"
#include "block/cut.h"
#include "block/packed.h"
#include "kernels/schedule.h"
#include "plan/backend.h"
#include "plan/tune.h"

TRISWEEP_BEGIN_C

/** How a plan came to its schedule and ordering. */
typedef struct tsw_choice
{
   const char *by;        /* option, model, rules or memory; static storage */
   const char *ordering;  /* in which rows are visited; static storage */
   double      predicted; /* seconds of a forward sweep; 0 if the model does not know it */
   const char *tuned_for; /* GPU of the constants; NULL if none were asked */
} tsw_choice;

struct tsw_plan
{
   const tsw_backend  *backend;
   const tsw_schedule *schedule;  /* NULL until the first sweep, see tsw_plan_complete */
   void               *state;     /* of the schedule */
   int                 n_threads; /* host threads of one pass */
   bool                low_memory; /* made to save memory: no levels were found */
   int64_t             depth;      /* levels of the lower triangle, or colours; 0 if not found */
   tsw_choice          choice;
   tsw_tune_refused    refused; /* what the model preferred to it, and could not be had */
   tsw_packed          packed;
   int64_t             shared; /* schedule colors: entries between rows of one colour */
   tsw_cut             cut;    /* of hybrid-color on hosts: what is not in packed, whose rank is
                                     the colour */
   tsw_plan_use        use;
   int32_t            *order; /* device, [n_rows] rows by level; NULL if not kept */
   double             *work;  /* of composed passes; NULL if the schedule performs all kinds */
};

/**
 * Analyse a pattern and choose how to sweep over it. If memory does not suffice, the backend's
 * schedule of least memory is taken where there is one; if what the model chose cannot be had, its
 * next choice is. layout_from: a plan of the same pattern, whose layout is taken where it fits; or
 * NULL. plan is to be freed also after a failure. OK, MEMORY, UNSUPPORTED, CUDA, TIMEOUT.
 */
trisweep_status tsw_plan_build(const tsw_backend *backend, const trisweep_csr *a,
                               const tsw_options *options, tsw_plan_use use,
                               const tsw_plan *layout_from, void *stream, tsw_memory *owner,
                               tsw_plan *plan);

/**
 * Choose a schedule for passes after all, and load it with the values that are packed: a plan for
 * residuals may come without. Nothing to do for others. If memory does not suffice, the
 * backend's schedule of least memory is taken. OK, MEMORY, CUDA, TIMEOUT.
 */
trisweep_status tsw_plan_complete(tsw_plan *plan, const tsw_options *options, void *stream,
                                  tsw_memory *owner);

/** What tsw_choice.by is, if the model chooses all that is not asked for by name. */
const char *tsw_plan_choice_by(const tsw_options *options, bool low_memory);

/** Free what the plan holds and zero it. Device work with it is done, or ordered before. */
void tsw_plan_free(tsw_memory *owner, tsw_plan *plan);

/** Is the schedule for a host block in natural order serial, whatever its pattern? */
bool tsw_plan_is_serial(const tsw_options *options);

/**
 * Choose a schedule for a host block, with n_threads (1 unless threaded). Levels in analysis
 * are computed on entry unless tsw_plan_is_serial, what the schedule needs is there on exit, not
 * accounted. OK, MEMORY, UNSUPPORTED (no such schedule here, or not in this ordering).
 */
trisweep_status tsw_plan_choose(const trisweep_csr *a, const tsw_options *options,
                                tsw_analysis *analysis, const tsw_schedule **schedule,
                                int *n_threads);

/** Load values as tsw_packed_load does, then into the schedule's own storage. */
trisweep_status tsw_plan_load(tsw_plan *plan, const trisweep_csr *a, const double *l1_norms,
                              void *stream, tsw_memory *owner);

/**
 * While a plan of a validated host block is built: cut off what an ordering by few colours
 * (tsw_few_step of each row, or NULL; rows of a unit) does not visit exactly, and say in
 * choice.ordering whether there is any. The block of remainder is what is to be laid out; it is
 * to be freed also after a failure. OK, MEMORY.
 */
trisweep_status tsw_plan_cut(const trisweep_csr *a, const int32_t *step, int32_t unit,
                             tsw_memory *owner, tsw_plan *plan, tsw_remainder *remainder);

/** Matrix and vector bytes that this has to move. */
double tsw_plan_cut_bytes(const tsw_plan *plan);

/** Copy values that were packed by other means into the schedule's own storage. */
trisweep_status tsw_plan_refresh(const tsw_plan *plan, void *stream);

/** Perform one pass, composed if the schedule does not know its kind. As pass of tsw_schedule. */
trisweep_status tsw_plan_pass(const tsw_plan *plan, const tsw_pass *pass, void *stream);

/** Matrix and vector bytes that one pass has to move. */
double tsw_plan_pass_bytes(const tsw_plan *plan, const tsw_pass *pass);

TRISWEEP_END_C
