/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Validation of the caller's matrix block. */
#pragma once

#include <trisweep.h>

TRISWEEP_BEGIN_C

/** The checks of tsw_csr_validate that read no array. OK, ARGUMENT, PATTERN. */
trisweep_status tsw_csr_validate_sizes(const trisweep_csr *a);

/** Is this a square CSR pattern for 32-bit indices? OK, ARGUMENT, PATTERN. */
trisweep_status tsw_csr_validate(const trisweep_csr *a);

/** A 64-bit hash of sizes, row_ptr and col_idx of a validated block. */
uint64_t tsw_csr_pattern_hash(const trisweep_csr *a);

/** Bytes of the block in CSR: values, columns, row pointers. */
int64_t tsw_csr_bytes(const trisweep_csr *a);

TRISWEEP_END_C
