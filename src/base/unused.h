/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

/** Marks an unused parameter of a function with a given signature. */
#define TSW_UNUSED __attribute__((unused))
