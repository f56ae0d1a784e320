/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Plans for device blocks. */
#include "plan/plan.h"

#include <algorithm>
#include <utility>

#include "base/cuda_call.h"
#include "base/memory_cuda.h"
#include "block/device.h"
#include "plan/cuda/analysis.h"
#include "plan/cuda/choose.h"

static constexpr int64_t NS_A_MS = 1000000;

static trisweep_status prepare_waits(const tsw_options *options, tsw_packed *p)
{
   p->wait_limit_ns = NS_A_MS * tsw_options_int(options, TSW_OPTION_wait_limit);
   return tsw_memory_take_record(&p->host_wait_status);
}

static void free_packed(tsw_memory *owner, tsw_packed *p)
{
   tsw_memory_give_record(&p->host_wait_status);
   tsw_device_packed_free(owner, p);
}

/* Plan the schedule for the layout. State and work are to be freed also after a failure. */
static trisweep_status plan_schedule(const tsw_graph_levels *levels, const tsw_options *options,
                                     void *stream, tsw_memory *owner, tsw_plan *plan)
{
   const tsw_packed *p = &plan->packed;
   tsw_analysis      analysis = {};
   analysis.device_levels = levels;
   analysis.level_method = tsw_choose_level_method(options);
   analysis.solve = plan->solve;
   TSW_TRY(tsw_schedule_plan(plan->schedule, p, &analysis, 1, stream, owner, &plan->state));
   return tsw_memory_wait(stream);
}

static void swap_triangles(tsw_packed *p, tsw_packed *q)
{
   std::swap(p->lower, q->lower);
   std::swap(p->upper, q->upper);
   std::swap(p->n_entries, q->n_entries);
}

/* Keep the triangles of a bare plan for the first load. */
static void keep_layout(tsw_plan *plan)
{
   plan->n_layouts = 1;
   swap_triangles(&plan->packed, &plan->layout);
   std::copy_n(plan->layout.n_entries, 2, plan->packed.n_entries);
}

static trisweep_status plan_rows(const trisweep_csr *a, const tsw_packed *layout,
                                 const tsw_options *options, void *stream, tsw_memory *owner,
                                 tsw_plan *plan, tsw_device_analysis *f)
{
   tsw_packed *p = &plan->packed;
   TSW_TRY(tsw_device_analysis_choose(layout, options, stream, plan, f));
   if (layout != p) /* that of another plan */
   {
      TSW_TRY(tsw_device_packed_copy(layout, stream, owner, p));
   }
   TSW_TRY(prepare_waits(options, p));
   if (plan->use == TSW_USE_FACTORS)
   {
      TSW_TRY(tsw_graph_order_copy(&f->levels, a->n_rows, stream, owner, &plan->order));
   }
   if (plan->use != TSW_USE_SWEEPS || plan->schedule->values != TSW_VALUES_HELD)
   {
      /* The schedule may store the addresses of values. */
      TSW_TRY(tsw_device_packed_values(owner, p));
      return plan_schedule(&f->levels, options, stream, owner, plan);
   }
   TSW_TRY(plan_schedule(&f->levels, options, stream, owner, plan));
   keep_layout(plan);
   return TRISWEEP_OK;
}

/* Levels of the sweep graph of a block with a temporary layout. */
static trisweep_status find_levels_of(const trisweep_csr *a, const tsw_options *options,
                                      void *stream, tsw_plan *plan, tsw_device_analysis *f)
{
   tsw_packed      p = {};
   trisweep_status status = tsw_device_packed_layout(a, stream, NULL, &p);
   status = status ? status : tsw_device_analysis_levels(&p, options, stream, plan, f);
   tsw_device_packed_free(NULL, &p);
   return status;
}

static trisweep_status build_borrowed(const trisweep_csr *a, const tsw_options *options,
                                      void *stream, tsw_memory *owner, tsw_plan *plan)
{
   TSW_AT_END(tsw_device_analysis_free) tsw_device_analysis f = {};
   const tsw_shape                                          unknown = {};
   TSW_TRY(tsw_choose_schedule(options, &unknown, plan));
   TSW_TRY(tsw_device_packed_borrow(a, stream, owner, &plan->packed));
   if (a->n_rows == 0)
   {
      return TRISWEEP_OK;
   }
   if (!plan->low_memory)
   {
      TSW_TRY(find_levels_of(a, options, stream, plan, &f));
   }
   TSW_TRY(prepare_waits(options, &plan->packed));
   return plan_schedule(&f.levels, options, stream, owner, plan);
}

/* No analysis and no layout: the schedule packs the caller's block. */
static trisweep_status build_few_colors(const tsw_registered *chosen, const trisweep_csr *a,
                                        const tsw_options *options, void *stream, tsw_memory *owner,
                                        tsw_plan *plan)
{
   tsw_analysis analysis = {};
   const bool   borrows = chosen->schedule->values == TSW_VALUES_BORROWED;
   tsw_packed  *p = &plan->packed;
   analysis.n_colors = tsw_options_int(options, TSW_OPTION_colors);
   p->n_rows = a->n_rows;
   p->n_entries[0] = a->nnz; /* until the packing has counted both parts */
   p->floats = !borrows && tsw_options_is(options, TSW_OPTION_values, "float");
   plan->n_threads = 1;
   tsw_plan_take(plan, chosen);
   plan->choice.by = tsw_plan_choice_by(options, plan->low_memory);
   plan->choice.ordering = "hybrid-color";
   return a->n_rows == 0
             ? TRISWEEP_OK
             : tsw_schedule_plan(plan->schedule, p, &analysis, 1, stream, owner, &plan->state);
}

static bool begins(const tsw_options *options, tsw_plan_use use)
{
   return tsw_choose_few_colors(options, use) != NULL;
}

