/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "kernels/cuda/onchip_half.h"

#include <string.h>

#include "base/cuda_call.h"
#include "base/memory_cuda.h"
#include "base/message.h"
#include "kernels/cuda/onchip_steps.h"

/* Compiled shapes. The narrow one leaves fewer warps to share the issue slots with the chain. */
static constexpr tsw_onchip_shape WIDE = { 7, 8, 2, 7 };
static constexpr tsw_onchip_shape NARROW = { 5, 6, 1, 7 };
static constexpr int              NARROW_ROWS = 5; /* rows a step below which it is faster */
static constexpr int              BLOCK = 256;
static constexpr int              BLOCKS = 264;

/* value[k] = val[entry[k]], records of n values starting stride doubles apart. */
__global__ static void load_values(const int32_t *entry, int64_t n_entries, int64_t n,
                                   int64_t stride, const double *val, double *value)
{
   for (int64_t k = (int64_t) blockIdx.x * blockDim.x + threadIdx.x; k < n_entries;
        k += (int64_t) gridDim.x * blockDim.x)
   {
      value[k / n * stride + k % n] = entry[k] < 0 ? 0.0 : val[entry[k]];
   }
}

onchip_kernel tsw_onchip_kernel_of(bool narrow, bool keeps_residue)
{
   static const onchip_kernel table[2][2] = {
      { onchip_solve<WIDE.ahead, WIDE.mid, WIDE.warps, WIDE.groups, false>,
        onchip_solve<WIDE.ahead, WIDE.mid, WIDE.warps, WIDE.groups, true> },
      { onchip_solve<NARROW.ahead, NARROW.mid, NARROW.warps, NARROW.groups, false>,
        onchip_solve<NARROW.ahead, NARROW.mid, NARROW.warps, NARROW.groups, true> },
   };
   return table[narrow][keeps_residue];
}

static int head_bytes(const onchip_half *h)
{
   return h->narrow ? chain_bytes<NARROW.mid> : chain_bytes<WIDE.mid>;
}

