/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* First-fit colouring of the sweep graph in natural order; host and device give equal results. */
#pragma once

#include "analysis/cuda/graph.h"

TRISWEEP_BEGIN_C

/** Colour a sweep graph on the host; row i lists its earlier neighbours. OK, MEMORY. */
trisweep_status tsw_color_host(const tsw_graph *g, int32_t *color, int32_t *n_colors);

/**
 * Colour a sweep graph in device arrays, and sort the rows by colour. Free colors with
 * tsw_graph_levels_free, also after a failure. The work on the stream is finished on return.
 * OK, MEMORY, CUDA, TIMEOUT.
 */
trisweep_status tsw_color_device(const tsw_graph *g, void *stream, tsw_memory *owner,
                                 int32_t *color, tsw_graph_levels *colors);

TRISWEEP_END_C
