/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "kernels/cuda/onchip_half.h"

#include <string.h>

#include "base/cuda_call.h"
#include "base/memory_cuda.h"
#include "base/message.h"

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

static int64_t aligned(int64_t bytes)
{
   return (bytes + 255) / 256 * 256;
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

static trisweep_status upload(tsw_memory *owner, int32_t **to, const int32_t *from, int64_t n,
                              cudaStream_t stream)
{
   TSW_TRY(tsw_memory_alloc_device(owner, to, n, sizeof(int32_t), "the onchip schedule"));
   TSW_CUDA(cudaMemcpyAsync(*to, from, n * sizeof(int32_t), cudaMemcpyHostToDevice, stream));
   return TRISWEEP_OK;
}

/* The records with their values still zero: pairs, mid slots, lanes. */
static void write_records(const tsw_onchip_pack *p, int64_t n_values, int64_t bytes, char *to)
{
   memset(to, 0, p->n_steps * bytes);
   for (int32_t s = 0; s < p->n_steps; s++, to += bytes)
   {
      const int64_t lane = (int64_t) s * p->width;
      memcpy(to + n_values * 8, p->chain_mid + lane * 8, p->width * 16);
      memcpy(to + n_values * 8 + p->width * 16, p->chain_lane + lane * 2, p->width * 8);
   }
}

static trisweep_status upload_stream(onchip_half *h, const tsw_onchip_pack *p, tsw_memory *owner,
                                     cudaStream_t stream)
{
   onchip_triangle *t = &h->triangle;
   const int64_t    record = (int64_t) p->width * head_bytes(h);
   const int64_t    chain = aligned(p->n_steps * record);
   const int64_t    values = h->n_chunk_values * 8;
   const int64_t    slots = h->n_chunk_values * 2;
   const int64_t    words = h->n_chunk_values / TSW_ONCHIP_DEEP * 4;
   char            *image;
   t->bytes = chain + aligned(values) + aligned(slots) + words;
   TSW_TRY(tsw_memory_alloc_device(owner, &h->stream, t->bytes, 1, "the onchip schedule"));
   t->chain = h->stream;
   t->chunk_value = (const double2 *) (h->stream + chain);
   t->chunk_slot = (const uint4 *) (h->stream + chain + aligned(values));
   t->chunk_lane = (const uint32_t *) (h->stream + chain + aligned(values) + aligned(slots));
   TSW_TRY(tsw_memory_alloc(owner, &image, p->n_steps * record, 1, "the onchip schedule"));
   write_records(p, h->n_chain_values, record, image);
   const trisweep_status status = tsw_memory_copy(h->stream, image, p->n_steps * record);
   tsw_memory_free(owner, &image);
   TSW_TRY(status);
   TSW_CUDA(cudaMemcpyAsync((void *) t->chunk_slot, p->chunk_slot, slots, cudaMemcpyHostToDevice,
                            stream));
   TSW_CUDA(cudaMemcpyAsync((void *) t->chunk_lane, p->chunk_lane, words, cudaMemcpyHostToDevice,
                            stream));
   return TRISWEEP_OK;
}

static trisweep_status upload_half(onchip_half *h, const tsw_onchip_pack *p, tsw_memory *owner,
                                   cudaStream_t stream)
{
   const tsw_onchip_shape *shape = h->narrow ? &NARROW : &WIDE;
   onchip_triangle        *t = &h->triangle;
   h->threads = 32 * (shape->warps * shape->groups + 1);
   t->n_rows = p->n_rows;
   t->n_steps = p->n_steps;
   t->width = p->width;
   h->n_chain_values = (2 + shape->mid) * (int64_t) p->width;
   h->n_chunk_values = (int64_t) p->n_chunks * TSW_ONCHIP_LANES * TSW_ONCHIP_DEEP;
   TSW_TRY(choose_ring(h));
   TSW_TRY(upload_stream(h, p, owner, stream));
   TSW_TRY(upload(owner, &h->row, p->row, p->n_rows, stream));
   TSW_TRY(upload(owner, &h->place, p->place, p->n_rows, stream));
   TSW_TRY(upload(owner, &h->chunk_ptr, p->chunk_ptr, shape->warps * shape->groups + 1, stream));
   TSW_TRY(upload(owner, &h->chain_entry, p->chain_entry, p->n_steps * h->n_chain_values, stream));
   TSW_TRY(upload(owner, &h->chunk_entry, p->chunk_entry, h->n_chunk_values, stream));
   t->row = h->row;
   t->place = h->place;
   t->chunk_ptr = h->chunk_ptr;
   TSW_CUDA(cudaStreamSynchronize(stream));
   return TRISWEEP_OK;
}

/* Schedule one triangle from a host copy of its pattern, wide first. */
static trisweep_status plan_half(onchip_half *h, int32_t n, const int32_t *row_ptr,
                                 const int32_t *col_idx, bool upper, tsw_memory *owner,
                                 cudaStream_t stream)
{
   tsw_onchip_pack pack;
   trisweep_status status =
      tsw_onchip_pack_build(n, row_ptr, col_idx, upper, &WIDE, CHUNKS_AHEAD, owner, &pack);
   if (status == TRISWEEP_OK && n < (int64_t) NARROW_ROWS * pack.n_steps)
   {
      h->narrow = true;
      tsw_onchip_pack_free(owner, &pack);
      status =
         tsw_onchip_pack_build(n, row_ptr, col_idx, upper, &NARROW, CHUNKS_AHEAD, owner, &pack);
   }
   if (status == TRISWEEP_OK)
   {
      status = upload_half(h, &pack, owner, stream);
   }
   tsw_onchip_pack_free(owner, &pack);
   return status;
}

trisweep_status tsw_onchip_half_plan(onchip_half *h, int32_t n, const tsw_triangle *triangle,
                                 bool upper, tsw_memory *owner, cudaStream_t stream)
{
   int32_t *row_ptr = NULL;
   int32_t *col_idx = NULL;
   TSW_TRY(tsw_memory_alloc(owner, &row_ptr, n + 1, sizeof(int32_t), "the onchip schedule"));
   trisweep_status status =
      tsw_memory_copy(row_ptr, triangle->row_ptr, (n + 1) * sizeof(int32_t));
   if (status == TRISWEEP_OK)
   {
      status =
         tsw_memory_alloc(owner, &col_idx, row_ptr[n], sizeof(int32_t), "the onchip schedule");
   }
   if (status == TRISWEEP_OK)
   {
      status = tsw_memory_copy(col_idx, triangle->col_idx, row_ptr[n] * sizeof(int32_t));
   }
   if (status == TRISWEEP_OK)
   {
      status = plan_half(h, n, row_ptr, col_idx, upper, owner, stream);
   }
   tsw_memory_free(owner, &row_ptr);
   tsw_memory_free(owner, &col_idx);
   return status;
}

trisweep_status tsw_onchip_half_load(const onchip_half *h, const double *val, cudaStream_t stream)
{
   const onchip_triangle *t = &h->triangle;
   const int64_t          record = (int64_t) t->width * head_bytes(h) / 8;
   load_values<<<BLOCKS, BLOCK, 0, stream>>>(h->chain_entry, t->n_steps * h->n_chain_values,
                                             h->n_chain_values, record, val, (double *) t->chain);
   TSW_CUDA(cudaGetLastError());
   load_values<<<BLOCKS, BLOCK, 0, stream>>>(h->chunk_entry, h->n_chunk_values, h->n_chunk_values,
                                             0, val, (double *) t->chunk_value);
   TSW_CUDA(cudaGetLastError());
   return TRISWEEP_OK;
}

void tsw_onchip_half_free(tsw_memory *owner, onchip_half *h)
{
   tsw_memory_free_device(owner, &h->stream);
   tsw_memory_free_device(owner, &h->chain_entry);
   tsw_memory_free_device(owner, &h->chunk_entry);
   tsw_memory_free_device(owner, &h->chunk_ptr);
   tsw_memory_free_device(owner, &h->row);
   tsw_memory_free_device(owner, &h->place);
}
