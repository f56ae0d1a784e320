/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * V-cycles by the plug in place of hypre_BoomerAMGCycle: the same sweeps, residuals and transfers,
 * with products by the plug and without filling vectors with zeros. Conditions: one rank has the
 * hierarchy in device memory, the last levels run in one launch (coarse.h), all other levels
 * sweep by schedule colors, and hypre keeps the transposed interpolation. A repeated cycle is
 * recorded as a CUDA graph, but for the way down on level 0.
 */
#pragma once

#include "hypre/state/frame.h"

/** Run hypre's cycle with these vectors of its levels. False: hypre has to run the cycle. */
bool tsw_vcycle(tsw_frame *frame, hypre_ParVector **f, hypre_ParVector **u);

/** y = alpha A x + beta b, if A is the finest level of such a hierarchy; else false. */
bool tsw_vcycle_product(double alpha, hypre_ParCSRMatrix *matrix, hypre_ParVector *x, double beta,
                        hypre_ParVector *b, hypre_ParVector *y);

/**
 * The inner product of two vectors as long as those on the finest level of such a hierarchy, on
 * one rank in device memory. Waits for the device. False: hypre has to compute the product.
 */
bool tsw_vcycle_inner_product(hypre_ParVector *x, hypre_ParVector *y, double *product);

/** Free the recorded cycle, because the hierarchy changes. */
void tsw_vcycle_drop(tsw_solver *solver);
