/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * A graph of rows with its rows renumbered: one to one for another order of the
 * sweep, or many to one for the graph of blocks of rows. Each edge stands at the
 * end with the greater new number; edges within a block are dropped, and those that
 * fall together stay several. Pattern only.
 */
#ifndef TSW_ANALYSIS_MAPPED_H
#define TSW_ANALYSIS_MAPPED_H

#include "analysis/graph.h"
#include "base/memory.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tsw_mapped
{
   tsw_graph graph; /* of the two arrays below, which belong to it */
   int32_t  *row_ptr;
   int32_t  *col_idx; /* of a row in no particular order */
} tsw_mapped;

/**
 * Renumber on the host.
 *
 * @param[in]     g      row i lists its earlier neighbours
 * @param[in]     map    [g->n_rows] new number of each row
 * @param[in]     n_new  new numbers are below that
 * @param[in,out] owner  account of the memory
 * @param[out]    m      free it with tsw_mapped_free, also after a failure
 * @return OK, MEMORY
 */
trisweep_status tsw_mapped_host(const tsw_graph *g, const int32_t *map, int64_t n_new,
                                tsw_memory *owner, tsw_mapped *m);

/** The graph of a host block in natural order: row i lists each earlier j, by a_ij and by a_ji. */
trisweep_status tsw_mapped_block(const trisweep_csr *a, tsw_memory *owner, tsw_mapped *m);

void tsw_mapped_free(tsw_memory *owner, tsw_mapped *m);

/** tsw_mapped_host on the device; finished when the call returns. OK, MEMORY, CUDA. */
trisweep_status tsw_mapped_device(const tsw_graph *g, const int32_t *map, int64_t n_new,
                                  void *stream, tsw_memory *owner, tsw_mapped *m);

void tsw_mapped_device_free(tsw_memory *owner, tsw_mapped *m);

#ifdef __cplusplus
}
#endif

#endif
