/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Store the entries of a triangle in the slices of schedule strips. A lane of a row gets every
 * lanes-th entry: late entries from the lane's first place on, early entries from its last place
 * backward, in the order of the row. All lanes of a slice have the same number of places. Places
 * in between are padding. load visits the entries as pack does, and checks that the place has the
 * slot of the column. If not, because the row has another pattern, load searches all its places.
 */
#include <cub/device/device_scan.cuh>

#include "base/cub_call.h"
#include "base/device/search.cuh"
#include "block/cuda/index.h"
#include "kernels/cuda/strips/rows.cuh"

using namespace strips_rows;

namespace {

constexpr int64_t MAX_ENTRIES = UINT32_MAX;
constexpr int     MAX_LATE = 15;        /* the largest count in slice.z */
constexpr int64_t MAX_PLACES = 1 << 22; /* of a lane */

struct slice_view
{
   uint4    data;
   int32_t  lanes; /* of a row */
   int32_t  lane;
   int32_t  row;        /* of this lane; -1: none */
   int32_t  first_late; /* columns in this slot and later ones are late */
   uint32_t row_mask;   /* lanes of the row */
};

/* Late columns are in this step or in the n_teams - 1 steps before it in the same strip. */
__device__ slice_view view(const strips_triangle &t, int64_t index)
{
   slice_view    s;
   const int32_t step = (int32_t) (index / t.shape.team_warps);
   const int     strip = tsw_last_at_or_before(t.strip_step, t.n_strips, step);
   const int32_t late_step = max(t.strip_step[strip], step - t.shape.n_teams + 1);
   s.data = t.slice[index];
   s.lanes = t.shape.lanes;
   s.lane = (int32_t) (threadIdx.x % 32);
   const int32_t mine = s.lane / s.lanes;
   const bool    has = mine < strips_n_rows(s.data);
   s.row = has ? t.row[strips_slot(t, (int32_t) s.data.y + mine)] : -1;
   s.first_late = (int32_t) t.slice[(int64_t) late_step * t.shape.team_warps].y;
   s.row_mask = (s.lanes == 32 ? ~0u : (1u << s.lanes) - 1) << (mine * s.lanes);
   return s;
}

/* Rows of a packed triangle, or of a block in order, of which one triangle is read. */
struct row_source
{
   const int32_t *slot; /* of each row in the lower triangle */
   const int32_t *row_ptr;
   const int32_t *col_idx;
   const double  *val;      /* NULL: the pattern only */
   bool           backward; /* read a row from the last entry to the first */
};

/* Call visit(entry, slot, late, number of its kind) for all entries. Return counts: early, late. */
template <class Visit>
__device__ int2 walk(const slice_view &s, const strips_triangle &t, const row_source &from,
                     Visit visit)
{
   const int32_t  begin = s.row >= 0 ? from.row_ptr[s.row] : 0;
   const int32_t  end = s.row >= 0 ? from.row_ptr[s.row + 1] : 0;
   const uint32_t before = s.row_mask & ((1u << s.lane) - 1);
   int32_t        k = s.lane % s.lanes;
   int2           count = make_int2(0, 0);
   while (__any_sync(~0u, k < end - begin))
   {
      const int32_t  e = from.backward ? end - 1 - k : begin + k;
      const int32_t  col = k < end - begin ? from.col_idx[e] : s.row;
      const bool     has = t.upper ? col > s.row : col < s.row;
      const int32_t  slot = has ? strips_slot(t, from.slot[col]) : 0;
      const bool     late = has && slot >= s.first_late;
      const uint32_t all = __ballot_sync(~0u, has);
      const uint32_t lates = __ballot_sync(~0u, late);
      const uint32_t kind = late ? lates : all & ~lates;
      if (has)
      {
         visit(e, slot, late, (late ? count.y : count.x) + __popc(kind & before));
      }
      count.x += __popc(all & ~lates & s.row_mask);
      count.y += __popc(lates & s.row_mask);
      k = has || col == s.row ? k + s.lanes : end - begin; /* the rest is the other triangle */
   }
   return count;
}

__device__ int64_t entry_at(const slice_view &s, int32_t place)
{
   const int32_t rows = strips_n_rows(s.data);
   const int32_t k = place / s.lanes;
   return (int64_t) s.data.x + (int64_t) k * rows * s.lanes + s.lane / s.lanes * s.lanes +
          place % s.lanes;
}

__device__ int32_t place_of(const slice_view &s, bool late, int32_t number)
{
   return late ? number : strips_n_places(s.data) * s.lanes - 1 - number;
}

/* Size of each slice in places; behind the sizes a 0 and the most places of a lane. */
__global__ void __launch_bounds__(BLOCK) measure(strips_triangle t, row_source from, int64_t *size)
{
   const int64_t index = ((int64_t) blockIdx.x * BLOCK + threadIdx.x) / 32;
   const int64_t n_slices = (int64_t) t.n_steps * t.shape.team_warps;
   if (index >= n_slices)
   {
      return;
   }
   const slice_view s = view(t, index);
   const int2       count = walk(s, t, from, [](int32_t, int32_t, bool, int32_t) {});
   const int32_t    all = __reduce_max_sync(~0u, (count.x + count.y + s.lanes - 1) / s.lanes);
   const int32_t    late = __reduce_max_sync(~0u, (count.y + s.lanes - 1) / s.lanes);
   const int32_t    rows = strips_n_rows(s.data);
   if (s.lane == 0)
   {
      t.slice[index].z =
         (uint32_t) rows | (uint32_t) min(late, MAX_LATE) << 6 | (uint32_t) all << 10;
      t.slice[index].w = (uint32_t) s.first_late;
      size[index] = (int64_t) all * rows * s.lanes;
      if (all > size[n_slices + 1])
      {
         atomicMax((unsigned long long *) size + n_slices + 1, (unsigned long long) all);
      }
   }
}

__global__ void __launch_bounds__(BLOCK) fill_codes(strips_triangle t, row_source from)
{
   const int64_t index = ((int64_t) blockIdx.x * BLOCK + threadIdx.x) / 32;
   if (index < (int64_t) t.n_steps * t.shape.team_warps)
   {
      const slice_view s = view(t, index);
      walk(s, t, from, [&](int32_t, int32_t slot, bool late, int32_t number) {
         t.code[entry_at(s, place_of(s, late, number))] = slot;
      });
   }
}

/* Find the place of a slot in the row of this lane; -1: none. */
__device__ int32_t find(const slice_view &s, const strips_triangle &t, int32_t slot, bool late,
                        int32_t number)
{
   const int32_t places = strips_n_places(s.data) * s.lanes;
   const int32_t guess = place_of(s, late, number);
   if (number < places && t.code[entry_at(s, guess)] == slot)
   {
      return guess;
   }
   for (int32_t n = 0; n < places; n++)
   {
      if (t.code[entry_at(s, n)] == slot)
      {
         return n;
      }
   }
   return -1;
}

/* Rows first to end - 1. *bad_row: set to the least row that has an entry without a place. */
__global__ void __launch_bounds__(BLOCK)
   fill_values(strips_triangle t, row_source from, int64_t first, int64_t end, int32_t *bad_row)
{
   const int64_t index = ((int64_t) blockIdx.x * BLOCK + threadIdx.x) / 32;
   if (index < (int64_t) t.n_steps * t.shape.team_warps)
   {
      slice_view s = view(t, index);
      s.row = s.row >= first && s.row < end ? s.row : -1;
      walk(s, t, from, [&](int32_t e, int32_t slot, bool late, int32_t number) {
         const int32_t found = find(s, t, slot, late, number);
         if (found >= 0)
         {
            t.val[entry_at(s, found)] = from.val[e];
         }
         else
         {
            atomicMin(bad_row, s.row);
         }
      });
   }
}

row_source rows_of(const tsw_packed *p, bool upper, const int32_t *slot)
{
   const tsw_triangle *t = upper ? &p->upper : &p->lower;
   const trisweep_csr *a = &p->block;
   return t->row_ptr ? row_source{ slot, t->row_ptr, t->col_idx, t->val, false }
                     : row_source{ slot, a->row_ptr, a->col_idx, a->val, upper };
}

trisweep_status count_places(const row_source &from, cudaStream_t stream, strips_triangle *t)
{
   TSW_SCRATCH_DEVICE int64_t *size = NULL;
   const int64_t               n_slices = (int64_t) t->n_steps * t->shape.team_warps;
   TSW_TRY(TSW_ALLOC_DEVICE(NULL, &size, n_slices + 2, "the slices"));
   TSW_CUDA(cudaMemsetAsync(size + n_slices, 0, 2 * sizeof *size, stream));
   measure<<<slice_blocks(t), BLOCK, 0, stream>>>(*t, from, size);
   TSW_CUDA(cudaGetLastError());
   TSW_TRY(tsw_cub("the slices", [=](void *storage, size_t &bytes) {
      return cub::DeviceScan::ExclusiveSum(storage, bytes, size, size, n_slices + 1, stream);
   }));
   TSW_TRY(tsw_each(n_slices, stream,
                    [size = (const int64_t *) size, slice = t->slice] __device__(int64_t k) {
                       slice[k].x = (uint32_t) size[k];
                    }));
   int64_t found[2];
   TSW_TRY(tsw_memory_read(found, size + n_slices, sizeof found, stream));
   t->n_entries = found[0];
   t->most_entries = found[1];
   return TRISWEEP_OK;
}

} // namespace

