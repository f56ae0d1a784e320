/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The orders in which a sweep may visit the rows, and what of them is the same in every space. */
#pragma once

#include <stdbool.h>

#include "analysis/levels.h"
#include "base/options.h"

TRISWEEP_BEGIN_C

/** The ordering asked for: natural (also for auto), color or hybrid-color. Static storage. */
const char *tsw_ordering_asked(const tsw_options *options);

/** May the rows be visited by few colours, which follow from their numbers? */
bool tsw_ordering_is_few(const tsw_options *options);

/** What an ordering by colours is called if no row shares its colour with a neighbour. */
const char *tsw_ordering_uncut(const char *ordering);

/**
 * The steps of few colours (analysis/few_colors.h) of a validated host block as levels, some of
 * which may be empty; depth is the number of colours. asked: colours, 0: left open; units: may
 * several rows be a unit, else a level is a colour, and asked is not 0. To be freed also after a
 * failure. OK, MEMORY.
 */
trisweep_status tsw_ordering_few(const trisweep_csr *a, int32_t asked, bool units,
                                 tsw_memory *owner, tsw_levels *levels);

/**
 * The levels of a validated host block by color or hybrid-color: neighbours have different
 * levels, but for hybrid-color, which has those of tsw_ordering_few with units; the lower one is
 * visited first. levels is sorted, depth is the number of colours; to be freed also after a
 * failure. OK, MEMORY.
 */
trisweep_status tsw_ordering_levels(const trisweep_csr *a, const tsw_options *options,
                                    tsw_memory *owner, tsw_levels *levels);

TRISWEEP_END_C
