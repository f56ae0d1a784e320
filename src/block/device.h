/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Blocks in device memory: checks, layout and loading as in csr.h and packed.h, with equal results
 * for each entry. A block with errors is copied to the host, and the host checks write the message.
 * All calls wait for their work on the stream, unless the comment begins "Queue".
 */
#pragma once

#include "block/packed.h"

TRISWEEP_BEGIN_C

/** tsw_csr_validate and a hash (not the host's hash). OK, ARGUMENT, PATTERN, MEMORY, CUDA. */
trisweep_status tsw_device_csr_inspect(const trisweep_csr *a, void *stream, uint64_t *hash);

/**
 * tsw_packed_layout with device arrays, without memory for the values. OK, MEMORY, CUDA.
 */
trisweep_status tsw_device_packed_layout(const trisweep_csr *a, void *stream, tsw_memory *owner,
                                         tsw_packed *p);

/** Allocate the values of a layout. OK, MEMORY, CUDA. */
trisweep_status tsw_device_packed_values(tsw_memory *owner, tsw_packed *p);

/** Queue a copy of a layout, without its values. OK, MEMORY, CUDA. */
trisweep_status tsw_device_packed_copy(const tsw_packed *from, void *stream, tsw_memory *owner,
                                       tsw_packed *p);

/**
 * As tsw_packed_load with device arrays, of the part of the rows that p names; part 0 comes first.
 * OK, ORDER, VALUE, MEMORY, CUDA.
 */
trisweep_status tsw_device_packed_load(const trisweep_csr *a, const double *l1_norms, void *stream,
                                       tsw_memory *owner, tsw_packed *p);

/** Allocate inv_l1 and diag_l1 [n] if wanted, else free both. OK, MEMORY, CUDA. */
trisweep_status tsw_device_packed_l1(bool wanted, int64_t n, tsw_memory *owner, tsw_packed *p);

/** Prepare p without a copy: sweeps will read a of tsw_device_packed_check. OK, MEMORY, CUDA. */
trisweep_status tsw_device_packed_borrow(const trisweep_csr *a, void *stream, tsw_memory *owner,
                                         tsw_packed *p);

/**
 * The checks of tsw_packed_load, for a borrowed block, or for a bare block, which gets its scaling.
 * *in_order: a has as many entries as were planned, each row one diagonal entry at any place, and
 * its other columns ascend strictly. OK, VALUE, MEMORY, CUDA.
 */
trisweep_status tsw_device_packed_check(const trisweep_csr *a, const double *l1_norms, void *stream,
                                        tsw_packed *p, bool *in_order);

/** The message of tsw_packed_load for values that the device refused. Never OK. */
trisweep_status tsw_device_packed_explain(const trisweep_csr *a, const double *l1_norms,
                                          void *stream);

/** Free the arrays. */
void tsw_device_triangle_free(tsw_memory *owner, tsw_triangle *t);

/** Free the arrays and zero the struct. */
void tsw_device_packed_free(tsw_memory *owner, tsw_packed *p);

/** Copy a device block to the host. Free the arrays with tsw_host_copy_free. */
trisweep_status tsw_host_copy(const trisweep_csr *a, void *stream, trisweep_csr *copy);
void            tsw_host_copy_free(trisweep_csr *copy);

TRISWEEP_END_C
