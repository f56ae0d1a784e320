/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The solving kernel of the onchip schedule. schedule.cu describes the algorithm. */
#pragma once

#include "kernels/cuda/device/new_values.cuh"
#include "kernels/cuda/device/onchip.cuh"
#include "kernels/cuda/onchip/layout.h"
#include "kernels/cuda/overlap.cuh"

static constexpr int AHEAD = TSW_ONCHIP_AHEAD;
static constexpr int GROUPS = TSW_ONCHIP_GROUPS;
static constexpr int MID = TSW_ONCHIP_YOUNG; /* places of mid entries (doc/glossary.md) */
template <int CHAINS> constexpr int step_threads = 32 * (2 + CHAINS); /* at barriers of a step */
template <int CHAINS> constexpr int all_threads = 32 * (2 * GROUPS + CHAINS);
static constexpr int                LAST_BARRIER = 0; /* of all threads, in different functions */

/*
 * Chunks in the registers of a helper warp, loaded and used together because the hardware has few
 * scoreboards.
 */
template <int CHAINS> constexpr int chunks_held = CHAINS < 4 ? 4 : 3;
static constexpr int                MAX_RING = 16; /* chain records in shared memory */
static constexpr int MIN_RING = 10; /* a copy must start before any warp waits for it */

/* One triangle as the kernels read it; its image begins with the chain records. */
struct onchip_triangle : tsw_onchip_pack
{
   int            ring; /* records in shared memory */
   tsw_onchip_far far;
};

struct onchip_vectors
{
   double  *right;   /* [n_rows] by slot: right-hand side of rows that have far entries */
   double  *reduced; /* [n_rows] by slot: right-hand side minus far entries; its own flag */
   double  *fresh;   /* [n_rows] by slot: x, its own flag; written only if there are far entries */
   double2 *affine;  /* [n_steps * width]: x = affine.x + affine.y * (right - T x) */
   double  *stale;   /* [n_rows] by slot: S x of old x; t = right - T x + stale */
   double  *x;       /* [n_rows] by row */
   double  *t;       /* [n_rows] by row; not accessed in a pass without t */
   tsw_wait wait;
};

/* Bytes of a lane in a chain record, without the 16 bytes of affine. */
static constexpr int chain_bytes = 16 * (1 + MID / 2) + 16 + 8;

/*
 * Shared memory of the solving block. A place of x holds the reduced right-hand side until the row
 * is solved, then x. The place behind the last one holds zero. A place of part holds the sum of
 * the helper warp, later the residue (right - T x).
 */
struct onchip_shared
{
   uint32_t x;      /* [places + 1] doubles */
   uint32_t part;   /* [places] */
   uint32_t copied; /* [ring] copy barriers */
   uint32_t ring;   /* [ring] chain records, each followed by its affine */
};

/* Bytes of a chain record with its affine. */
__host__ __device__ __forceinline__ int ring_bytes(const onchip_triangle &t)
{
   return t.width * (chain_bytes + 16);
}

__host__ __device__ inline int onchip_x_bytes(int places)
{
   return places * 8 + 128;
}

__device__ __forceinline__ void fetch_record(const onchip_triangle &t, const onchip_vectors &v,
                                             const onchip_shared &s, int step, int at)
{
   const int      bytes = ring_bytes(t);
   const int      head = t.width * chain_bytes;
   const uint32_t barrier = s.copied + at * 8;
   const uint32_t to = s.ring + at * bytes;
   onchip::copy_expect(barrier, bytes);
   onchip::copy_start(to, t.image + (int64_t) step * head, head, barrier);
   onchip::copy_start(to + head, v.affine + (int64_t) step * t.width, bytes - head, barrier);
}

#include "kernels/cuda/onchip/chain.cuh"
#include "kernels/cuda/onchip/far.cuh"
#include "kernels/cuda/onchip/helper.cuh"

/* Block 0 solves the triangular system. The other blocks sum the far entries. */
template <int CHAINS, bool HAS_T>
__global__ void __launch_bounds__(32 * (2 * GROUPS + CHAINS), 1)
   onchip_solve(__grid_constant__ const onchip_triangle t, __grid_constant__ const onchip_vectors v)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 900
   (void) t, (void) v; /* no bulk copies: plan returns UNSUPPORTED on such devices */
   __trap();
#else
   static_assert(AHEAD >= 2 && AHEAD <= GROUPS && 2 * GROUPS < 15, "named barriers");
   static_assert(AHEAD + 3 <= MIN_RING && GROUPS <= MIN_RING, "ring");
   extern __shared__ __align__(128) char memory[];
   constexpr int                         PLACES = TSW_ONCHIP_RING * 32 * CHAINS;
   const int                             lane = threadIdx.x % 32;
   const int                             warp = threadIdx.x / 32;
   tsw_let_next_begin();
   if (blockIdx.x > 0)
   {
      tsw_wait_for_last();
      far_warp(t, v, lane, warp);
      return;
   }
   onchip_shared s;
   s.x = onchip::address(memory);
   s.part = s.x + onchip_x_bytes(PLACES);
   s.copied = s.part + onchip_x_bytes(PLACES);
   s.ring = s.copied + MAX_RING * 8;
   for (int k = threadIdx.x; k <= PLACES; k += blockDim.x)
   {
      onchip::store_double(s.x + k * 8, 0.0);
   }
   if (threadIdx.x < t.ring)
   {
      onchip::copy_barrier_init(s.copied + threadIdx.x * 8);
      onchip::copy_barrier_fence();
   }
   __syncthreads();
   tsw_wait_for_last();
   onchip::copy_source_fence(); /* kernels prepare and load_values wrote affine and the records */
   if (lane == 0)
   {
      for (int k = warp; k < t.ring && k < t.n_steps; k += 2 * GROUPS + CHAINS)
      {
         fetch_record(t, v, s, k, k);
      }
   }
   __syncwarp();
   if (warp < GROUPS)
   {
      helper_warp<CHAINS>(t, v, s, warp, lane);
   }
   else if (warp < GROUPS + CHAINS)
   {
      chain_warp<CHAINS, HAS_T>(t, v, s, warp - GROUPS, lane);
   }
   else
   {
      transfer_warp<CHAINS, HAS_T>(t, v, s, warp - GROUPS - CHAINS, lane);
      return;
   }
   tsw_barrier_sync(LAST_BARRIER, all_threads<CHAINS>); /* transfer warps also wait here */
#endif
}
