/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "plan/cuda/analysis.h"

#include "analysis/grid.h"
#include "base/memory_cuda.h"
#include "base/message.h"
#include "kernels/cuda/published/level_sets.h"
#include "plan/cuda/choose.h"
#include "plan/cuda/measure.h"

void tsw_device_analysis_free(tsw_device_analysis *f)
{
   tsw_sweep_graph_free(NULL, &f->sweep);
   tsw_graph_levels_free(NULL, &f->levels);
}

static void take_triangles(const tsw_packed *p, tsw_device_analysis *f)
{
   f->lower = tsw_packed_graph(p, false);
   f->upper = tsw_packed_graph(p, true);
}

/* Levels, not sorted. grid: of the graph, if points are to be found, too, or NULL. */
static trisweep_status find_levels(const tsw_graph *g, const tsw_grid *grid, void *stream,
                                   tsw_device_analysis *f)
{
   tsw_graph_levels *levels = &f->levels;
   tsw_graph_levels_free(NULL, levels);
   TSW_TRY(TSW_ALLOC_DEVICE(NULL, &levels->level, g->n_rows, "the level of each row"));
   if (grid && grid->plane > 0 && f->method == TSW_LEVELS_PULL)
   {
      TSW_TRY(TSW_ALLOC_DEVICE(NULL, &levels->point, g->n_rows, "points"));
      TSW_TRY(tsw_grid_levels(g, grid, stream, levels->level, levels->point));
   }
   else
   {
      TSW_TRY(tsw_level_by(f->method, g, NULL, stream, levels->level));
   }
   return tsw_graph_levels_count(levels->level, g->n_rows, stream, &levels->n_levels);
}

/* Replace the levels of the lower triangle by those of the sweep graph. */
static trisweep_status find_sweep_levels(void *stream, tsw_device_analysis *f)
{
   TSW_TRY(tsw_sweep_graph_find(&f->lower, &f->upper, stream, NULL, &f->sweep));
   return f->sweep.row_ptr ? find_levels(&f->sweep.graph, NULL, stream, f) : TRISWEEP_OK;
}

static trisweep_status find_lower_levels(const tsw_grid *grid, void *stream, tsw_plan *plan,
                                         tsw_device_analysis *f)
{
   TSW_TRY(find_levels(&f->lower, grid, stream, f));
   plan->depth = f->levels.n_levels;
   return TRISWEEP_OK;
}

static trisweep_status sort_levels(void *stream, tsw_device_analysis *f)
{
   const tsw_graph       *g = f->sweep.row_ptr ? &f->sweep.graph : &f->lower;
   const tsw_graph_levels found = f->levels;
   const trisweep_status  status = tsw_graph_levels_sort(g, found.level, stream, NULL, &f->levels);
   f->levels.level = found.level;
   f->levels.point = found.point;
   return status;
}

trisweep_status tsw_device_analysis_choose(const tsw_packed *natural, const tsw_options *options,
                                           void *stream, tsw_plan *plan, tsw_device_analysis *f)
{
   tsw_shape shape = {};
   tsw_grid  grid = {};
   if (plan->low_memory)
   {
      return tsw_choose_schedule(options, &shape, plan);
   }
   take_triangles(natural, f);
   f->method = tsw_choose_level_method(options);
   if (tsw_choose_needs_shape(options))
   {
      TSW_TRY(tsw_measure_block(natural, stream, &shape, &grid));
   }
   if (tsw_choose_needs_levels(options) || plan->use == TSW_USE_DILU ||
       plan->use == TSW_USE_FACTORS)
   {
      TSW_TRY(find_lower_levels(&grid, stream, plan, f));
   }
   shape.nnz = tsw_packed_nnz(natural);
   shape.depth = plan->depth;
   shape.hurried = plan->use != TSW_USE_SWEEPS;
   TSW_TRY(tsw_choose_schedule(options, &shape, plan));
   const tsw_schedule_needs needs = plan->schedule->needs;
   if (needs == TSW_NEEDS_LEVEL_ORDER || needs == TSW_NEEDS_SWEEP_GRAPH)
   {
      TSW_TRY(find_sweep_levels(stream, f));
   }
   return f->levels.level && (needs == TSW_NEEDS_LEVEL_ORDER || plan->use == TSW_USE_DILU ||
                              plan->use == TSW_USE_FACTORS)
             ? sort_levels(stream, f)
             : TRISWEEP_OK;
}

trisweep_status tsw_device_analysis_levels(const tsw_packed *p, const tsw_options *options,
                                           void *stream, tsw_plan *plan, tsw_device_analysis *f)
{
   take_triangles(p, f);
   f->method = tsw_choose_level_method(options);
   TSW_TRY(find_lower_levels(NULL, stream, plan, f));
   TSW_TRY(find_sweep_levels(stream, f));
   return sort_levels(stream, f);
}