trisweep_status tsw_strips_pack(const tsw_packed *p, const int32_t *slot, cudaStream_t stream,
                                tsw_memory *owner, strips_triangle *t)
{
   const row_source from = rows_of(p, t->upper, slot);
   TSW_TRY(count_places(from, stream, t));
   if (t->n_entries > MAX_ENTRIES || t->most_entries >= MAX_PLACES)
   {
      return TSW_ERROR(UNSUPPORTED,
                       "schedule strips takes up to %lld entries with padding and %lld a lane, "
                       "this triangle needs %lld and %lld; use another schedule",
                       (long long) MAX_ENTRIES, (long long) MAX_PLACES - 1,
                       (long long) t->n_entries, (long long) t->most_entries);
   }
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &t->code, t->n_entries, "the entries"));
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &t->val, t->n_entries, "the entries"));
   TSW_CUDA(cudaMemsetAsync(t->code, 0xff, (size_t) t->n_entries * sizeof *t->code, stream));
   TSW_CUDA(cudaMemsetAsync(t->val, 0, (size_t) t->n_entries * sizeof *t->val, stream));
   fill_codes<<<slice_blocks(t), BLOCK, 0, stream>>>(*t, from);
   TSW_CUDA(cudaGetLastError());
   return tsw_memory_wait(stream);
}