static trisweep_status build(const trisweep_csr *a, const tsw_options *options,
                             const tsw_plan *layout_from, void *stream, tsw_memory *owner,
                             tsw_plan *plan)
{
   const bool            shared = layout_from && a->n_rows > 0;
   const tsw_packed     *layout = shared ? &layout_from->packed : &plan->packed;
   const tsw_registered *few_colors = tsw_choose_few_colors(options, plan->use);
   if (few_colors)
   {
      return build_few_colors(few_colors, a, options, stream, owner, plan);
   }
   TSW_TRY(tsw_choose_check(options, plan->use));
   plan->n_threads = 1;
   if (tsw_choose_borrows(options))
   {
      return build_borrowed(a, options, stream, owner, plan);
   }
   if (!shared)
   {
      TSW_TRY(tsw_device_packed_layout(a, stream, owner, &plan->packed));
   }
   if (a->n_rows == 0)
   {
      const tsw_shape nothing = {};
      return tsw_choose_schedule(options, &nothing, plan);
   }
   TSW_AT_END(tsw_device_analysis_free) tsw_device_analysis f = {};
   return plan_rows(a, layout, options, stream, owner, plan, &f);
}

/* Number of parts of the rows that are loaded one after another. */
static uint16_t load_parts(const tsw_packed *p)
{
   const int64_t most = 8;
   const int64_t entries = 1 << 20;
   return (uint16_t) std::min(most, 1 + (p->n_entries[0] + p->n_entries[1]) / entries);
}

/* Load the values of a part of the rows into the state of a schedule. */
static trisweep_status load_part(tsw_plan *plan, const trisweep_csr *a, const double *l1_norms,
                                 void *stream, tsw_memory *owner, tsw_packed *p)
{
   TSW_SCRATCH_DEVICE double *lower = NULL;
   TSW_SCRATCH_DEVICE double *upper = NULL;
   double                   **val[] = { &lower, &upper };
   for (int k = 0; k < 2; k++)
   {
      tsw_triangle *t = k ? &p->upper : &p->lower;
      int32_t       first, end;
      TSW_TRY(tsw_memory_read(&first, t->row_ptr + tsw_packed_row(p, false), sizeof first, stream));
      TSW_TRY(tsw_memory_read(&end, t->row_ptr + tsw_packed_row(p, true), sizeof end, stream));
      TSW_TRY(TSW_ALLOC_DEVICE(NULL, val[k], end - first, "packed values"));
      t->val = *val[k] - first;
   }
   TSW_TRY(tsw_device_packed_load(a, l1_norms, stream, owner, p));
   TSW_TRY(plan->schedule->load(plan->state, p, stream));
   return tsw_memory_wait(stream);
}

/*
 * Load values into the state of a schedule, through triangles whose rows are in order. The first
 * load has those of the plan. A second load is likely to have successors: the layout is kept then.
 */
static trisweep_status load_triangles(tsw_plan *plan, const trisweep_csr *a, const double *l1_norms,
                                      void *stream, tsw_memory *owner, tsw_packed *p)
{
   tsw_packed     *layout = &plan->layout;
   trisweep_status status = TRISWEEP_OK;
   if (!layout->lower.row_ptr)
   {
      status = tsw_device_packed_layout(a, stream, owner, layout);
      plan->n_layouts++;
   }
   swap_triangles(p, layout);
   for (p->n_parts = load_parts(p); p->part < p->n_parts && !status; p->part++)
   {
      status = load_part(plan, a, l1_norms, stream, owner, p);
   }
   p->part = p->n_parts = 0;
   p->lower.val = p->upper.val = NULL;
   swap_triangles(p, layout);
   tsw_memory_free_device(owner, &layout->inv_diag); /* p has its own */
   if (status || plan->n_layouts < 2)
   {
      tsw_device_packed_free(owner, layout);
   }
   return status;
}

/* Load values into the state of a schedule, from the block itself if its rows are in order. */
static trisweep_status load_state(tsw_plan *plan, const trisweep_csr *a, const double *l1_norms,
                                  void *stream, tsw_memory *owner, tsw_packed *p)
{
   bool in_order;
   TSW_TRY(tsw_device_packed_l1(l1_norms != NULL, p->n_rows, owner, p));
   TSW_TRY(tsw_device_packed_check(a, l1_norms, stream, p, &in_order));
   if (!in_order)
   {
      return load_triangles(plan, a, l1_norms, stream, owner, p);
   }
   if (plan->n_layouts < 2)
   {
      tsw_device_packed_free(owner, &plan->layout);
      plan->n_layouts = 0;
   }
   tsw_packed rows = *p;
   rows.block = *a;
   return plan->schedule->load(plan->state, &rows, stream);
}

static trisweep_status load(tsw_plan *plan, const trisweep_csr *a, const double *l1_norms,
                            void *stream, tsw_memory *owner)
{
   tsw_packed *p = &plan->packed;
   bool        unused;
   if (tsw_plan_is_bare(plan))
   {
      return load_state(plan, a, l1_norms, stream, owner, p);
   }
   if (!tsw_plan_borrows(plan))
   {
      return tsw_device_packed_load(a, l1_norms, stream, owner, p);
   }
   TSW_TRY(tsw_device_packed_check(a, l1_norms, stream, p, &unused));
   p->block = *a;
   p->l1_norms = l1_norms;
   return TRISWEEP_OK;
}

const tsw_planner tsw_planner_cuda = { .build = build,
                                       .low_memory = tsw_choose_low_memory,
                                       .begins = begins,
                                       .load = load,
                                       .free = tsw_memory_free_device,
                                       .free_packed = free_packed };
