/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "plan/cuda/measure.h"

#include <cstdio>

#include "analysis/cuda/graph.h"
#include "analysis/cuda/grid.h"
#include "base/cuda_call.h"
#include "base/cuda_major.h"
#include "base/memory_cuda.h"

namespace {

constexpr int BLOCK = 256;

struct row_facts
{
   int longest;  /* entries of a row */
   int crossing; /* rows that need a row of an earlier share */
};

__global__ void __launch_bounds__(BLOCK)
   look_at_rows(tsw_triangle lower, tsw_triangle upper, int64_t n_rows, int64_t share_rows,
                row_facts *f)
{
   const int64_t i = (int64_t) blockIdx.x * BLOCK + threadIdx.x;
   int           length = 0;
   bool          crosses = false;
   if (i < n_rows)
   {
      const int32_t begin = lower.row_ptr[i];
      const int32_t end = lower.row_ptr[i + 1];
      length = end - begin + upper.row_ptr[i + 1] - upper.row_ptr[i];
      crosses = begin < end && lower.col_idx[begin] / share_rows != i / share_rows; /* ascending */
   }
   const int longest = __reduce_max_sync(0xffffffffu, length);
   const int crossing = __syncthreads_count(crosses); /* one addition for each block */
   if (threadIdx.x % 32 == 0 && longest > *(const volatile int *) &f->longest)
   {
      atomicMax(&f->longest, longest);
   }
   if (threadIdx.x == 0 && crossing > 0)
   {
      atomicAdd(&f->crossing, crossing);
   }
}

} // namespace

static trisweep_status look(const tsw_packed *p, cudaStream_t stream, row_facts *device,
                            row_facts *found)
{
   const int64_t n_blocks = (p->n_rows + BLOCK - 1) / BLOCK;
   tsw_gpu       gpu;
   TSW_TRY(tsw_measure_gpu(&gpu));
   TSW_CUDA(cudaMemsetAsync(device, 0, sizeof *device, stream));
   look_at_rows<<<(unsigned) n_blocks, BLOCK, 0, stream>>>(
      p->lower, p->upper, p->n_rows, tsw_tune_share_rows(p->n_rows, gpu.processors), device);
   TSW_CUDA(cudaGetLastError());
   return tsw_memory_read(found, device, sizeof *found, stream);
}

static trisweep_status find_grid(const tsw_packed *p, void *stream, tsw_tune_shape *shape)
{
   const tsw_graph lower = tsw_device_graph(p, false);
   tsw_grid        grid;
   TSW_TRY(tsw_grid_find(&lower, stream, &grid));
   shape->grid = grid.plane > 0;
   return TRISWEEP_OK;
}

trisweep_status tsw_measure_block(const tsw_packed *p, void *stream, tsw_tune_shape *shape)
{
   row_facts       found = {};
   row_facts      *device = NULL;
   trisweep_status status =
      tsw_memory_alloc_device(NULL, &device, 1, sizeof *device, "facts about the rows");
   status = status ? status : look(p, (cudaStream_t) stream, device, &found);
   tsw_memory_free_device(NULL, &device);
   status = status ? status : find_grid(p, stream, shape);
   shape->n_rows = p->n_rows;
   shape->longest_row = found.longest;
   shape->crossing = (double) found.crossing / (double) p->n_rows;
   return status;
}

/* CUDA reports clocks in kHz; a line of the memory bus transfers two bits a cycle. */
static trisweep_status describe(int device, tsw_gpu *gpu)
{
   constexpr double     KHZ_A_MHZ = 1e3;
   constexpr double     BYTES_A_CYCLE = 2.0 / 8.0;
   constexpr double     KBYTES_A_GBYTE = 1e6;
   cudaDeviceProp       properties;
   int                  n[5];
   const cudaDeviceAttr what[5] = { cudaDevAttrClockRate, cudaDevAttrMemoryClockRate,
                                    cudaDevAttrGlobalMemoryBusWidth,
                                    cudaDevAttrMaxSharedMemoryPerBlockOptin,
                                    cudaDevAttrMultiProcessorCount };
   TSW_CUDA(cudaGetDeviceProperties(&properties, device));
   for (int k = 0; k < 5; k++)
   {
      TSW_CUDA(cudaDeviceGetAttribute(&n[k], what[k], device));
   }
   snprintf(gpu->name, sizeof gpu->name, "%s", properties.name);
   TSW_CUDA(tsw_cuda_major(&gpu->major));
   gpu->clock_mhz = n[0] / KHZ_A_MHZ;
   gpu->gbytes_a_second = (double) n[1] * n[2] * BYTES_A_CYCLE / KBYTES_A_GBYTE;
   gpu->shared_bytes = n[3];
   gpu->processors = n[4];
   return TRISWEEP_OK;
}

trisweep_status tsw_measure_gpu(tsw_gpu *gpu)
{
   /* A query takes milliseconds on some systems: once for each device and thread. */
   static thread_local int     known = -1;
   static thread_local tsw_gpu found;
   int                         device;
   TSW_CUDA(cudaGetDevice(&device));
   if (device != known)
   {
      known = -1;
      TSW_TRY(describe(device, &found));
      known = device;
   }
   *gpu = found;
   return TRISWEEP_OK;
}
