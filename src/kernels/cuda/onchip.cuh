/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The kernels of the onchip schedule; onchip.cu opens with what they do and why. */
#ifndef TSW_KERNELS_CUDA_ONCHIP_CUH
#define TSW_KERNELS_CUDA_ONCHIP_CUH

#include "kernels/cuda/device/onchip.cuh"
#include "kernels/cuda/onchip_pack.h"

static constexpr int CHUNKS_AHEAD = 3; /* chunks in the registers of a helper warp */
static constexpr int MAX_RING = 16;    /* chain records in shared memory */
static constexpr int MIN_RING = 10;    /* a record is asked for before anything waits for it */

/* One triangle as the kernels read it. Everything is in device memory. */
struct onchip_triangle
{
   int             n_rows;
   int             n_steps;
   int             width;
   int             ring;  /* records in shared memory */
   const char     *chain; /* [n_steps] records of width * chain_bytes bytes */
   const double2  *chunk_value;
   const uint4    *chunk_slot;
   const uint32_t *chunk_lane;
   const int32_t  *chunk_ptr;
   const int32_t  *row;
   const int32_t  *place;
   int64_t         bytes; /* from chain on: all that the solving block streams */
};

/* What the prepare kernel leaves for the solve kernel. */
struct onchip_vectors
{
   double  *right;   /* [n_rows] by slot: right-hand side of the triangular system */
   double2 *affine;  /* [n_steps * width]: x = affine.x + affine.y * (right - T x) */
   double  *stale;   /* [n_rows] by slot: what T x and right leave out of t */
   double  *residue; /* [n_rows] by slot: right - T x */
   double  *x;       /* [n_rows] by row */
   double  *t;       /* [n_rows] by row; NULL: not wanted */
};

/* Bytes of a lane in a chain record, before the 16 of affine. */
template <int MID> constexpr int chain_bytes = 16 * (1 + MID / 2) + 16 + 8;

template <int MID> struct chain_record
{
   double2 near;
   double2 mid[MID / 2];
   uint4   mid_slot;
   uint2   lane; /* near lanes and own slot, as in tsw_onchip_pack */
   double2 affine;
};

struct onchip_shared
{
   uint32_t x;      /* [n_rows + 1] doubles by slot; before a row is done its right - old part */
   uint32_t copied; /* [ring] copy barriers */
   uint32_t ring;   /* [ring] chain records, each followed by its affine */
};

template <int MID> __device__ __forceinline__ int ring_bytes(const onchip_triangle &t)
{
   return t.width * (chain_bytes<MID> + 16);
}

__host__ __device__ inline int onchip_x_bytes(int n_rows)
{
   return (n_rows + 1 + 15) / 16 * 128;
}

/* Fetch the record of a step; one lane calls. */
template <int MID>
__device__ __forceinline__ void fetch_record(const onchip_triangle &t, const onchip_vectors &v,
                                             const onchip_shared &s, int step, int at)
{
   const int      bytes = ring_bytes<MID>(t);
   const int      head = t.width * chain_bytes<MID>;
   const uint32_t barrier = s.copied + at * 8;
   const uint32_t to = s.ring + at * bytes;
   onchip::copy_expect(barrier, bytes);
   onchip::copy_start(to, t.chain + (int64_t) step * head, head, barrier);
   onchip::copy_start(to + head, v.affine + (int64_t) step * t.width, bytes - head, barrier);
}

template <int MID>
__device__ __forceinline__ void load_record(chain_record<MID> &r, uint32_t from, int width,
                                            int lane)
{
   const uint32_t column = width * 16;
   const uint32_t mine = from + lane * 16;
   const uint32_t tail = from + (MID / 2 + 2) * column;
   r.mid_slot = onchip::load_words(mine + (MID / 2 + 1) * column);
   r.lane = onchip::load_two_words(tail + lane * 8);
#pragma unroll
   for (int k = 0; k < MID / 2; k++)
   {
      r.mid[k] = onchip::load_pair(mine + (k + 1) * column);
   }
   r.near = onchip::load_pair(mine);
   r.affine = onchip::load_pair(tail + column / 2 + lane * 16);
}

