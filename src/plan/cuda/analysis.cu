/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "plan/cuda/analysis.h"

#include "analysis/grid.h"
#include "base/memory_cuda.h"
#include "base/message.h"
#include "kernels/cuda/published/level_sets.h"
#include "plan/cuda/choose.h"

void tsw_device_analysis_free(tsw_device_analysis *f)
{
   tsw_sweep_graph_free(NULL, &f->sweep);
   tsw_graph_levels_free(NULL, &f->levels);
}

static void begin(const tsw_packed *p, const tsw_options *options, tsw_device_analysis *f)
{
   f->method = tsw_choose_level_method(options);
   f->lower = tsw_packed_graph(p, false);
   f->upper = tsw_packed_graph(p, true);
}

/* Levels, not sorted, of the lower triangle; on a grid also the points. */
static trisweep_status find_lower_levels(void *stream, tsw_plan *plan, tsw_device_analysis *f)
{
   tsw_graph_levels *levels = &f->levels;
   tsw_grid          grid;
   TSW_TRY(TSW_ALLOC_DEVICE(NULL, &levels->level, f->lower.n_rows, "the level of each row"));
   TSW_TRY(tsw_grid_find(&f->lower, stream, &grid));
   if (grid.plane > 0)
   {
      TSW_TRY(TSW_ALLOC_DEVICE(NULL, &levels->point, f->lower.n_rows, "points"));
      TSW_TRY(tsw_grid_levels(&f->lower, &grid, stream, levels->level, levels->point));
   }
   if (grid.plane == 0 || f->method != TSW_LEVELS_PULL)
   {
      TSW_TRY(tsw_level_by(f->method, &f->lower, NULL, stream, levels->level));
   }
   TSW_TRY(tsw_graph_levels_count(levels->level, f->lower.n_rows, stream, &levels->n_levels));
   plan->depth = levels->n_levels;
   return TRISWEEP_OK;
}

/* Replace the levels of the lower triangle by those of the sweep graph, if they differ. */
static trisweep_status find_sweep_levels(void *stream, tsw_device_analysis *f)
{
   tsw_graph_levels *levels = &f->levels;
   TSW_TRY(tsw_sweep_graph_find(&f->lower, &f->upper, stream, NULL, &f->sweep));
   if (!f->sweep.row_ptr)
   {
      return TRISWEEP_OK;
   }
   TSW_TRY(tsw_level_by(f->method, &f->sweep.graph, NULL, stream, levels->level));
   return tsw_graph_levels_count(levels->level, f->lower.n_rows, stream, &levels->n_levels);
}

static trisweep_status sort_levels(void *stream, tsw_device_analysis *f)
{
   const tsw_graph       *g = f->sweep.row_ptr ? &f->sweep.graph : &f->lower;
   const tsw_graph_levels found = f->levels;
   const trisweep_status  status =
      tsw_graph_levels_sort(g, found.level, found.n_levels, stream, NULL, &f->levels);
   f->levels.level = found.level;
   f->levels.point = found.point;
   return status;
}

trisweep_status tsw_device_analysis_choose(const tsw_packed *layout, const tsw_options *options,
                                           void *stream, tsw_plan *plan, tsw_device_analysis *f)
{
   tsw_shape shape = {};
   if (plan->low_memory)
   {
      return tsw_choose_schedule(options, &shape, plan);
   }
   begin(layout, options, f);
   if (tsw_choose_needs_levels(options, plan->use))
   {
      TSW_TRY(find_lower_levels(stream, plan, f));
   }
   shape = { layout->n_rows,  tsw_packed_nnz(layout),  plan->depth,
             layout->longest, f->levels.point != NULL, plan->use != TSW_USE_SWEEPS };
   TSW_TRY(tsw_choose_schedule(options, &shape, plan));
   const tsw_schedule_needs needs = plan->schedule->needs;
   if (needs != TSW_NEEDS_NOTHING)
   {
      TSW_TRY(find_sweep_levels(stream, f));
   }
   return f->levels.level && (needs == TSW_NEEDS_LEVEL_ORDER || plan->use == TSW_USE_FACTORS)
             ? sort_levels(stream, f)
             : TRISWEEP_OK;
}

trisweep_status tsw_device_analysis_levels(const tsw_packed *p, const tsw_options *options,
                                           void *stream, tsw_plan *plan, tsw_device_analysis *f)
{
   begin(p, options, f);
   TSW_TRY(find_lower_levels(stream, plan, f));
   TSW_TRY(find_sweep_levels(stream, f));
   return sort_levels(stream, f);
}
