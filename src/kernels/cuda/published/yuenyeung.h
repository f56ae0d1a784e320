/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include <trisweep/status.h>

TRISWEEP_BEGIN_C

/** Mean entries a row, diagonal included, from which yuenyeung gives a row to a warp, by GPU. */
double tsw_yuenyeung_threshold(const char *gpu);

TRISWEEP_END_C
