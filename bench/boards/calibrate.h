/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

/**
 * Measure the GPU and write its table of constants (plan/tune.h) into folders[0]; without a
 * folder, into tsw_tune_folder(). Returns the exit status on failure only, else execs a script.
 */
int tsw_bench_calibrate(int n_folders, char **folders);
