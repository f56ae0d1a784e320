/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Analysis of the pattern of a device block before the final layout. */
#pragma once

#include "analysis/cuda/graph.h"
#include "plan/plan.h"

typedef struct tsw_device_analysis
{
   tsw_graph        lower;
   tsw_graph        upper;
   tsw_sweep_graph  sweep;
   tsw_level_method method; /* of the levels, by option */
   tsw_graph_levels levels; /* of the lower triangle, or of the sweep graph; empty if not needed */
} tsw_device_analysis;

/**
 * Find what the choice, the schedule and a factorisation need of a layout (of the plan, or of a
 * plan of the same pattern): levels, or nothing. Choose the schedule: reads plan's use and
 * low_memory, sets depth, schedule and choice. Levels of the sweep graph then replace those of the
 * lower triangle, if the schedule needs them. f is zeroed; free it also after a failure. OK,
 * MEMORY, UNSUPPORTED, CUDA, TIMEOUT.
 */
trisweep_status tsw_device_analysis_choose(const tsw_packed *layout, const tsw_options *options,
                                           void *stream, tsw_plan *plan, tsw_device_analysis *f);

/** The levels of the sweep graph only, from a layout; depth is set. */
trisweep_status tsw_device_analysis_levels(const tsw_packed *p, const tsw_options *options,
                                           void *stream, tsw_plan *plan, tsw_device_analysis *f);

void tsw_device_analysis_free(tsw_device_analysis *f);
