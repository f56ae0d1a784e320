/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The chain warps of the onchip kernel: one row a lane, one step after another. */
#pragma once

static constexpr int CHAIN_BARRIER = 15; /* of several chain warps: x of the last step is stored */

/* The part of a chain record for one lane (layout.h). Near, mid: see doc/glossary.md. */
struct chain_record
{
   double2 near;
   double2 mid[MID / 2];
   uint4   mid_slot;
   uint2   lane; /* the two words of the lane */
   double2 affine;
};

__device__ __forceinline__ void load_record(chain_record &r, uint32_t from, int width, int lane)
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

/* Addresses in shared memory that a chain lane uses besides the records. */
struct chain_addresses
{
   uint32_t x;        /* the first place of x */
   uint32_t part;     /* offset of parts and residues from x */
   uint32_t zero;     /* a place that holds 0 */
   uint32_t own;      /* x of this lane in this step */
   uint32_t own_next; /* in the next step */
   bool     has_lane; /* lane < width: the records have this lane */
};

/* If this lane has a row, store x and the residue (right - T x), and publish x. */
template <bool HAS_T>
__device__ __forceinline__ void store_row(const onchip_vectors &v, bool publishes,
                                          const chain_addresses &p, uint32_t slot, double x,
                                          double sum)
{
   if (p.has_lane && slot != ~0u)
   {
      onchip::store_double(p.own, x);
      if (HAS_T)
      {
         onchip::store_double(p.own + p.part, sum);
      }
      if (publishes)
      {
         tsw_publish(v.fresh + slot, x);
      }
   }
}

/* Perform the step of record now. Meanwhile sum all but the near entries of record next. */
template <int CHAINS, bool HAS_T>
__device__ __forceinline__ void chain_step(const onchip_vectors &v, bool publishes,
                                           const chain_addresses &p, const chain_record &now,
                                           const chain_record &next, int sums_ready,
                                           int columns_done, double &sum, double &x)
{
   double near0;
   double near1;
   if (CHAINS == 1)
   {
      near0 = __shfl_sync(~0u, x, now.lane.x);
      near1 = __shfl_sync(~0u, x, now.lane.x >> 8);
   }
   else
   {
      tsw_barrier_sync(CHAIN_BARRIER, 32 * CHAINS);
      near0 = onchip::load_double(p.x + (now.lane.x & 0x7fff) * 8);
      near1 = onchip::load_double(p.x + (now.lane.x >> 16) * 8);
   }
   tsw_barrier_sync(sums_ready, step_threads<CHAINS>);
   const uint32_t slots[4] = { next.mid_slot.x, next.mid_slot.y, next.mid_slot.z, next.mid_slot.w };
   const bool     has_part = next.lane.x & (CHAINS > 1 ? TSW_ONCHIP_PART : TSW_ONCHIP_PART_ONE);
   const double   reduced = onchip::load_double(p.own_next);
   const double   part = onchip::load_double(has_part ? p.own_next + p.part : p.zero);
   double         old[MID];
#pragma unroll
   for (int k = 0; k < MID; k++)
   {
      old[k] = onchip::load_double(p.x + (k % 2 ? slots[k / 2] >> 16 : slots[k / 2] & 0xffff) * 8);
   }
   if (CHAINS > 1 || !(now.lane.x & 0x80))
   {
      sum = fma(-now.near.x, near0, sum);
   }
   if (CHAINS > 1 || !(now.lane.x & 0x8000))
   {
      sum = fma(-now.near.y, near1, sum);
   }
   x = now.affine.x;
   if (now.affine.y != 0.0) /* kept rows: no product, because sum may be NaN */
   {
      x = fma(now.affine.y, sum, now.affine.x);
   }
   store_row<HAS_T>(v, publishes, p, now.lane.y, x, sum);
   tsw_barrier_arrive(columns_done, step_threads<CHAINS>);
   double next_sum = reduced - part;
   double odd = 0.0;
#pragma unroll
   for (int k = 0; k < MID / 2; k++)
   {
      next_sum = fma(-next.mid[k].x, old[2 * k], next_sum);
      odd = fma(-next.mid[k].y, old[2 * k + 1], odd);
   }
   sum = next_sum + odd;
}

/* Barriers: 1 + q, columns for group q are done; 1 + GROUPS + q, sums of group q are ready. */
template <int CHAINS, bool HAS_T>
__device__ __forceinline__ void chain_warp(const onchip_triangle &t, const onchip_vectors &v,
                                           const onchip_shared &s, int warp, int lane)
{
   constexpr int      UNROLL = GROUPS % 2 ? 2 * GROUPS : GROUPS;
   constexpr uint32_t STEP = 8 * 32 * CHAINS; /* bytes of x of a step */
   const int          k_lane = warp * 32 + lane;
   const int          mine = min(k_lane, t.width - 1);
   const int          bytes = ring_bytes(t);
   const uint32_t     end = s.ring + t.ring * bytes;
   const bool         publishes = t.far.blocks > 0;
   uint32_t           from = s.ring + 2 * bytes;
   uint32_t           at = 0;
   chain_addresses p = { s.x, s.part - s.x, s.x + TSW_ONCHIP_RING * STEP, 0, 0, k_lane < t.width };
   chain_record    record[2];
   for (int k = 0; k < 2; k++)
   {
      onchip::copy_wait(s.copied + k * 8, 0);
   }
   load_record(record[0], s.ring, t.width, mine);
   load_record(record[1], s.ring + bytes, t.width, mine);
   for (int k = 0; k < AHEAD; k++)
   {
      tsw_barrier_arrive(1 + k, step_threads<CHAINS>);
   }
   tsw_barrier_sync(1 + GROUPS, step_threads<CHAINS>);
   double sum = onchip::load_double(s.x + k_lane * 8);
   double x = 0.0;
   for (int step = 0; step < t.n_steps; step += UNROLL)
   {
#pragma unroll
      for (int k = 0; k < UNROLL; k++)
      {
         p.own = s.x + at + k_lane * 8;
         at = (at + STEP) % (TSW_ONCHIP_RING * STEP);
         p.own_next = s.x + at + k_lane * 8;
         chain_step<CHAINS, HAS_T>(v, publishes, p, record[k % 2], record[(k + 1) % 2],
                                   1 + GROUPS + (k + 1) % GROUPS, 1 + (k + AHEAD) % GROUPS, sum, x);
         load_record(record[k % 2], from, t.width, mine);
         from += bytes;
         from = from >= end ? from - t.ring * bytes : from;
      }
   }
}
