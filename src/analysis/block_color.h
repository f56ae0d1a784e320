/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Algebraic block multi-colouring (Iwashita, Nakashima, Takahashi 2012): rows are
 * grouped into blocks, blocks are coloured by first fit so that those of one colour
 * are not coupled, and a sweep visits rows by colour, within a colour by block,
 * within a block in natural order.
 *
 * Blocks are aggregates of so many rows, on the average, or more, which are cut where
 * they have more. What a sweep needs of the order is the level of each row in it,
 * the longest path of neighbours that ends there: rows sorted by level make the
 * same sweep, since neighbours keep their order. Levels of blocks of one row are
 * colours. Nothing depends on threads or timing; host and device give the same
 * levels. Pattern only.
 */
#ifndef TSW_ANALYSIS_BLOCK_COLOR_H
#define TSW_ANALYSIS_BLOCK_COLOR_H

#include "analysis/cuda/graph.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Find the levels on the host.
 *
 * @param[in]  g         host arrays; row i lists its earlier neighbours
 * @param[in]  most      rows of a block, at least 1
 * @param[out] level     [n_rows] from 0
 * @param[out] n_levels  how many there are
 * @return OK, MEMORY
 */
trisweep_status tsw_block_color_host(const tsw_graph *g, int32_t most, int32_t *level,
                                     int32_t *n_levels);

/**
 * The same on the device, and the rows sorted by level.
 *
 * @param[in]     g       device arrays; row i lists its earlier neighbours
 * @param[in]     most    rows of a block, at least 1
 * @param[in]     stream  cudaStream_t of the work, which is finished when the call returns
 * @param[in,out] owner   account of the memory
 * @param[out]    level   device, [n_rows]
 * @param[out]    levels  free it with tsw_graph_levels_free, also after a failure
 * @return OK, MEMORY, CUDA, TIMEOUT
 */
trisweep_status tsw_block_color_device(const tsw_graph *g, int32_t most, void *stream,
                                       tsw_memory *owner, int32_t *level, tsw_graph_levels *levels);

#ifdef __cplusplus
}
#endif

#endif
