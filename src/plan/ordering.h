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
 * The ordering that the options ask for: natural, color or hybrid-color; natural for auto. Static
 * storage.
 */
const char *tsw_ordering_asked(const tsw_options *options);

/** Are there orderings of these options that limit the number of colours? */
bool tsw_ordering_limits(const tsw_options *options);

/**
 * The colours of a block of so many rows and entries that cannot be coloured with TSW_COLORS_MOST;
 * 0 for as many as it needs, as other blocks get.
 */
int32_t tsw_ordering_few_colors(const tsw_options *options, int64_t n_rows, int64_t nnz);

/** What an ordering by colours is called if no row had to share its colour with a neighbour. */
const char *tsw_ordering_uncut(const char *ordering);

/** The ordering of a plan, by whether rows are visited by colours. */
const char *tsw_ordering_used(const tsw_options *options, bool colored);

/**
 * The levels of a host block in another order than the natural one: neighbours have
 * different levels, but for hybrid-color, and the lower one is visited first.
 *
 * @param[in]     a         validated block, pattern only
 * @param[in]     options   ordering=color or hybrid-color, colors
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
