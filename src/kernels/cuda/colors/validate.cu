/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The first step of packing: validate, count the entries between bands of one colour, and find what
 * entries of near.h would need.
 */
#include "base/device/sum.cuh"
#include "kernels/cuda/colors/near.h"
#include "kernels/cuda/colors/pack.cuh"

using namespace colors_packing;

namespace {

/* Row pointers of row i; false if they do not fit the arrays. */
__device__ bool row_range(const trisweep_csr &a, int64_t i, int32_t *begin, int32_t *end)
{
   *begin = a.row_ptr[i];
   *end = a.row_ptr[i + 1];
   const bool first = i > 0 || *begin == 0;
   const bool last = i + 1 < a.n_rows || *end == a.nnz;
   return first && last && 0 <= *begin && *begin <= *end && *end <= a.nnz;
}

constexpr int STORED = TSW_FEW_MOST + 1;

/* This thread's part of the facts that near.h needs. */
struct extent
{
   int32_t farthest;
   int32_t largest;
   int32_t smallest;
};

/* Count the entries of a row: [0] all off the diagonal, [1] between units of a band, [k] between
   bands whose distance k divides, [STORED] between units. False: the row is not valid. */
template <int LANES>
__device__ bool validate_row(const trisweep_csr &a, int64_t i, unsigned *counts, extent *all)
{
   int32_t high = 0; /* word of the largest entry between units */
   int32_t begin = 0;
   int32_t end = 0;
   bool    good = i >= a.n_rows || row_range(a, i, &begin, &end);
   for (int32_t e = begin + row_lanes<LANES>::lane(); good && e < end; e += LANES)
   {
      const int32_t  j = a.col_idx[e];
      const int32_t  apart = j / TSW_FEW_BAND - (int32_t) i / TSW_FEW_BAND;
      const uint32_t distance = (uint32_t) (apart < 0 ? -apart : apart);
      good = j >= 0 && j < a.n_rows;
      const bool apart_units = j / TSW_FEW_UNIT != (int32_t) i / TSW_FEW_UNIT;
      counts[0] += j != i;
      counts[1] += distance == 0 && apart_units;
      counts[STORED] += apart_units;
      all->farthest = max(all->farthest, good ? abs(j - (int32_t) i) : 0);
      high = max(high, apart_units ? __double2hiint(a.val[e]) & INT32_MAX : 0);
#pragma unroll
      for (int k = TSW_FEW_LEAST; k <= TSW_FEW_MOST; k++)
      {
         counts[k] += distance != 0 && distance % (uint32_t) k == 0;
      }
   }
   __syncwarp();
   for (int step = LANES / 2; step > 0; step /= 2)
   {
      high = max(high, __shfl_xor_sync(0xffffffffu, high, step));
   }
   const int32_t biased = colors_near_biased(high);
   all->largest = max(all->largest, biased);
   all->smallest = max(all->smallest, biased == 0 ? 0 : INT32_MAX - biased);
   return good;
}

/* Add the counts of a block's threads to the facts. */
__device__ void add_counts(const unsigned *mine, colors_facts *facts)
{
   __shared__ unsigned long long counts[STORED + 1];
   tsw_few_counts               *to = &facts->counts;
   if (threadIdx.x <= STORED)
   {
      counts[threadIdx.x] = 0;
   }
   __syncthreads();
#pragma unroll
   for (int k = 0; k <= STORED; k++)
   {
      const unsigned sum = __reduce_add_sync(0xffffffffu, mine[k]);
      if (threadIdx.x % 32 == 0 && sum > 0)
      {
         atomicAdd(&counts[k], (unsigned long long) sum);
      }
   }
   __syncthreads();
   if (threadIdx.x <= STORED && counts[threadIdx.x] > 0)
   {
      int64_t *number = threadIdx.x == 0        ? &to->n_entries
                        : threadIdx.x == 1      ? &to->within
                        : threadIdx.x == STORED ? &facts->stored
                                                : &to->shared[threadIdx.x];
      atomicAdd((unsigned long long *) number, counts[threadIdx.x]);
   }
}

template <int LANES>
__global__ void __launch_bounds__(THREADS)
   validate(__grid_constant__ const trisweep_csr a, colors_facts *facts)
{
   unsigned counts[STORED + 1] = {};
   extent   all = {};
   for (int64_t first = 0; first < a.n_rows; first += row_lanes<LANES>::stride())
   {
      const int64_t i = row_lanes<LANES>::row(first);
      if (!validate_row<LANES>(a, i, counts, &all))
      {
         atomicMax(&facts->bad_row, colors_mark(i));
      }
   }
   add_counts(counts, facts);
   tsw_raise_max(&facts->farthest, all.farthest);
   tsw_raise_max(&facts->largest, all.largest);
   tsw_raise_max(&facts->smallest, all.smallest);
}

void (*const kernels[])(trisweep_csr, colors_facts *) = { validate<2>, validate<8>, validate<32> };

} // namespace

trisweep_status colors_validate(const colors_state *s, const trisweep_csr *a, cudaStream_t stream)
{
   TSW_CUDA(cudaMemsetAsync(s->device_facts, 0, sizeof *s->device_facts, stream));
   return launch(kernels[pack_variant(a)], THREADS, a->n_rows, pack_lanes(a), s->threads, stream,
                 *a, s->device_facts);
}
