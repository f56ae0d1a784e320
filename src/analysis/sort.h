/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include <trisweep.h>

#include "base/memory.h"

/**
 * Sort items by level, by counting; items of one level stay in ascending order.
 *
 * @param[in]     level      [n_items] level of each item, 0 .. n_levels - 1
 * @param[in,out] owner      account of the memory
 * @param[out]    level_ptr  [n_levels + 1] where each level starts in order
 * @param[out]    order      [n_items] items by level
 * Both outputs are allocated here and belong to the caller, also after a failure.
 * @return OK, MEMORY
 */
trisweep_status tsw_sort_by_level(const int32_t *level, int64_t n_items, int64_t n_levels,
                                  tsw_memory *owner, int32_t **level_ptr, int32_t **order);
