/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A plan: which schedule sweeps over a block, in which layout. */
#pragma once

#include <trisweep.h>

#include "base/options.h"
#include "block/packed.h"
#include "kernels/registry.h"

TRISWEEP_BEGIN_C

typedef struct tsw_plan tsw_plan;

#define TSW_RULE(schedule, condition) +1
enum
{
   TSW_RULE_LINES = 0
#include "kernels/rule.def"
};
#undef TSW_RULE

/** The schedules of the lines whose conditions hold, in the order of the lines. Their number. */
int tsw_rule_rank(const tsw_shape *shape, const char *names[TSW_RULE_LINES]);

/** The first of those that take the block, behind n_refused others; NULL if there is none. */
const tsw_schedule *tsw_rule_choose(const tsw_gpu *gpu, const tsw_shape *shape, int n_refused);

/** Use of a plan. */
typedef enum tsw_plan_use
{
   TSW_USE_SWEEPS,
   TSW_USE_FACTORS,  /* the block itself (DILU), or the layout of its factors (ILU), is factorised;
                        the rows by level are kept */
   TSW_USE_RESIDUALS /* the block of such factors: residuals; for sweeps the schedule of the
                        least memory, unless the options name one */
} tsw_plan_use;

/** What depends on the memory space in making and using a plan. */
typedef struct tsw_planner
{
   /** Fill in the plan of a valid pattern, as in tsw_plan_build. */
   trisweep_status (*build)(const trisweep_csr *a, const tsw_options *options,
                            const tsw_plan *layout_from, void *stream, tsw_memory *owner,
                            tsw_plan *plan);

   /**
    * Schedule with the least memory that performs the same sweep and needs no levels; NULL if the
    * ordering or the use needs more.
    */
   const tsw_registered *(*low_memory)(const tsw_options *options, tsw_plan_use use);

   /**
    * Do the options lead to a schedule with direct loads, for TSW_USE_FACTORS also with dilu,
    * unless memory does not suffice?
    */
   bool (*begins)(const tsw_options *options, tsw_plan_use use);

   /** tsw_packed_load; of a bare plan into the state. Not for direct loads. */
   trisweep_status (*load)(tsw_plan *plan, const trisweep_csr *a, const double *l1_norms,
                           void *stream, tsw_memory *owner);

   /** Free an array of the plan, and its layout. */
   void (*free)(tsw_memory *owner, void *array_p);
   void (*free_packed)(tsw_memory *owner, tsw_packed *p);
} tsw_planner;

extern const tsw_planner tsw_planner_host;
extern const tsw_planner tsw_planner_cuda;

/** Origin of the schedule and the ordering of a plan. */
typedef struct tsw_choice
{
   const char *by;       /* option, rules or memory; static storage */
   const char *ordering; /* order of the rows; static storage */
   bool by_rule; /* of kernels/rule.def, which has another choice if the device refuses this */
} tsw_choice;

struct tsw_plan
{
   const tsw_planner  *planner;    /* of the memory space of the block */
   const tsw_schedule *schedule;   /* NULL: not chosen, or the choice failed */
   const tsw_sptrsv   *solve;      /* NULL, unless the schedule is compose */
   void               *state;      /* of the schedule */
   int                 n_threads;  /* host threads of one pass */
   bool                low_memory; /* without levels, to save memory */
   int64_t             depth;      /* levels of the lower triangle, or colours; 0 if not found */
   tsw_choice          choice;
   int                 n_refused; /* choices of the rule that the device refused */
   const char         *refused;   /* the first of them; static storage; NULL: none */
   tsw_packed          packed;
   tsw_packed          layout;    /* device: of a bare plan for blocks whose rows are not in order,
                                     without values; for the first load, and from the second on */
   int                 n_layouts; /* that were made */
   int64_t             n_shared;  /* as in tsw_found */
   tsw_plan_use        use;
   int32_t            *order; /* device, [n_rows] rows by level; NULL if not kept */
};

