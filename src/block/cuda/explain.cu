/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The message about values that the device refused. */
#include "base/cuda_call.h"
#include "base/memory.h"
#include "base/memory_cuda.h"
#include "block/device.h"

/* Rerun the host loading to build the message. */
static trisweep_status explain_copy(const trisweep_csr *a, const double *l1_norms,
                                    cudaStream_t stream, double **norms, tsw_packed *p)
{
   if (l1_norms)
   {
      TSW_TRY(TSW_ALLOC(NULL, norms, a->n_rows, "a copy of the l1 norms"));
      TSW_TRY(tsw_memory_read(*norms, l1_norms, (size_t) a->n_rows * sizeof(double), stream));
   }
   TSW_TRY(tsw_packed_layout(a, NULL, NULL, NULL, p));
   TSW_TRY(tsw_packed_load(a, *norms, NULL, p));
   return TSW_ERROR(CUDA, "the values changed while they were read; order the work that writes "
                          "them before the stream of this call");
}

trisweep_status tsw_device_packed_explain(const trisweep_csr *a, const double *l1_norms,
                                          void *stream)
{
   trisweep_csr    copy;
   tsw_packed      p = {};
   double         *norms = NULL;
   trisweep_status status = tsw_host_copy(a, stream, &copy);
   status = status ? status : explain_copy(&copy, l1_norms, (cudaStream_t) stream, &norms, &p);
   tsw_packed_free(NULL, &p);
   tsw_memory_free(NULL, &norms);
   tsw_host_copy_free(&copy);
   return status;
}
