/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The kernel of schedule levels for blocks whose x fits into shared memory: one
 * cluster does all levels of a pass. Every block of the cluster holds all of x,
 * and a new x_i is sent to each of them. The sends count themselves at a barrier
 * in the receiver's shared memory, which opens when all rows of the level have
 * arrived: no fence is needed, so that loads under way stay under way.
 *
 * Two barriers take turns. A block sends for level l + 1 when all of level l has
 * reached it; another one that still waits for parts of level l counts what
 * comes early at its other barrier. One thread of a block watches the barrier, the
 * others wait for that one: warps that poll slow down the one that has work, and
 * nobody can fall behind and mistake a later turn of a barrier for its own.
 */
#ifndef TSW_KERNELS_CUDA_LEVELS_CLUSTER_CUH
#define TSW_KERNELS_CUDA_LEVELS_CLUSTER_CUH

#include <cooperative_groups.h>

#include "base/device/wait.cuh"
#include "kernels/cuda/levels.cuh"

static constexpr int LEVELS_CLUSTER_THREADS = 512;
static constexpr int LEVELS_CLUSTER_MOST = 16; /* blocks of a cluster */

namespace levels
{

__device__ __forceinline__ uint32_t shared_address(const void *at)
{
   return (uint32_t) __cvta_generic_to_shared(at);
}

__device__ __forceinline__ void barrier_open(uint32_t barrier)
{
   asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;"
                :
                : "r"(barrier), "r"(1)
                : "memory");
}

/* This turn ends when so many bytes have come. */
__device__ __forceinline__ void barrier_expect(uint32_t barrier, uint32_t bytes)
{
   asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;"
                :
                : "r"(barrier), "r"(bytes)
                : "memory");
}

__device__ __forceinline__ bool barrier_passed(uint32_t barrier, uint32_t parity)
{
   uint32_t passed;
   asm volatile("{\n"
                ".reg .pred p;\n"
                "mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n"
                "selp.u32 %0, 1, 0, p;\n"
                "}"
                : "=r"(passed)
                : "r"(barrier), "r"(parity)
                : "memory");
   return passed != 0;
}

/* Write a value into the shared memory of a block of the cluster, and count it at its barrier. */
__device__ __forceinline__ void send(uint32_t at, uint32_t barrier, uint32_t block, double value)
{
#if __CUDA_ARCH__ >= 900
   uint32_t there;
   uint32_t counter;
   asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(at), "r"(block));
   asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(counter) : "r"(barrier), "r"(block));
   asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.b64 [%0], %1, [%2];"
                :
                : "r"(there), "l"(__double_as_longlong(value)), "r"(counter)
                : "memory");
#else
   (void) at;
   (void) barrier;
   (void) block;
   (void) value;
#endif
}

__device__ __forceinline__ uint32_t cluster_blocks()
{
#if __CUDA_ARCH__ >= 900
   return cooperative_groups::this_cluster().num_blocks();
#else
   return 1;
#endif
}

__device__ __forceinline__ uint32_t cluster_rank()
{
#if __CUDA_ARCH__ >= 900
   return cooperative_groups::this_cluster().block_rank();
#else
   return 0;
#endif
}

__device__ __forceinline__ void cluster_meet()
{
#if __CUDA_ARCH__ >= 900
   cooperative_groups::this_cluster().sync();
#endif
}

/* x of this block, to read and to send. */
struct shared_x
{
   double  *x;
   uint32_t at;         /* address of x */
   uint32_t barrier[2]; /* addresses */
   uint32_t blocks;
};

/* Open the barriers and fetch the old x, unless the pass starts from zero. */
template <tsw_pass_kind KIND>
__device__ __forceinline__ shared_x open_shared(const levels_pass &a, int32_t n_rows,
                                                unsigned char *memory)
{
   shared_x s;
   s.x = (double *) (memory + 16);
   s.at = shared_address(s.x);
   s.barrier[0] = shared_address(memory);
   s.barrier[1] = s.barrier[0] + 8;
   s.blocks = cluster_blocks();
   if (threadIdx.x == 0)
   {
      barrier_open(s.barrier[0]);
      barrier_open(s.barrier[1]);
#if __CUDA_ARCH__ >= 900
      asm volatile("fence.mbarrier_init.release.cluster;" : : : "memory");
#endif
   }
   for (int32_t i = (int32_t) threadIdx.x; KIND != TSW_PASS_ZERO && i < n_rows;
        i += LEVELS_CLUSTER_THREADS)
   {
      s.x[i] = a.x[i];
   }
   cluster_meet();
   return s;
}

