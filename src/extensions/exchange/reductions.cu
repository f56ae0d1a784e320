/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Exchanges of all ranks with all ranks: a short vector, an inner product. One block waits, only
 * for kernels of other devices that send before they wait.
 */
#include "extensions/exchange/operations.cuh"
#include "extensions/inner.cuh"
#include "kernels/cuda/overlap.cuh"

namespace {

using namespace exchange;

constexpr int GATHER_BLOCK = 512;

/* One block. */
__global__ void __launch_bounds__(GATHER_BLOCK)
   gather(__grid_constant__ const tsw_exchange_view e,
          __grid_constant__ const tsw_gather_places places, const double *mine, double *all)
{
   tsw_let_next_begin();
   tsw_wait_for_last();
   const uint32_t number = next_number(e);
   const int32_t  own = places.n[e.n_from];
   for (int32_t k = (int32_t) threadIdx.x; k < e.first_to[e.n_to]; k += GATHER_BLOCK)
   {
      const int32_t i = k - e.first_to[tsw_last_at_or_before(e.first_to, e.n_to, k)];
      send(e, k, i < own ? mine[i] : 0.0, number);
   }
   for (int32_t i = (int32_t) threadIdx.x; i < own; i += GATHER_BLOCK)
   {
      all[places.first[e.n_from] + i] = mine[i];
   }
   for (int32_t k = (int32_t) threadIdx.x; k < e.first_from[e.n_from]; k += GATHER_BLOCK)
   {
      const int     q = tsw_last_at_or_before(e.first_from, e.n_from, k);
      const int32_t i = k - e.first_from[q];
      const double  value = get(e, k, number);
      if (i < places.n[q])
      {
         all[places.first[q] + i] = value;
      }
   }
   finish(e, number);
}

/* The block that finishes last adds the sums of all blocks, then of all ranks, in a fixed order. */
__global__ void __launch_bounds__(INNER_BLOCK)
   inner_product(__grid_constant__ const tsw_exchange_view e, int32_t n_before, const double *x,
                 const double *y, int64_t n, tsw_inner_result *result)
{
   double sum;
   if (add_products(x, y, n, &sum))
   {
      const uint32_t number = next_number(e);
      double         total = 0.0;
      for (int32_t q = 0; q < e.n_to; q++)
      {
         send(e, q, sum, number);
      }
      for (int32_t q = 0; q <= e.n_from; q++)
      {
         total += q == n_before ? sum : 0.0;
         total += q < e.n_from ? get(e, q, number) : 0.0;
      }
      tsw_post((int32_t *) &e.words->number, (int32_t) number);
      store_product(result, total);
   }
}

} // namespace

cudaError_t tsw_exchange_gather(const tsw_exchange_view *e, const tsw_gather_places *places,
                                const double *mine, double *all, cudaStream_t stream)
{
   return tsw_launch(true, gather, 1, GATHER_BLOCK, stream, *e, *places, mine, all);
}

cudaError_t tsw_exchange_inner_product(const tsw_exchange_view *e, int32_t n_before,
                                       const double *x, const double *y, int64_t n,
                                       tsw_inner_result *result, cudaStream_t stream)
{
   inner_product<<<inner_blocks(n), INNER_BLOCK, 0, stream>>>(*e, n_before, x, y, n, result);
   return cudaGetLastError();
}
