/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Common parts of the packing steps; see pack.cu. */
#pragma once

#include "base/cuda_call.h"
#include "block/cuda/rows.cuh"
#include "kernels/cuda/colors/colors.h"
#include "kernels/cuda/device/row.cuh"

namespace colors_packing {

using tsw_rows::row_lanes;
constexpr int THREADS = tsw_rows::BLOCK;

struct pack_arguments
{
   trisweep_csr  a;
   colors_store  to;
   int32_t       asked;
   double       *inv_diag;
   colors_facts *facts;
};

/* Has validation found a bad row, or does the block not fit the store? */
static __device__ bool is_refused(const colors_facts *f)
{
   return *(const volatile int32_t *) &f->bad_row != 0 ||
          *(const volatile int32_t *) &f->too_many != 0 ||
          *(const volatile int32_t *) &f->not_near != 0;
}

/* Choose kernels with 2, 8 or 32 lanes a row: a row then takes a few rounds. */
static inline int pack_variant(const trisweep_csr *a)
{
   const double mean = (double) a->nnz / (double) a->n_rows;
   return mean <= 4.0 ? 0 : mean <= 48.0 ? 1 : 2;
}

static inline int pack_lanes(const trisweep_csr *a)
{
   return 2 << 2 * pack_variant(a);
}

/* Queue at most as many blocks as are resident; kernels iterate over the rows by stride(). */
static inline trisweep_status launch(void (*kernel)(pack_arguments), const pack_arguments *p,
                                     int64_t n_rows, int lanes, int64_t threads,
                                     cudaStream_t stream)
{
   const int64_t most = threads / THREADS;
   const int64_t wanted = tsw_blocks(n_rows * lanes, THREADS);
   kernel<<<(unsigned) (wanted < most ? wanted : most), THREADS, 0, stream>>>(*p);
   return TSW_CUDA_STATUS(cudaGetLastError());
}

} // namespace colors_packing

/** Queue the first step. threads: resident threads of the device. OK, CUDA. */
trisweep_status colors_validate(const colors_packing::pack_arguments *p, int64_t threads,
                                cudaStream_t stream);

/**
 * Queue the last step: order the entries of each side of a row by column, so that neighbouring
 * lanes of a sweep read neighbouring x, and sums do not depend on the caller's order; then store
 * the slices step by step. format: of colors_format. threads: resident threads of the device. OK,
 * CUDA.
 */
trisweep_status colors_sort(const colors_packing::pack_arguments *p, int format, int64_t threads,
                            cudaStream_t stream);
