/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef TSW_BASE_CLOCK_H
#define TSW_BASE_CLOCK_H

/** Seconds on a clock that only runs forward; its zero has no meaning. */
double tsw_clock_now(void);

#endif
