/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include <trisweep.h>

#include "base/memory.h"

/**
 * Sort items by level, by counting; items of one level stay in ascending order. level_ptr
 * [n_levels + 1] and order [n_items] are allocated here and belong to the caller, also after
 * a failure. OK, MEMORY.
 */
trisweep_status tsw_sort_by_level(const int32_t *level, int64_t n_items, int64_t n_levels,
                                  tsw_memory *owner, int32_t **level_ptr, int32_t **order);
