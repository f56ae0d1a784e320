/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Entries of a triangle into the slices of schedule strips. A lane of a
 * row gets every lanes-th entry, early and late ones apart, in the order in
 * which the row stores them; all lanes of a slice have as many places, of which
 * those left over are padding. Nothing but the slot of each row is kept to find
 * a place again: load walks the rows as pack did.
 */
#include <cub/device/device_scan.cuh>

#include "base/cuda_call.h"
#include "base/memory_cuda.h"
#include "base/message.h"
#include "kernels/cuda/device/row.cuh"
#include "kernels/cuda/strips.h"

namespace {

constexpr int     BLOCK = 256;
constexpr int64_t MAX_ENTRIES = UINT32_MAX;

/* The slice of this warp. */
struct slice_view
{
   uint4    data;
   int32_t  lanes; /* of a row */
   int32_t  lane;
   int32_t  row;        /* of this lane; -1: none */
   int32_t  first_late; /* columns in this slot and later ones are late */
   uint32_t row_mask;   /* lanes of the row */
};

/* Late columns belong to the last n_teams - 1 steps of the same strip, or to this one. */
__device__ slice_view view(const strips_triangle &t, int64_t index)
{
   slice_view    s;
   const int32_t step = (int32_t) (index / t.shape.team_warps);
   int           low = 0;
   int           high = t.n_strips - 1;
   while (low < high)
   {
      const int middle = (low + high + 1) / 2;
      if (t.strip_step[middle] <= step)
      {
         low = middle;
      }
      else
      {
         high = middle - 1;
      }
   }
   const int32_t late_step = max(t.strip_step[low], step - t.shape.n_teams + 1);
   s.data = t.slice[index];
   s.lanes = t.shape.lanes;
   s.lane = (int32_t) (threadIdx.x % 32);
   const int32_t mine = s.lane / s.lanes;
   s.row = mine < (int32_t) (s.data.z & 0xff) ? t.row[s.data.y + mine] : -1;
   s.first_late = (int32_t) t.slice[(int64_t) late_step * t.shape.team_warps].y;
   s.row_mask = (s.lanes == 32 ? ~0u : (1u << s.lanes) - 1) << (mine * s.lanes);
   return s;
}

/*
 * Call visit(entry, its slot, whether it is late, its number among the early or
 * the late ones of its row) for all entries; returns how many there are of each.
 */
template <class Visit>
__device__ int2 walk(const slice_view &s, const strips_triangle &t, const int32_t *row_ptr,
                     const int32_t *col_idx, Visit visit)
{
   int32_t        e = s.row >= 0 ? row_ptr[s.row] + s.lane % s.lanes : 0;
   const int32_t  end = s.row >= 0 ? row_ptr[s.row + 1] : 0;
   const uint32_t before = s.row_mask & ((1u << s.lane) - 1);
   int2           count = make_int2(0, 0);
   while (__any_sync(~0u, e < end))
   {
      const bool     has = e < end;
      const int32_t  slot = has ? t.slot[col_idx[e]] : 0;
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
      e += s.lanes;
   }
   return count;
}

__device__ int64_t entry_of(const slice_view &s, bool late, int32_t number)
{
   const int32_t rows = (int32_t) (s.data.z & 0xff);
   const int32_t k = number / s.lanes + (late ? 0 : (int32_t) s.data.w);
   return (int64_t) s.data.x + (int64_t) k * rows * s.lanes + s.lane / s.lanes * s.lanes +
          number % s.lanes;
}

__global__ void __launch_bounds__(BLOCK)
   measure(strips_triangle t, const int32_t *row_ptr, const int32_t *col_idx, int64_t *size)
{
   const int64_t index = ((int64_t) blockIdx.x * BLOCK + threadIdx.x) / 32;
   const int64_t n_slices = (int64_t) t.n_steps * t.shape.team_warps;
   if (index > n_slices || (index == n_slices && threadIdx.x % 32 != 0))
   {
      return;
   }
   if (index == n_slices)
   {
      size[index] = 0;
      return;
   }
   const slice_view s = view(t, index);
   const int2       count = walk(s, t, row_ptr, col_idx, [](int32_t, int32_t, bool, int32_t) {});
   const int32_t    early = __reduce_max_sync(~0u, (count.x + s.lanes - 1) / s.lanes);
   const int32_t    late = __reduce_max_sync(~0u, (count.y + s.lanes - 1) / s.lanes);
   const int32_t    rows = (int32_t) (s.data.z & 0xff);
   if (s.lane == 0)
   {
      t.slice[index].z = (uint32_t) rows | (uint32_t) early << 8;
      t.slice[index].w = (uint32_t) late;
      size[index] = (int64_t) (early + late) * rows * s.lanes;
   }
}

__global__ void __launch_bounds__(BLOCK) set_entries(strips_triangle t, const int64_t *size)
{
   const int64_t index = (int64_t) blockIdx.x * BLOCK + threadIdx.x;
   if (index < (int64_t) t.n_steps * t.shape.team_warps)
   {
      t.slice[index].x = (uint32_t) size[index];
   }
}

__global__ void __launch_bounds__(BLOCK)
   fill(strips_triangle t, const int32_t *row_ptr, const int32_t *col_idx, const double *val)
{
   const int64_t index = ((int64_t) blockIdx.x * BLOCK + threadIdx.x) / 32;
   if (index >= (int64_t) t.n_steps * t.shape.team_warps)
   {
      return;
   }
   const slice_view s = view(t, index);
   walk(s, t, row_ptr, col_idx, [&](int32_t e, int32_t slot, bool late, int32_t number) {
      const int64_t at = entry_of(s, late, number);
      if (val)
      {
         t.val[at] = val[e];
      }
      else
      {
         t.code[at] = slot;
      }
   });
}

trisweep_status launch_fill(const tsw_triangle *from, const double *val, cudaStream_t stream,
                            const strips_triangle *t)
{
   fill<<<tsw_blocks(32 * (int64_t) t->n_steps * t->shape.team_warps, BLOCK), BLOCK, 0, stream>>>(
      *t, from->row_ptr, from->col_idx, val);
   TSW_CUDA(cudaGetLastError());
   return TRISWEEP_OK;
}

/* The offsets of the slices, by way of their sizes. */
trisweep_status place_entries(const tsw_triangle *from, cudaStream_t stream, int64_t *size,
                              void **work, strips_triangle *t)
{
   const int64_t n_slices = (int64_t) t->n_steps * t->shape.team_warps;
   size_t        bytes = 0;
   TSW_CUDA(cub::DeviceScan::ExclusiveSum(NULL, bytes, size, size, n_slices + 1, stream));
   TSW_TRY(tsw_memory_alloc_device(NULL, work, (int64_t) bytes, 1, "the slices"));
   measure<<<tsw_blocks(32 * (n_slices + 1), BLOCK), BLOCK, 0, stream>>>(*t, from->row_ptr,
                                                                         from->col_idx, size);
   TSW_CUDA(cudaGetLastError());
   TSW_CUDA(cub::DeviceScan::ExclusiveSum(*work, bytes, size, size, n_slices + 1, stream));
   set_entries<<<tsw_blocks(n_slices, BLOCK), BLOCK, 0, stream>>>(*t, size);
   TSW_CUDA(cudaGetLastError());
   TSW_CUDA(cudaMemcpyAsync(&t->n_entries, size + n_slices, sizeof t->n_entries,
                            cudaMemcpyDeviceToHost, stream));
   return TSW_CUDA_STATUS(cudaStreamSynchronize(stream));
}

} // namespace