/*
 * One step of the chain warp. now is the record of this step, next that of the
 * one after, whose older entries are summed in the shadow of this step's hop.
 */
template <int MID, bool KEEPS_RESIDUE>
__device__ __forceinline__ void chain_step(const onchip_vectors &v, uint32_t xs, bool has_lane,
                                           const chain_record<MID> &now,
                                           const chain_record<MID> &next, int next_ready,
                                           int later_ready, int threads, double &sum, double &x)
{
   const double near0 = __shfl_sync(~0u, x, now.lane.x);
   const double near1 = __shfl_sync(~0u, x, now.lane.x >> 8);
   onchip::barrier_sync(next_ready, threads);
   const uint32_t slots[4] = { next.mid_slot.x, next.mid_slot.y, next.mid_slot.z, next.mid_slot.w };
   double         next_sum = onchip::load_double(xs + (next.lane.y & 0xffff) * 8);
   double         old[MID];
#pragma unroll
   for (int k = 0; k < MID; k++)
   {
      old[k] = onchip::load_double(xs + (k % 2 ? slots[k / 2] >> 16 : slots[k / 2] & 0xffff) * 8);
   }
   if (!(now.lane.x & 0x80))
   {
      sum = fma(-now.near.x, near0, sum);
   }
   if (!(now.lane.x & 0x8000))
   {
      sum = fma(-now.near.y, near1, sum);
   }
   x = now.affine.x;
   if (now.affine.y != 0.0) /* rows that are kept take nothing from their columns, not even NaN */
   {
      x = fma(now.affine.y, sum, now.affine.x);
   }
   const uint32_t slot = now.lane.y & 0xffff;
   if (has_lane && now.lane.y >> 16)
   {
      onchip::store_double(xs + slot * 8, x);
      if (KEEPS_RESIDUE)
      {
         v.residue[slot] = sum;
      }
   }
   onchip::barrier_arrive(later_ready, threads);
   double odd = 0.0;
#pragma unroll
   for (int k = 0; k < MID / 2; k++)
   {
      next_sum = fma(-next.mid[k].x, old[2 * k], next_sum);
      odd = fma(-next.mid[k].y, old[2 * k + 1], odd);
   }
   sum = next_sum + odd;
}

/* Barriers: 1 + q tells group q that its columns are done, 1 + GROUPS + q the chain its sums. */
template <int AHEAD, int MID, int GROUPS, bool KEEPS_RESIDUE>
__device__ __forceinline__ void chain_warp(const onchip_triangle &t, const onchip_vectors &v,
                                           const onchip_shared &s, int lane, int threads)
{
   constexpr int     UNROLL = GROUPS % 2 ? 2 * GROUPS : GROUPS;
   const int         mine = min(lane, t.width - 1);
   const int         bytes = ring_bytes<MID>(t);
   const uint32_t    end = s.ring + t.ring * bytes;
   uint32_t          from = s.ring + 2 * bytes;
   chain_record<MID> record[2];
   for (int k = 0; k < 2; k++)
   {
      onchip::copy_wait(s.copied + k * 8, 0);
   }
   load_record<MID>(record[0], s.ring, t.width, mine);
   load_record<MID>(record[1], s.ring + bytes, t.width, mine);
   for (int k = 0; k < AHEAD; k++)
   {
      onchip::barrier_arrive(1 + k, threads);
   }
   onchip::barrier_sync(1 + GROUPS, threads);
   double sum = onchip::load_double(s.x + (record[0].lane.y & 0xffff) * 8);
   double x = 0.0;
   for (int step = 0; step < t.n_steps; step += UNROLL)
   {
#pragma unroll
      for (int k = 0; k < UNROLL; k++)
      {
         chain_step<MID, KEEPS_RESIDUE>(v, s.x, lane < t.width, record[k % 2], record[(k + 1) % 2],
                                        1 + GROUPS + (k + 1) % GROUPS, 1 + (k + AHEAD) % GROUPS,
                                        threads, sum, x);
         load_record<MID>(record[k % 2], from, t.width, mine);
         from += bytes;
         from = from >= end ? from - t.ring * bytes : from;
      }
   }
}

