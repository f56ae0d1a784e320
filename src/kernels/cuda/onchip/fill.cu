/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Fill chunks (a thread a task) and chain records (a thread a lane) of the onchip schedule. */
#include <limits.h>

#include "base/device/each.cuh"
#include "kernels/cuda/onchip/tasks.cuh"

using namespace tsw_onchip;

namespace {

constexpr int BANKS = 16; /* of doubles in shared memory */
constexpr int NO_PLACE = 0xffff;

/* Number of gathers of a chunk by position in the lane, half of the warp and bank. */
typedef uint8_t gathers[DEEP][2][BANKS];

/*
 * Choose the place of a row's next column: the place where the fewest lanes of the half warp
 * already gather from the same bank. free[position][part] is the first lane of the row where
 * the position is free. Return lane * DEEP + position.
 */
__device__ int take_place(int free[DEEP][2], int end, gathers load, int bank)
{
   int best = INT_MAX;
   int least = INT_MAX;
   for (int part = 0; part < 2; part++)
   {
      const int behind = part == 0 && end > LANES / 2 ? LANES / 2 : end;
      for (int d = 0; d < DEEP; d++)
      {
         const int place = free[d][part] * DEEP + d;
         if (free[d][part] < behind &&
             (load[d][part][bank] < least || (load[d][part][bank] == least && place < best)))
         {
            least = load[d][part][bank];
            best = place;
         }
      }
   }
   const int part = best / DEEP / (LANES / 2);
   free[best % DEEP][part]++;
   load[best % DEEP][part][bank]++;
   return best;
}

/* Chunk c of the n_chunks of a task: part c of the entries of n_rows rows. */
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
      const int32_t youngest = l.s.step[i] - TSW_ONCHIP_AHEAD;
      const int32_t oldest = l.s.step[i] - l.shape.far + 1;
      const int     from = (int) ((int64_t) l.s.n_old[i] * p.c / p.n_chunks);
      const int     to = (int) ((int64_t) l.s.n_old[i] * (p.c + 1) / p.n_chunks);
      const int     lane = r * p.lanes;
      int           free[DEEP][2];
      int           seen = 0;
      for (int d = 0; d < DEEP; d++)
      {
         free[d][0] = lane;
         free[d][1] = max(lane, LANES / 2);
      }
      for (int32_t e = l.t.row_ptr[i]; seen < to; e++)
      {
         const int32_t j = l.t.col_idx[e];
         if (l.s.step[j] > youngest || l.s.step[j] < oldest || seen++ < from)
         {
            continue;
         }
         const int at = take_place(free, lane + p.lanes, load, l.s.ring[j] % BANKS);
         slot[at] = (uint16_t) l.s.ring[j];
         entry[((at % DEEP) / 2 * LANES + at / DEEP) * 2 + at % 2] = e;
      }
   }
}

__device__ void fill_lanes(const listing &l, const chunk_part &p, uint32_t *lane)
{
   const uint32_t mark = p.c == p.n_chunks - 1 ? TSW_ONCHIP_ROWS : 0;
   for (int k = 0; k < LANES; k++)
   {
      const int  r = k / p.lanes;
      const int  g = k % p.lanes;
      const bool used = r < p.n_rows;
      lane[k] = (used && g == 0 ? (uint32_t) l.s.ring[p.row[r]] : (uint32_t) NO_PLACE) |
                (used ? (uint32_t) (p.lanes - 1 - g) : 0) << 16 |
                (uint32_t) log2_up(p.lanes) << 21 | mark;
   }
}

__device__ void fill_task(const listing &l, const shares &from, int32_t s, int t)
{
   int64_t   chunk = from.first[s];
   task_list d(l, s, from.lanes[s]);
   for (int k = 0; k < t && d.next(); k++)
   {
      chunk += d.n_chunks;
   }
   if (!d.next() || d.n_chunks == 0)
   {
      return;
   }
   chunk_part p = { d.rows.row + d.begin, min(LANES / d.lanes, d.rows.n - d.begin), d.lanes, 0,
                    d.n_chunks };
   for (; p.c < p.n_chunks; p.c++, chunk++)
   {
      fill_lanes(l, p, l.p.chunk_lane + chunk * LANES);
      fill_chunk(l, p, l.p.chunk_entry + chunk * LANES * DEEP,
                 (uint16_t *) l.p.chunk_slot + chunk * LANES * DEEP);
   }
}

