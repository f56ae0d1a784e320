/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The backend for blocks in host memory. */
#include "plan/backend.h"

#include <string.h>

#include "analysis/fill.h"
#include "base/message.h"
#include "block/csr.h"
#include "factor/ilu.h"
#include "plan/compose.h"
#include "plan/ordering.h"
#include "plan/plan.h"

static void enter(TSW_UNUSED void *stream)
{
}

static trisweep_status inspect(const trisweep_csr *a, TSW_UNUSED void *stream, uint64_t *hash)
{
   TSW_TRY(tsw_csr_validate(a));
   if (hash)
   {
      *hash = tsw_csr_pattern_hash(a);
   }
   return TRISWEEP_OK;
}

static trisweep_status lay_out(const trisweep_csr *a, const tsw_options *options,
                               const tsw_levels *levels, bool level_order, tsw_memory *owner,
                               tsw_plan *plan)
{
   const bool      natural = !strcmp(plan->choice.ordering, "natural");
   const int32_t  *order = level_order ? levels->order : NULL;
   const int32_t  *rank = natural ? NULL : levels->level;
   tsw_remainder   remainder;
   trisweep_status status = tsw_plan_cut(a, tsw_ordering_is_few(options) ? rank : NULL,
                                         levels->unit, owner, plan, &remainder);
   status =
      status ? status : tsw_packed_layout(&remainder.block, order, rank, owner, &plan->packed);
   tsw_remainder_free(&remainder);
   return status;
}

static trisweep_status build_from(const trisweep_csr *a, const tsw_options *options,
                                  tsw_memory *owner, tsw_analysis *analysis, tsw_plan *plan)
{
   const char *ordering = tsw_ordering_asked(options);
   const bool  natural = !strcmp(ordering, "natural");
   const bool  counts = natural && tsw_plan_is_serial(options); /* depth only */
   if (!plan->low_memory && !counts)
   {
      TSW_TRY(natural ? tsw_levels_compute(a, NULL, &analysis->levels)
                      : tsw_ordering_levels(a, options, NULL, &analysis->levels));
      plan->depth = analysis->levels.depth;
   }
   TSW_TRY(tsw_plan_choose(a, options, analysis, &plan->schedule, &plan->n_threads));
   plan->choice.by = tsw_plan_choice_by(options, plan->low_memory);
   plan->choice.ordering = ordering;
   const bool level_order = !natural || plan->schedule->needs == TSW_NEEDS_LEVEL_ORDER;
   TSW_TRY(lay_out(a, options, &analysis->levels, level_order, owner, plan));
   if (!plan->low_memory && counts)
   {
      plan->depth = tsw_levels_depth(a->n_rows, &plan->packed.lower);
   }
   if (plan->schedule->solve_only)
   {
      TSW_TRY(tsw_memory_alloc(owner, &plan->work, TSW_COMPOSE_VECTORS * a->n_rows, sizeof(double),
                               "work vectors of the sweep"));
   }
   return tsw_schedule_plan(plan->schedule, &plan->packed, analysis, plan->n_threads, NULL, owner,
                            &plan->state);
}

/*
 * Do sweeps read the caller's arrays? In natural order on one thread they take no longer than
 * sweeps over a copy, whose packing takes as long as 10 to 40 sweeps.
 */
static bool borrows(const tsw_options *options, tsw_plan_use use)
{
   const char *inplace = tsw_schedule_of(TSW_ROLE_BORROWED, TRISWEEP_HOST)->name;
   const bool  is_named = tsw_options_is(options, TSW_OPTION_schedule, inplace);
   return use == TSW_USE_SWEEPS && !strcmp(tsw_ordering_asked(options), "natural") &&
          (is_named ||
           (tsw_options_is(options, TSW_OPTION_schedule, "auto") &&
            (tsw_options_is(options, TSW_OPTION_memory, "low") ||
             (tsw_options_is(options, TSW_OPTION_memory, "auto") && tsw_plan_is_serial(options)))));
}

static trisweep_status build_borrowed(const trisweep_csr *a, const tsw_options *options,
                                      tsw_memory *owner, tsw_plan *plan)
{
   const tsw_analysis none = { 0 };
   tsw_packed        *p = &plan->packed;
   p->space = TRISWEEP_HOST;
   p->n_rows = a->n_rows;
   p->first_zero_diagonal = -1;
   plan->mode = TSW_MODE_BORROWED;
   plan->n_threads = 1;
   plan->choice.by = tsw_options_is(options, TSW_OPTION_memory, "auto") ? "rules" : "option";
   plan->choice.ordering = "natural";
   plan->schedule = tsw_schedule_of(TSW_ROLE_BORROWED, TRISWEEP_HOST);
   return tsw_schedule_plan(plan->schedule, p, &none, 1, NULL, owner, &plan->state);
}

