/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The kernel of schedule levels for levels that do not fill the device: all of a
 * pass in one launch, without barriers. A warp takes its rows of each level in
 * turn and polls the new values they need.
 *
 * Where x fits, one cluster of blocks does it, and every block holds the new x in
 * its shared memory: who has a new value sends it to each of them. Else the new x
 * is in global memory. No fence has to wait for the copies under way.
 *
 * The part of the old x is summed up before, by levels_prepare, on the whole device.
 */
#ifndef TSW_KERNELS_CUDA_LEVELS_FLOW_CUH
#define TSW_KERNELS_CUDA_LEVELS_FLOW_CUH

#include "kernels/cuda/levels_new_x.cuh"

namespace flow
{

/*
 * The rows of a warp, ROWS at a time: those groups of the pass, counted level by
 * level, whose number is the warp's modulo all warps. Neighbouring levels go to
 * different warps, so that there is time to fetch.
 */
template <int ROWS> struct cursor
{
   const int32_t *start; /* of each level */
   int32_t        n_levels;
   int32_t        n_warps;
   bool           backward;
   int32_t        level; /* in the order of the pass; n_levels at the end */
   int32_t        group; /* of the level */
   int32_t        first; /* place of the group */
   int32_t        last;  /* end of the level */

   /* To the level of the group, which may lie behind this one. */
   __device__ __forceinline__ void settle()
   {
      for (; level < n_levels; level++)
      {
         const int32_t l = backward ? n_levels - 1 - level : level;
         const int32_t groups = (start[l + 1] - start[l] + ROWS - 1) / ROWS;
         if (group < groups)
         {
            first = start[l] + group * ROWS;
            last = start[l + 1];
            return;
         }
         group -= groups;
      }
   }

   __device__ __forceinline__ void advance()
   {
      group += n_warps;
      settle();
   }

   /* The place of one of the group's rows, -1 for none. */
   __device__ __forceinline__ int32_t place(int32_t mine) const
   {
      return first + mine < last ? first + mine : -1;
   }
};

/* The row's product with all new values but the last NEAR ones, in all of its lanes. */
template <int NEAR, int LANES, class X, class LANE>
__device__ __forceinline__ double sum_far(const LANE &me, const X &x, const row_place &at,
                                          int32_t n, uint32_t stage)
{
   const uint32_t first = stage * me.stride + threadIdx.x;
   const int32_t  most = LANES == 32 ? n : __reduce_max_sync(0xffffffffu, n);
   double         sum = 0.0;
   for (int32_t chunk = (most - 1) / (FLOW_CHUNK * LANES); most > 0 && chunk >= 0; chunk--)
   {
      int32_t    col[FLOW_CHUNK];
      double     val[FLOW_CHUNK];
      double     value[FLOW_CHUNK];
      bool       has[FLOW_CHUNK];
      const bool copied = chunk * FLOW_CHUNK < me.f.ahead;
#pragma unroll
      for (int q = 0; q < FLOW_CHUNK; q++)
      {
         const int32_t  nth = chunk * FLOW_CHUNK + q;
         const int32_t  k = nth * LANES + (int32_t) me.lane;
         const uint32_t from = first + (uint32_t) nth * blockDim.x;
         has[q] = k < n && k >= NEAR;
         col[q] = copied ? me.r.col[from] : has[q] ? me.f.a.fresh.col_idx[at.end - 1 - k] : 0;
         val[q] = copied ? me.r.val[from] : has[q] ? me.f.a.fresh.val[at.end - 1 - k] : 0.0;
         val[q] = has[q] ? val[q] : 0.0;
      }
      await<FLOW_CHUNK>(me.f.wait, x, col, has, value);
#pragma unroll
      for (int q = 0; q < FLOW_CHUNK; q++)
      {
         sum += val[q] * value[q];
      }
   }
   return tsw_sum_lanes<LANES>(sum);
}

/* The same with the last ones, which every lane of the row reads. */
template <int LANES, class X, class LANE>
__device__ __forceinline__ double add_near(const LANE &me, const X &x, int32_t n, uint32_t stage,
                                           double sum)
{
   const uint32_t first = stage * me.stride + threadIdx.x - me.lane;
   int32_t        col[FLOW_NEAR];
   double         val[FLOW_NEAR];
   double         value[FLOW_NEAR];
   bool           has[FLOW_NEAR];
#pragma unroll
   for (int q = 0; q < FLOW_NEAR; q++)
   {
      has[q] = q < n;
      col[q] = me.r.col[first + (uint32_t) q];
      val[q] = has[q] ? me.r.val[first + (uint32_t) q] : 0.0;
   }
   await<FLOW_NEAR>(me.f.wait, x, col, has, value);
#pragma unroll
   for (int q = FLOW_NEAR - 1; q >= 0; q--)
   {
      sum += val[q] * value[q];
   }
   return sum;
}

/* The last step. To be called by whole warps. */
template <int LANES, tsw_pass_kind KIND, bool CLUSTER>
__device__ __forceinline__ void sweep_row(const lane_state<LANES, KIND, CLUSTER> &me,
                                          const new_x<LANES, CLUSTER> &x, uint32_t slot,
                                          uint32_t stage)
{
   const levels_pass &a = me.f.a;
   const row_place    at = me.r.place[slot * me.rows + me.row];
   const row_numbers  is = me.r.numbers[stage * me.rows + me.row];
   const bool         kept = is.inv == 0.0 || is.point != a.points;
   const double       right = KIND == TSW_PASS_ZERO ? a.omega * is.right : is.right;
   const double       scale = a.relax_weight * is.inv;
   double             start = is.old;
   if (KIND != TSW_PASS_ZERO && !kept)
   {
      const double keep = 1.0 - a.relax_weight * a.omega * is.diag;
      start = keep == 0.0 ? 0.0 : keep * is.old;
   }
   const double known = start + scale * (right - is.stale);
   /* A row that is kept waits for nothing. */
   const int32_t n = at.i < 0 || kept ? 0 : at.end - at.begin;
   double        sum = sum_far < CLUSTER ? FLOW_NEAR : 0, LANES > (me, x, at, n, stage);
   if (CLUSTER)
   {
      sum = add_near<LANES>(me, x, n, stage, sum);
   }
   if (at.i >= 0)
   {
      x.publish(at.i, me.lane, kept ? start : known - scale * sum);
      if (KIND != TSW_PASS_HALF && a.t && !kept && me.lane == 0)
      {
         a.t[at.i] = right - sum;
      }
   }
}

__device__ __forceinline__ uint32_t after(uint32_t slot, uint32_t n)
{
   return slot + 1 == n ? 0 : slot + 1;
}

/* What a warp has asked for so far. */
template <int LANES, tsw_pass_kind KIND, bool CLUSTER> struct pipeline
{
   const lane_state<LANES, KIND, CLUSTER> &me;
   cursor<32 / LANES>                      c;
   uint32_t                                asked = 0; /* rounds whose places are asked for */
   uint32_t                                place_slot = 0;
   uint32_t                                row_slot = 0;
   uint32_t                                row_stage = 0;

   /* Warps of different blocks take turns, so that short levels use all blocks. */
   __device__ __forceinline__ explicit pipeline(const lane_state<LANES, KIND, CLUSTER> &state)
       : me(state),
         c{ me.r.level, me.f.a.n_levels, (int32_t) (gridDim.x * blockDim.x / 32),
            me.f.a.backward, 0, (int32_t) (threadIdx.x / 32 * gridDim.x + blockIdx.x), 0, 0 }
   {
      c.settle();
   }

   __device__ __forceinline__ void ask_place()
   {
      if (c.level < c.n_levels)
      {
         me.ask_place(c.place((int32_t) (threadIdx.x % 32 / LANES)), place_slot);
         place_slot = after(place_slot, FLOW_PLACES);
         asked++;
         c.advance();
      }
   }

   __device__ __forceinline__ void ask_row(uint32_t round)
   {
      if (round < asked)
      {
         me.ask_row(row_slot, row_stage);
         row_slot = after(row_slot, FLOW_PLACES);
         row_stage = after(row_stage, FLOW_STAGES);
      }
   }
};

/* The table of levels, and in a cluster all new values unknown. */
template <bool CLUSTER>
__device__ __forceinline__ void open_memory(const flow_pass &f, const block_memory &r)
{
   for (int32_t l = (int32_t) threadIdx.x; l <= f.a.n_levels; l += (int32_t) blockDim.x)
   {
      r.level[l] = f.a.level_ptr[l];
   }
   for (int32_t i = (int32_t) threadIdx.x; CLUSTER && i < f.n_rows; i += (int32_t) blockDim.x)
   {
      ((long long *) r.x)[i] = TSW_UNKNOWN;
   }
   __syncthreads();
}

/* Blocks of the cluster share the storing of what each of them knows. */
__device__ __forceinline__ void store_x(const flow_pass &f, const block_memory &r)
{
   cluster_meet(); /* all has arrived, and nobody leaves while others send to it */
   for (int32_t i = (int32_t) (blockIdx.x * blockDim.x + threadIdx.x); i < f.n_rows;
        i += (int32_t) (gridDim.x * blockDim.x))
   {
      f.a.x[i] = r.x[i];
   }
}

} // namespace flow

