/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Helper warps sum old entries (doc/glossary.md). Transfer warps move right-hand sides, x and t. */
#pragma once

/* The part of a chunk for one lane. */
struct chunk
{
   double2  value[TSW_ONCHIP_DEEP / 2];
   uint4    slot;
   uint32_t lane; /* lane word, as in tsw_onchip_pack */
};

/* Pointers of a lane to the next chunk of a helper warp. */
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

   __device__ __forceinline__ void load(chunk &c, int ahead) const
   {
      c.lane = onchip::stream_word(word + ahead * 32);
      c.slot = tsw_stream_words(slot + ahead * 32);
#pragma unroll
      for (int k = 0; k < TSW_ONCHIP_DEEP / 2; k++)
      {
         c.value[k] = onchip::stream_pair(value + (ahead * (TSW_ONCHIP_DEEP / 2) + k) * 32);
      }
   }

   __device__ __forceinline__ void skip(int chunks)
   {
      word += chunks * 32;
      slot += chunks * 32;
      value += chunks * 32 * (TSW_ONCHIP_DEEP / 2);
   }
};

/* Add a chunk to the sums of its lanes. In the last chunk of a task, reduce and store the sums. */
__device__ __forceinline__ void chunk_rows(const chunk &c, uint32_t xs, uint32_t parts,
                                           double &even, double &odd)
{
   const uint32_t slots[4] = { c.slot.x, c.slot.y, c.slot.z, c.slot.w };
   double         x[TSW_ONCHIP_DEEP];
#pragma unroll
   for (int k = 0; k < TSW_ONCHIP_DEEP; k++)
   {
      x[k] = onchip::load_double(xs + (k % 2 ? slots[k / 2] >> 16 : slots[k / 2] & 0xffff) * 8);
   }
   const uint32_t place = c.lane & 0xffff;
#pragma unroll
   for (int k = 0; k < TSW_ONCHIP_DEEP / 2; k++)
   {
      even = fma(c.value[k].x, x[2 * k], even);
      odd = fma(c.value[k].y, x[2 * k + 1], odd);
   }
   if (c.lane & TSW_ONCHIP_ROWS)
   {
      const uint32_t behind = c.lane >> 16 & 31;
      const uint32_t lanes = 1u << (c.lane >> 21 & 7);
      double         sum = even + odd;
      for (uint32_t d = 1; d < lanes; d *= 2)
      {
         const double other = __shfl_down_sync(~0u, sum, d);
         sum = behind >= d ? sum + other : sum;
      }
      if (place != 0xffff)
      {
         onchip::store_double(parts + place * 8, sum);
      }
      even = odd = 0.0;
   }
}

template <int HELD>
__device__ __forceinline__ void load_chunks(chunk_stream &stream, int n_chunks, chunk (&c)[HELD])
{
#pragma unroll
   for (int k = 0; k < HELD; k++)
   {
      if (k < n_chunks)
      {
         stream.load(c[k], k);
      }
   }
   stream.skip(min(n_chunks, HELD));
}

template <int HELD>
__device__ __forceinline__ void sum_chunks(chunk_stream &stream, const onchip_shared &s,
                                           int n_chunks, chunk (&c)[HELD])
{
   double even = 0.0;
   double odd = 0.0;
   for (;;)
   {
#pragma unroll
      for (int k = 0; k < HELD; k++)
      {
         if (k < n_chunks)
         {
            chunk_rows(c[k], s.x, s.part, even, odd);
         }
      }
      n_chunks -= HELD;
      if (n_chunks <= 0)
      {
         return;
      }
      load_chunks(stream, n_chunks, c);
   }
}

/* A helper warp sums the old entries of every GROUPS-th step, and refills the ring of records. */
template <int CHAINS>
__device__ __forceinline__ void helper_warp(const onchip_triangle &t, const onchip_vectors &v,
                                            const onchip_shared &s, int group, int lane)
{
   constexpr int HELD = chunks_held<CHAINS>;
   int           refill = (group + t.ring - AHEAD) % t.ring;
   int           needed = (group + 1) % t.ring; /* ring place of the record of step + 1 */
   uint32_t      parity = (group + 1) / t.ring & 1;
   chunk         c[HELD];
   chunk_stream  stream(t, t.chunk_ptr[group], lane);
   for (int step = group; step < t.n_steps + AHEAD; step += GROUPS)
   {
      const int n_chunks = t.chunk_count[step];
      load_chunks(stream, n_chunks, c);
      tsw_barrier_sync(1 + group, step_threads<CHAINS>);
      sum_chunks(stream, s, n_chunks, c);
      if (step <= t.n_steps)
      {
         if (step + 1 < t.n_steps)
         {
            onchip::copy_wait(s.copied + needed * 8, parity);
         }
         tsw_barrier_arrive(1 + GROUPS + group, step_threads<CHAINS>);
         if (lane == 0 && step >= AHEAD && step - AHEAD + t.ring < t.n_steps)
         {
            fetch_record(t, v, s, step - AHEAD + t.ring, refill);
         }
      }
      refill = (refill + GROUPS) % t.ring;
      parity ^= needed + GROUPS >= t.ring;
      needed = (needed + GROUPS) % t.ring;
   }
}

