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

/**
 * Are later setups by few colours to sweep over the caller's arrays, because memory is short? Not
 * with memory=fast.
 */
TRISWEEP_API void tsw_smoother_give_way(trisweep_smoother *s, bool gives_way);

/**
 * Queue the part of trisweep_smoother_setup_async for the same block that tells how much memory a
 * packed copy needs, if the setup makes one. An error is found again by the setup. OK, as that.
 */
TRISWEEP_API trisweep_status tsw_smoother_inspect(trisweep_smoother *s, const trisweep_csr *a,
                                                  void *stream);

/** Free the packed copy, if the next setup needs nothing of the present one. NULL is allowed. */
TRISWEEP_API void tsw_smoother_free_copy(trisweep_smoother *s);

/** Do the options lead to few colours for blocks in this space, with DILU if dilu? NULL: false. */
TRISWEEP_API bool tsw_context_has_few_colors(const trisweep_context *ctx, trisweep_space space,
                                             bool dilu);

TRISWEEP_END_C
