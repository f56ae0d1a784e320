/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The new x of levels_flow: each value is its own flag. */
#ifndef TSW_KERNELS_CUDA_LEVELS_NEW_X_CUH
#define TSW_KERNELS_CUDA_LEVELS_NEW_X_CUH

#include <cooperative_groups.h>

#include "kernels/cuda/levels_shared.cuh"

namespace flow
{

__device__ __forceinline__ void cluster_meet()
{
#if __CUDA_ARCH__ >= 900
   cooperative_groups::this_cluster().sync();
#endif
}

/* The new x, in the cluster or in global memory. */
template <int LANES, bool CLUSTER> struct new_x
{
   static constexpr int PEERS = (FLOW_MOST_BLOCKS + LANES - 1) / LANES;

   double  *x;           /* global, or of this block */
   uint32_t at;          /* shared address of x */
   uint32_t blocks;      /* of the cluster */
   uint32_t peer[PEERS]; /* shared addresses of x in blocks lane, lane + LANES and so on */

   __device__ __forceinline__ new_x(double *fresh, double *shared, uint32_t lane)
       : x(fresh), at(shared_address(shared)), blocks(CLUSTER ? gridDim.x : 1)
   {
#if __CUDA_ARCH__ >= 900
#pragma unroll
      for (uint32_t k = 0; CLUSTER && k < PEERS; k++)
      {
         if (lane + k * LANES < blocks)
         {
            asm("mapa.shared::cluster.u32 %0, %1, %2;"
                : "=r"(peer[k])
                : "r"(at), "r"(lane + k * LANES));
         }
      }
#endif
   }

   __device__ __forceinline__ long long peek(int32_t i) const
   {
      if (!CLUSTER)
      {
         return tsw_peek_value(x + i);
      }
      long long bits;
#if __CUDA_ARCH__ >= 900
      asm volatile("ld.relaxed.cluster.shared::cta.s64 %0, [%1];"
#else
      asm volatile("ld.volatile.shared.s64 %0, [%1];"
#endif
                   : "=l"(bits)
                   : "r"(at + 8u * (uint32_t) i)
                   : "memory");
      return bits;
   }

   /* Lanes of a row share the sending. */
   __device__ __forceinline__ void publish(int32_t i, uint32_t lane, double value) const
   {
      if (!CLUSTER && lane == 0)
      {
         tsw_publish_value(x + i, value);
      }
      const long long bits = value == value ? __double_as_longlong(value) : TSW_ANY_NAN;
      if (CLUSTER && blocks == 1 && lane == 0)
      {
         asm volatile("st.relaxed.cta.shared::cta.s64 [%0], %1;"
                      :
                      : "r"(at + 8u * (uint32_t) i), "l"(bits)
                      : "memory");
      }
#if __CUDA_ARCH__ >= 900
#pragma unroll
      for (uint32_t k = 0; CLUSTER && k < PEERS; k++)
      {
         if (blocks > 1 && lane + k * LANES < blocks)
         {
            asm volatile("st.relaxed.cluster.shared::cluster.s64 [%0], %1;"
                         :
                         : "r"(peer[k] + 8u * (uint32_t) i), "l"(bits)
                         : "memory");
         }
      }
#endif
   }
};

/* Polls some new values until they are known; has[] says which. Whole warps. */
template <int N, class X>
__device__ __forceinline__ void await(const tsw_wait &wait, const X &x, const int32_t col[N],
                                      const bool has[N], double value[N])
{
   tsw_wait_clock clock;
   long long      bits[N];
   bool           given_up = false;
   bool           known;
#pragma unroll
   for (int q = 0; q < N; q++)
   {
      bits[q] = has[q] ? TSW_UNKNOWN : 0;
   }
   do
   {
      known = true;
#pragma unroll
      for (int q = 0; q < N; q++)
      {
         if (bits[q] == TSW_UNKNOWN)
         {
            bits[q] = x.peek(col[q]);
         }
      }
#pragma unroll
      for (int q = 0; q < N; q++)
      {
         known = known && bits[q] != TSW_UNKNOWN;
      }
      given_up = given_up || (!known && clock.expired(wait));
   } while (!__all_sync(0xffffffffu, known || given_up));
#pragma unroll
   for (int q = 0; q < N; q++)
   {
      value[q] = __longlong_as_double(bits[q]);
   }
}

} // namespace flow

#endif