trisweep_status tsw_strips_pack(const tsw_triangle *from, cudaStream_t stream,
                                    tsw_memory *owner, strips_triangle *t)
{
   const int64_t n_slices = (int64_t) t->n_steps * t->shape.team_warps;
   int64_t      *size = NULL;
   void         *work = NULL;
   TSW_TRY(tsw_memory_alloc_device(NULL, &size, n_slices + 1, sizeof *size, "the slices"));
   const trisweep_status status = place_entries(from, stream, size, &work, t);
   tsw_memory_free_device(NULL, &size);
   tsw_memory_free_device(NULL, &work);
   TSW_TRY(status);
   if (t->n_entries > MAX_ENTRIES)
   {
      return TSW_ERROR(UNSUPPORTED,
                       "schedule strips takes up to %lld entries with padding, this triangle "
                       "needs %lld; use another schedule",
                       (long long) MAX_ENTRIES, (long long) t->n_entries);
   }
   TSW_TRY(tsw_memory_alloc_device(owner, &t->code, t->n_entries, sizeof *t->code, "the entries"));
   TSW_TRY(tsw_memory_alloc_device(owner, &t->val, t->n_entries, sizeof *t->val, "the entries"));
   TSW_CUDA(cudaMemsetAsync(t->code, 0xff, (size_t) t->n_entries * sizeof *t->code, stream));
   TSW_CUDA(cudaMemsetAsync(t->val, 0, (size_t) t->n_entries * sizeof *t->val, stream));
   TSW_TRY(launch_fill(from, NULL, stream, t));
   return TSW_CUDA_STATUS(cudaStreamSynchronize(stream));
}

trisweep_status tsw_strips_load(const tsw_triangle *from, cudaStream_t stream,
                                    const strips_triangle *t)
{
   return launch_fill(from, from->val, stream, t);
}
