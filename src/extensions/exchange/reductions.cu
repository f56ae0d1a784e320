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

struct gather_arguments
{
   tsw_exchange_view e;
   tsw_gather_places places;
   const double     *mine;
   double           *all;
};

/* One block. */
__global__ void __launch_bounds__(GATHER_BLOCK) gather(__grid_constant__ const gather_arguments p)
{
   tsw_let_next_begin();
   tsw_wait_for_last();
   const uint32_t number = next_number(p.e);
   const int32_t  own = p.places.n[p.e.n_from];
   for (int32_t k = (int32_t) threadIdx.x; k < p.e.first_to[p.e.n_to]; k += GATHER_BLOCK)
   {
      const int32_t i = k - p.e.first_to[find_neighbour(p.e.first_to, p.e.n_to, k)];
      send(p.e, k, i < own ? p.mine[i] : 0.0, number);
   }
   for (int32_t i = (int32_t) threadIdx.x; i < own; i += GATHER_BLOCK)
   {
      p.all[p.places.first[p.e.n_from] + i] = p.mine[i];
   }
   for (int32_t k = (int32_t) threadIdx.x; k < p.e.first_from[p.e.n_from]; k += GATHER_BLOCK)
   {
      const int     q = find_neighbour(p.e.first_from, p.e.n_from, k);
      const int32_t i = k - p.e.first_from[q];
      const double  value = get(p.e, k, number);
      if (i < p.places.n[q])
      {
         p.all[p.places.first[q] + i] = value;
      }
   }
   finish(p.e, number);
}

struct inner_arguments
{
   tsw_exchange_view e;
   int32_t           n_before;
   const double     *x;
   const double     *y;
   int64_t           n;
   tsw_inner_result *result;
};

/* The block that finishes last adds the sums of all blocks, then of all ranks, in a fixed order. */
__global__ void __launch_bounds__(INNER_BLOCK)
   inner_product(__grid_constant__ const inner_arguments p)
{
   double sum;
   if (add_products(p, &sum))
   {
      const uint32_t number = next_number(p.e);
      double         total = 0.0;
      for (int32_t q = 0; q < p.e.n_to; q++)
      {
         send(p.e, q, sum, number);
      }
      for (int32_t q = 0; q <= p.e.n_from; q++)
      {
         total += q == p.n_before ? sum : 0.0;
         total += q < p.e.n_from ? get(p.e, q, number) : 0.0;
      }
      tsw_post((int32_t *) &p.e.words->number, (int32_t) number);
      store_product(p.result, total);
   }
}

} // namespace

cudaError_t tsw_exchange_gather(const tsw_exchange_view *e, const tsw_gather_places *places,
                                const double *mine, double *all, cudaStream_t stream)
{
   const gather_arguments p = { *e, *places, mine, all };
   return tsw_launch(true, gather, 1, GATHER_BLOCK, stream, p);
}

cudaError_t tsw_exchange_inner_product(const tsw_exchange_view *e, int32_t n_before,
                                       const double *x, const double *y, int64_t n,
                                       tsw_inner_result *result, cudaStream_t stream)
{
   const inner_arguments p = { *e, n_before, x, y, n, result };
   inner_product<<<inner_blocks(n), INNER_BLOCK, 0, stream>>>(p);
   return cudaGetLastError();
}
