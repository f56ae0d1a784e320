/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include <trisweep/status.h>

TRISWEEP_BEGIN_C

/**
 * Mean number of entries a row, diagonal included, from which schedule yuenyeung
 * gives a row to a warp.
 *
 * @param[in] gpu  name of the GPU model as CUDA gives it
 */
double tsw_yuenyeung_threshold(const char *gpu);

TRISWEEP_END_C
