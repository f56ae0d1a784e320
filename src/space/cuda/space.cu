/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The memory of CUDA devices. */
#include "space/space.h"

#include <inttypes.h>

#include "analysis/fill.h"
#include "base/cuda_call.h"
#include "base/memory_cuda.h"
#include "block/device.h"
#include "factor/ilu.h"
#include "space/cuda/correction.cuh"

static constexpr int64_t NS_A_MS = 1000000;

static trisweep_status copy(double *to, const double *from, int64_t n, void *stream)
{
   return TSW_CUDA_STATUS(cudaMemcpyAsync(to, from, (size_t) n * sizeof(double),
                                          cudaMemcpyDeviceToDevice, (cudaStream_t) stream));
}

static trisweep_status check(const tsw_packed *p, void *stream)
{
   if (!p->host_wait_status || *(volatile int32_t *) p->host_wait_status == TRISWEEP_OK)
   {
      return TRISWEEP_OK;
   }
   TSW_CUDA(cudaStreamSynchronize((cudaStream_t) stream));
   const int32_t status = *(volatile int32_t *) p->host_wait_status;
   TSW_CUDA(cudaMemsetAsync(p->wait_status, 0, sizeof *p->wait_status, (cudaStream_t) stream));
   *(volatile int32_t *) p->host_wait_status = TRISWEEP_OK;
   if (status == TRISWEEP_ERROR_VALUE)
   {
      return TSW_ERROR(VALUE, "an earlier correction was too large to be applied, because the "
                              "incomplete factors are unstable; use another fill level, a larger "
                              "pivot_tol, or Gauss-Seidel");
   }
   return TSW_ERROR(TIMEOUT,
                    "a row of an earlier sweep waited longer than %" PRId64 " ms for "
                    "another one, so that its x is wrong; if other programs share the device, "
                    "raise the option wait_limit, else choose another schedule",
                    p->wait_limit_ns / NS_A_MS);
}

/* The host finds the pattern: ILU with fill was never the fastest method on devices. */
static trisweep_status fill(const trisweep_csr *a, int32_t level, void *stream, tsw_memory *owner,
                            tsw_fill *fill)
{
   TSW_AT_END(tsw_host_copy_free) trisweep_csr copy = {};
   trisweep_csr                                pattern = *a;
   pattern.val = NULL;
   TSW_TRY(tsw_host_copy(&pattern, stream, &copy));
   const trisweep_status status = tsw_fill_compute(&copy, level, NULL, fill);
   TSW_SCRATCH int32_t  *row_ptr = fill->row_ptr;
   TSW_SCRATCH int32_t  *col_idx = fill->col_idx;
   fill->row_ptr = fill->col_idx = NULL;
   TSW_TRY(status);
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &fill->row_ptr, a->n_rows + 1, "row pointers"));
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &fill->col_idx, fill->nnz, "the pattern of the factors"));
   TSW_TRY(tsw_memory_copy(fill->row_ptr, row_ptr, (size_t) (a->n_rows + 1) * sizeof *row_ptr));
   return tsw_memory_copy(fill->col_idx, col_idx, (size_t) fill->nnz * sizeof *col_idx);
}

static trisweep_status diagonal(const trisweep_csr *a, double *diagonal, void *stream)
{
   if (a->n_rows > 0)
   {
      find_diagonal<<<blocks(a->n_rows), BLOCK, 0, (cudaStream_t) stream>>>(*a, diagonal);
      TSW_CUDA(cudaGetLastError());
   }
   return TRISWEEP_OK;
}

static trisweep_status ilu(const trisweep_csr *a, const tsw_plan *block, const double *diagonal,
                           bool same_pattern, tsw_plan *factors, tsw_pivots *pivots, void *stream)
{
   const bool           natural = same_pattern && !block->packed.row;
   const tsw_ilu_source from = { a, natural ? &block->packed : NULL, diagonal, factors->depth };
   return tsw_device_ilu_factorise(&from, factors->order, &factors->packed, pivots, stream);
}

static trisweep_status dilu(const tsw_plan *block, const double *diagonal, double *inv_pivot,
                            tsw_pivots *pivots, void *stream)
{
   if (block->schedule->direct && block->schedule->direct->dilu)
   {
      return block->schedule->direct->dilu(block->state, &block->packed, pivots, stream);
   }
   return tsw_device_dilu_factorise(&block->packed, block->order, block->depth, diagonal, inv_pivot,
                                    pivots, stream);
}

static trisweep_status start(const tsw_correct_job *job, void *stream)
{
   const cudaStream_t cuda_stream = (cudaStream_t) stream;
   const tsw_packed  *p = &job->block->packed;
   TSW_CUDA(cudaMemsetAsync(job->words, 0, 2 * sizeof(int32_t), cuda_stream));
   if (job->how->zero_guess)
   {
      return find_too_large(job->b, p->n_rows, job->words, stream);
   }
   residual<<<blocks(p->n_rows), BLOCK, 0, cuda_stream>>>(*p, job->diagonal, job->b, job->x, job->r,
                                                          job->words);
   return TSW_CUDA_STATUS(cudaGetLastError());
}

static trisweep_status unscale(const tsw_correct_job *job, void *stream)
{
   return tsw_each(job->block->packed.n_rows, stream,
                   [inverse = job->inv_pivot, z = job->z] __device__(int64_t i) {
                      z[i] = inverse[i] == 0.0 ? 0.0 : z[i] / inverse[i];
                   });
}

static change change_of(const tsw_correct_job *job, bool blends)
{
   const trisweep_correction *how = job->how;
   return { job->block->packed.n_rows,
            how->points ? how->cf_marker : NULL,
            how->points,
            how->relax_weight,
            how->zero_guess != 0,
            blends,
            blends ? job->z : job->r,
            job->x,
            blends ? NULL : job->words,
            job->block->packed.host_wait_status };
}

static trisweep_status blend(const tsw_correct_job *job, void *stream)
{
   return apply(change_of(job, true), stream);
}

static trisweep_status finish(const tsw_correct_job *job, void *stream)
{
   TSW_TRY(find_too_large(job->r, job->block->packed.n_rows, job->words + 1, stream));
   return apply(change_of(job, false), stream);
}

const tsw_space tsw_space_cuda = {
   .enter = tsw_memory_use_stream,
   .inspect = tsw_device_csr_inspect,
   .copy = copy,
   .check = check,
   .memory = { .alloc = tsw_memory_alloc_device, .free = tsw_memory_free_device },
   .timer = { .begin = tsw_timer_begin_device,
              .end = tsw_timer_end_device,
              .seconds = tsw_timer_seconds_device,
              .free = tsw_timer_free_device },
   .last_use = { .mark = tsw_last_use_mark, .order = tsw_last_use_order },
   .plan = &tsw_planner_cuda,
   .factors = { .fill = fill, .diagonal = diagonal, .ilu = ilu, .dilu = dilu },
   .correction = { .start = start, .unscale = unscale, .blend = blend, .finish = finish },
};