/* The longest ring that fits beside x, or UNSUPPORTED. */
static trisweep_status choose_ring(onchip_half *h)
{
   int device;
   int limit;
   TSW_CUDA(cudaGetDevice(&device));
   TSW_CUDA(cudaDeviceGetAttribute(&limit, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
   onchip_triangle *t = &h->triangle;
   const int        record = t->width * (head_bytes(h) + 16);
   const int        rest = limit - onchip_x_bytes(t->n_rows) - MAX_RING * 8;
   if (rest < MIN_RING * record)
   {
      return TSW_ERROR(UNSUPPORTED,
                       "schedule onchip: %d rows do not fit in the %d bytes of one block's shared "
                       "memory; use another schedule",
                       t->n_rows, limit);
   }
   t->ring = rest / record < MAX_RING ? rest / record : MAX_RING;
   /* The step behind the last looks at a record too, which must have been one. */
   t->ring = t->ring < t->n_steps ? t->ring : t->n_steps;
   h->shared_bytes = onchip_x_bytes(t->n_rows) + MAX_RING * 8 + t->ring * record;
   for (int keeps = 0; keeps < 2; keeps++)
   {
      TSW_CUDA(cudaFuncSetAttribute((const void *) tsw_onchip_kernel_of(h->narrow, keeps),
                                    cudaFuncAttributeMaxDynamicSharedMemorySize, limit));
   }
   return TRISWEEP_OK;
}

/* Lay out the listed rows, and what the kernels need to know of that. */
static trisweep_status pack_half(onchip_half *h, const tsw_triangle *triangle,
                                 const tsw_onchip_steps *steps, tsw_memory *owner,
                                 cudaStream_t stream)
{
   const tsw_onchip_shape *shape = h->narrow ? &NARROW : &WIDE;
   onchip_triangle        *t = &h->triangle;
   const tsw_onchip_pack  *p = &h->pack;
   TSW_TRY(tsw_onchip_pack_build(triangle, shape, steps, CHUNKS_AHEAD, stream, owner, &h->pack));
   h->threads = 32 * (shape->warps * shape->groups + 1);
   t->n_rows = p->n_rows;
   t->n_steps = p->n_steps;
   t->width = p->width;
   t->chain = p->image;
   t->chunk_value = (const double2 *) (p->image + p->chunk_bytes);
   t->chunk_slot = (const uint4 *) (p->image + p->slot_bytes);
   t->chunk_lane = (const uint32_t *) (p->image + p->lane_bytes);
   t->chunk_ptr = p->chunk_ptr;
   t->row = p->row;
   t->place = p->place;
   t->bytes = p->bytes;
   return choose_ring(h);
}

/* List the rows, for the wide shape first, and lay them out. */
static trisweep_status plan_half(onchip_half *h, int32_t n, const tsw_triangle *triangle,
                                 const int32_t *row_ptr, const int32_t *col_idx, bool upper,
                                 tsw_memory *owner, cudaStream_t stream)
{
   tsw_onchip_steps steps;
   trisweep_status  status =
      tsw_onchip_steps_find(n, row_ptr, col_idx, upper, &WIDE, owner, &steps);
   if (status == TRISWEEP_OK &&
       n < (int64_t) NARROW_ROWS * tsw_onchip_rounded_steps(&WIDE, steps.n_steps))
   {
      h->narrow = true;
      tsw_onchip_steps_free(owner, &steps);
      status = tsw_onchip_steps_find(n, row_ptr, col_idx, upper, &NARROW, owner, &steps);
   }
   if (status == TRISWEEP_OK)
   {
      status = pack_half(h, triangle, &steps, owner, stream);
   }
   tsw_onchip_steps_free(owner, &steps);
   return status;
}

trisweep_status tsw_onchip_half_plan(onchip_half *h, int32_t n, const tsw_triangle *triangle,
                                 bool upper, tsw_memory *owner, cudaStream_t stream)
{
   int32_t *row_ptr = NULL;
   int32_t *col_idx = NULL;
   TSW_TRY(tsw_memory_alloc(owner, &row_ptr, n + 1, sizeof(int32_t), "the onchip schedule"));
   trisweep_status status =
      tsw_memory_read(row_ptr, triangle->row_ptr, (n + 1) * sizeof(int32_t), stream);
   if (status == TRISWEEP_OK)
   {
      status =
         tsw_memory_alloc(owner, &col_idx, row_ptr[n], sizeof(int32_t), "the onchip schedule");
   }
   if (status == TRISWEEP_OK)
   {
      status = tsw_memory_read(col_idx, triangle->col_idx, row_ptr[n] * sizeof(int32_t), stream);
   }
   if (status == TRISWEEP_OK)
   {
      status = plan_half(h, n, triangle, row_ptr, col_idx, upper, owner, stream);
   }
   tsw_memory_free(owner, &row_ptr);
   tsw_memory_free(owner, &col_idx);
   return status;
}

trisweep_status tsw_onchip_half_load(const onchip_half *h, const double *val, cudaStream_t stream)
{
   const tsw_onchip_shape *shape = h->narrow ? &NARROW : &WIDE;
   const tsw_onchip_pack  *p = &h->pack;
   const int64_t           record = (int64_t) p->width * head_bytes(h) / 8;
   const int64_t           n_record = (2 + shape->mid) * (int64_t) p->width;
   const int64_t           n_chunk = (int64_t) p->n_chunks * TSW_ONCHIP_LANES * TSW_ONCHIP_DEEP;
   load_values<<<BLOCKS, BLOCK, 0, stream>>>(p->chain_entry, p->n_steps * n_record, n_record,
                                             record, val, (double *) p->image);
   TSW_CUDA(cudaGetLastError());
   load_values<<<BLOCKS, BLOCK, 0, stream>>>(p->chunk_entry, n_chunk, n_chunk, 0, val,
                                             (double *) (p->image + p->chunk_bytes));
   TSW_CUDA(cudaGetLastError());
   return TRISWEEP_OK;
}

void tsw_onchip_half_free(tsw_memory *owner, onchip_half *h)
{
   tsw_onchip_pack_free(owner, &h->pack);
}