/**
 * Analyse a pattern and choose how to sweep over it. If memory does not suffice, the plan takes the
 * planner's schedule of least memory, if there is one; if the device refuses the rule's choice,
 * the next choice of the rule. layout_from: a plan of the same pattern, whose layout is
 * copied, or NULL. Free plan also after a failure. OK, MEMORY, UNSUPPORTED, CUDA, TIMEOUT.
 */
trisweep_status tsw_plan_build(const tsw_planner *planner, const trisweep_csr *a,
                               const tsw_options *options, tsw_plan_use use,
                               const tsw_plan *layout_from, void *stream, tsw_memory *owner,
                               tsw_plan *plan);

/**
 * After an allocation for the plan has failed: build the plan again, with the planner's schedule of
 * least memory. As tsw_plan_build; MEMORY if there is no such schedule.
 */
trisweep_status tsw_plan_build_low(const trisweep_csr *a, const tsw_options *options,
                                   const tsw_plan *layout_from, void *stream, tsw_memory *owner,
                                   tsw_plan *plan);

/** Do the options allow few colours, which follow from the row numbers (ordering=auto)? */
bool tsw_plan_allows_few(const tsw_options *options);

/** Do they demand few colours (ordering=hybrid-color)? */
bool tsw_plan_demands_few(const tsw_options *options);

/** tsw_choice.by: memory, or option if the options name the schedule, else rules. */
const char *tsw_plan_choice_by(const tsw_options *options, bool low_memory);

/** Free the memory of a plan. Device work of the plan is complete or ordered before. */
void tsw_plan_free(tsw_memory *owner, tsw_plan *plan);

/** Free the kept layout of a bare plan, if there is one. */
void tsw_plan_forget_layout(tsw_memory *owner, tsw_plan *plan);

/** Does the schedule take a block that is not validated, by its begin? */
static inline bool tsw_plan_begins(const tsw_plan *plan)
{
   return plan->schedule && plan->schedule->direct;
}

/** The name in option schedule; NULL without a schedule. */
static inline const char *tsw_plan_name(const tsw_plan *plan)
{
   return plan->solve ? plan->solve->name : plan->schedule ? plan->schedule->name : NULL;
}

/** Set schedule and solve, both NULL if r is. */
static inline void tsw_plan_take(tsw_plan *plan, const tsw_registered *r)
{
   plan->schedule = r ? r->schedule : NULL;
   plan->solve = r ? r->solve : NULL;
}

/** Do sweeps read the caller's arrays? */
static inline bool tsw_plan_borrows(const tsw_plan *plan)
{
   return plan->schedule && plan->schedule->values == TSW_VALUES_BORROWED;
}

/** Are the values in the state of the schedule, and the triangles empty? */
static inline bool tsw_plan_is_bare(const tsw_plan *plan)
{
   return plan->state && plan->schedule->values == TSW_VALUES_HELD && plan->use == TSW_USE_SWEEPS;
}

/** inspect of the schedule, if it has one. */
trisweep_status tsw_plan_inspect(const tsw_plan *plan, const trisweep_csr *a, void *stream);

/**
 * Begin a load that tsw_plan_wait ends: a direct load of the schedule; or by load of the planner
 * and then of the schedule, which leave nothing to wait for. Returns what these functions return.
 */
trisweep_status tsw_plan_begin(tsw_plan *plan, const trisweep_csr *a, const double *l1_norms,
                               void *stream, tsw_memory *owner);

/** wait of the schedule, if it has one; notes what the schedule has found. */
trisweep_status tsw_plan_wait(tsw_plan *plan, void *stream);

/** Copy packed values into the schedule's own storage. */
trisweep_status tsw_plan_refresh(const tsw_plan *plan, void *stream);

/** Perform one pass by pass of tsw_schedule. */
trisweep_status tsw_plan_pass(const tsw_plan *plan, const tsw_pass *pass, void *stream);

/** Can residual of tsw_schedule follow a sweep by this plan? */
bool tsw_plan_has_residual(const tsw_plan *plan, bool zero_guess, bool symmetric);

/** Matrix and vector bytes that one pass moves. */
double tsw_plan_pass_bytes(const tsw_plan *plan, const tsw_pass *pass);

TRISWEEP_END_C
