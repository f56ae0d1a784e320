/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The backend for blocks in the memory of a CUDA device. */
#include "plan/backend.h"

#include <inttypes.h>
#include <string.h>

#include "analysis/cuda/fill.h"
#include "base/cuda_call.h"
#include "base/memory_cuda.h"
#include "block/device.h"
#include "factor/device.h"
#include "plan/cuda/build.h"
#include "plan/cuda/choose.h"
#include "plan/ordering.h"
#include "plan/plan.h"

static constexpr int64_t NS_A_MS = 1000000;

static trisweep_status inspect(const trisweep_csr *a, void *stream, uint64_t *hash)
{
   uint64_t unused;
   return tsw_device_csr_inspect(a, stream, hash ? hash : &unused);
}

/* Natural order; over the caller's arrays only if the option memory allows that. */
static const char *low_memory(const tsw_options *options, tsw_plan_use use)
{
   const bool color = strcmp(tsw_ordering_asked(options), "natural") != 0;
   const bool factors = use == TSW_USE_DILU || use == TSW_USE_FACTORS;
   const bool agreed =
      tsw_choose_borrows(options) || strcmp(options->value[TSW_OPTION_memory], "auto") == 0;
   const bool borrowed = agreed && use == TSW_USE_SWEEPS;
   return color || factors ? NULL
                           : tsw_schedule_of(borrowed ? TSW_ROLE_BORROWED : TSW_ROLE_LEAST_MEMORY,
                                             TRISWEEP_DEVICE)
                                ->name;
}

static trisweep_status fill(const trisweep_csr *a, int32_t level, void *stream,
                            trisweep_csr *pattern)
{
   tsw_fill              f;
   const trisweep_status status = tsw_device_fill_compute(a, level, stream, NULL, &f);
   if (status != TRISWEEP_OK)
   {
      tsw_device_fill_free(NULL, &f);
      return status;
   }
   *pattern = { .n_rows = a->n_rows,
                .n_cols = a->n_cols,
                .nnz = f.nnz,
                .row_ptr = f.row_ptr,
                .col_idx = f.col_idx,
                .val = NULL,
                .space = TRISWEEP_DEVICE };
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
   if (block->schedule->dilu)
   {
      return block->schedule->dilu(block->state, &block->packed, pivots, stream);
   }
   return tsw_device_dilu_factorise(&block->packed, block->order, block->depth, diagonal, inv_pivot,
                                    pivots, stream);
}

static trisweep_status compose(const tsw_plan *plan, const tsw_pass *pass, void *stream)
{
   return tsw_compose_cuda(plan->schedule, plan->state, &plan->packed, pass, plan->work, stream);
}

static trisweep_status copy(double *to, const double *from, int64_t n, void *stream)
{
   TSW_CUDA(cudaMemcpyAsync(to, from, (size_t) n * sizeof(double), cudaMemcpyDeviceToDevice,
                            (cudaStream_t) stream));
   return TRISWEEP_OK;
}

static trisweep_status report(const tsw_packed *p, void *stream)
{
   if (!p->wait_report || *(volatile int32_t *) p->wait_report == TRISWEEP_OK)
   {
      return TRISWEEP_OK;
   }
   TSW_CUDA(cudaStreamSynchronize((cudaStream_t) stream));
   const int32_t status = *(volatile int32_t *) p->wait_report;
   TSW_CUDA(cudaMemsetAsync(p->wait_status, 0, sizeof *p->wait_status, (cudaStream_t) stream));
   *(volatile int32_t *) p->wait_report = TRISWEEP_OK;
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

static void free_packed(tsw_memory *owner, tsw_packed *p)
{
   tsw_memory_give_record(&p->wait_report);
   tsw_device_packed_free(owner, p);
}

const tsw_backend tsw_backend_cuda = {
   .space = TRISWEEP_DEVICE,
   .enter = tsw_memory_use_stream,
   .inspect = inspect,
   .build = tsw_plan_build_cuda,
   .complete = tsw_plan_complete_cuda,
   .low_memory = low_memory,
   .load = tsw_plan_load_cuda,
   .queues = tsw_choose_few_colors,
   .fill = fill,
   .ilu = ilu,
   .dilu = dilu,
   .compose = compose,
   .copy = copy,
   .report = report,
   .mark = tsw_last_use_mark,
   .order = tsw_last_use_order,
   .alloc = tsw_memory_alloc_device,
   .free = tsw_memory_free_device,
   .free_packed = free_packed,
   .timer_begin = tsw_timer_begin_device,
   .timer_end = tsw_timer_end_device,
   .timer_seconds = tsw_timer_seconds_device,
   .timer_free = tsw_timer_free_device,
};
