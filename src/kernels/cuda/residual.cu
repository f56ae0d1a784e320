/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * b - A x from what a pass has added up. Its rows need no order, so that one
 * launch does all of them, whatever the pass took.
 */
#include "kernels/cuda/residual.h"

#include "base/cuda_call.h"
#include "base/message.h"
#include "kernels/cuda/device/residual.cuh"
#include "kernels/cuda/triangles.h"

static constexpr int BLOCK = 128;

/* Entries of a row and triangle that a lane takes. */
static constexpr int ENTRIES = 7;

template <int LANES>
static __global__ void __launch_bounds__(BLOCK)
   packed_rows(__grid_constant__ const tsw_residual q, tsw_triangle fresh, tsw_triangle stale)
{
   const int      lane = (int) (threadIdx.x % LANES);
   const int32_t  place = (int32_t) (((int64_t) blockIdx.x * BLOCK + threadIdx.x) / LANES);
   const bool     has = place < q.n_rows;
   residual::part old_part = {};
   residual::part new_part = {};
   if (has)
   {
      old_part = residual::part_of<LANES>(stale, place, lane);
   }
   if (has && q.t)
   {
      new_part = residual::part_of<LANES>(fresh, place, lane);
   }
   const int32_t i = !has ? -1 : q.row ? q.row[place] : place;
   residual::find_row<LANES>(q, i, new_part, old_part, lane);
}

/* For one number of lanes. */
struct residual_kernel
{
   int lanes;
   void (*of)(tsw_residual, tsw_triangle, tsw_triangle);
};

static const residual_kernel kernels[] = { { 1, packed_rows<1> },   { 2, packed_rows<2> },
                                           { 4, packed_rows<4> },   { 8, packed_rows<8> },
                                           { 16, packed_rows<16> }, { 32, packed_rows<32> } };

tsw_residual tsw_residual_of(const tsw_packed *p, const tsw_pass *pass, double *r)
{
   tsw_residual q = {};
   q.n_rows = (int32_t) p->n_rows;
   q.row = p->row;
   q.inv_diag = p->inv_diag;
   q.inv_scale = pass->inv_scale;
   q.cf_marker = pass->cf_marker;
   q.points = pass->points;
   q.half = pass->kind == TSW_PASS_HALF;
   q.b = pass->b;
   q.x = pass->x;
   q.t = pass->t;
   q.r = r;
   return q;
}

trisweep_status tsw_residual_by_row(const void *, const tsw_packed *p, const tsw_pass *pass, int,
                                    double *r, void *stream)
{
   const double mean =
      0.5 * (double) (p->n_entries[0] + p->n_entries[1]) / (double) (p->n_rows + 1);
   int k = 0;
   while (kernels[k].lanes < 32 && ENTRIES * kernels[k].lanes < mean)
   {
      k++;
   }
   if (p->n_rows > 0)
   {
      kernels[k]
         .of<<<tsw_blocks(p->n_rows * kernels[k].lanes, BLOCK), BLOCK, 0, (cudaStream_t) stream>>>(
            tsw_residual_of(p, pass, r), pass->backward ? p->upper : p->lower,
            pass->backward ? p->lower : p->upper);
      TSW_CUDA(cudaGetLastError());
   }
   return TRISWEEP_OK;
}
