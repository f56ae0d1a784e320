/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Blocks in device memory: the same checks, layout and loading as csr.h and
 * packed.h, with the same result entry for entry. Faults are found on the
 * device; the block is then copied to the host, where the checks of csr.h and
 * packed.h say what is wrong. All calls wait for their work on the stream.
 */
#pragma once

#include "block/packed.h"

TRISWEEP_BEGIN_C

/**
 * tsw_csr_validate and tsw_csr_pattern_hash in one reading of the pattern. The
 * hash is another one than the host's.
 *
 * @param[in]  a       device block, pattern only
 * @param[in]  stream  cudaStream_t
 * @param[out] hash    of the pattern
 * @return OK, ARGUMENT, PATTERN, MEMORY, CUDA
 */
trisweep_status tsw_device_csr_inspect(const trisweep_csr *a, void *stream, uint64_t *hash);

/**
 * As tsw_packed_layout, but for the room of the values.
 *
 * @param[in]     a       validated device block, pattern only
 * @param[in]     order   device, [n_rows] storage order of the rows, copied; NULL for natural
 * @param[in]     rank    device, [n_rows] numbers that differ between neighbours, copied: the
 *                        lower triangle gets the entries of lesser rank; NULL for natural
 * @param[in]     stream  cudaStream_t
 * @param[in,out] owner   account of the memory
 * @param[out]    p       free it with tsw_device_packed_free, also after a failure
 * @return OK, MEMORY, CUDA
 */
trisweep_status tsw_device_packed_layout(const trisweep_csr *a, const int32_t *order,
                                         const int32_t *rank, void *stream, tsw_memory *owner,
                                         tsw_packed *p);

/** Make room for the values of a layout. OK, MEMORY, CUDA. */
trisweep_status tsw_device_packed_values(tsw_memory *owner, tsw_packed *p);

/**
 * Lay out a pattern as another layout in natural order has it, without room for values.
 *
 * @param[in]     from    device layout
 * @param[in]     stream  cudaStream_t; the work is only queued
 * @param[in,out] owner   account of the memory
 * @param[out]    p       free it with tsw_device_packed_free, also after a failure
 * @return OK, MEMORY, CUDA
 */
trisweep_status tsw_device_packed_copy(const tsw_packed *from, void *stream, tsw_memory *owner,
                                       tsw_packed *p);

/**
 * As tsw_packed_load.
 *
 * @param[in]     a         validated device block with values
 * @param[in]     l1_norms  device, [n_rows] or NULL
 * @param[in]     stream    cudaStream_t
 * @param[in,out] owner     account of the memory
 * @param[in,out] p         with room for the values
 * @return OK, ORDER, VALUE, MEMORY, CUDA
 */
trisweep_status tsw_device_packed_load(const trisweep_csr *a, const double *l1_norms,
                                       void *stream, tsw_memory *owner, tsw_packed *p);

/** Make room for the l1 norms, if they are wanted, or free it. OK, MEMORY, CUDA. */
trisweep_status tsw_device_packed_l1(bool wanted, tsw_memory *owner, tsw_packed *p);

/** Free the triangles: p is bare from now on. */
void tsw_device_packed_bare(tsw_memory *owner, tsw_packed *p);

/**
 * The part of tsw_device_packed_load that a bare block has left, and its checks but for entries
 * outside the pattern.
 *
 * @param[in]     a         validated device block with values
 * @param[in]     l1_norms  device, [n_rows] or NULL
 * @param[in]     stream    cudaStream_t
 * @param[in,out] owner     account of the memory
 * @param[in,out] p         bare
 * @param[out]    disorder  entries of the longest row in which the columns, the diagonal apart, do
 *                          not ascend, or which has the diagonal twice; 0 if there is none
 * @return OK, VALUE, MEMORY, CUDA
 */
trisweep_status tsw_device_packed_scale(const trisweep_csr *a, const double *l1_norms,
                                        void *stream, tsw_memory *owner, tsw_packed *p,
                                        int32_t *disorder);

/**
 * Make no copy: what tsw_device_packed_check gets is swept over where it lies.
 *
 * @param[in]     a       validated device block, pattern only
 * @param[in]     stream  cudaStream_t
 * @param[in,out] owner   account of the memory
 * @param[out]    p       free it with tsw_device_packed_free, also after a failure
 * @return OK, MEMORY, CUDA
 */
trisweep_status tsw_device_packed_borrow(const trisweep_csr *a, void *stream, tsw_memory *owner,
                                         tsw_packed *p);

/**
 * The checks of tsw_packed_load, for a block and norms that are borrowed from now on.
 *
 * @param[in]     a         device block with values, whose pattern is the analysed one
 * @param[in]     l1_norms  device, [n_rows] or NULL
 * @param[in]     stream    cudaStream_t
 * @param[in,out] p         what tsw_device_packed_borrow made
 * @return OK, VALUE, MEMORY, CUDA
 */
trisweep_status tsw_device_packed_check(const trisweep_csr *a, const double *l1_norms,
                                        void *stream, tsw_packed *p);

/** Values that the device has refused, in the words of tsw_packed_load. Never OK. */
trisweep_status tsw_device_packed_explain(const trisweep_csr *a, const double *l1_norms,
                                          void *stream);

/** Free the arrays and zero the struct. */
void tsw_device_packed_free(tsw_memory *owner, tsw_packed *p);

/** Copy a device block to the host; the arrays are to be freed by tsw_host_copy_free. */
trisweep_status tsw_host_copy(const trisweep_csr *a, void *stream, trisweep_csr *copy);
void            tsw_host_copy_free(trisweep_csr *copy);

TRISWEEP_END_C
