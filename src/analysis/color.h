/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * First-fit colouring of the sweep graph in natural order: each row takes the
 * least colour that no earlier neighbour has, so that rows of one colour are
 * not coupled. Or with so many colours at most (a defective colouring): a row whose
 * earlier neighbours have them all takes the one that the fewest of them have. The
 * result does not depend on threads or timing; host and device give the same
 * colours. Pattern only.
 */
#ifndef TSW_ANALYSIS_COLOR_H
#define TSW_ANALYSIS_COLOR_H

#include "analysis/cuda/graph.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Colour a sweep graph on the host, row by row.
 *
 * @param[in]  g         host arrays; row i lists its earlier neighbours
 * @param[out] color     [n_rows] from 0
 * @param[out] n_colors  how many there are
 * @return OK, MEMORY
 */
trisweep_status tsw_color_host(const tsw_graph *g, int32_t *color, int32_t *n_colors);

enum
{
   TSW_COLORS_MOST = 8 /* that a limit may allow, so that a thread counts them in two words */
};

/**
 * The same with a limit. Of more than 255 neighbours of one colour 255 count.
 *
 * @param[in] most  colours, 1 to TSW_COLORS_MOST
 */
trisweep_status tsw_color_limited_host(const tsw_graph *g, int32_t most, int32_t *color,
                                       int32_t *n_colors);

/**
 * Either of them on the device in one kernel, and the rows sorted by colour.
 *
 * @param[in]     g       device arrays; row i lists its earlier neighbours, each once
 * @param[in]     most    colours, 1 to TSW_COLORS_MOST; 0 for no limit
 * @param[in]     stream  cudaStream_t of the work, which is finished when the call returns
 * @param[in,out] owner   account of the memory
 * @param[out]    color   device, [n_rows]
 * @param[out]    colors  level sets whose levels are the colours; free it with
 *                        tsw_graph_levels_free, also after a failure
 * @return OK, MEMORY, CUDA, TIMEOUT
 */
trisweep_status tsw_color_device(const tsw_graph *g, int32_t most, void *stream,
                                 tsw_memory *owner, int32_t *color, tsw_graph_levels *colors);

#ifdef __cplusplus
}
#endif

#endif
