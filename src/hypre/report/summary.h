/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * TRISWEEP_SUMMARY=file: one line on what trisweep has replaced and what it has left to hypre. Rank
 * 0 of MPI_COMM_WORLD counts its own calls and appends the line when the process ends. Without the
 * file, which trisweep-run creates on its own host, the line goes to standard error.
 */
#pragma once

#include "hypre/state/registry.h"

/** Count the levels of a solver. */
void tsw_summary_add_solver(const tsw_solver *solver);

/** Count a sweep, or a solve on the coarsest level, that hypre performs with this type. */
void tsw_summary_add_hypre(HYPRE_Int type);

/** Count a setup of BoomerAMG without a type of trisweep. */
void tsw_summary_add_setup(void);

/** Write a line. */
void tsw_summary_write(const char *text);

/** If the environment names the plug: print that the plug has performed no sweep. */
void tsw_summary_print_unused(void);

/** Write the line with the counts, after the last solver; n_swept: sweeps by trisweep. */
void tsw_summary_write_counts(long n_swept);
