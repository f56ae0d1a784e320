/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The message about values that the device refused. */
#include "base/memory_cuda.h"
#include "base/message.h"
#include "block/device.h"

/* Rerun the host loading to build the message. */
trisweep_status tsw_device_packed_explain(const trisweep_csr *a, const double *l1_norms,
                                          void *stream)
{
   TSW_AT_END(tsw_host_copy_free) trisweep_csr copy = {};
   tsw_packed                                  p = {};
   TSW_SCRATCH double                         *norms = NULL;
   TSW_TRY(tsw_host_copy(a, stream, &copy));
   if (l1_norms)
   {
      TSW_TRY(TSW_ALLOC(NULL, &norms, a->n_rows, "a copy of the l1 norms"));
      TSW_TRY(tsw_memory_read(norms, l1_norms, (size_t) a->n_rows * sizeof(double), stream));
   }
   trisweep_status status = tsw_packed_layout(&copy, NULL, &p);
   status = status ? status : tsw_packed_load(&copy, norms, NULL, &p);
   tsw_packed_free(NULL, &p);
   TSW_TRY(status);
   return TSW_ERROR(CUDA, "the values changed while they were read; order the work that writes "
                          "them before the stream of this call");
}