static trisweep_status build(const trisweep_csr *a, const tsw_options *options,
                             TSW_UNUSED const tsw_plan *layout_from, TSW_UNUSED void *stream,
                             tsw_memory *owner, tsw_plan *plan)
{
   tsw_analysis analysis;
   if (borrows(options, plan->use))
   {
      return build_borrowed(a, options, owner, plan);
   }
   memset(&analysis, 0, sizeof analysis);
   const trisweep_status status = build_from(a, options, owner, &analysis, plan);
   tsw_levels_free(NULL, &analysis.levels);
   tsw_row_blocks_free(NULL, &analysis.blocks);
   return status;
}

static const char *low_memory(const tsw_options *options, TSW_UNUSED tsw_plan_use use)
{
   return strcmp(tsw_ordering_asked(options), "natural")
             ? NULL
             : tsw_schedule_of(TSW_ROLE_LEAST_MEMORY, TRISWEEP_HOST)->name;
}

static trisweep_status load(tsw_plan *plan, const trisweep_csr *a, const double *l1_norms,
                            TSW_UNUSED void *stream, tsw_memory *owner)
{
   return tsw_packed_load(a, l1_norms, owner, &plan->packed);
}

static trisweep_status fill(const trisweep_csr *a, int32_t level, TSW_UNUSED void *stream,
                            trisweep_csr *pattern)
{
   tsw_fill              f;
   const trisweep_status status = tsw_fill_compute(a, level, NULL, &f);
   if (status != TRISWEEP_OK)
   {
      tsw_fill_free(NULL, &f);
      return status;
   }
   *pattern = (trisweep_csr){ .n_rows = a->n_rows,
                              .n_cols = a->n_cols,
                              .nnz = f.nnz,
                              .row_ptr = f.row_ptr,
                              .col_idx = f.col_idx,
                              .space = TRISWEEP_HOST };
   return TRISWEEP_OK;
}

static trisweep_status ilu(const trisweep_csr *a, TSW_UNUSED const tsw_plan *block,
                           TSW_UNUSED const double *diagonal, TSW_UNUSED bool same_pattern,
                           tsw_plan *factors, tsw_pivots *pivots, TSW_UNUSED void *stream)
{
   return tsw_ilu_factorise(a, &factors->packed, pivots);
}

static trisweep_status dilu(const tsw_plan *block, const double *diagonal, double *inv_pivot,
                            tsw_pivots *pivots, TSW_UNUSED void *stream)
{
   return tsw_dilu_factorise(&block->packed, diagonal, inv_pivot, pivots);
}

static trisweep_status compose(const tsw_plan *plan, const tsw_pass *pass, TSW_UNUSED void *stream)
{
   return tsw_compose_host(plan->schedule, plan->state, &plan->packed, pass, plan->work);
}

static trisweep_status copy(double *to, const double *from, int64_t n, TSW_UNUSED void *stream)
{
   memcpy(to, from, (size_t) n * sizeof(double));
   return TRISWEEP_OK;
}

static trisweep_status report(TSW_UNUSED const tsw_packed *p, TSW_UNUSED void *stream)
{
   return TRISWEEP_OK;
}

static trisweep_status mark(TSW_UNUSED tsw_last_use *use, TSW_UNUSED void *stream)
{
   return TRISWEEP_OK;
}

static trisweep_status order(TSW_UNUSED tsw_last_use *use)
{
   return TRISWEEP_OK;
}

static void timer_free(TSW_UNUSED tsw_timer *t)
{
}

const tsw_backend tsw_backend_host = {
   .space = TRISWEEP_HOST,
   .enter = enter,
   .inspect = inspect,
   .build = build,
   .low_memory = low_memory,
   .load = load,
   .queues = borrows,
   .fill = fill,
   .ilu = ilu,
   .dilu = dilu,
   .compose = compose,
   .copy = copy,
   .report = report,
   .mark = mark,
   .order = order,
   .alloc = tsw_memory_alloc,
   .free = tsw_memory_free,
   .free_packed = tsw_packed_free,
   .timer_begin = tsw_timer_begin,
   .timer_end = tsw_timer_end,
   .timer_seconds = tsw_timer_seconds,
   .timer_free = timer_free,
};
