/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "kernels/schedule.h"

TRISWEEP_BEGIN_C

/** The current device. OK, CUDA. */
trisweep_status tsw_measure_gpu(tsw_gpu *gpu);

TRISWEEP_END_C
