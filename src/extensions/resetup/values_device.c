/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "extensions/resetup/values_device.h"

#include "extensions/values_kernels.h"
#include "hypre/base/device.h"
#include "hypre/base/device_call.h"

bool tsw_values_begin_device(void)
{
   return !tsw_cuda_fails(tsw_device_values_begin(tsw_device_stream()));
}

bool tsw_values_end_device(uint64_t *pattern, unsigned *bits)
{
   *pattern = 0;
   *bits = 0;
   return !tsw_cuda_fails(tsw_device_values_end(pattern, bits, tsw_device_stream()));
}

bool tsw_values_inspect_device(hypre_CSRMatrix *a, bool square, int seed)
{
   const tsw_device_csr m = tsw_csr_of(a);
   return !tsw_cuda_fails(
      tsw_device_values_inspect(&m, square, (uint64_t) seed, tsw_device_stream()));
}

bool tsw_values_inspect_numbers_device(const HYPRE_Int *numbers, HYPRE_Int n)
{
   return !tsw_cuda_fails(tsw_device_values_inspect_numbers(numbers, n, tsw_device_stream()));
}

bool tsw_values_copy_device(hypre_CSRMatrix *from, hypre_CSRMatrix *to, bool square)
{
   const tsw_device_csr a = tsw_csr_of(from), b = tsw_csr_of(to);
   return !tsw_cuda_fails(
      tsw_device_values_copy(&a, &b, hypre_CSRMatrixData(to), square, tsw_device_stream()));
}

void tsw_values_forget_device(tsw_values_ap *kept)
{
   if (kept->ap)
   {
      hypre_ParCSRMatrixDestroy(kept->ap);
      kept->ap = NULL;
   }
}

/*
 * Find the pattern of A P, and the lengths of rows, for all products of a hierarchy. Without a
 * pattern kept->ap stays NULL.
 */
static bool prepare(hypre_ParCSRMatrix *a, hypre_ParCSRMatrix *p, hypre_CSRMatrix *c,
                    tsw_values_ap *kept)
{
   kept->ap = hypre_ParCSRMatMat(a, p);
   if (!kept->ap)
   {
      return true;
   }
   const tsw_device_csr c_ = tsw_csr_of(c), ap = tsw_csr_of(hypre_ParCSRMatrixDiag(kept->ap));
   cudaError_t          error = tsw_device_longest_row(&c_, &kept->longest, tsw_device_stream());
   error = error ? error : tsw_device_longest_row(&ap, &kept->longest_ap, tsw_device_stream());
   const bool good = !tsw_cuda_fails(error);
   if (!good)
   {
      tsw_values_forget_device(kept);
   }
   return good;
}

/* Compute A P, then P^T times A P. INVALID_VALUE: a row is too long. */
static cudaError_t multiply_twice(hypre_CSRMatrix *a, hypre_CSRMatrix *p, hypre_CSRMatrix *pt,
                                  hypre_CSRMatrix *c, const tsw_values_ap *kept)
{
   hypre_CSRMatrix     *ap = hypre_ParCSRMatrixDiag(kept->ap);
   cudaStream_t         stream = tsw_device_stream();
   const tsw_device_csr pt_ = tsw_csr_of(pt), a_ = tsw_csr_of(a), p_ = tsw_csr_of(p),
                        c_ = tsw_csr_of(c), ap_ = tsw_csr_of(ap);
   cudaError_t error = tsw_device_values_multiply(&a_, &p_, false, &ap_, hypre_CSRMatrixData(ap),
                                                  kept->longest_ap, false, stream);
   return error ? error
                : tsw_device_values_multiply(&pt_, &ap_, false, &c_, hypre_CSRMatrixData(c),
                                             kept->longest, true, stream);
}

bool tsw_values_galerkin_device(hypre_ParCSRMatrix *a, hypre_ParCSRMatrix *p, hypre_ParCSRMatrix *c,
                                tsw_values_ap *kept, bool *computed)
{
   hypre_CSRMatrix *pt = hypre_ParCSRMatrixDiagT(p), *product = hypre_ParCSRMatrixDiag(c);
   bool             good = true;
   *computed = false;
   if (pt && kept->longest >= 0 && !kept->ap)
   {
      good = prepare(a, p, product, kept);
   }
   if (!pt || kept->longest < 0 || !kept->ap)
   {
      return good;
   }
   hypre_CSRMatrix *ap = hypre_ParCSRMatrixDiag(kept->ap);
   if (!hypre_CSRMatrixData(ap))
   {
      const size_t n = (size_t) hypre_CSRMatrixNumNonzeros(ap);
      hypre_CSRMatrixData(ap) = hypre_TAlloc(double, n, hypre_CSRMatrixMemoryLocation(ap));
   }
   const cudaError_t error =
      multiply_twice(hypre_ParCSRMatrixDiag(a), hypre_ParCSRMatrixDiag(p), pt, product, kept);
   hypre_TFree(hypre_CSRMatrixData(ap), hypre_CSRMatrixMemoryLocation(ap));
   if (error == cudaErrorInvalidValue)
   {
      (void) tsw_cuda_fails(error);
      tsw_values_forget_device(kept);
      kept->longest = -1;
      return true;
   }
   *computed = true;
   return !tsw_cuda_fails(error);
}

double tsw_values_free_bytes(void)
{
   size_t free_bytes = 0, total = 0;
   return cudaMemGetInfo(&free_bytes, &total) == cudaSuccess ? (double) free_bytes : 0.0;
}
