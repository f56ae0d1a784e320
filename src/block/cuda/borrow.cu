/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A device block that is read where it lies: nothing is stored, but values are checked. */
#include <limits.h>
#include <string.h>

#include "base/cuda_call.h"
#include "base/memory_cuda.h"
#include "base/message.h"
#include "block/cuda/rows.cuh"
#include "block/device.h"

using namespace tsw_rows;

namespace
{

struct check_facts
{
   int32_t bad_value; /* not 0: an entry, diagonal or norm that the host's checks refuse */
   int32_t n_zero;
   int32_t first_zero; /* INT32_MAX for none */
};

/* Repeated entries that add up to infinity are not noticed: nowhere is there room for the sum. */
__global__ void __launch_bounds__(BLOCK) check_rows(trisweep_csr a, const double *l1_norms,
                                                    check_facts *facts)
{
   const int64_t i = mine();
   bool          good = true;
   double        diagonal = 0.0;
   const int32_t end = i < a.n_rows ? a.row_ptr[i + 1] : 0;
   for (int32_t e = i < a.n_rows ? a.row_ptr[i] + lane() : 0; e < end; e += LANES)
   {
      const double value = a.val[e];
      good = good && isfinite(value);
      diagonal += a.col_idx[e] == i ? value : 0.0;
   }
   for (int step = LANES / 2; step > 0; step /= 2)
   {
      diagonal += __shfl_xor_sync(0xffffffffu, diagonal, step);
   }
   if (i < a.n_rows && lane() == 0)
   {
      (void) reciprocal(diagonal, &good);
      if (diagonal == 0.0)
      {
         atomicAdd(&facts->n_zero, 1);
         atomicMin(&facts->first_zero, (int32_t) i);
      }
      const double inverse = l1_norms ? reciprocal(l1_norms[i], &good) : 0.0;
      good = good && isfinite(diagonal * inverse);
   }
   if (!good)
   {
      facts->bad_value = 1;
   }
}

trisweep_status find_facts(const trisweep_csr *a, const double *l1_norms, cudaStream_t stream,
                           check_facts *device, check_facts *facts)
{
   const check_facts none = { 0, 0, INT32_MAX };
   TSW_CUDA(cudaMemcpyAsync(device, &none, sizeof none, cudaMemcpyHostToDevice, stream));
   check_rows<<<blocks(a->n_rows), BLOCK, 0, stream>>>(*a, l1_norms, device);
   TSW_CUDA(cudaGetLastError());
   TSW_CUDA(cudaMemcpyAsync(facts, device, sizeof *facts, cudaMemcpyDeviceToHost, stream));
   TSW_CUDA(cudaStreamSynchronize(stream));
   return TRISWEEP_OK;
}

} // namespace

trisweep_status tsw_device_packed_borrow(const trisweep_csr *a, void *stream, tsw_memory *owner,
                                         tsw_packed *p)
{
   memset(p, 0, sizeof *p);
   p->space = TRISWEEP_DEVICE;
   p->n_rows = a->n_rows;
   p->first_zero_diagonal = -1;
   p->borrows = true;
   TSW_TRY(tsw_memory_alloc_device(owner, &p->wait_status, 1, sizeof(int32_t),
                                   "the status of waiting kernels"));
   TSW_CUDA(cudaMemsetAsync(p->wait_status, 0, sizeof(int32_t), (cudaStream_t) stream));
   return TRISWEEP_OK;
}

trisweep_status tsw_device_packed_check(const trisweep_csr *a, const double *l1_norms,
                                        void *stream, tsw_packed *p)
{
   check_facts *device = NULL;
   check_facts  facts = { 0, 0, INT32_MAX };
   if (a->n_rows > 0)
   {
      TSW_TRY(tsw_memory_alloc_device(NULL, &device, 1, sizeof *device, "findings on the values"));
      const trisweep_status status =
         find_facts(a, l1_norms, (cudaStream_t) stream, device, &facts);
      tsw_memory_free_device(NULL, &device);
      TSW_TRY(status);
   }
   if (facts.bad_value)
   {
      return tsw_device_packed_explain(a, l1_norms, stream);
   }
   p->block = *a;
   p->l1_norms = l1_norms;
   p->n_zero_diagonals = facts.n_zero;
   p->first_zero_diagonal = facts.n_zero > 0 ? facts.first_zero : -1;
   return TRISWEEP_OK;
}
