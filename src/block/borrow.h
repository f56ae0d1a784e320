/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Host blocks that sweeps read in place (kernels/host/inplace.c). */
#pragma once

#include "block/packed.h"

TRISWEEP_BEGIN_C

/**
 * Check a block whose sizes are valid in one pass over its arrays, as tsw_csr_validate and
 * tsw_packed_load do, and store the pointers in p; no memory is allocated. Sets p->begins_with_diag
 * and the number of zero diagonal entries. OK, PATTERN, VALUE.
 */
trisweep_status tsw_packed_borrow(const trisweep_csr *a, const double *l1_norms, tsw_packed *p);

TRISWEEP_END_C
