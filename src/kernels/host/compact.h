/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Short copies of a packed block, of which passes read fewer bytes: values as floats if every
 * value is exactly a float, columns as 16-bit distances from the diagonal if every distance fits.
 * For passes with weights 1, no marker and no zero diagonal entry.
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

void tsw_compact_free(tsw_memory *owner, tsw_compact *c);
