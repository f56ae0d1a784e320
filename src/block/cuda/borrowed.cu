/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Device blocks that are read in place: the checks of values, and the scaling of bare blocks. */
#include <limits.h>

#include "base/cuda_call.h"
#include "base/device/sum.cuh"
#include "base/memory_cuda.h"
#include "block/cuda/rows.cuh"
#include "block/device.h"

using namespace tsw_rows;

namespace {

struct check_facts
{
   int32_t bad_value; /* not 0: an entry, diagonal or norm is not valid (load.c) */
   int32_t disorder;  /* not 0: a row does not ascend, or has not one diagonal entry */
   int32_t n_zero;
};

/* An infinite sum of repeated entries is not detected. */
trisweep_status check_rows(const trisweep_csr *block, const double *l1_norms,
                           const tsw_packed *packed, cudaStream_t stream, check_facts *facts)
{
   return each_row(
      block->n_rows, stream, [=, a = *block, p = *packed] __device__(int64_t i, int lane) {
         bool          good = true;
         bool          ascends = true; /* apart from diagonal entries */
         int           n_diagonals = 0;
         double        diagonal = 0.0;
         const int32_t begin = i < a.n_rows ? a.row_ptr[i] : 0;
         const int32_t end = i < a.n_rows ? a.row_ptr[i + 1] : 0;
         for (int32_t e = begin + lane; e < end; e += LANES)
         {
            const int32_t j = a.col_idx[e];
            const double  value = a.val[e];
            const int32_t last = e - (e > begin && a.col_idx[e - 1] == i ? 2 : 1);
            good = good && isfinite(value);
            ascends = ascends && (j == i || last < begin || a.col_idx[last] < j);
            n_diagonals += j == i;
            diagonal += j == i ? value : 0.0;
         }
         n_diagonals = tsw_sum_lanes<LANES>(n_diagonals);
         diagonal = tsw_sum_lanes<LANES>(diagonal);
         if (i < a.n_rows && lane == 0)
         {
            scale_row(p, l1_norms, i, diagonal, &good, &facts->n_zero);
         }
         if (!good)
         {
            facts->bad_value = 1;
         }
         if (__syncthreads_or(i < a.n_rows && (!ascends || n_diagonals != 1)) && threadIdx.x == 0)
         {
            facts->disorder = 1; /* one store a block, since often most rows are in disorder */
         }
      });
}

/* facts: zeros without rows. */
trisweep_status find_facts(const trisweep_csr *a, const double *l1_norms, cudaStream_t stream,
                           const tsw_packed *p, check_facts *facts)
{
   TSW_SCRATCH_DEVICE check_facts *device = NULL;
   *facts = {};
   if (a->n_rows == 0)
   {
      return TRISWEEP_OK;
   }
   TSW_TRY(TSW_ALLOC_DEVICE(NULL, &device, 1, "facts about the values"));
   TSW_CUDA(cudaMemsetAsync(device, 0, sizeof *device, stream));
   TSW_TRY(check_rows(a, l1_norms, p, stream, device));
   return tsw_memory_read(facts, device, sizeof *facts, stream);
}

} // namespace

trisweep_status tsw_device_packed_check(const trisweep_csr *a, const double *l1_norms, void *stream,
                                        tsw_packed *p, bool *in_order)
{
   check_facts facts;
   TSW_TRY(find_facts(a, l1_norms, (cudaStream_t) stream, p, &facts));
   if (facts.bad_value)
   {
      return tsw_device_packed_explain(a, l1_norms, stream);
   }
   *in_order = !facts.disorder && a->nnz - a->n_rows == p->n_entries[0] + p->n_entries[1];
   p->n_zero_diagonals = facts.n_zero;
   return TRISWEEP_OK;
}

trisweep_status tsw_device_packed_borrow(const trisweep_csr *a, void *stream, tsw_memory *owner,
                                         tsw_packed *p)
{
   *p = {};
   p->n_rows = a->n_rows;
   p->n_entries[0] = a->nnz; /* of all parts */
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &p->wait_status, 1, "the status of waiting kernels"));
   return TSW_CUDA_STATUS(
      cudaMemsetAsync(p->wait_status, 0, sizeof(int32_t), (cudaStream_t) stream));
}
