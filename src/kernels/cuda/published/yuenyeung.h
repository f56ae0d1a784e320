/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Mean number of entries a row, diagonal included, from which schedule yuenyeung
 * gives a row to a warp.
 *
 * @param[in] gpu  name of the GPU model as CUDA gives it
 */
double tsw_yuenyeung_threshold(const char *gpu);

#ifdef __cplusplus
}
#endif
