/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

/** Seconds on a clock that only runs forward; its zero has no meaning. */
double tsw_clock_now(void);