/* All levels of a pass. Dynamic shared memory: flow::block_memory. */
template <int LANES, tsw_pass_kind KIND, bool CLUSTER>
__global__ void __launch_bounds__(FLOW_THREADS, CLUSTER ? 1 : 4)
   levels_flow_run(__grid_constant__ const flow_pass f)
{
   extern __shared__ __align__(16) unsigned char memory[];
   const flow::lane_state<LANES, KIND, CLUSTER> me(f, memory);
   const flow::new_x<LANES, CLUSTER>            x(f.fresh, me.r.x, me.lane);
   flow::open_memory<CLUSTER>(f, me.r);
   flow::pipeline<LANES, KIND, CLUSTER> ahead(me);
   ahead.ask_place();
   ahead.ask_place();
   flow::commit();
   flow::arrive<0>();
   tsw_let_next_begin();
   tsw_wait_for_last(); /* what levels_prepare has written is there */
   for (uint32_t round = 0; round < 2; round++)
   {
      ahead.ask_row(round);
      ahead.ask_place();
      flow::commit();
   }
   if (CLUSTER)
   {
      flow::cluster_meet(); /* nobody sends before all values are marked unknown */
   }
   uint32_t slot = 0;
   uint32_t stage = 0;
   for (uint32_t round = 0; round < ahead.asked; round++)
   {
      flow::arrive<1>();
      ahead.ask_row(round + 2);
      ahead.ask_place();
      flow::commit();
      flow::sweep_row<LANES, KIND, CLUSTER>(me, x, slot, stage);
      slot = flow::after(slot, FLOW_PLACES);
      stage = flow::after(stage, FLOW_STAGES);
   }
   flow::arrive<0>();
   if (CLUSTER)
   {
      flow::store_x(f, me.r);
   }
}

#endif
