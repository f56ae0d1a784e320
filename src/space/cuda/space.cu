/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The memory of CUDA devices. */
#include "space/space.h"

#include <inttypes.h>

#include "analysis/fill.h"
#include "base/device/each.cuh"
#include "base/device/sum.cuh"
#include "base/memory_cuda.h"
#include "block/cuda/index.h"
#include "block/cuda/rows.cuh"
#include "block/device.h"
#include "factor/ilu.h"
#include "plan/plan.h"

using namespace tsw_rows;

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
static trisweep_status fill(const trisweep_csr *a, const tsw_plan *, int32_t level, void *stream,
                            tsw_fill *fill)
{
   TSW_AT_END(tsw_host_copy_free) trisweep_csr copy = {};
   trisweep_csr                                pattern = *a;
   pattern.val = NULL;
   TSW_TRY(tsw_host_copy(&pattern, stream, &copy));
   tsw_packed      rows;
   trisweep_status status = tsw_packed_layout(&copy, NULL, &rows);
   status = status ? status : tsw_fill_compute(&rows, level, fill);
   tsw_packed_free(NULL, &rows);
   TSW_SCRATCH int32_t *row_ptr = fill->row_ptr;
   TSW_SCRATCH int32_t *col_idx = fill->col_idx;
   fill->row_ptr = fill->col_idx = NULL;
   TSW_TRY(status);
   TSW_TRY(TSW_ALLOC_DEVICE(NULL, &fill->row_ptr, a->n_rows + 1, "row pointers"));
   TSW_TRY(TSW_ALLOC_DEVICE(NULL, &fill->col_idx, fill->nnz, "the pattern of the factors"));
   TSW_TRY(tsw_memory_copy(fill->row_ptr, row_ptr, (size_t) (a->n_rows + 1) * sizeof *row_ptr));
   return tsw_memory_copy(fill->col_idx, col_idx, (size_t) fill->nnz * sizeof *col_idx);
}

static trisweep_status diagonal(const trisweep_csr *block, double *diagonal, void *stream)
{
   return each_row(block->n_rows, stream, [=, a = *block] __device__(int64_t i, int lane) {
      const int32_t end = i < a.n_rows ? a.row_ptr[i + 1] : 0;
      double        sum = 0.0;
      for (int32_t e = i < a.n_rows ? a.row_ptr[i] + lane : 0; e < end; e += LANES)
      {
         sum += a.col_idx[e] == i ? a.val[e] : 0.0;
      }
      sum = tsw_sum_lanes<LANES>(sum);
      if (i < a.n_rows && lane == 0)
      {
         diagonal[i] = sum;
      }
   });
}

static trisweep_status ilu(const trisweep_csr *a, const tsw_plan *block, const double *diagonal,
                           bool same_pattern, tsw_plan *factors, tsw_pivots *pivots, void *stream)
{
   const tsw_ilu_source from = { a, same_pattern ? &block->packed : NULL, diagonal,
                                 factors->depth };
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

/* The residual. No test of its size: a correction's depends on the scale of the matrix. */
static trisweep_status start(const tsw_correct_job *job, void *stream)
{
   const tsw_packed *packed = &job->block->packed;
   int32_t          *found = job->words;
   TSW_CUDA(cudaMemsetAsync(found, 0, 2 * sizeof *found, (cudaStream_t) stream));
   if (job->how->zero_guess)
   {
      return tsw_find_not_finite(job->b, packed->n_rows, found, stream);
   }
   return each_row(packed->n_rows, stream,
                   [p = *packed, a_ii = job->diagonal, b = job->b, x = job->x, r = job->r,
                    found] __device__(int64_t i, int lane) {
                      const double sum = tsw_sum_lanes<LANES>(row_share(p.lower, i, p.n_rows, x) +
                                                              row_share(p.upper, i, p.n_rows, x));
                      if (i < p.n_rows && lane == 0)
                      {
                         r[i] = b[i] - a_ii[i] * x[i] - sum;
                         if (!isfinite(r[i]))
                         {
                            *found = 1;
                         }
                      }
                   });
}

static trisweep_status unscale(const tsw_correct_job *job, void *stream)
{
   return tsw_each(job->block->packed.n_rows, stream,
                   [inverse = job->inv_pivot, z = job->z] __device__(int64_t i) {
                      z[i] = inverse[i] == 0.0 ? 0.0 : z[i] / inverse[i];
                   });
}

/*
 * blends: z is the new x, x += weight (z - x). Else x += weight r; if r, but not the residual, is
 * too large (words), set VALUE instead.
 */
static trisweep_status apply(const tsw_correct_job *job, bool blends, void *stream)
{
   const trisweep_correction *how = job->how;
   return tsw_each(job->block->packed.n_rows, stream,
                   [points = how->points, marker = how->points ? how->cf_marker : NULL,
                    weight = how->relax_weight, zero_guess = how->zero_guess != 0, x = job->x,
                    r = blends ? job->z : job->r, words = blends ? NULL : job->words,
                    status = job->block->packed.host_wait_status, blends] __device__(int64_t i) {
                      if (words && words[1] && !words[0])
                      {
                         if (i == 0)
                         {
                            *(volatile int32_t *) status = (int32_t) TRISWEEP_ERROR_VALUE;
                         }
                         return;
                      }
                      const double before = zero_guess ? 0.0 : x[i];
                      if (!marker || marker[i] == points)
                      {
                         x[i] = before + weight * (blends ? r[i] - before : r[i]);
                      }
                      else if (zero_guess)
                      {
                         x[i] = 0.0;
                      }
                   });
}

static trisweep_status blend(const tsw_correct_job *job, void *stream)
{
   return apply(job, true, stream);
}

static trisweep_status finish(const tsw_correct_job *job, void *stream)
{
   TSW_TRY(tsw_find_not_finite(job->r, job->block->packed.n_rows, job->words + 1, stream));
   return apply(job, false, stream);
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
