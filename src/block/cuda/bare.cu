/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Device blocks without packed triangles: bare blocks, whose triangles a schedule stores, and
 * borrowed blocks, of which nothing is stored. Values are checked, and bare blocks get reciprocals.
 */
#include <limits.h>

#include "base/cuda_call.h"
#include "base/device/sum.cuh"
#include "base/memory_cuda.h"
#include "block/cuda/rows.cuh"
#include "block/device.h"

using namespace tsw_rows;

namespace {

struct scale_facts
{
   int32_t bad_value; /* not 0: an entry, diagonal or norm is not valid (load.c) */
   int32_t disorder;  /* entries of the longest row that has the diagonal twice, or whose other
                         columns do not ascend */
   int32_t n_zero;
   int32_t first_zero; /* INT32_MAX for none */
};

struct scale_arguments
{
   trisweep_csr  a;
   const double *l1_norms;
   tsw_packed    p;
   scale_facts  *facts;
};

/* Is column j of entry e greater than the previous column that is not the diagonal? */
__device__ bool ascends(const trisweep_csr &a, int64_t i, int32_t begin, int32_t e, int32_t j)
{
   const bool diagonal = e > begin && a.col_idx[e - 1] == i;
   e -= diagonal ? 2 : 1;
   return e < begin || a.col_idx[e] < j;
}

/* An infinite sum of repeated entries of a borrowed block is not detected. */
__global__ void __launch_bounds__(BLOCK) scale_rows(__grid_constant__ const scale_arguments s)
{
   const int64_t i = mine();
   bool          good = true;
   bool          ordered = true;
   int           n_diagonals = 0;
   double        diagonal = 0.0;
   const int32_t begin = i < s.a.n_rows ? s.a.row_ptr[i] : 0;
   const int32_t end = i < s.a.n_rows ? s.a.row_ptr[i + 1] : 0;
   for (int32_t e = begin + lane(); e < end; e += LANES)
   {
      const int32_t j = s.a.col_idx[e];
      const double  value = s.a.val[e];
      good = good && isfinite(value);
      ordered = ordered && (j == i || ascends(s.a, i, begin, e, j));
      n_diagonals += j == i;
      diagonal += j == i ? value : 0.0;
   }
   n_diagonals = tsw_sum_lanes<LANES>(n_diagonals);
   diagonal = tsw_sum_lanes<LANES>(diagonal);
   if (i < s.a.n_rows && lane() == 0)
   {
      scale_row(s.p, s.l1_norms, i, diagonal, &good, &s.facts->n_zero, &s.facts->first_zero);
   }
   if (!good)
   {
      s.facts->bad_value = 1;
   }
   const bool longer = end - begin > *(volatile int32_t *) &s.facts->disorder;
   if (longer && (!ordered || n_diagonals > 1))
   {
      atomicMax(&s.facts->disorder, end - begin);
   }
}

trisweep_status run(const scale_arguments *s, cudaStream_t stream, scale_facts *facts)
{
   const scale_facts none = { 0, 0, 0, INT32_MAX };
   TSW_CUDA(cudaMemcpyAsync(s->facts, &none, sizeof none, cudaMemcpyHostToDevice, stream));
   scale_rows<<<blocks(s->a.n_rows), BLOCK, 0, stream>>>(*s);
   TSW_CUDA(cudaGetLastError());
   return tsw_memory_read(facts, s->facts, sizeof *facts, stream);
}

trisweep_status scale(const trisweep_csr *a, const double *l1_norms, cudaStream_t stream,
                      tsw_packed *p, int32_t *disorder)
{
   scale_arguments s = { *a, l1_norms, *p, NULL };
   scale_facts     facts = { 0, 0, 0, INT32_MAX };
   if (a->n_rows > 0)
   {
      TSW_TRY(tsw_memory_alloc_device(NULL, &s.facts, 1, sizeof facts, "findings on the values"));
      const trisweep_status status = run(&s, stream, &facts);
      tsw_memory_free_device(NULL, &s.facts);
      TSW_TRY(status);
   }
   if (facts.bad_value)
   {
      return tsw_device_packed_explain(a, l1_norms, stream);
   }
   *disorder = facts.disorder;
   p->n_zero_diagonals = facts.n_zero;
   p->first_zero_diagonal = facts.n_zero > 0 ? facts.first_zero : -1;
   return TRISWEEP_OK;
}

} // namespace

trisweep_status tsw_device_packed_l1(bool wanted, int64_t n, tsw_memory *owner, tsw_packed *p)
{
   double **const norms[] = { &p->inv_l1, &p->diag_l1 };
   for (double **norm : norms)
   {
      if (!wanted)
      {
         tsw_memory_free_device(owner, norm);
      }
      else if (!*norm)
      {
         TSW_TRY(tsw_memory_alloc_device(owner, norm, n, sizeof(double), "the l1 scaling"));
      }
   }
   return TRISWEEP_OK;
}

trisweep_status tsw_device_packed_scale(const trisweep_csr *a, const double *l1_norms, void *stream,
                                        tsw_memory *owner, tsw_packed *p, int32_t *disorder)
{
   TSW_TRY(tsw_device_packed_l1(l1_norms != NULL, p->n_rows, owner, p));
   return scale(a, l1_norms, (cudaStream_t) stream, p, disorder);
}

trisweep_status tsw_device_packed_borrow(const trisweep_csr *a, void *stream, tsw_memory *owner,
                                         tsw_packed *p)
{
   *p = {};
   p->space = TRISWEEP_DEVICE;
   p->n_rows = a->n_rows;
   p->first_zero_diagonal = -1;
   p->borrows = true;
   TSW_TRY(tsw_memory_alloc_device(owner, &p->wait_status, 1, sizeof(int32_t),
                                   "the status of waiting kernels"));
   TSW_CUDA(cudaMemsetAsync(p->wait_status, 0, sizeof(int32_t), (cudaStream_t) stream));
   return TRISWEEP_OK;
}

trisweep_status tsw_device_packed_check(const trisweep_csr *a, const double *l1_norms, void *stream,
                                        tsw_packed *p)
{
   int32_t unused;
   TSW_TRY(scale(a, l1_norms, (cudaStream_t) stream, p, &unused));
   p->block = *a;
   p->l1_norms = l1_norms;
   return TRISWEEP_OK;
}
