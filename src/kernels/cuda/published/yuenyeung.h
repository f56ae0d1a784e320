/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include <stdint.h>

#include <trisweep/status.h>

TRISWEEP_BEGIN_C

/**
 * Mean entries a row, diagonal included, from which yuenyeung gives a row to a warp: trained for a
 * GPU, separately for few and for many rows. Unlisted GPUs have the values of the last line.
 */
double tsw_yuenyeung_threshold(const char *gpu, int64_t n_rows);

TRISWEEP_END_C
