/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * V-cycles by the plug in place of hypre_BoomerAMGCycle: the same sweeps, residuals and
 * transfers with products of our own, and no vectors filled with zeros. Only where one rank
 * has the hierarchy in device memory, the last levels go in one launch (coarse.h), all others
 * sweep by schedule colors, and hypre keeps the transposed interpolation. A repeated cycle is
 * recorded as a CUDA graph.
 */
#pragma once

#include "hypre/state/frame.h"

/** hypre wants a cycle with these vectors of its levels: was it done here? */
bool tsw_vcycle(tsw_frame *frame, hypre_ParVector **f, hypre_ParVector **u);

/** y = alpha A x + beta b, if A is the finest level of such a hierarchy; else false. */
bool tsw_vcycle_product(double alpha, hypre_ParCSRMatrix *matrix, hypre_ParVector *x, double beta,
                        hypre_ParVector *b, hypre_ParVector *y);

/** Forget what was recorded: the hierarchy changes. */
void tsw_vcycle_drop(tsw_solver *solver);