struct chunk
{
   double2  value[TSW_ONCHIP_DEEP / 2];
   uint4    slot;
   uint32_t lane; /* as in tsw_onchip_pack */
};

/* Walks the chunks of one warp. */
struct chunk_stream
{
   const double2  *value;
   const uint4    *slot;
   const uint32_t *word;

   __device__ __forceinline__ chunk_stream(const onchip_triangle &t, int first, int lane)
       : value(t.chunk_value + (int64_t) first * 32 * (TSW_ONCHIP_DEEP / 2) + lane),
         slot(t.chunk_slot + (int64_t) first * 32 + lane),
         word(t.chunk_lane + (int64_t) first * 32 + lane)
   {
   }

   __device__ __forceinline__ void load(chunk &c)
   {
      c.lane = onchip::stream_word(word);
      c.slot = onchip::stream_words(slot);
#pragma unroll
      for (int k = 0; k < TSW_ONCHIP_DEEP / 2; k++)
      {
         c.value[k] = onchip::stream_pair(value + k * 32);
      }
      word += 32;
      slot += 32;
      value += 32 * (TSW_ONCHIP_DEEP / 2);
   }
};

/* Add what a chunk contributes to the sums of its lanes; at the end of its rows, store them. */
__device__ __forceinline__ void chunk_rows(const chunk &c, uint32_t xs, uint32_t zero, double &even,
                                           double &odd)
{
   const uint32_t slots[4] = { c.slot.x, c.slot.y, c.slot.z, c.slot.w };
   double         x[TSW_ONCHIP_DEEP];
#pragma unroll
   for (int k = 0; k < TSW_ONCHIP_DEEP; k++)
   {
      x[k] = onchip::load_double(xs + (k % 2 ? slots[k / 2] >> 16 : slots[k / 2] & 0xffff) * 8);
   }
   const uint32_t slot = c.lane & 0xffff;
   const bool     stores = slot != 0xffff;
   const double   right = onchip::load_double(xs + (stores ? slot : zero) * 8);
#pragma unroll
   for (int k = 0; k < TSW_ONCHIP_DEEP / 2; k++)
   {
      even = fma(c.value[k].x, x[2 * k], even);
      odd = fma(c.value[k].y, x[2 * k + 1], odd);
   }
   if (c.lane >> 24 & TSW_ONCHIP_ROWS)
   {
      const uint32_t behind = c.lane >> 16 & 31;
      const uint32_t lanes = 1u << (c.lane >> 21 & 7);
      double         sum = even + odd;
      for (uint32_t d = 1; d < lanes; d *= 2)
      {
         const double other = __shfl_down_sync(~0u, sum, d);
         sum = behind >= d ? sum + other : sum;
      }
      if (stores)
      {
         onchip::store_double(xs + slot * 8, right - sum);
      }
      even = odd = 0.0;
   }
}

/*
 * A helper warp: the old entries of every GROUPS-th step. The first warp of a
 * group also keeps the chain's ring filled, so that the chain warp does not.
 */
