/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The solving kernel of schedule strips (schedule.cu describes the algorithm). During the turns of
 * other teams, a team reads its next entries into registers and sums the early entries: columns in
 * other strips or at least one round back, x polled in L2. Only late entries are summed in the
 * turn, with x in shared memory. Entries that do not fit into the registers, also late ones, are
 * summed before the turn, with x polled in L2.
 *
 * compute-sanitizer's racecheck reports hazards between the store of a new value and its loads two
 * or more turns later: racecheck does not follow the order of turns through several barriers. A
 * place of the ring is written again 2,048 rows later, when no step reads its old value any more.
 */
#include "base/cuda_call.h"
#include "kernels/cuda/device/row.cuh"
#include "kernels/cuda/device/strips.cuh"
#include "kernels/cuda/overlap.cuh"
#include "kernels/cuda/strips/strips.h"

namespace {

constexpr int MANY_WAITING = 24; /* if more lanes wait, only the newest missing value is polled */
constexpr int AT_ONCE = 4; /* entries loaded at once of those that do not fit into registers */

/* The entries of a step that a lane holds in registers. Late entries come first. */
template <int HELD> struct step_data
{
   double  val[HELD];
   int32_t code[HELD];
};

struct row_data
{
   double  constant;
   double  scale;
   int32_t row;
};

struct step_slice
{
   uint32_t entry;
   int32_t  slot;
   int32_t  rows;
   int32_t  late;       /* most late entries of a lane */
   int32_t  entries;    /* of a lane, late and early, with padding */
   int32_t  first_late; /* slot from which on columns are late */
};

__device__ __forceinline__ step_slice slice_of(uint4 s)
{
   return { s.x,          (int32_t) s.y, strips_n_rows(s), strips_n_late(s), strips_n_places(s),
            (int32_t) s.w };
}

template <int G, int HELD>
__device__ __forceinline__ void read_step(const strips_triangle &t, const step_slice &s, int lane,
                                          step_data<HELD> &d)
{
   const int     stride = s.rows * G;
   const bool    has = lane < stride;
   const int64_t first = (int64_t) s.entry + lane;
#pragma unroll
   for (int k = 0; k < HELD; k++)
   {
      const bool here = has && k < s.entries;
      d.code[k] = strips::stream_word_if(here, t.code + first + k * stride, -1);
      d.val[k] = strips::stream_double_if(here, t.val + first + k * stride);
   }
}

/* Read the data of the lane's row. They are prefetched, and used only at the end of the turn. */
template <int G>
__device__ __forceinline__ row_data read_row(const strips_triangle &t, const strips_vectors &v,
                                             const step_slice &s, int lane)
{
   const bool    here = lane < s.rows * G && lane % G == 0;
   const int32_t slot = s.slot + lane / G;
   row_data      r;
   r.row = strips::stream_word_if(here, t.row + strips_slot(t, slot), 0);
   r.constant = strips::read_double_if(here, v.constant + slot);
   r.scale = strips::read_double_if(here, v.scale + slot);
   return r;
}

/* Prefetch what read_step and read_row will read into L2: a line of 128 bytes a lane. */
template <int G>
__device__ __forceinline__ void prefetch_step(const strips_triangle &t, const strips_vectors &v,
                                              const step_slice &s, int lane)
{
   const int   size = s.rows * G * s.entries;
   const bool  is_val = lane < 18;
   const bool  is_code = lane >= 18 && lane < 28;
   const int   line = is_val ? lane : is_code ? lane - 18 : lane % 2;
   const char *at = is_val      ? (const char *) (t.val + s.entry)
                    : is_code   ? (const char *) (t.code + s.entry)
                    : lane < 30 ? (const char *) (v.constant + s.slot)
                                : (const char *) (v.scale + s.slot);
   const int   bytes = is_val ? 8 * size : is_code ? 4 * size : 8 * s.rows;
   strips::prefetch_if(128 * line < bytes, at + 128 * line);
}

/* Sum a lane's entries that do not fit into the registers, early and late, with x from L2. */
template <int G, int HELD>
__device__ __forceinline__ double sum_remaining(const strips_triangle &t, const strips_vectors &v,
                                                const tsw_wait &wait, const step_slice &s, int lane)
{
   const int     stride = s.rows * G;
   const int     n = lane < stride ? s.entries : 0;
   const int64_t first = (int64_t) s.entry + lane;
   double        sum = 0.0;
   for (int begin = HELD; begin < n; begin += AT_ONCE)
   {
      double  a[AT_ONCE];
      double  x[AT_ONCE];
      int32_t slot[AT_ONCE];
#pragma unroll
      for (int k = 0; k < AT_ONCE; k++)
      {
         const bool    here = begin + k < n;
         const int64_t at = first + (int64_t) (begin + k) * stride;
         slot[k] = strips::stream_word_if(here, t.code + at, -1);
         a[k] = strips::stream_double_if(here, t.val + at);
      }
#pragma unroll
      for (int k = 0; k < AT_ONCE; k++)
      {
         x[k] = slot[k] < 0 ? 0.0 : tsw_unknown();
      }
      tsw_wait_until(wait, [&] {
         bool all = true;
#pragma unroll
         for (int k = 0; k < AT_ONCE; k++)
         {
            x[k] = strips::peek_if(!tsw_is_known(x[k]), v.fresh + slot[k], x[k]);
         }
#pragma unroll
         for (int k = 0; k < AT_ONCE; k++)
         {
            all = all && tsw_is_known(x[k]);
         }
         return all;
      });
#pragma unroll
      for (int k = 0; k < AT_ONCE; k++)
      {
         sum += a[k] * x[k];
      }
   }
   __syncwarp();
   return sum;
}

/* Poll the newest of all missing values of the warp (highest slot). false: the wait expired. */
template <int HELD>
__device__ __forceinline__ bool wait_for_newest(const strips_vectors &v, const tsw_wait &wait,
                                                const step_data<HELD> &d, const double *x,
                                                tsw_wait_clock &clock)
{
   int    newest = -1;
   bool   given_up = false;
   double one = tsw_unknown();
#pragma unroll
   for (int k = 0; k < HELD; k++)
   {
      newest = tsw_is_known(x[k]) ? newest : max(newest, d.code[k]);
   }
   newest = __reduce_max_sync(~0u, newest);
   while (!given_up && !tsw_is_known(one))
   {
      one = strips::peek_if(true, v.fresh + newest, one);
      given_up = __any_sync(~0u, clock.expired(wait));
   }
   return !given_up;
}

/* Sum the early entries. Afterwards d has the late entries only, with ring places as codes. */
template <int G, int HELD>
__device__ __forceinline__ double sum_early(const strips_triangle &t, const strips_vectors &v,
                                            const tsw_wait &wait, const step_slice &s, int lane,
                                            step_data<HELD> &d)
{
   double x[HELD];
   double sum = 0.0;
#pragma unroll
   for (int k = 0; k < HELD; k++)
   {
      x[k] = d.code[k] < 0 || d.code[k] >= s.first_late ? 0.0 : tsw_unknown();
   }
   tsw_wait_clock clock;
   for (;;)
   {
      bool missing = false;
#pragma unroll
      for (int k = 0; k < HELD; k++)
      {
         x[k] = strips::peek_if(!tsw_is_known(x[k]), v.fresh + d.code[k], x[k]);
      }
#pragma unroll
      for (int k = 0; k < HELD; k++)
      {
         missing = missing || !tsw_is_known(x[k]);
      }
      const unsigned waiting = __ballot_sync(~0u, missing);
      if (waiting == 0 || __any_sync(~0u, clock.expired(wait)) ||
          (__popc(waiting) > MANY_WAITING && !wait_for_newest<HELD>(v, wait, d, x, clock)))
      {
         break;
      }
   }
   __syncwarp();
#pragma unroll
   for (int k = 0; k < HELD; k++)
   {
      const bool late = d.code[k] >= s.first_late;
      sum += late ? 0.0 : d.val[k] * x[k];
      d.val[k] = late ? d.val[k] : 0.0;
      d.code[k] = late ? d.code[k] & (strips::RING - 1) : strips::RING;
   }
   return sum;
}

template <int N, int HELD>
__device__ __forceinline__ double sum_late(const step_data<HELD> &d, const double *ring, double sum)
{
   double x[N];
#pragma unroll
   for (int k = 0; k < N; k++)
   {
      x[k] = ring[d.code[k]];
   }
#pragma unroll
   for (int k = 0; k < N; k++)
   {
      sum += d.val[k] * x[k];
   }
   return sum;
}

/* Compute new values in a team's turn, after the barrier. Return x of the lane's row. */
template <int G, int HELD>
__device__ __forceinline__ double finish_step(const strips_triangle &t, const strips_vectors &v,
                                              const tsw_wait &wait, const step_slice &s, int lane,
                                              const step_data<HELD> &d, const row_data &r,
                                              double *ring, double &sum)
{
   if (s.late <= 2)
   {
      sum = sum_late<2>(d, ring, sum);
   }
   else
   {
      sum = s.late <= 4 ? sum_late<4>(d, ring, sum) : sum_late<HELD>(d, ring, sum);
   }
   sum = tsw_sum_lanes<G>(sum);
   const double x = r.scale == 0.0 ? r.constant : r.constant - r.scale * sum;
   const double value = tsw_is_known(x) ? x : __longlong_as_double(TSW_ANY_NAN);
   if (lane < s.rows * G && lane % G == 0)
   {
      ring[(s.slot + lane / G) & (strips::RING - 1)] = value;
   }
   return value;
}

/* Publish x for other strips, and store x and t. This is off the critical path. */
template <int G, bool HAS_T>
__device__ __forceinline__ void publish_rows(const strips_vectors &v, const step_slice &s, int lane,
                                             const row_data &r, double x, double sum)
{
   if (lane < s.rows * G && lane % G == 0)
   {
      tsw_post(v.fresh + s.slot + lane / G, x);
      v.x[r.row] = x;
      if (HAS_T && r.scale != 0.0)
      {
         atomicAdd(&v.t[r.row], -sum); /* the only addition to t_i; no load to wait for */
      }
   }
}

template <int G, int HELD, bool HAS_T, bool LONG>
__global__ void __launch_bounds__(32 * TSW_STRIPS_WARPS, 1)
   solve(__grid_constant__ const strips_triangle t, __grid_constant__ const strips_vectors v,
         __grid_constant__ const tsw_wait wait)
{
   __shared__ double ring[strips::RING + 1];
   tsw_let_next_begin();
   tsw_wait_for_last();
   const int    strip = tsw_take_ticket(v.ticket);
   const int    lane = (int) threadIdx.x % 32;
   const int    warps = t.shape.team_warps;
   const int    teams = t.shape.n_teams;
   const int    team = (int) threadIdx.x / 32 / warps;
   const int    begin = t.strip_step[strip];
   const int    end = t.strip_step[strip + 1];
   const uint4 *slice = t.slice + (int) threadIdx.x / 32 % warps;
   const auto   fetch = [&](int step) {
      return step < end ? tsw_stream_words(slice + (int64_t) step * warps) : make_uint4(0, 0, 0, 0);
   };
   step_data<HELD> now = {};
   step_data<HELD> next = {};
   step_slice      here = slice_of(fetch(begin + team));
   uint4           second = fetch(begin + team + teams);
   uint4           third = fetch(begin + team + 2 * teams);
   ring[strips::RING] = 0.0;
   __syncthreads();
   read_step<G>(t, here, lane, now);
   for (int step = begin + team; step < end; step += teams)
   {
      const uint4      fourth = fetch(step + 3 * teams);
      const step_slice after = slice_of(second);
      read_step<G>(t, after, lane, next);
      const row_data row = read_row<G>(t, v, here, lane);
      prefetch_step<G>(t, v, slice_of(third), lane);
      double sum = sum_early<G>(t, v, wait, here, lane, now);
      if (LONG)
      {
         sum += sum_remaining<G, HELD>(t, v, wait, here, lane);
      }
      if (step > begin)
      {
         tsw_barrier_sync(team + 1, 64 * warps);
      }
      const double x = finish_step<G>(t, v, wait, here, lane, now, row, ring, sum);
      if (step + 1 < end)
      {
         tsw_barrier_arrive(team + 1 == teams ? 1 : team + 2, 64 * warps);
      }
      publish_rows<G, HAS_T>(v, here, lane, row, x, sum);
      now = next;
      here = after;
      second = third;
      third = fourth;
   }
}

using kernel = void (*)(const strips_triangle, const strips_vectors, const tsw_wait);

template <int G, int HELD> kernel kernel_for(bool has_t, bool is_long)
{
   return is_long ? (has_t ? solve<G, HELD, true, true> : solve<G, HELD, false, true>)
                  : (has_t ? solve<G, HELD, true, false> : solve<G, HELD, false, false>);
}

template <int G> kernel kernel_of(const strips_triangle *t, bool has_t)
{
   return t->shape.wide ? kernel_for<G, TSW_STRIPS_MANY>(has_t, t->most_entries > TSW_STRIPS_MANY)
                        : kernel_for<G, TSW_STRIPS_FEW>(has_t, t->most_entries > TSW_STRIPS_FEW);
}

} // namespace

trisweep_status tsw_strips_solve(const strips_triangle *t, const strips_vectors *v,
                                 const tsw_wait *wait, bool early, cudaStream_t stream)
{
   kernel k;
   TSW_PER_LANES(k = kernel_of, t->shape.lanes, (t, v->t != NULL));
   const unsigned threads = (unsigned) (32 * t->shape.team_warps * t->shape.n_teams);
   return TSW_CUDA_STATUS(
      tsw_launch(early, k, (unsigned) t->n_strips, threads, stream, *t, *v, *wait));
}
