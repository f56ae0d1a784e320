/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The orders in which a sweep may visit the rows, and what of them is the same in every space. */
#pragma once

#include <stdbool.h>

#include "analysis/levels.h"
#include "base/options.h"

TRISWEEP_BEGIN_C

/**
 * The ordering that the options ask for by name: natural, color or hybrid-color; natural for auto.
 * Static storage.
 */
const char *tsw_ordering_asked(const tsw_options *options);

/** May the rows be visited by few colours, which follow from their numbers? */
bool tsw_ordering_is_few(const tsw_options *options);

/** What an ordering by colours is called if no row shares its colour with a neighbour. */
const char *tsw_ordering_uncut(const char *ordering);

/**
 * The levels of a host block in another order than the natural one: neighbours have
 * different levels, but for hybrid-color, and the lower one is visited first. Levels
 * of hybrid-color may be empty.
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

TRISWEEP_END_C
