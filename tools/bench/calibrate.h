/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

/**
 * Measure the GPU and write its table of constants (plan/tune.h) into a folder; without one,
 * into the one that the library looks in. Returns the exit status, if at all.
 */
int tsw_bench_calibrate(int n_folders, char **folders);