/* Bits of near entry n, column j, in a lane's first word: a place; with one chain warp a lane. */
__device__ uint32_t near_word(const listing &l, int32_t s, int32_t j, int n)
{
   return l.shape.chains > 1 ? (uint32_t) l.s.ring[j] << 16 * n
                             : (uint32_t) (l.s.slot[j] - l.s.step_ptr[s - 1]) << 8 * n;
}

/* Write the near and mid entries of row i into its lane of the chain record of step s. */
__device__ void fill_record(const listing &l, int32_t s, int32_t lane, int32_t i, int32_t *entry,
                            uint16_t *mid, uint32_t *word)
{
   const uint32_t mask = l.shape.chains > 1 ? 0xffffu : 0xffu;
   const int      bits = l.shape.chains > 1 ? 16 : 8;
   int            n_near = 0;
   int            n_mid = 0;
   for (int32_t e = l.t.row_ptr[i]; e < l.t.row_ptr[i + 1]; e++)
   {
      const int32_t j = l.t.col_idx[e];
      const int32_t age = s - l.s.step[j];
      if (age == 1)
      {
         word[0] = (word[0] & ~(mask << bits * n_near)) | near_word(l, s, j, n_near);
         entry[lane * 2 + n_near++] = e;
      }
      else if (age < TSW_ONCHIP_AHEAD)
      {
         mid[n_mid] = (uint16_t) l.s.ring[j];
         entry[((1 + n_mid / 2) * l.p.width + lane) * 2 + n_mid % 2] = e;
         n_mid++;
      }
   }
   if (l.s.n_old[i] > 0)
   {
      word[0] |= l.shape.chains > 1 ? TSW_ONCHIP_PART : TSW_ONCHIP_PART_ONE;
   }
   word[1] = (uint32_t) l.s.slot[i];
}

/* The record of lane k % width in step k / width. */
__device__ void fill_chain(const listing &l, int64_t k)
{
   const int32_t   s = (int32_t) (k / l.p.width);
   const int32_t   lane = (int32_t) (k % l.p.width);
   const int64_t   n_values = (int64_t) (2 + TSW_ONCHIP_YOUNG) * l.p.width;
   char           *head = l.p.image + s * (n_values * 8 + l.p.width * 24) + n_values * 8;
   uint16_t       *mid = (uint16_t *) head + lane * DEEP;
   uint32_t       *word = (uint32_t *) (head + l.p.width * 16) + lane * 2;
   const step_rows rows = rows_of(l, s);
   const uint32_t  zero = (uint32_t) tsw_onchip_places(&l.shape);
   for (int d = 0; d < DEEP; d++)
   {
      mid[d] = (uint16_t) zero;
   }
   word[0] = l.shape.chains > 1 ? zero | zero << 16 : 0x8080u;
   word[1] = ~0u;
   if (lane < rows.n)
   {
      const int32_t i = rows.row[lane];
      fill_record(l, s, lane, i, l.p.chain_entry + s * n_values, mid, word);
      l.p.place[l.s.slot[i]] = s * l.p.width + lane;
   }
}

} // namespace

trisweep_status tsw_onchip_fill(const listing &l, const shares &share, int64_t n_lanes,
                                cudaStream_t stream)
{
   const int      most = tsw_onchip_lanes(&l.shape); /* tasks of a step */
   const uint16_t zero = (uint16_t) tsw_onchip_places(&l.shape);
   TSW_TRY(tsw_each(n_lanes, stream, [=, p = l.p] __device__(int64_t k) {
      p.chunk_lane[k] = NO_PLACE;
      for (int d = 0; d < DEEP; d++)
      {
         ((uint16_t *) p.chunk_slot)[k * DEEP + d] = zero;
      }
   }));
   TSW_TRY(tsw_each(
      (int64_t) (l.p.n_steps + TSW_ONCHIP_AHEAD) * most, stream,
      [=] __device__(int64_t k) { fill_task(l, share, (int32_t) (k / most), (int) (k % most)); }));
   return tsw_each((int64_t) l.p.n_steps * l.p.width, stream,
                   [=] __device__(int64_t k) { fill_chain(l, k); });
}
