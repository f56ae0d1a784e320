/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "block/cuda/index.h"

#include <cub/device/device_segmented_sort.cuh>

#include "base/cub_call.h"
#include "base/device/each.cuh"
#include "block/cuda/rows.cuh"
#include "block/device.h"

using namespace tsw_rows;

namespace {

struct order_facts
{
   int unsorted;      /* not 0: some row is not sorted */
   int n_repetitions; /* of sorted rows: entries with the column of the entry before */
};

trisweep_status inspect(const tsw_triangle *triangle, int64_t n_rows, bool descending,
                        cudaStream_t stream, order_facts *facts)
{
   TSW_CUDA(cudaMemsetAsync(facts, 0, sizeof *facts, stream));
   return each_row(n_rows, stream, [=, t = *triangle] __device__(int64_t i, int lane) {
      const int32_t end = i < n_rows ? t.row_ptr[i + 1] : 0;
      int           repetitions = 0;
      bool          sorted = true;
      for (int32_t e = i < n_rows ? t.row_ptr[i] + 1 + lane : 0; e < end; e += LANES)
      {
         const int32_t before = t.col_idx[e - 1];
         sorted = sorted && (descending ? t.col_idx[e] <= before : t.col_idx[e] >= before);
         repetitions += t.col_idx[e] == before;
      }
      if (repetitions > 0)
      {
         atomicAdd(&facts->n_repetitions, repetitions);
      }
      if (__syncthreads_or(!sorted) && threadIdx.x == 0)
      {
         facts->unsorted = 1; /* one store a block, since often most rows are unsorted */
      }
   });
}

trisweep_status sort_triangle(int64_t n_rows, int64_t nnz, bool descending, cudaStream_t stream,
                              tsw_memory *owner, tsw_triangle *t)
{
   using sort = cub::DeviceSegmentedSort;
   const int32_t *begin = t->row_ptr;
   const int32_t *col_idx = t->col_idx;
   int32_t       *sorted = NULL;
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &sorted, nnz, "sorted columns"));
   const trisweep_status status =
      tsw_cub("the sort of the rows", [=](void *storage, size_t &bytes) {
         return descending ? sort::SortKeysDescending(storage, bytes, col_idx, sorted, (int) nnz,
                                                      (int) n_rows, begin, begin + 1, stream)
                           : sort::SortKeys(storage, bytes, col_idx, sorted, (int) nnz,
                                            (int) n_rows, begin, begin + 1, stream);
      });
   tsw_memory_free_device(owner, &t->col_idx);
   t->col_idx = sorted;
   return status;
}

/* Copy the first one of equal columns. c: nnz entries are left. */
trisweep_status compact(int64_t n_rows, int64_t nnz, cudaStream_t stream, tsw_memory *owner,
                        const tsw_triangle &t, tsw_triangle *c)
{
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &c->row_ptr, n_rows + 1, "row pointers"));
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &c->col_idx, nnz, "packed columns"));
   TSW_TRY(tsw_each(n_rows, stream, [t, length = c->row_ptr + 1] __device__(int64_t i) {
      int32_t n = t.row_ptr[i + 1] > t.row_ptr[i];
      for (int32_t e = t.row_ptr[i] + 1; e < t.row_ptr[i + 1]; e++)
      {
         n += t.col_idx[e] != t.col_idx[e - 1];
      }
      length[i] = n;
   }));
   TSW_TRY(tsw_rows_sum_lengths(c->row_ptr, n_rows, stream));
   return tsw_each(n_rows, stream, [t, to = *c] __device__(int64_t i) {
      int32_t next = to.row_ptr[i];
      for (int32_t e = t.row_ptr[i]; e < t.row_ptr[i + 1]; e++)
      {
         if (e == t.row_ptr[i] || t.col_idx[e] != t.col_idx[e - 1])
         {
            to.col_idx[next++] = t.col_idx[e];
         }
      }
   });
}

trisweep_status drop_repetitions(int64_t n_rows, int64_t n_kept, cudaStream_t stream,
                                 tsw_memory *owner, tsw_triangle *t)
{
   tsw_triangle          c = {};
   const trisweep_status status = compact(n_rows, n_kept, stream, owner, *t, &c);
   tsw_device_triangle_free(owner, status ? &c : t);
   *t = status ? *t : c;
   return status;
}

} // namespace

trisweep_status tsw_device_sort_rows(cudaStream_t stream, tsw_memory *owner, tsw_packed *p)
{
   TSW_SCRATCH_DEVICE order_facts *device = NULL;
   tsw_triangle                   *t[] = { &p->lower, &p->upper };
   order_facts                     facts[2] = { { 1, 0 }, { 1, 0 } };
   TSW_TRY(TSW_ALLOC_DEVICE(NULL, &device, 2, "facts about the rows"));
   /* Inspect both triangles, then sort the unsorted ones, and inspect both again. */
   for (int round = 0; round < 2 && (facts[0].unsorted || facts[1].unsorted); round++)
   {
      for (int upper = 0; upper < 2; upper++)
      {
         if (round == 1 && facts[upper].unsorted)
         {
            TSW_TRY(
               sort_triangle(p->n_rows, p->n_entries[upper], upper != 0, stream, owner, t[upper]));
         }
         TSW_TRY(inspect(t[upper], p->n_rows, upper != 0, stream, &device[upper]));
      }
      TSW_TRY(tsw_memory_read(facts, device, sizeof facts, stream));
   }
   for (int upper = 0; upper < 2; upper++)
   {
      if (facts[upper].n_repetitions > 0)
      {
         p->n_entries[upper] -= facts[upper].n_repetitions;
         TSW_TRY(drop_repetitions(p->n_rows, p->n_entries[upper], stream, owner, t[upper]));
      }
   }
   return TRISWEEP_OK;
}
