/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Strict triangles of blocks on the host and on the device, and their level sets, for tests. */
#ifndef TEST_SUPPORT_TRIANGLE_H
#define TEST_SUPPORT_TRIANGLE_H

#include "analysis/cuda/graph.h"
#include "support/blocks.h"

typedef struct triangle
{
   tsw_graph host;
   tsw_graph device;
   int32_t  *row_ptr;
   int32_t  *col_idx;
   int32_t  *device_row_ptr;
   int32_t  *device_col_idx;
} triangle;

/**
 * Columns in the order of the block, some of them repeated; if packed, distinct and in the order of
 * the packed block.
 */
void triangle_open(const test_block *m, bool upper, bool packed, triangle *t);
void triangle_close(triangle *t);

/** Level sets of n rows on the device are those of the host, bit for bit. */
void triangle_expect_levels(const tsw_graph_levels *got, const tsw_level_sets *want, int64_t n);

#endif
