/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Values of a host matrix that the program changes in place, without a setup: hypre's sweeps read
 * the new values. Sums of parts, each of every 61st value, are stored with each load. A solve
 * compares one of them, the next solve the next one.
 */
#pragma once

#include "hypre/state/level.h"

/** Store the sums of the values of a level that has been loaded: a host matrix of AMG level 0. */
void tsw_values_note(tsw_level *level);

/** Have values of a loaded level changed, as far as this call compares them? */
bool tsw_values_have_changed(tsw_level *level);
