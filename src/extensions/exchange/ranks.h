/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * A hierarchy on several GPUs of one host: the exchanges of all levels by stores into the memory of
 * the neighbours, and the last levels gathered on all ranks as one dense matrix.
 * With the exchanges of the square matrices, sweeps on all levels send their values in this way,
 * whatever the schedule. With those of the interpolations and the gathered levels, the plug runs
 * the V-cycle (vcycle.h). Where the GPUs cannot reach one another, or with exchange=mpi, values
 * go through MPI as in hypre.
 */
#pragma once

#include "hypre/state/registry.h"

/**
 * At the beginning of a setup: answer hypre's own exchanges on the communicator of the matrix
 * (channel.h) from now on. Collective; on one rank, and on hosts, there is nothing to do.
 */
void tsw_ranks_open(const tsw_solver *solver, hypre_ParCSRMatrix *matrix);

/**
 * After a setup on several ranks that has succeeded on all ranks: connect the ranks. Collective;
 * on one rank, and on hosts, there is nothing to do.
 */
void tsw_ranks_setup(tsw_solver *solver, hypre_ParCSRMatrix *matrix);

/** Free what tsw_ranks_setup made. */
void tsw_ranks_drop(tsw_solver *solver);

/** Are the last levels gathered, so that the plug may run the V-cycle? The same on all ranks. */
bool tsw_ranks_have_cycle(const tsw_solver *solver);

/** The link of the interpolation from level k + 1 to level k. */
const struct tsw_link *tsw_ranks_interpolation(const tsw_solver *solver, int k);

/** Run the gathered levels: f of this rank's rows; *u is the solution in these rows. */
bool tsw_ranks_run_last(tsw_solver *solver, const double *f, const double **u);

/** The inner product of vectors of all ranks with n values on this rank; waits for the result. */
bool tsw_ranks_inner_product(tsw_solver *solver, const double *x, const double *y, int64_t n,
                             double *product);

/**
 * False, with a message the first time, if a wait for a neighbour has exceeded the limit: then all
 * results are NaN until the next setup.
 */
bool tsw_ranks_check(tsw_solver *solver);
