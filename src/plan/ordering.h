/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Orders in which a sweep visits the rows: parts that are the same in every space. */
#pragma once

#include <stdbool.h>

#include "analysis/levels.h"
#include "base/options.h"

TRISWEEP_BEGIN_C

/** The ordering of the options: natural (also for auto) or hybrid-color. Static storage. */
const char *tsw_ordering_asked(const tsw_options *options);

/** Do the options allow few colours, which follow from the row numbers? */
bool tsw_ordering_is_few(const tsw_options *options);

/**
 * Steps of few colours (analysis/few_colors.h) of a validated host block as sorted levels: lower
 * levels are visited first, some may be empty, and depth is the number of colours. asked: number of
 * colours, 0 for a default; units: rows form units; otherwise a level is a colour, and asked is not
 * 0. Free levels also after a failure. OK, MEMORY.
 */
trisweep_status tsw_ordering_few(const trisweep_csr *a, int32_t asked, bool units,
                                 tsw_memory *owner, tsw_levels *levels);

TRISWEEP_END_C
