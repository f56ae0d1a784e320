/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "plan/plan.h"

#include "base/cuda_call.h"
#include "base/device/sum.cuh"
#include "block/cuda/rows.cuh"

using namespace tsw_rows;

namespace {

struct arguments : tsw_pass
{
   int64_t      n_rows;
   tsw_triangle fresh; /* the solved triangle */
   tsw_triangle stale; /* the other triangle */
   double      *r;     /* right-hand side of the solve */
   double      *z;     /* solution: the correction of x */
   double      *carry; /* added to r - T z in t */
};

__device__ bool is_kept(const arguments &a, int64_t i)
{
   return (a.inv_scale && a.inv_scale[i] == 0.0) || (a.cf_marker && a.cf_marker[i] != a.points);
}

/* a_ii x_i of a row that is not kept. */
__device__ double diagonal_term(const arguments &a, int64_t i)
{
   const double numerator = a.diag_scale ? a.diag_scale[i] * a.x[i] : a.x[i];
   return a.inv_scale ? numerator / a.inv_scale[i] : numerator;
}

/* (row i of a triangle) x, in all lanes of the row. To be called by whole warps. */
__device__ double row_times(const tsw_triangle &t, int64_t i, int64_t n_rows, const double *x)
{
   double        sum = 0.0;
   const int32_t end = i < n_rows ? t.row_ptr[i + 1] : 0;
   for (int32_t e = i < n_rows ? t.row_ptr[i] + lane() : 0; e < end; e += LANES)
   {
      sum += t.val[e] * x[t.col_idx[e]];
   }
   return tsw_sum_lanes<LANES>(sum);
}

__global__ void __launch_bounds__(BLOCK) start_full(__grid_constant__ const arguments a)
{
   const int64_t i = mine();
   const double  old = row_times(a.stale, i, a.n_rows, a.x);
   const double  now = row_times(a.fresh, i, a.n_rows, a.x);
   if (i >= a.n_rows || lane() != 0)
   {
      return;
   }
   if (is_kept(a, i))
   {
      a.r[i] = 0.0;
      return;
   }
   const double diagonal = diagonal_term(a, i);
   a.r[i] = a.omega * (a.b[i] - diagonal - old - now);
   a.carry[i] = a.omega * diagonal + old;
}

__global__ void __launch_bounds__(BLOCK) start_half(__grid_constant__ const arguments a)
{
   const int64_t i = mine();
   const double  now = row_times(a.fresh, i, a.n_rows, a.x);
   if (i < a.n_rows && lane() == 0)
   {
      a.r[i] = is_kept(a, i) ? 0.0 : a.t[i] - a.omega * diagonal_term(a, i) - now;
   }
}

__global__ void __launch_bounds__(BLOCK)
   add_correction(__grid_constant__ const arguments a, bool full)
{
   const int64_t i = (int64_t) blockIdx.x * BLOCK + threadIdx.x;
   if (i < a.n_rows && !is_kept(a, i))
   {
      a.x[i] += a.z[i];
      if (full && a.t)
      {
         a.t[i] += a.carry[i];
      }
   }
}

} // namespace

trisweep_status tsw_compose_cuda(const tsw_plan *plan, const tsw_pass *pass, void *stream)
{
   const tsw_packed *p = &plan->packed;
   const arguments   a = { *pass,
                           p->n_rows,
                         pass->backward ? p->upper : p->lower,
                         pass->backward ? p->lower : p->upper,
                           plan->work,
                           plan->work + p->n_rows,
                           plan->work + 2 * p->n_rows };
   const bool        full = pass->kind == TSW_PASS_FULL;
   cudaStream_t      s = (cudaStream_t) stream;
   if (full)
   {
      start_full<<<blocks(a.n_rows), BLOCK, 0, s>>>(a);
   }
   else
   {
      start_half<<<blocks(a.n_rows), BLOCK, 0, s>>>(a);
   }
   TSW_CUDA(cudaGetLastError());
   tsw_pass solve = *pass;
   solve.kind = TSW_PASS_ZERO;
   solve.diag_scale = NULL;
   solve.omega = 1.0;
   solve.b = a.r;
   solve.x = a.z;
   solve.v = NULL;
   solve.t = full ? pass->t : NULL;
   TSW_TRY(plan->schedule->pass(plan->state, p, &solve, stream));
   add_correction<<<tsw_blocks(a.n_rows, BLOCK), BLOCK, 0, s>>>(a, full);
   return TSW_CUDA_STATUS(cudaGetLastError());
}