/*
 * Store the values of both triangles. bad_row: work word in device memory. A block in order has as
 * many entries as were planned: either each planned place gets a value, or an entry has no place.
 */
trisweep_status tsw_strips_load(const tsw_packed *p, const strips_triangle *t, int32_t *bad_row,
                                cudaStream_t stream)
{
   TSW_SCRATCH_DEVICE int32_t *slot = NULL; /* only the loading of values reads the slots of rows */
   const int32_t               none = INT32_MAX;
   const int32_t               n = t->n_rows;
   int32_t                     found;
   TSW_TRY(TSW_ALLOC_DEVICE(NULL, &slot, n, "the slots of the rows"));
   TSW_TRY(tsw_order_invert(t->row, n, stream, slot));
   TSW_CUDA(cudaMemcpyAsync(bad_row, &none, sizeof none, cudaMemcpyHostToDevice, stream));
   for (int upper = 0; upper < 2; upper++)
   {
      if (p->lower.row_ptr && p->part == 0)
      {
         TSW_CUDA(
            cudaMemsetAsync(t[upper].val, 0, (size_t) t[upper].n_entries * sizeof *t->val, stream));
      }
      fill_values<<<slice_blocks(&t[upper]), BLOCK, 0, stream>>>(
         t[upper], rows_of(p, upper != 0, slot), tsw_packed_row(p, false), tsw_packed_row(p, true),
         bad_row);
      TSW_CUDA(cudaGetLastError());
   }
   TSW_TRY(tsw_memory_read(&found, bad_row, sizeof found, stream));
   return found == none ? TRISWEEP_OK
                        : TSW_ERROR_ROW(ORDER, found,
                                        "some of its columns were not in the pattern that was "
                                        "analysed; analyse again when the pattern changes");
}
