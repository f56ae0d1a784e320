/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Steps of a triangle for the onchip kernel: which row is done when. */
#ifndef TSW_KERNELS_CUDA_ONCHIP_STEPS_H
#define TSW_KERNELS_CUDA_ONCHIP_STEPS_H

#include "kernels/cuda/onchip_pack.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * List the rows of a strict triangle, greedily: of the rows whose columns are
 * done, those with the longest path below them first, at most 32 a step. A row
 * with more near or mid entries than a record holds waits until they are older.
 * A step costs at least one hop, and there are as many as levels unless rows had
 * to wait.
 *
 * @param[in]     n_rows   at most 65000
 * @param[in]     row_ptr  [n_rows + 1] host
 * @param[in]     col_idx  [row_ptr[n_rows]] host
 * @param[in]     upper    the rows depend on larger columns
 * @param[in]     shape    of the kernel
 * @param[in,out] owner    account of the memory
 * @param[out]    steps    free it with tsw_onchip_steps_free, also after a failure
 * @return OK, MEMORY
 */
trisweep_status tsw_onchip_steps_find(int32_t n_rows, const int32_t *row_ptr,
                                      const int32_t *col_idx, bool upper,
                                      const tsw_onchip_shape *shape, tsw_memory *owner,
                                      tsw_onchip_steps *steps);

void tsw_onchip_steps_free(tsw_memory *owner, tsw_onchip_steps *steps);

#ifdef __cplusplus
}
#endif

#endif
