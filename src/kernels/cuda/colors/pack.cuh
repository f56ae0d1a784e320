/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Common parts of the packing steps; see pack.cu. */
#pragma once

#include <type_traits>

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

/*
 * Queue at most as many blocks, of so many threads, as are resident with `most` threads; kernels
 * iterate over the rows.
 */
template <class... Parameters>
trisweep_status launch(void (*kernel)(Parameters...), int threads, int64_t n_rows, int lanes,
                       int64_t most, cudaStream_t stream,
                       typename std::common_type<Parameters>::type... parameters)
{
   const int64_t wanted = tsw_blocks(n_rows * lanes, threads);
   kernel<<<(unsigned) min(wanted, most / threads), threads, 0, stream>>>(parameters...);
   return TSW_CUDA_STATUS(cudaGetLastError());
}

} // namespace colors_packing

/**
 * Queue the last step: order the entries of each side of a row by column, so that neighbouring
 * lanes of a sweep read neighbouring x, and sums do not depend on the caller's order; then store
 * the slices step by step. format: of colors_format. threads: resident threads of the device. OK,
 * CUDA.
 */
trisweep_status colors_sort(const colors_packing::pack_arguments *p, int format, int64_t threads,
                            cudaStream_t stream);