template <int AHEAD, int MID, int WARPS, int GROUPS>
__device__ __forceinline__ void helper_warp(const onchip_triangle &t, const onchip_vectors &v,
                                            const onchip_shared &s, int warp, int lane, int threads)
{
   const int    group = warp / WARPS;
   const bool   fetches = warp % WARPS == 0;
   const int    first = t.chunk_ptr[warp];
   const int    end = t.chunk_ptr[warp + 1];
   int          step = group;
   int          refill = (group + t.ring - AHEAD) % t.ring;
   int          needed = (group + 1) % t.ring; /* where the record of step + 1 lies */
   uint32_t     parity = (group + 1) / t.ring & 1;
   double       even = 0.0;
   double       odd = 0.0;
   chunk        c[CHUNKS_AHEAD];
   chunk_stream stream(t, first, lane);
#pragma unroll
   for (int k = 0; k < CHUNKS_AHEAD; k++)
   {
      stream.load(c[k]);
   }
   for (int at = first; at < end; at += CHUNKS_AHEAD)
   {
#pragma unroll
      for (int k = 0; k < CHUNKS_AHEAD; k++)
      {
         const uint32_t marks = c[k].lane >> 24;
         if (marks & TSW_ONCHIP_BEGIN)
         {
            onchip::barrier_sync(1 + group, threads);
         }
         chunk_rows(c[k], s.x, t.n_rows, even, odd);
         if (marks & TSW_ONCHIP_DONE)
         {
            if (fetches && step + 1 < t.n_steps)
            {
               onchip::copy_wait(s.copied + needed * 8, parity);
            }
            onchip::barrier_arrive(1 + GROUPS + group, threads);
            if (fetches && lane == 0 && step >= AHEAD && step - AHEAD + t.ring < t.n_steps)
            {
               fetch_record<MID>(t, v, s, step - AHEAD + t.ring, refill);
            }
            step += GROUPS;
            refill = (refill + GROUPS) % t.ring;
            parity ^= needed + GROUPS >= t.ring;
            needed = (needed + GROUPS) % t.ring;
         }
         stream.load(c[k]);
      }
   }
}

/* One block solves the triangular system. */
template <int AHEAD, int MID, int WARPS, int GROUPS, bool KEEPS_RESIDUE>
__global__ void __launch_bounds__(32 * (WARPS * GROUPS + 1), 1)
   onchip_solve(__grid_constant__ const onchip_triangle t, __grid_constant__ const onchip_vectors v)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 900
   (void) t, (void) v; /* bulk copies are missing; the plan refuses such devices */
   __trap();
#else
   static_assert(AHEAD >= 2 && AHEAD <= GROUPS && 2 * GROUPS < 16, "hand-shakes");
   static_assert(AHEAD + 3 <= MIN_RING && GROUPS <= MIN_RING, "ring");
   extern __shared__ __align__(128) char memory[];
   constexpr int                         HELPERS = WARPS * GROUPS;
   const int                             lane = threadIdx.x % 32;
   const int                             warp = threadIdx.x / 32;
   onchip_shared                         s;
   s.x = onchip::address(memory);
   s.copied = s.x + onchip_x_bytes(t.n_rows);
   s.ring = s.copied + MAX_RING * 8;
   for (int k = threadIdx.x; k <= t.n_rows; k += blockDim.x)
   {
      onchip::store_double(s.x + k * 8, k < t.n_rows ? v.right[k] : 0.0);
   }
   if (threadIdx.x < t.ring)
   {
      onchip::copy_barrier_init(s.copied + threadIdx.x * 8);
      onchip::copy_barrier_fence();
   }
   __syncthreads();
   if (lane == 0)
   {
      for (int k = warp; k < t.ring && k < t.n_steps; k += HELPERS + 1)
      {
         fetch_record<MID>(t, v, s, k, k);
      }
   }
   __syncwarp();
   if (warp == HELPERS)
   {
      chain_warp<AHEAD, MID, GROUPS, KEEPS_RESIDUE>(t, v, s, lane, 32 * (WARPS + 1));
   }
   else
   {
      helper_warp<AHEAD, MID, WARPS, GROUPS>(t, v, s, warp, lane, 32 * (WARPS + 1));
   }
   __syncthreads();
   for (int k = threadIdx.x; k < t.n_rows; k += blockDim.x)
   {
      v.x[t.row[k]] = onchip::load_double(s.x + k * 8);
      if (KEEPS_RESIDUE)
      {
         v.t[t.row[k]] = v.residue[k] + v.stale[k];
      }
   }
#endif
}

#endif
