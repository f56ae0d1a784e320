/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

/** Before a parameter that a function with a given signature does not need. */
#define TSW_UNUSED __attribute__((unused))
