/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * V-cycles by the plug in place of hypre_BoomerAMGCycle: the same sweeps, residuals and
 * transfers, without vectors that are filled with zeros and overwritten, and with
 * products of our own. Only where one rank has the hierarchy in device memory, its last
 * levels are visited in one launch (coarse.h), every other level sweeps by schedule
 * colors, and hypre keeps the transposed interpolation. A cycle with the vectors of
 * the one before is recorded as a CUDA graph, which later ones play.
 */
#pragma once

#include "hypre/frame.h"

/** hypre wants a cycle with these vectors of its levels: was it done here? */
bool tsw_vcycle(tsw_frame *frame, hypre_ParVector **f, hypre_ParVector **u);

/**
 * y = alpha A x + beta b, if A is the finest level of a hierarchy with such cycles: the product of
 * a Krylov method. False if it is not, and y is not touched.
 */
bool tsw_vcycle_product(double alpha, hypre_ParCSRMatrix *matrix, hypre_ParVector *x, double beta,
                        hypre_ParVector *b, hypre_ParVector *y);

/** Forget what was recorded: the hierarchy changes. */
void tsw_vcycle_drop(tsw_solver *solver);
