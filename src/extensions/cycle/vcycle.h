/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * V-cycles by the plug in place of hypre_BoomerAMGCycle: the same sweeps, residuals and transfers,
 * with products by the plug and without filling vectors with zeros. Conditions: the hierarchy is in
 * device memory, of one rank or of ranks that exchange values by stores (ranks.h), the last levels
 * run in one launch (coarse.h), all other levels sweep by few colours, and hypre stores the
 * transposed interpolation. A repeated cycle, except the way down on level 0, is recorded as a CUDA
 * graph, which later cycles launch.
 */
#pragma once

#include "hypre/state/frame.h"

/** The values of a vector on this rank. */
static inline double *tsw_data_of(hypre_ParVector *vector)
{
   return hypre_VectorData(hypre_ParVectorLocalVector(vector));
}

static inline bool tsw_is_one_column(hypre_ParVector *vector)
{
   return hypre_VectorNumVectors(hypre_ParVectorLocalVector(vector)) == 1;
}

/** Run a V-cycle with the vectors f, u of hypre's levels. False: hypre must run the cycle. */
bool tsw_vcycle(tsw_frame *frame, hypre_ParVector **f, hypre_ParVector **u);

/** y = alpha A x + beta b, A of the finest level of such a hierarchy. False: hypre must do it. */
bool tsw_vcycle_product(double alpha, hypre_ParCSRMatrix *matrix, hypre_ParVector *x, double beta,
                        hypre_ParVector *b, hypre_ParVector *y);

/**
 * The inner product of two vectors in device memory on one rank, of the length of the finest level
 * of such a hierarchy. Waits for the device. False: hypre must compute the product.
 */
bool tsw_vcycle_inner_product(hypre_ParVector *x, hypre_ParVector *y, double *product);

/** Free the recorded cycle, before the hierarchy changes. */
void tsw_vcycle_drop(tsw_solver *solver);

/** y = alpha A u + beta f, by hypre. */
typedef HYPRE_Int tsw_product(HYPRE_Complex alpha, hypre_ParCSRMatrix *a, hypre_ParVector *u,
                              HYPRE_Complex beta, hypre_ParVector *f, hypre_ParVector *y);

/** The vectors of level 0 that a cycle for a correction replaces; NULL: none. */
typedef struct tsw_rounded
{
   hypre_ParVector *f, *u;
} tsw_rounded;

/**
 * Replace f[0] and u[0] by residual and zero, if the solver's sweeps are rounded. product: for the
 * residual, where the plug has no product. Collective.
 */
tsw_rounded tsw_rounded_begin(tsw_solver *solver, hypre_ParVector **f, hypre_ParVector **u,
                              tsw_product *product);

/** Put the vectors back, and add the correction. */
void tsw_rounded_end(const tsw_rounded *outer, hypre_ParVector **f, hypre_ParVector **u);
