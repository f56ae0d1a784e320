/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The backend for blocks in the memory of a CUDA device. */
#include "plan/backend.h"

#include <inttypes.h>
#include <string.h>

#include "analysis/color.h"
#include "analysis/cuda/graph.h"
#include "analysis/cuda/sweep_graph.h"
#include "analysis/fill.h"
#include "base/cuda_call.h"
#include "base/memory_cuda.h"
#include "base/message.h"
#include "block/device.h"
#include "factor/device.h"
#include "plan/compose.h"
#include "plan/cuda/choose.h"
#include "plan/cuda/compose.h"
#include "plan/plan.h"

static constexpr int64_t NS_A_MS = 1000000;

static trisweep_status inspect(const trisweep_csr *a, void *stream, uint64_t *hash)
{
   uint64_t unused;
   return tsw_device_csr_inspect(a, stream, hash ? hash : &unused);
}

/*
 * Measured (doc/performance.md): rows that wait for their columns find their levels faster, unless
 * there are many more of them than threads, their polls fill the second level cache, or
 * one of them is so long that a thread spends its time on it.
 */
static constexpr int64_t MOST_WAITING = 1 << 20;
static constexpr int64_t MOST_ENTRIES_WAITING = 1 << 22;
static constexpr int32_t LONGEST_WAITING = 512;

static trisweep_status find_levels(const tsw_graph *g, int32_t longest, void *stream,
                                   tsw_graph_levels *levels)
{
   if (g->n_rows <= MOST_WAITING && g->nnz <= MOST_ENTRIES_WAITING && longest <= LONGEST_WAITING)
   {
      return tsw_graph_levels_find(g, NULL, TSW_LEVELS_WAIT, stream, NULL, levels);
   }
   tsw_graph_columns columns = {};
   trisweep_status   status = tsw_graph_transpose(g, stream, NULL, &columns);
   if (status == TRISWEEP_OK)
   {
      status = tsw_graph_levels_find(g, &columns, TSW_LEVELS_KERNEL, stream, NULL, levels);
   }
   tsw_graph_columns_free(NULL, &columns);
   return status;
}

/* What is found out about a pattern before it gets its final layout. */
struct findings
{
   tsw_graph        lower;
   tsw_graph        upper;
   tsw_sweep_graph  sweep;
   tsw_graph_levels levels; /* of the lower triangle, or of the sweep graph */
   tsw_graph_levels colors; /* of the sweep graph, with ordering=color */
   int32_t         *color;  /* of each row, with ordering=color */
};

static void free_findings(findings *f)
{
   tsw_sweep_graph_free(NULL, &f->sweep);
   tsw_graph_levels_free(NULL, &f->levels);
   tsw_graph_levels_free(NULL, &f->colors);
   tsw_memory_free_device(NULL, &f->color);
}

/* The sweep graph, of any length of rows, and its levels for those of the lower triangle. */
static trisweep_status find_sweep_graph(void *stream, findings *f)
{
   TSW_TRY(tsw_sweep_graph_find(&f->lower, &f->upper, stream, NULL, &f->sweep));
   if (f->sweep.row_ptr)
   {
      tsw_graph_levels_free(NULL, &f->levels);
      return find_levels(&f->sweep.graph, INT32_MAX, stream, &f->levels);
   }
   return TRISWEEP_OK;
}

static trisweep_status find_colors(void *stream, findings *f)
{
   TSW_TRY(tsw_memory_alloc_device(NULL, &f->color, f->lower.n_rows, sizeof(int32_t), "colours"));
   return tsw_color_device(&f->sweep.graph, &f->levels, stream, NULL, f->color, &f->colors);
}

/* Levels of the lower triangle, for the choice, and what the choice and the ordering need. */
static trisweep_status analyse(const tsw_packed *natural, const tsw_options *options, void *stream,
                               tsw_plan *plan, findings *f)
{
   const int64_t n = natural->n_rows;
   const bool    color = tsw_plan_colors_cuda(n, options);
   if (plan->frugal)
   {
      return tsw_plan_choose_cuda(plan, natural, options, &plan->schedule);
   }
   f->lower = { n, natural->n_entries[0], natural->lower.row_ptr, natural->lower.col_idx, false };
   f->upper = { n, natural->n_entries[1], natural->upper.row_ptr, natural->upper.col_idx, true };
   TSW_TRY(find_levels(&f->lower, natural->longest, stream, &f->levels));
   plan->depth = f->levels.n_levels;
   if (color)
   {
      TSW_TRY(find_sweep_graph(stream, f));
      TSW_TRY(find_colors(stream, f));
      plan->depth = f->colors.n_levels;
   }
   TSW_TRY(tsw_plan_choose_cuda(plan, natural, options, &plan->schedule));
   const tsw_schedule_needs needs = plan->schedule->needs;
   const bool wanted = needs == TSW_NEEDS_LEVEL_ORDER || needs == TSW_NEEDS_SWEEP_LEVELS;
   return wanted && !color ? find_sweep_graph(stream, f) : TRISWEEP_OK;
}