/* Lanes of a row share the sending: lane k to blocks k, k + LANES and so on. */
template <int LANES>
__device__ __forceinline__ void send_all(const shared_x &s, int32_t i, uint32_t barrier, int lane,
                                         double value)
{
   for (uint32_t block = (uint32_t) lane; block < s.blocks; block += LANES)
   {
      send(s.at + 8u * (uint32_t) i, barrier, block, value);
   }
}

/* To be called by whole warps; returns the new x, the old one for rows that are kept. */
template <int LANES, tsw_pass_kind KIND>
__device__ __forceinline__ double sweep_shared(const levels_pass &a, const row_data &r, int lane,
                                               const double *x)
{
   sums          s = {};
   const int32_t n = r.n_all();
   for (int q = 0; q < LEVELS_AHEAD; q++)
   {
      if (lane + q * LANES < n)
      {
         add_product<KIND>(a, r, lane + q * LANES, r.col[q], r.val[q], x[r.col[q]], &s);
      }
   }
   for (int32_t e = lane + LEVELS_AHEAD * LANES; e < n; e += LANES)
   {
      int32_t col;
      double  val;
      fetch<KIND>(a, r, e, &col, &val);
      add_product<KIND>(a, r, e, col, val, x[col], &s);
   }
   return finish_sums<LANES, KIND>(a, r, s, lane);
}

} // namespace levels

/* All levels of a pass, by one cluster. Dynamic shared memory: 16 bytes and x. */
template <int LANES, tsw_pass_kind KIND>
__global__ void __launch_bounds__(LEVELS_CLUSTER_THREADS)
   levels_cluster(__grid_constant__ const levels_pass a, int32_t n_rows, tsw_wait wait)
{
   extern __shared__ __align__(16) unsigned char memory[];
   constexpr int          ROWS = 32 / LANES; /* of a warp at a time */
   const int              lane = (int) (threadIdx.x % LANES);
   const int32_t          mine = (int32_t) (threadIdx.x % 32 / LANES);
   const levels::shared_x s = levels::open_shared<KIND>(a, n_rows, memory);
   /* Warps of different blocks take turns, so that short levels use all blocks. */
   const int32_t  warp = (int32_t) (threadIdx.x / 32 * s.blocks + levels::cluster_rank());
   levels::cursor c = { a.level_ptr, a.n_levels, a.n_levels, warp * ROWS,
                        (int32_t) (s.blocks * (LEVELS_CLUSTER_THREADS / 32)) * ROWS,
                        a.backward,  0, 0, 0 };
   c.enter();
   c.settle();
   int32_t          level = c.level;
   levels::row_data next =
      levels::fetch_row<LANES, KIND>(a, levels::find_row<KIND>(a, c.place(mine)), lane);
   c.advance();
   int32_t           later = c.level;
   levels::row_place found = levels::find_row<KIND>(a, c.place(mine));
   for (int32_t l = 0; l < a.n_levels; l++)
   {
      const uint32_t barrier = s.barrier[l % 2];
      while (level == l)
      {
         const levels::row_data now = next;
         next = levels::fetch_row<LANES, KIND>(a, found, lane);
         level = later;
         c.advance();
         later = c.level;
         found = levels::find_row<KIND>(a, c.place(mine));
         const double x = levels::sweep_shared<LANES, KIND>(a, now, lane, s.x);
         if (now.at.i >= 0)
         {
            levels::send_all<LANES>(s, now.at.i, barrier, lane, x);
         }
      }
      if (threadIdx.x == 0)
      {
         const int32_t k = a.backward ? a.n_levels - 1 - l : l;
         levels::barrier_expect(barrier, 8u * (uint32_t) (a.level_ptr[k + 1] - a.level_ptr[k]));
         tsw_wait_until(wait,
                        [&] { return levels::barrier_passed(barrier, (uint32_t) (l / 2 % 2)); });
      }
      __syncthreads();
   }
   levels::cluster_meet(); /* nobody leaves while others send to it */
}

#endif
