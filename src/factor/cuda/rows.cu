/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "factor/cuda/rows.cuh"

#include "base/cuda_call.h"
#include "base/memory_cuda.h"
#include "base/resident.h"

namespace factor {

static trisweep_status alloc_words(int64_t n, cudaStream_t stream, progress *f)
{
   const int64_t bytes = 2 * n * (int64_t) sizeof(double) + (int64_t) sizeof(counts);
   char         *words = NULL;
   TSW_TRY(tsw_memory_alloc_device(NULL, &words, bytes, 1, "the factorisation"));
   f->pivot = (double *) words;
   f->largest = f->pivot + n;
   f->result = (counts *) (f->largest + n);
   return TSW_CUDA_STATUS(cudaMemsetAsync(f->result, 0, sizeof(counts), stream));
}

trisweep_status tsw_factor_begin(const tsw_packed *p, const int32_t *order,
                                 const tsw_pivots *pivots, cudaStream_t stream, progress *f)
{
   const int64_t n = p->n_rows;
   *f = {};
   f->n_rows = (int32_t) n;
   f->order = order;
   f->policy = pivots->policy;
   f->tolerance = pivots->tolerance;
   TSW_TRY(alloc_words(n, stream, f));
   f->wait = { &f->result->status, NULL, p->wait_limit_ns };
   return TRISWEEP_OK;
}

void tsw_factor_end(progress *f)
{
   tsw_memory_free_device(NULL, &f->pivot); /* one allocation with largest and result */
}

trisweep_status tsw_factor_conclude(const progress *f, cudaStream_t stream, tsw_pivots *pivots)
{
   counts c;
   TSW_TRY(tsw_memory_read(&c, f->result, sizeof c, stream));
   if (c.status != TRISWEEP_OK)
   {
      return TSW_ERROR(TIMEOUT,
                       "a row of the factorisation waited longer than %lld ms for another "
                       "row; if other programs share the device, raise the option wait_limit",
                       (long long) (f->wait.limit_ns / 1000000));
   }
   pivots->n_boosted = c.n_boosted;
   pivots->n_skipped = c.n_skipped;
   pivots->first_row = c.before_first == 0 ? -1 : INT32_MAX - c.before_first;
   if (pivots->first_row >= 0 && pivots->policy == TSW_PIVOT_ERROR)
   {
      double pivot;
      double largest;
      TSW_TRY(tsw_memory_read(&pivot, f->pivot + pivots->first_row, sizeof pivot, stream));
      TSW_TRY(tsw_memory_read(&largest, f->largest + pivots->first_row, sizeof largest, stream));
      const int64_t row = pivots->first_row;
      tsw_pivots_restart(pivots);
      return tsw_pivot_refuse(row, pivot, largest);
   }
   return TRISWEEP_OK;
}

/* Warps for the rows of so many level sets, and at least so many a multiprocessor: more warps
 * would only poll. */
static constexpr int64_t LEVELS_AHEAD = 16;
static constexpr int64_t LEAST_WARPS = 4;

trisweep_status tsw_factor_grid_of(const void *kernel, int threads, size_t bytes, int64_t n_rows,
                                   int64_t n_levels, unsigned *blocks)
{
   int     processors;
   int64_t most;
   TSW_TRY(tsw_cuda_processors(&processors));
   TSW_TRY(tsw_resident_blocks(kernel, threads, bytes, &most));
   const int64_t least = LEAST_WARPS * processors;
   const int64_t ahead = LEVELS_AHEAD * n_rows / n_levels;
   const int64_t warps = threads / 32;
   const int64_t wanted = (min(max(ahead, least), n_rows) + warps - 1) / warps;
   *blocks = (unsigned) min(wanted, max(most, (int64_t) 1));
   return TRISWEEP_OK;
}

} // namespace factor
