/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "plan/cuda/analysis.h"

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

/* Replace the levels of the lower triangle by those of the sweep graph. */
static trisweep_status find_sweep_levels(void *stream, tsw_device_analysis *f)
{
   TSW_TRY(tsw_sweep_graph_find(&f->lower, &f->upper, stream, NULL, &f->sweep));
   if (f->sweep.row_ptr)
   {
      tsw_graph_levels_free(NULL, &f->levels);
      return tsw_level_sets_by(f->method, &f->sweep.graph, NULL, stream, NULL, &f->levels);
   }
   return TRISWEEP_OK;
}

static trisweep_status find_lower_levels(void *stream, tsw_plan *plan, tsw_device_analysis *f)
{
   TSW_TRY(tsw_level_sets_by(f->method, &f->lower, NULL, stream, NULL, &f->levels));
   plan->depth = f->levels.n_levels;
   return TRISWEEP_OK;
}

trisweep_status tsw_device_analysis_choose(const tsw_packed *natural, const tsw_options *options,
                                           void *stream, tsw_plan *plan, tsw_device_analysis *f)
{
   tsw_shape shape = {};
   if (plan->low_memory)
   {
      return tsw_choose_schedule(options, &shape, plan);
   }
   take_triangles(natural, f);
   f->method = tsw_choose_level_method(options);
   if (tsw_choose_needs_shape(options))
   {
      TSW_TRY(tsw_measure_block(natural, stream, &shape));
   }
   if (tsw_choose_needs_levels(options) || plan->use == TSW_USE_DILU ||
       plan->use == TSW_USE_FACTORS)
   {
      TSW_TRY(find_lower_levels(stream, plan, f));
   }
   shape.nnz = tsw_packed_nnz(natural);
   shape.depth = plan->depth;
   shape.hurried = plan->use != TSW_USE_SWEEPS;
   TSW_TRY(tsw_choose_schedule(options, &shape, plan));
   const tsw_schedule_needs needs = plan->schedule->needs;
   return needs == TSW_NEEDS_LEVEL_ORDER || needs == TSW_NEEDS_SWEEP_GRAPH
             ? find_sweep_levels(stream, f)
             : TRISWEEP_OK;
}

trisweep_status tsw_device_analysis_levels(const tsw_packed *p, const tsw_options *options,
                                           void *stream, tsw_plan *plan, tsw_device_analysis *f)
{
   take_triangles(p, f);
   f->method = tsw_choose_level_method(options);
   TSW_TRY(find_lower_levels(stream, plan, f));
   return find_sweep_levels(stream, f);
}
