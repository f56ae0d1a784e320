/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The usual passes on fewer bytes: values as floats if all are exact floats, columns as 16-bit
 * distances from the diagonal if all fit. Same bits as tsw_rows_pass, for rows in natural order.
 */
#pragma once

#include "kernels/schedule.h"

/** Both triangles, lower and upper, once more, as far as they have a shorter form. */
typedef struct tsw_compact
{
   uint16_t *distance[2]; /* of each entry; both NULL: some are too far away */
   float    *val[2];      /* both NULL: some are no floats */
} tsw_compact;

/** Store the distances if the pattern has a short form and memory suffices. */
void tsw_compact_plan(const tsw_packed *p, tsw_memory *owner, tsw_compact *c);

/** The same with the values, which p has now. */
void tsw_compact_load(const tsw_packed *p, tsw_memory *owner, tsw_compact *c);

/** Perform a pass if it is a usual one (weights 1, no CF marker, no zero diagonal); was it? */
bool tsw_compact_pass(const tsw_compact *c, const tsw_packed *p, const tsw_pass *pass);

/** As tsw_schedule.residual, behind a usual pass. */
bool tsw_compact_residual(const tsw_compact *c, const tsw_packed *p, const tsw_pass *pass,
                          int n_threads, double *r);

void tsw_compact_free(tsw_memory *owner, tsw_compact *c);
