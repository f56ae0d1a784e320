/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Passes with the usual parameters that read fewer bytes: values as floats if every value is
 * exactly a float, columns as 16-bit distances from the diagonal if every distance fits. For rows
 * in natural order. The results have the same bits as those of tsw_rows_pass.
 */
#pragma once

#include "kernels/schedule.h"

/** Short copies of the lower and the upper triangle, where a short copy is exact. */
typedef struct tsw_compact
{
   uint16_t *distance[2]; /* of each entry; both NULL: some distance exceeds 16 bits */
   float    *val[2];      /* both NULL: some value is not exactly a float */
} tsw_compact;

/** Store the distances if the pattern has a short form and memory suffices. */
void tsw_compact_plan(const tsw_packed *p, tsw_memory *owner, tsw_compact *c);

/** Store the present values of p as floats if all are exact and memory suffices. */
void tsw_compact_load(const tsw_packed *p, tsw_memory *owner, tsw_compact *c);

/** Perform a usual pass (weights 1, no CF marker, no zero diagonal). False: not usual, not done. */
bool tsw_compact_pass(const tsw_compact *c, const tsw_packed *p, const tsw_pass *pass);

/** tsw_schedule.residual after a usual pass. False: the pass was not usual, r is not written. */
bool tsw_compact_residual(const tsw_compact *c, const tsw_packed *p, const tsw_pass *pass,
                          double *r);

void tsw_compact_free(tsw_memory *owner, tsw_compact *c);
