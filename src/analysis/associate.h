/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Association of the rows of a triangle with parts (Picciau et al. 2016, Alg. 3). */
#pragma once

#include "analysis/graph.h"

TRISWEEP_BEGIN_C

/**
 * Assign each row to a part of at most most_rows rows. Edges end in the same or in a later part.
 * part: [n_rows], from 0. OK, MEMORY.
 */
trisweep_status tsw_associate_rows(const tsw_graph *g, int64_t most_rows, int32_t *part,
                                   int32_t *n_parts);

TRISWEEP_END_C
