/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The bands of schedule bands: as option bands has them, and as the cost model would. */
#ifndef TSW_PLAN_BANDS_H
#define TSW_PLAN_BANDS_H

#include <trisweep.h>

#include "base/options.h"
#include "kernels/bands.h"
#include "plan/tune.h"

#ifdef __cplusplus
extern "C" {
#endif

enum
{
   TSW_BANDS_TEXT = 32 * TSW_BANDS_MOST /* longest text, with its terminating zero */
};

/**
 * Read option bands: SCHEDULE:LEVELS/.../SCHEDULE, the first levels first.
 *
 * @param[in]  options  bands, and schedule, without which bands have no use
 * @param[out] bands    n is 0 for auto
 * @return OK, OPTION
 */
trisweep_status tsw_bands_read(const tsw_options *options, tsw_bands *bands);

/** The same text from bands; with n = 0 none. */
void tsw_bands_write(const tsw_bands *bands, char text[TSW_BANDS_TEXT]);

/** Leave out what lies behind the last level. */
void tsw_bands_fit(int64_t n_levels, tsw_bands *bands);

/**
 * The bands that the cost model would take.
 *
 * @param[in]  table    its constants
 * @param[in]  profile  of the levels
 * @param[in]  least    so many bands at least, 1 or 2, if there are as many places to cut at
 * @param[out] bands    they have n >= 1, or 0 if no schedule is known for some of the levels
 * @return seconds of a forward sweep; 0 if n is 0
 */
double tsw_bands_choose(const tsw_tune_table *table, const tsw_tune_profile *profile, int least,
                        tsw_bands *bands);

#ifdef __cplusplus
}
#endif

#endif
