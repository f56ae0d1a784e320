/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The hash of a pattern: a sum of one term for each entry and row, in any order. */
#pragma once

#include "base/hash.h"

/** The term of a number (a column, or the end of a row) at a place in its array. */
TSW_EVERYWHERE uint64_t tsw_hash_term(uint64_t seed, int64_t place, int64_t number)
{
   return tsw_hash_mix(seed + (uint64_t) place) * (2 * (uint64_t) number + 1);
}
