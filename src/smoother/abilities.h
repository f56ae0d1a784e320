/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * What the plug asks of smoothers and options, in place of names of schedules. libtrisweep.so
 * exports these symbols for the plug of its own version of trisweep (src/trisweep.map.in).
 */
#pragma once

#include <stdbool.h>

#include <trisweep.h>

TRISWEEP_BEGIN_C

/**
 * May sweeps be part of a V-cycle that is one sequence of launches: can they be captured into a
 * CUDA graph, and do they read x_old in place? False without a schedule, and for NULL.
 */
TRISWEEP_API bool tsw_smoother_can_cycle(const trisweep_smoother *s);

/** Do the options allow DILU by few colours of blocks in this space? False for NULL. */
TRISWEEP_API bool tsw_context_has_few_colors(const trisweep_context *ctx, trisweep_space space);

TRISWEEP_END_C
