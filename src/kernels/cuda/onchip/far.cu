/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "kernels/cuda/onchip/layout.h"

#include "base/device/each.cuh"
#include "base/memory_cuda.h"

namespace {

/* Steps whose rows have warps at the same time. Warps of more steps would only poll. */
constexpr double STEPS_AT_A_TIME = 24.0;
constexpr double ENTRIES_A_LANE = 4.0; /* of a mean row, for each lane */
constexpr int    LONG_FOR_A_LANE = 16; /* a row with more a lane is a slice of its own */
constexpr int    MOST_BLOCKS = 15;     /* a cluster has 16 blocks, one of which solves */

int32_t length(int2 row)
{
   return row.y - row.x;
}

/* Choose the lanes of a row, and as many blocks as STEPS_AT_A_TIME steps keep busy. */
void choose_blocks(const tsw_onchip_shape *shape, const tsw_onchip_steps *s, int64_t n_entries,
                   tsw_onchip_far *far)
{
   const double mean = (double) n_entries / s->n_rows;
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
int32_t split_steps(const tsw_onchip_shape *shape, const tsw_onchip_steps *s, int lanes,
                    const int2 *row, tsw_onchip_far_slice *slice)
{
   const int32_t *step_ptr = s->host_step_ptr;
   const int32_t  most = 32 / lanes;
   const int32_t  is_long = LONG_FOR_A_LANE * lanes;
   int32_t        n = 0;
   for (int32_t step = shape->far; step < s->n_steps; step++)
   {
      for (int32_t k = step_ptr[step], end; k < step_ptr[step + 1]; k = end)
      {
         end = k + 1;
         while (end < step_ptr[step + 1] && end - k < most && length(row[k]) <= is_long &&
                length(row[end]) <= is_long)
         {
            end++;
         }
         slice[n++] = { k, end, step_ptr[step - shape->far + 1] };
      }
   }
   return n;
}

/* Find the slices in host memory, and copy them to the device. */
trisweep_status find_slices(const tsw_onchip_shape *shape, const tsw_onchip_steps *s,
                            cudaStream_t stream, tsw_memory *owner, tsw_onchip_far *far)
{
   TSW_SCRATCH int2                 *row = NULL; /* of far */
   TSW_SCRATCH tsw_onchip_far_slice *slice = NULL;
   const int64_t                     n = s->n_rows;
   int64_t                           n_entries = 0;
   TSW_TRY(TSW_ALLOC(NULL, &row, n, "slices"));
   TSW_TRY(tsw_memory_read(row, far->row, (size_t) n * sizeof *row, stream));
   for (int64_t k = 0; k < n; k++)
   {
      n_entries += length(row[k]);
   }
   if (n_entries == 0)
   {
      return TRISWEEP_OK;
   }
   choose_blocks(shape, s, n_entries, far);
   TSW_TRY(TSW_ALLOC(NULL, &slice, n, "slices"));
   far->n_slices = split_steps(shape, s, far->lanes, row, slice);
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &far->slice, far->n_slices, "the onchip schedule"));
   return tsw_memory_copy(far->slice, slice, (size_t) far->n_slices * sizeof *slice);
}

} // namespace

trisweep_status tsw_onchip_far_build(const tsw_triangle *triangle, const tsw_onchip_shape *shape,
                                     const tsw_onchip_steps *s, cudaStream_t stream,
                                     tsw_memory *owner, tsw_onchip_far *far)
{
   const int64_t n = s->n_rows;
   const char   *what = "the onchip schedule";
   *far = {};
   far->col_idx = triangle->col_idx;
   far->val = triangle->val;
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &far->row, n, what));
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &far->slot, n, what));
   /* The entries of each row with far entries, by slot. */
   TSW_TRY(tsw_each(
      n, stream, [from = *s, row_ptr = triangle->row_ptr, row = far->row] __device__(int64_t k) {
         const int32_t i = from.row[k];
         row[k] = from.n_far[i] > 0 ? make_int2(row_ptr[i], row_ptr[i + 1]) : make_int2(0, 0);
      }));
   TSW_CUDA(cudaMemcpyAsync(far->slot, s->slot, (size_t) n * sizeof *far->slot,
                            cudaMemcpyDeviceToDevice, stream));
   return find_slices(shape, s, stream, owner, far);
}

void tsw_onchip_far_free(tsw_memory *owner, tsw_onchip_far *far)
{
   tsw_memory_free_device(owner, &far->slice);
   tsw_memory_free_device(owner, &far->row);
   tsw_memory_free_device(owner, &far->slot);
}