/* Let the schedule that was chosen plan for the layout that there is. */
static trisweep_status plan_schedule(const tsw_graph_levels *levels, void *stream,
                                     tsw_memory *owner, tsw_plan *plan)
{
   const tsw_packed *p = &plan->packed;
   tsw_analysis      analysis = {};
   analysis.device_levels = levels;
   if (plan->schedule->solve_only)
   {
      TSW_TRY(tsw_memory_alloc_device(owner, &plan->work, TSW_COMPOSE_VECTORS * p->n_rows,
                                      sizeof(double), "work vectors of the sweep"));
   }
   TSW_TRY(plan->schedule->plan(p, &analysis, 1, stream, owner, &plan->state));
   TSW_CUDA(cudaStreamSynchronize((cudaStream_t) stream));
   return TRISWEEP_OK;
}

/* The layout that the schedule asks for, from the natural one, which may be that of the twin. */
static trisweep_status lay_out(const trisweep_csr *a, const tsw_packed *natural,
                               const findings *f, void *stream, tsw_memory *owner, tsw_plan *plan)
{
   const tsw_graph_levels *levels = f->color ? &f->colors : &f->levels;
   tsw_packed             *p = &plan->packed;
   if (plan->schedule->needs == TSW_NEEDS_LEVEL_ORDER)
   {
      tsw_device_packed_free(owner, p);
      return tsw_device_packed_layout(a, levels->order, f->color, stream, owner, p);
   }
   return natural == p ? TRISWEEP_OK : tsw_device_packed_copy(natural, stream, owner, p);
}

static trisweep_status take_report(const tsw_options *options, tsw_packed *p)
{
   p->wait_limit_ns = NS_A_MS * tsw_options_int(options, TSW_OPTION_wait_limit);
   return tsw_memory_take_word(&p->wait_report);
}

/* Plan a block that has rows. */
static trisweep_status plan_rows(const trisweep_csr *a, const tsw_packed *natural,
                                 const tsw_options *options, void *stream, tsw_memory *owner,
                                 tsw_plan *plan, findings *f)
{
   const bool keeps_order = plan->use == TSW_PLAN_DILU || plan->use == TSW_PLAN_FACTORS;
   TSW_TRY(analyse(natural, options, stream, plan, f));
   TSW_TRY(lay_out(a, natural, f, stream, owner, plan));
   TSW_TRY(take_report(options, &plan->packed));
   const tsw_graph_levels *levels = f->color ? &f->colors : &f->levels;
   if (keeps_order)
   {
      TSW_TRY(tsw_memory_alloc_device(owner, &plan->order, a->n_rows, sizeof(int32_t),
                                      "rows by level"));
      TSW_CUDA(cudaMemcpyAsync(plan->order, levels->order, (size_t) a->n_rows * sizeof(int32_t),
                               cudaMemcpyDeviceToDevice, (cudaStream_t) stream));
   }
   return plan_schedule(levels, stream, owner, plan);
}

static trisweep_status build(const trisweep_csr *a, const tsw_options *options,
                             const tsw_plan *twin, void *stream, tsw_memory *owner,
                             tsw_plan *plan)
{
   const bool        shared = twin && twin->packed.row == NULL && a->n_rows > 0;
   const tsw_packed *natural = shared ? &twin->packed : &plan->packed;
   plan->n_threads = 1;
   if (!shared)
   {
      TSW_TRY(tsw_device_packed_layout(a, NULL, NULL, stream, owner, &plan->packed));
   }
   if (a->n_rows == 0)
   {
      return tsw_plan_choose_cuda(plan, natural, options, &plan->schedule);
   }
   if (plan->use == TSW_PLAN_RESIDUALS && tsw_plan_may_wait_cuda(options))
   {
      return take_report(options, &plan->packed);
   }
   findings              f = {};
   const trisweep_status status = plan_rows(a, natural, options, stream, owner, plan, &f);
   free_findings(&f);
   return status;
}

