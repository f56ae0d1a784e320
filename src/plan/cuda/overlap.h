/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The analysis of factors that their factorisation does not need, which is what the
 * schedule plans for both triangles, runs beside the first factorisation: the
 * factorisation on the caller's stream, this on another one (Li, section 1).
 */
#ifndef TSW_PLAN_CUDA_OVERLAP_H
#define TSW_PLAN_CUDA_OVERLAP_H

#include "factor/device.h"
#include "plan/cuda/findings.h"
#include "plan/plan.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Put off what the schedule of a plan has to plan.
 *
 * @param[in,out] plan  has a layout in the order of the schedule that was chosen
 * @param[in,out] f     what was found; the plan owns it on success, and it is zeroed
 * @return OK, MEMORY
 */
trisweep_status tsw_overlap_defer(tsw_plan *plan, tsw_findings *f);

/**
 * Factorise, and do meanwhile what was put off.
 *
 * @param[in]     from    the matrix
 * @param[in,out] plan    of the factors
 * @param[in,out] pivots  rule and counts
 * @param[in]     stream  cudaStream_t of the factorisation; the call waits for it
 * @param[in,out] owner   account of the memory
 * @return OK, VALUE (a pivot, under policy error), MEMORY, CUDA, TIMEOUT, and what the schedule
 *         returns. What could not be done is left to the next call
 */
trisweep_status tsw_overlap_factorise(const tsw_ilu_source *from, tsw_plan *plan,
                                      tsw_pivots *pivots, void *stream, tsw_memory *owner);

/** Free what defer has kept. */
void tsw_overlap_forget(tsw_plan *plan);

#ifdef __cplusplus
}
#endif

#endif
