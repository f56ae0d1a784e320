/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * First-fit colouring of the sweep graph in natural order: each row takes the
 * least colour that no earlier neighbour has, so that rows of one colour are
 * not coupled. The result does not depend on threads or timing; host and device give
 * the same colours. Pattern only.
 */
#pragma once

#include "analysis/cuda/graph.h"

TRISWEEP_BEGIN_C

/**
 * Colour a sweep graph on the host, row by row.
 *
 * @param[in]  g         host arrays; row i lists its earlier neighbours
 * @param[out] color     [n_rows] from 0
 * @param[out] n_colors  how many there are
 * @return OK, MEMORY
 */
trisweep_status tsw_color_host(const tsw_graph *g, int32_t *color, int32_t *n_colors);

/**
 * The same on the device in one kernel, and the rows sorted by colour.
 *
 * @param[in]     g       device arrays; row i lists its earlier neighbours, each once
 * @param[in]     stream  cudaStream_t of the work, which is finished when the call returns
 * @param[in,out] owner   account of the memory
 * @param[out]    color   device, [n_rows]
 * @param[out]    colors  level sets whose levels are the colours; free it with
 *                        tsw_graph_levels_free, also after a failure
 * @return OK, MEMORY, CUDA, TIMEOUT
 */
trisweep_status tsw_color_device(const tsw_graph *g, void *stream, tsw_memory *owner,
                                 int32_t *color, tsw_graph_levels *colors);

TRISWEEP_END_C