static trisweep_status complete(const tsw_options *options, void *stream, tsw_memory *owner,
                                tsw_plan *plan)
{
   findings        f = {};
   trisweep_status status = analyse(&plan->packed, options, stream, plan, &f);
   if (status == TRISWEEP_OK)
   {
      status = plan_schedule(&f.levels, stream, owner, plan);
   }
   free_findings(&f);
   return status;
}

/* Rows in their own order, each waiting for those it needs; far slower where many rows wait. */
static const char *frugal(const tsw_options *options, bool factors)
{
   const bool color = strcmp(options->value[TSW_OPTION_ordering], "color") == 0;
   return color || factors ? NULL : "syncfree-csr";
}

/* By levels of fill, which the host finds on a copy of the pattern; it goes back to the device. */
static trisweep_status find_fill(const trisweep_csr *a, int32_t level, void *stream, tsw_fill *f)
{
   trisweep_csr    copy;
   trisweep_csr    pattern = *a;
   pattern.val = NULL;
   trisweep_status status = tsw_host_copy(&pattern, stream, &copy);
   if (status == TRISWEEP_OK)
   {
      status = tsw_fill_compute(&copy, level, NULL, f);
   }
   tsw_host_copy_free(&copy);
   return status;
}

static trisweep_status fill(const trisweep_csr *a, int32_t level, void *stream,
                            trisweep_csr *pattern)
{
   tsw_fill        f = {};
   int32_t        *row_ptr = NULL;
   int32_t        *col_idx = NULL;
   const int64_t   n = a->n_rows + 1;
   trisweep_status status = find_fill(a, level, stream, &f);
   if (status == TRISWEEP_OK)
   {
      status = tsw_memory_alloc_device(NULL, &row_ptr, n, sizeof(int32_t), "the fill");
   }
   if (status == TRISWEEP_OK)
   {
      status = tsw_memory_alloc_device(NULL, &col_idx, f.nnz, sizeof(int32_t), "the fill");
   }
   *pattern = { .n_rows = a->n_rows, .n_cols = a->n_cols, .nnz = f.nnz, .row_ptr = row_ptr,
                .col_idx = col_idx, .val = NULL, .space = TRISWEEP_DEVICE };
   if (status == TRISWEEP_OK)
   {
      status = tsw_memory_copy(row_ptr, f.row_ptr, (size_t) n * sizeof(int32_t));
   }
   if (status == TRISWEEP_OK)
   {
      status = tsw_memory_copy(col_idx, f.col_idx, (size_t) f.nnz * sizeof(int32_t));
   }
   tsw_fill_free(NULL, &f);
   return status;
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
   return tsw_device_dilu_factorise(&block->packed, block->order, block->depth, diagonal,
                                    inv_pivot, pivots, stream);
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
   if (status == TRISWEEP_VALUE)
   {
      return TSW_ERROR(VALUE, "an earlier correction was too large to be applied, because the "
                       "incomplete factors are unstable; use another fill level, a larger "
                       "pivot_tol, or Gauss-Seidel");
   }
   return TSW_ERROR(TIMEOUT, "a row of an earlier sweep waited longer than %" PRId64 " ms for "
                    "another one, so that its x is wrong; if other programs share the device, "
                    "raise the option wait_limit, else choose another schedule",
                    p->wait_limit_ns / NS_A_MS);
}

static void finish(void)
{
   cudaDeviceSynchronize();
}

static void free_packed(tsw_memory *owner, tsw_packed *p)
{
   tsw_memory_give_word(&p->wait_report);
   tsw_device_packed_free(owner, p);
}

const tsw_backend tsw_backend_cuda = {
   .space = TRISWEEP_DEVICE,
   .enter = tsw_memory_use_stream,
   .inspect = inspect,
   .build = build,
   .complete = complete,
   .frugal = frugal,
   .load = tsw_device_packed_load,
   .fill = fill,
   .ilu = ilu,
   .dilu = dilu,
   .compose = compose,
   .copy = copy,
   .report = report,
   .finish = finish,
   .alloc = tsw_memory_alloc_device,
   .free = tsw_memory_free_device,
   .free_packed = free_packed,
   .timer_begin = tsw_timer_begin_device,
   .timer_end = tsw_timer_end_device,
   .timer_seconds = tsw_timer_seconds_device,
   .timer_free = tsw_timer_free_device,
};
