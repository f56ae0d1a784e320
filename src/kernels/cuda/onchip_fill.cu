/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Chunks, a thread a task, and chain records, a thread a lane, of the onchip schedule. */
#include <limits.h>

#include "base/cuda_call.h"
#include "base/message.h"
#include "kernels/cuda/onchip_tasks.cuh"

using namespace tsw_onchip;

namespace
{

constexpr int BANKS = 16; /* of doubles in shared memory */
constexpr int NO_SLOT = 0xffff;

/* Gathers of a chunk by position in the lane, half warp and bank. */
typedef uint8_t gathers[DEEP][2][BANKS];

/*
 * Where a row's next column goes in its lanes, of which free[position][half] is
 * the first with room there: the place where the fewest lanes of the half warp
 * already gather from the same bank; position and lane are returned as one.
 */
__device__ int take_place(int free[DEEP][2], int end, gathers load, int bank)
{
   int best = INT_MAX;
   int least = INT_MAX;
   for (int half = 0; half < 2; half++)
   {
      const int behind = half == 0 && end > LANES / 2 ? LANES / 2 : end;
      for (int d = 0; d < DEEP; d++)
      {
         const int place = free[d][half] * DEEP + d;
         if (free[d][half] < behind &&
             (load[d][half][bank] < least || (load[d][half][bank] == least && place < best)))
         {
            least = load[d][half][bank];
            best = place;
         }
      }
   }
   const int half = best / DEEP / (LANES / 2);
   free[best % DEEP][half]++;
   load[best % DEEP][half][bank]++;
   return best;
}

/* One chunk of a task: the part c of n_chunks of the entries of n_rows rows. */
struct chunk_part
{
   const int32_t *row;
   int            n_rows;
   int            lanes;
   int            c;
   int            n_chunks;
};

__device__ void fill_chunk(const listing &l, const chunk_part &p, int32_t *entry, uint16_t *slot)
{
   gathers load = {};
   for (int r = 0; r < p.n_rows; r++)
   {
      const int32_t i = p.row[r];
      const int32_t youngest = l.step[i] - l.shape.ahead;
      const int     from = (int) ((int64_t) l.n_old[i] * p.c / p.n_chunks);
      const int     to = (int) ((int64_t) l.n_old[i] * (p.c + 1) / p.n_chunks);
      const int     lane = r * p.lanes;
      int           free[DEEP][2];
      int           seen = 0;
      for (int d = 0; d < DEEP; d++)
      {
         free[d][0] = lane;
         free[d][1] = max(lane, LANES / 2);
      }
      for (int32_t e = l.row_ptr[i]; seen < to; e++)
      {
         const int32_t j = l.col_idx[e];
         if (l.step[j] > youngest || seen++ < from)
         {
            continue;
         }
         const int at = take_place(free, lane + p.lanes, load, l.slot[j] % BANKS);
         slot[at] = (uint16_t) l.slot[j];
         entry[((at % DEEP) / 2 * LANES + at / DEEP) * 2 + at % 2] = e;
      }
   }
}

__device__ void fill_lanes(const listing &l, const chunk_part &p, uint32_t marks, uint32_t *lane)
{
   for (int k = 0; k < LANES; k++)
   {
      const int  r = k / p.lanes;
      const int  g = k % p.lanes;
      const bool used = r < p.n_rows;
      lane[k] = (used && g == 0 ? (uint32_t) l.slot[p.row[r]] : (uint32_t) NO_SLOT) |
                (used ? (uint32_t) (p.lanes - 1 - g) : 0) << 16 |
                (uint32_t) log2_up(p.lanes) << 21 | marks << 24;
   }
}

/* All chunks of task t of step s. */
__device__ void fill_task(const listing &l, const shares &from, const layout &to, int32_t s, int t)
{
   const uint32_t done = s <= l.n_steps ? TSW_ONCHIP_DONE : 0;
   task_list         d(l, s, from.lanes[s]);
   int            before[MAX_WARPS] = {}; /* chunks of each warp that come before this task's */
   bool           exists = d.next();
   for (int k = 0; k < t && exists; k++)
   {
      before[d.warp] += d.n_chunks;
      exists = d.next();
   }
   if (!exists)
   {
      return;
   }
   chunk_part p = { d.rows.row + d.begin, min(LANES / d.lanes, d.rows.n - d.begin), d.lanes, 0,
                    d.n_chunks };
   const int  w = d.warp;
   bool       last = true;
   while (d.next())
   {
      last = last && (d.warp != w || d.n_chunks == 0);
   }
   const int64_t first = from.first[(int64_t) s * l.shape.warps + w] + before[w];
   for (; p.c < p.n_chunks; p.c++)
   {
      const bool     ends = p.c == p.n_chunks - 1;
      const uint32_t marks =
         (before[w] == 0 && p.c == 0 ? (uint32_t) TSW_ONCHIP_BEGIN : 0u) |
         (ends ? (uint32_t) TSW_ONCHIP_ROWS : 0u) | (ends && last ? done : 0u);
      const int64_t chunk = first + p.c;
      fill_lanes(l, p, marks, to.chunk_lane + chunk * LANES);
      fill_chunk(l, p, to.chunk_entry + chunk * LANES * DEEP, to.chunk_slot + chunk * LANES * DEEP);
   }
}

/* The empty chunk of a warp that got no task of step s. */
__device__ void fill_idle(const listing &l, const shares &from, const layout &to, int32_t s, int w)
{
   int count = 0;
   for (task_list d(l, s, from.lanes[s]); d.next();)
   {
      count += d.warp == w ? d.n_chunks : 0;
   }
   if (count == 0)
   {
      const uint32_t marks = TSW_ONCHIP_BEGIN | (s <= l.n_steps ? TSW_ONCHIP_DONE : 0);
      uint32_t      *lane =
         to.chunk_lane + (int64_t) from.first[(int64_t) s * l.shape.warps + w] * LANES;
      for (int k = 0; k < LANES; k++)
      {
         lane[k] = NO_SLOT | marks << 24;
      }
   }
}

/* A thread a possible task; the first ones also look after idle warps. */
__global__ void __launch_bounds__(BLOCK) fill_chunks(listing l, shares from, layout to)
{
   const int32_t k = (int32_t) (blockIdx.x * BLOCK + threadIdx.x);
   const int32_t s = k / LANES;
   if (s < l.n_steps + l.shape.ahead)
   {
      fill_task(l, from, to, s, k % LANES);
      if (k % LANES < l.shape.warps)
      {
         fill_idle(l, from, to, s, k % LANES);
      }
   }
}

__global__ void __launch_bounds__(BLOCK)
   fill_empty(layout to, int64_t n_lanes, uint16_t zero_slot)
{
   const int64_t k = (int64_t) blockIdx.x * BLOCK + threadIdx.x;
   if (k < n_lanes)
   {
      to.chunk_lane[k] = NO_SLOT;
      for (int d = 0; d < DEEP; d++)
      {
         to.chunk_slot[k * DEEP + d] = zero_slot;
      }
   }
}

/* The chain warp's records: near and mid entries of a lane, and where its value goes. */
__global__ void __launch_bounds__(BLOCK) fill_chain(listing l, layout to)
{
   const int64_t k = (int64_t) blockIdx.x * BLOCK + threadIdx.x;
   if (k >= (int64_t) l.n_steps * l.width)
   {
      return;
   }
   const int32_t   s = (int32_t) (k / l.width);
   const int32_t   lane = (int32_t) (k % l.width);
   const int64_t   n_values = (int64_t) (2 + l.shape.mid) * l.width;
   char           *head = to.chain + s * (n_values * 8 + l.width * 24) + n_values * 8;
   int32_t        *entry = to.chain_entry + s * n_values;
   uint16_t       *mid = (uint16_t *) head + lane * DEEP;
   uint32_t       *word = (uint32_t *) (head + l.width * 16) + lane * 2;
   const step_rows rows = rows_of(l, s);
   int             n_near = 0;
   int             n_mid = 0;
   for (int d = 0; d < DEEP; d++)
   {
      mid[d] = (uint16_t) l.n_rows;
   }
   word[0] = 0x8080;
   word[1] = 0;
   if (lane >= rows.n)
   {
      return;
   }
   const int32_t i = rows.row[lane];
   for (int32_t e = l.row_ptr[i]; e < l.row_ptr[i + 1]; e++)
   {
      const int32_t j = l.col_idx[e];
      const int32_t age = s - l.step[j];
      if (age == 1)
      {
         const uint32_t from = (uint32_t) (l.slot[j] - l.step_ptr[s - 1]);
         word[0] = (word[0] & ~(0xffu << 8 * n_near)) | from << 8 * n_near;
         entry[lane * 2 + n_near++] = e;
      }
      else if (age < l.shape.ahead)
      {
         mid[n_mid] = (uint16_t) l.slot[j];
         entry[((1 + n_mid / 2) * l.width + lane) * 2 + n_mid % 2] = e;
         n_mid++;
      }
   }
   word[1] = (uint32_t) l.slot[i] | 1u << 16;
   to.place[l.slot[i]] = s * l.width + lane;
}

} // namespace

trisweep_status tsw_onchip_fill(const listing &l, const shares &share, const layout &to,
                                int64_t n_lanes, cudaStream_t stream)
{
   const int64_t n_tasks = (int64_t) (l.n_steps + l.shape.ahead) * LANES;
   fill_empty<<<blocks(n_lanes), BLOCK, 0, stream>>>(to, n_lanes, (uint16_t) l.n_rows);
   fill_chunks<<<blocks(n_tasks), BLOCK, 0, stream>>>(l, share, to);
   fill_chain<<<blocks((int64_t) l.n_steps * l.width), BLOCK, 0, stream>>>(l, to);
   TSW_CUDA(cudaGetLastError());
   return TRISWEEP_OK;
}
