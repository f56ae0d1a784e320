/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The orders in which a sweep may visit the rows, and what of them is the same in every space. */
#ifndef TSW_PLAN_ORDERING_H
#define TSW_PLAN_ORDERING_H

#include <stdbool.h>

#include "analysis/levels.h"
#include "base/options.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * The ordering that the options ask for: natural, color or block-color; natural for auto.
 * Static storage.
 */
const char *tsw_ordering_asked(const tsw_options *options);

/** The ordering of a plan, by whether rows are visited by colours or levels of coloured blocks. */
const char *tsw_ordering_used(const tsw_options *options, bool colored);

/**
 * The levels of a host block in another order than the natural one: neighbours have
 * different levels, and the lower one is visited first.
 *
 * @param[in]     a         validated block, pattern only
 * @param[in]     options   ordering=color or block-color, block_rows
 * @param[in,out] owner     account of the memory
 * @param[out]    levels    sorted; depth is n_levels. Free it with tsw_levels_free, also after a
 *                          failure
 * @return OK, MEMORY
 */
trisweep_status tsw_ordering_levels(const trisweep_csr *a, const tsw_options *options,
                                    tsw_memory *owner, tsw_levels *levels);

#ifdef __cplusplus
}
#endif

#endif
