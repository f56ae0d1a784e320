/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The factorisation that hypre's ILU(0) uses on the device. */
#include "bench/boards/csrilu02.h"

#include <cuda_runtime_api.h>
#include <cusparse.h>
#include <stdio.h>

#include "bench/boards/space.h"

#if defined            __GNUC__
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#endif

namespace {

bool works(cusparseStatus_t status, const char *what)
{
   if (status != CUSPARSE_STATUS_SUCCESS)
   {
      fprintf(stderr, "trisweep-bench: %s: %s\n", what, cusparseGetErrorString(status));
   }
   return status == CUSPARSE_STATUS_SUCCESS;
}

struct factoriser
{
   cusparseHandle_t   handle;
   cusparseMatDescr_t form;
   csrilu02Info_t     info;
   void              *work;
   double            *val;
};

bool factorise(const trisweep_csr *a, factoriser *f, double *ms_analysis, double *ms_factor)
{
   const tsw_bench_space      *space = &tsw_bench_device;
   const cusparseSolvePolicy_t policy = CUSPARSE_SOLVE_POLICY_USE_LEVEL;
   const int                   n = (int) a->n_rows;
   const int                   nnz = (int) a->nnz;
   int                         bytes;
   if (!works(cusparseDcsrilu02_bufferSize(f->handle, n, nnz, f->form, f->val, a->row_ptr,
                                           a->col_idx, f->info, &bytes),
              "csrilu02"))
   {
      return false;
   }
   f->work = space->alloc((size_t) bytes);
   space->begin();
   bool good = works(cusparseDcsrilu02_analysis(f->handle, n, nnz, f->form, f->val, a->row_ptr,
                                                a->col_idx, f->info, policy, f->work),
                     "csrilu02 analysis");
   *ms_analysis = space->end();
   for (int k = 0; good && k < 2; k++) /* the first factorisation warms up */
   {
      cudaMemcpyAsync(f->val, a->val, (size_t) nnz * sizeof(double), cudaMemcpyDeviceToDevice,
                      (cudaStream_t) space->stream());
      space->begin();
      good = works(cusparseDcsrilu02(f->handle, n, nnz, f->form, f->val, a->row_ptr, a->col_idx,
                                     f->info, policy, f->work),
                   "csrilu02");
      *ms_factor = space->end();
   }
   return good;
}

} // namespace

bool tsw_bench_csrilu02(const trisweep_csr *a, double *ms_analysis, double *ms_factor)
{
   factoriser f = {};
   f.val = (double *) tsw_bench_device.alloc((size_t) a->nnz * sizeof(double));
   bool good = works(cusparseCreate(&f.handle), "cusparseCreate") &&
               works(cusparseSetStream(f.handle, (cudaStream_t) tsw_bench_device.stream()),
                     "cusparseSetStream") &&
               works(cusparseCreateMatDescr(&f.form), "cusparseCreateMatDescr") &&
               works(cusparseCreateCsrilu02Info(&f.info), "cusparseCreateCsrilu02Info");
   good = good && factorise(a, &f, ms_analysis, ms_factor);
   if (f.info)
   {
      cusparseDestroyCsrilu02Info(f.info);
   }
   if (f.form)
   {
      cusparseDestroyMatDescr(f.form);
   }
   if (f.handle)
   {
      cusparseDestroy(f.handle);
   }
   tsw_bench_device.free(f.work);
   tsw_bench_device.free(f.val);
   return good;
}
