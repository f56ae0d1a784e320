/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Level sets of a device graph by the methods of papers (option levels). */
#pragma once

#include "kernels/schedule.h"

TRISWEEP_BEGIN_C

/**
 * Find the level sets by a method. Free them with tsw_graph_levels_free. All methods give the same
 * bits: a stable sort orders the rows of each level. columns: the transpose of g, or NULL; the
 * methods of papers then transpose g. OK, MEMORY, CUDA, TIMEOUT.
 */
trisweep_status tsw_level_sets_by(tsw_level_method method, const tsw_graph *g,
                                  const tsw_graph_columns *columns, void *stream, tsw_memory *owner,
                                  tsw_graph_levels *levels);

/** The level of each row by a method, as of tsw_level_finder. */
trisweep_status tsw_level_by(tsw_level_method method, const tsw_graph *g,
                             const tsw_graph_columns *columns, void *stream, int32_t *level);

/**
 * The method of each paper: the level of each row, from 0; level: device, [n_rows], n_rows > 0. The
 * work on the stream is finished on return. OK, MEMORY, CUDA, TIMEOUT.
 */
typedef trisweep_status tsw_level_finder(const tsw_graph *g, const tsw_graph_columns *columns,
                                         void *stream, int32_t *level);
tsw_level_finder        tsw_levels_naumov;
tsw_level_finder        tsw_levels_kahn;
tsw_level_finder        tsw_levels_kahn_queue;

TRISWEEP_END_C
