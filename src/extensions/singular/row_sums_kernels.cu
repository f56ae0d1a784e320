/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * A thread looks at a row. Most matrices have a row that shows that they are regular among their
 * first rows, which are looked at first.
 */
#include "extensions/singular/row_sums_kernels.h"

#include <string.h>

#include "base/device/each.cuh"
#include "extensions/found.cuh"

static constexpr int64_t FIRST_ROWS = 4096;

/* What a search finds: 1, a number of rows, or the bits of a value: positive ones order alike. */
static __device__ unsigned long long found;

/* Rows from first on; none if a regular row is known. */
static cudaError_t look_for_regular(const tsw_row_parts &a, int64_t first, int64_t n,
                                    cudaStream_t stream)
{
   return tsw_queue_each(n, stream, [=] __device__(int64_t i) {
      if (found == 0 && tsw_row_is_regular(&a, (int32_t) (first + i)))
      {
         found = 1;
      }
   });
}

cudaError_t tsw_find_regular_row(const tsw_row_parts *a, bool *is_found, cudaStream_t stream)
{
   unsigned long long result = 0;
   const int64_t      n_first = a->n_rows < FIRST_ROWS ? a->n_rows : FIRST_ROWS;
   cudaError_t        error = tsw_clear_found(found, stream);
   error = error ? error : look_for_regular(*a, 0, n_first, stream);
   error = error ? error : look_for_regular(*a, n_first, a->n_rows - n_first, stream);
   error = error ? error : tsw_read_found(found, &result, stream);
   *is_found = result != 0;
   return error;
}

cudaError_t tsw_find_largest(const tsw_row_parts *a, double *largest, cudaStream_t stream)
{
   unsigned long long  bits = 0;
   const tsw_row_parts parts = *a;
   cudaError_t         error = tsw_clear_found(found, stream);
   error = error ? error : tsw_queue_each(a->n_rows, stream, [=] __device__(int64_t i) {
      const double largest = tsw_row_largest(&parts, (int32_t) i);
      if (largest > 0.0)
      {
         atomicMax(&found, (unsigned long long) __double_as_longlong(largest));
      }
   });
   error = error ? error : tsw_read_found(found, &bits, stream);
   memcpy(largest, &bits, sizeof bits);
   return error;
}

cudaError_t tsw_clear_negligible_rows(const tsw_row_parts *a, double negligible, double *val,
                                      double *norms, int *n_cleared, cudaStream_t stream)
{
   unsigned long long  n = 0;
   const tsw_row_parts parts = *a;
   cudaError_t         error = tsw_clear_found(found, stream);
   error = error ? error : tsw_queue_each(a->n_rows, stream, [=] __device__(int64_t i) {
      if (tsw_clear_row(&parts, (int32_t) i, negligible, val, norms))
      {
         atomicAdd(&found, 1);
      }
   });
   error = error ? error : tsw_read_found(found, &n, stream);
   *n_cleared = (int) n;
   return error;
}
