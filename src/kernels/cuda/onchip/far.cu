/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "kernels/cuda/onchip/layout.h"

#include "base/device/each.cuh"
#include "base/memory_cuda.h"
#include "block/cuda/index.h"

namespace {

/* Steps whose rows have warps at the same time. Warps of more steps would only poll. */
constexpr double STEPS_AT_A_TIME = 24.0;
constexpr double ENTRIES_A_LANE = 4.0; /* far entries of a mean row, for each lane */
constexpr int    LONG_FOR_A_LANE = 16; /* a row with more a lane is a slice of its own */
constexpr int    MOST_BLOCKS = 15;     /* a cluster has 16 blocks, one of which solves */

trisweep_status fill(const tsw_triangle &t, int far_age, const tsw_onchip_steps &s,
                     const tsw_onchip_far &to, cudaStream_t stream)
{
   return tsw_each(s.n_rows, stream, [=] __device__(int64_t k) {
      const int32_t i = s.row[k];
      int32_t       at = to.ptr[k];
      for (int32_t e = t.row_ptr[i]; at < to.ptr[k + 1]; e++)
      {
         const int32_t j = t.col_idx[e];
         if (s.step[i] - s.step[j] >= far_age)
         {
            to.slot[at] = s.slot[j];
            to.entry[at++] = e;
         }
      }
   });
}

/* Choose the lanes of a row, and as many blocks as STEPS_AT_A_TIME steps keep busy. */
void choose_blocks(const tsw_onchip_shape *shape, const tsw_onchip_steps *s, tsw_onchip_far *far)
{
   const double mean = (double) far->n_entries / s->n_rows;
   const double rows = (double) s->n_rows / s->n_steps;
   far->lanes = 1;
   while (far->lanes < 32 && (ENTRIES_A_LANE * far->lanes < mean || 2 * far->lanes * rows <= 32.0))
   {
      far->lanes *= 2;
   }
   const double each = rows * far->lanes > 32.0 ? rows * far->lanes / 32.0 : 1.0;
   far->blocks = min(1 + (int) (STEPS_AT_A_TIME * each / tsw_onchip_warps(shape)), MOST_BLOCKS);
}

/* Split the rows of steps into slices; a long row is a slice. First steps have no far entries. */
int32_t split_steps(const tsw_onchip_shape *shape, const tsw_onchip_steps *s,
                    const tsw_onchip_far *far, const int32_t *ptr, int32_t *slice)
{
   const int32_t *step_ptr = s->host_step_ptr;
   const int32_t  most = 32 / far->lanes;
   const int32_t  is_long = LONG_FOR_A_LANE * far->lanes;
   int32_t        n = 0;
   for (int32_t step = shape->far; step < s->n_steps; step++)
   {
      for (int32_t k = step_ptr[step], end; k < step_ptr[step + 1]; k = end)
      {
         end = k + 1;
         while (end < step_ptr[step + 1] && end - k < most && ptr[k + 1] - ptr[k] <= is_long &&
                ptr[end + 1] - ptr[end] <= is_long)
         {
            end++;
         }
         slice[2 * n] = k;
         slice[2 * n++ + 1] = end;
      }
   }
   return n;
}

/* Find the slices in host memory, and copy them to the device. */
trisweep_status find_slices(const tsw_onchip_shape *shape, const tsw_onchip_steps *s,
                            cudaStream_t stream, tsw_memory *owner, tsw_onchip_far *far)
{
   TSW_SCRATCH int32_t *ptr = NULL; /* of far, then two numbers for each of at most n slices */
   const int64_t        n = s->n_rows;
   TSW_TRY(TSW_ALLOC(NULL, &ptr, 3 * n + 1, "slices"));
   int32_t *slice = ptr + n + 1;
   TSW_TRY(tsw_memory_read(ptr, far->ptr, (size_t) (n + 1) * sizeof *ptr, stream));
   far->n_slices = split_steps(shape, s, far, ptr, slice);
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &far->slice, far->n_slices, "the onchip schedule"));
   return tsw_memory_copy(far->slice, slice, (size_t) far->n_slices * 2 * sizeof *slice);
}

} // namespace

trisweep_status tsw_onchip_far_build(const tsw_triangle *triangle, const tsw_onchip_shape *shape,
                                     const tsw_onchip_steps *s, cudaStream_t stream,
                                     tsw_memory *owner, tsw_onchip_far *far)
{
   const int64_t n = s->n_rows;
   const char   *what = "the onchip schedule";
   int32_t       n_entries = 0;
   *far = {};
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &far->ptr, n + 1, what));
   TSW_TRY(tsw_each(n, stream, [from = *s, length = far->ptr + 1] __device__(int64_t k) {
      length[k] = from.n_far[from.row[k]];
   }));
   TSW_TRY(tsw_rows_sum_lengths(far->ptr, n, stream));
   TSW_TRY(tsw_memory_read(&n_entries, far->ptr + n, sizeof n_entries, stream));
   far->n_entries = n_entries;
   if (n_entries == 0)
   {
      tsw_memory_free_device(owner, &far->ptr);
      return TRISWEEP_OK;
   }
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &far->slot, n_entries, what));
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &far->entry, n_entries, what));
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &far->val, n_entries, what));
   TSW_TRY(fill(*triangle, shape->far, *s, *far, stream));
   choose_blocks(shape, s, far);
   return find_slices(shape, s, stream, owner, far);
}

void tsw_onchip_far_free(tsw_memory *owner, tsw_onchip_far *far)
{
   tsw_memory_free_device(owner, &far->slice);
   tsw_memory_free_device(owner, &far->ptr);
   tsw_memory_free_device(owner, &far->slot);
   tsw_memory_free_device(owner, &far->entry);
   tsw_memory_free_device(owner, &far->val);
}
