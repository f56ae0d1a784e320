/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Blocks in device memory: checks, layout and loading as in csr.h and packed.h, with the same
 * result entry for entry. A faulty block is copied to the host, and the host's checks make the
 * message. All calls wait for their work on the stream unless their comment says that the work
 * is only queued.
 */
#pragma once

#include "block/packed.h"

TRISWEEP_BEGIN_C

/** tsw_csr_validate, and another hash than the host's. OK, ARGUMENT, PATTERN, MEMORY, CUDA. */
trisweep_status tsw_device_csr_inspect(const trisweep_csr *a, void *stream, uint64_t *hash);

/** As tsw_packed_layout with device arrays, but for the room of the values. OK, MEMORY, CUDA. */
trisweep_status tsw_device_packed_layout(const trisweep_csr *a, const int32_t *order,
                                         const int32_t *rank, void *stream, tsw_memory *owner,
                                         tsw_packed *p);

/** Make room for the values of a layout. OK, MEMORY, CUDA. */
trisweep_status tsw_device_packed_values(tsw_memory *owner, tsw_packed *p);

/** Queue a copy of another layout in natural order, without values. OK, MEMORY, CUDA. */
trisweep_status tsw_device_packed_copy(const tsw_packed *from, void *stream, tsw_memory *owner,
                                       tsw_packed *p);

/** As tsw_packed_load with device arrays. OK, ORDER, VALUE, MEMORY, CUDA. */
trisweep_status tsw_device_packed_load(const trisweep_csr *a, const double *l1_norms,
                                       void *stream, tsw_memory *owner, tsw_packed *p);

/** Make room for n numbers of each l1 scaling, if they are wanted, or free it. OK, MEMORY, CUDA. */
trisweep_status tsw_device_packed_l1(bool wanted, int64_t n, tsw_memory *owner, tsw_packed *p);

/** Free the triangles: p is bare from now on. */
void tsw_device_packed_bare(tsw_memory *owner, tsw_packed *p);

/**
 * The part of tsw_device_packed_load that a bare block has left, and its checks but for
 * entries outside the pattern. disorder: entries of the longest row in which the columns, the
 * diagonal apart, do not ascend, or which has the diagonal twice; 0 if there is none. OK,
 * VALUE, MEMORY, CUDA.
 */
trisweep_status tsw_device_packed_scale(const trisweep_csr *a, const double *l1_norms,
                                        void *stream, tsw_memory *owner, tsw_packed *p,
                                        int32_t *disorder);

/** Make no copy: sweeps read the block that tsw_device_packed_check gets. OK, MEMORY, CUDA. */
trisweep_status tsw_device_packed_borrow(const trisweep_csr *a, void *stream, tsw_memory *owner,
                                         tsw_packed *p);

/** The checks of tsw_packed_load, for a borrowed block. OK, VALUE, MEMORY, CUDA. */
trisweep_status tsw_device_packed_check(const trisweep_csr *a, const double *l1_norms,
                                        void *stream, tsw_packed *p);

/** The message of tsw_packed_load for values that the device refused. Never OK. */
trisweep_status tsw_device_packed_explain(const trisweep_csr *a, const double *l1_norms,
                                          void *stream);

/** Free the arrays and zero the struct. */
void tsw_device_packed_free(tsw_memory *owner, tsw_packed *p);

/** Copy a device block to the host; the arrays are to be freed by tsw_host_copy_free. */
trisweep_status tsw_host_copy(const trisweep_csr *a, void *stream, trisweep_csr *copy);
void            tsw_host_copy_free(trisweep_csr *copy);

TRISWEEP_END_C