/* Data of the rows of a step that a lane of a transfer warp handles. slot -1: no row. */
template <int CHAINS> struct transfer
{
   int       slot[CHAINS];
   int       row[CHAINS];
   long long reduced[CHAINS];
   double    stale[CHAINS];
};

/* Load right-hand sides and stale values of a step, and the rows in which to store x and t. */
template <int CHAINS, bool HAS_T>
__device__ __forceinline__ void load_rows(const onchip_triangle &t, const onchip_vectors &v,
                                          int step, int lane, transfer<CHAINS> &e)
{
   const bool exists = step < t.n_steps;
   const int  begin = exists ? t.step_ptr[step] : 0;
   const int  end = exists ? t.step_ptr[step + 1] : 0;
#pragma unroll
   for (int k = 0; k < CHAINS; k++)
   {
      const int slot = begin + k * 32 + lane;
      e.slot[k] = slot < end ? slot : -1;
      if (e.slot[k] >= 0)
      {
         e.reduced[k] = tsw_peek_bits(v.reduced + slot);
         e.row[k] = t.row[slot];
         e.stale[k] = HAS_T ? v.stale[slot] : 0.0;
      }
   }
}

/* Wait for the right-hand sides, and store them in the places of x. */
template <int CHAINS>
__device__ __forceinline__ void wait_and_store(const onchip_vectors &v, uint32_t at,
                                               const transfer<CHAINS> &e)
{
#pragma unroll
   for (int k = 0; k < CHAINS; k++)
   {
      if (e.slot[k] >= 0)
      {
         long long      bits = e.reduced[k];
         tsw_wait_clock clock;
         while (bits == TSW_UNKNOWN && !clock.expired(v.wait))
         {
            bits = tsw_peek_bits(v.reduced + e.slot[k]);
         }
         onchip::store_double(at + k * 256, __longlong_as_double(bits));
      }
   }
   __syncwarp();
}

/* Store x and t of a step that is solved. */
template <int CHAINS, bool HAS_T>
__device__ __forceinline__ void store_results(const onchip_vectors &v, uint32_t at,
                                              uint32_t residue, const transfer<CHAINS> &e)
{
#pragma unroll
   for (int k = 0; k < CHAINS; k++)
   {
      if (e.slot[k] >= 0)
      {
         v.x[e.row[k]] = onchip::load_double(at + k * 256);
         if (HAS_T)
         {
            v.t[e.row[k]] = onchip::load_double(at + residue + k * 256) + e.stale[k];
         }
      }
   }
}

/*
 * A transfer warp handles every GROUPS-th step: it loads the right-hand sides of the step, and
 * stores x and t of its previous step.
 */
template <int CHAINS, bool HAS_T>
__device__ __forceinline__ void transfer_warp(const onchip_triangle &t, const onchip_vectors &v,
                                              const onchip_shared &s, int group, int lane)
{
   constexpr uint32_t STEP = 8 * 32 * CHAINS;
   const uint32_t     first = s.x + lane * 8;
   transfer<CHAINS>   before;
   transfer<CHAINS>   now;
   uint32_t           last = 0;
   for (int k = 0; k < CHAINS; k++)
   {
      before.slot[k] = -1;
   }
   for (int step = group; step < t.n_steps + AHEAD; step += GROUPS)
   {
      const uint32_t at = first + step % TSW_ONCHIP_RING * STEP;
      load_rows<CHAINS, HAS_T>(t, v, step, lane, now);
      tsw_barrier_sync(1 + group, step_threads<CHAINS>);
      store_results<CHAINS, HAS_T>(v, last, s.part - s.x, before);
      wait_and_store<CHAINS>(v, at, now);
      if (step <= t.n_steps)
      {
         tsw_barrier_arrive(1 + GROUPS + group, step_threads<CHAINS>);
      }
      before = now;
      last = at;
   }
   tsw_barrier_sync(LAST_BARRIER, all_threads<CHAINS>); /* all steps are done */
   store_results<CHAINS, HAS_T>(v, last, s.part - s.x, before);
}
