/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* First-fit colouring of the sweep graph in natural order; host and device give equal results. */
#pragma once

#include "analysis/cuda/graph.h"

TRISWEEP_BEGIN_C

/**
 * The sweep graph of a valid host block (analysis/levels.h). Row i lists each earlier neighbour j,
 * unsorted, twice if a_ij and a_ji are stored. row_ptr [n_rows + 1] and col_idx are allocated here;
 * the caller frees both, also after a failure. OK, MEMORY.
 */
trisweep_status tsw_neighbours_find(const trisweep_csr *a, int32_t **row_ptr, int32_t **col_idx);

/** Colour a valid host block. color: [n_rows]. OK, MEMORY. */
trisweep_status tsw_color_host(const trisweep_csr *a, int32_t *color, int32_t *n_colors);

/**
 * Colour a sweep graph in device arrays, and sort the rows by colour. Free colors with
 * tsw_graph_levels_free, also after a failure. The work on the stream is finished on return.
 * OK, MEMORY, CUDA, TIMEOUT.
 */
trisweep_status tsw_color_device(const tsw_graph *g, void *stream, tsw_memory *owner,
                                 int32_t *color, tsw_graph_levels *colors);

TRISWEEP_END_C
