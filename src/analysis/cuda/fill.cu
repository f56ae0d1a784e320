/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The pattern of ILU(k) on the device, level by level. An entry (i, j) of level l stems from
 * the largest row m on its shortest path: (i, m) and (m, j) have levels that add up to l - 1,
 * and m is less than i and j (the path theorem of Hysom and Pothen 2002). So the entries of
 * level l follow from those of lesser levels, in all rows at once.
 */
#include "analysis/cuda/fill.h"

#include <limits.h>
#include <string.h>

#include <cub/device/device_scan.cuh>

#include "analysis/cuda/fill_long.cuh"
#include "analysis/cuda/fill_short.cuh"
#include "base/cuda_call.h"
#include "base/memory_cuda.h"
#include "base/message.h"

using namespace tsw_fill_step;

namespace
{

/* Words of shared memory for a row that may be as many times as long as the mean before. */
constexpr int32_t LEAST_CAPACITY = 64;
constexpr int32_t MOST_CAPACITY = 512;
constexpr int32_t GROWTH[] = { 2, 8 }; /* of a row of the matrix; by a level of fill */

/* Bytes for the bits of a long row in shared memory; of several in global memory. */
constexpr int64_t BITS_HELD = 64 << 10;
constexpr int64_t BITS_AT_ONCE = 64 << 20;

/* What a step needs besides its result. */
struct workspace
{
   cudaStream_t stream;
   int32_t     *long_rows; /* [n_rows] */
   tally       *count;
   unsigned    *words; /* bits of long rows; NULL: in shared memory */
   void        *space; /* of the sum */
   int64_t      n_words; /* for one row */
   int          n_rows_at_once;
};

struct levels
{
   pattern p;
   int64_t nnz;
};

void free_levels(tsw_memory *owner, levels *l)
{
   tsw_memory_free_device(owner, &l->p.row_ptr);
   tsw_memory_free_device(owner, &l->p.col_idx);
   tsw_memory_free_device(NULL, &l->p.diagonal);
   tsw_memory_free_device(NULL, &l->p.level);
   *l = {};
}

int32_t capacity_for(int64_t nnz, int64_t n_rows, bool first)
{
   const int64_t wanted = GROWTH[first ? 0 : 1] * (nnz / n_rows + 1);
   int32_t       capacity = LEAST_CAPACITY;
   while (capacity < wanted && capacity < MOST_CAPACITY)
   {
      capacity *= 2;
   }
   return capacity;
}

/* As many blocks as the device holds at once, if there is work for them. */
template <class Kernel>
trisweep_status grid_of(Kernel *kernel, size_t bytes, int64_t wanted, unsigned *blocks)
{
   int device;
   int processors;
   int each;
   TSW_CUDA(cudaGetDevice(&device));
   TSW_CUDA(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
   TSW_CUDA(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                 (int) bytes));
   TSW_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, kernel, BLOCK, bytes));
   const int64_t most = (int64_t) processors * (each > 0 ? each : 1);
   *blocks = (unsigned) (wanted < most ? wanted : most);
   return TRISWEEP_OK;
}

template <bool WRITE> trisweep_status run_short(const step &s, cudaStream_t stream)
{
   const size_t bytes = WARPS * column_set::words(s.capacity) * sizeof(int32_t);
   unsigned     blocks;
   TSW_TRY(grid_of(short_rows<WRITE>, bytes, ((int64_t) s.n_rows + WARPS - 1) / WARPS, &blocks));
   short_rows<WRITE><<<blocks, BLOCK, bytes, stream>>>(s);
   return TSW_CUDA_STATUS(cudaGetLastError());
}

/* Room for the bits of as many long rows as are done at a time. */
trisweep_status open_words(int64_t n_rows, int n_long, workspace *w)
{
   w->n_words = (n_rows + 31) / 32;
   w->n_rows_at_once = n_long;
   const int64_t bytes = w->n_words * (int64_t) sizeof(unsigned);
   if (bytes <= BITS_HELD)
   {
      return TRISWEEP_OK;
   }
   const int64_t most = bytes < BITS_AT_ONCE ? BITS_AT_ONCE / bytes : 1;
   w->n_rows_at_once = (int) (n_long < most ? n_long : most);
   TSW_TRY(tsw_memory_alloc_device(NULL, &w->words, w->n_rows_at_once * w->n_words,
                                   sizeof(unsigned), "long rows of the fill"));
   return TSW_CUDA_STATUS(
      cudaMemsetAsync(w->words, 0, (size_t) (w->n_rows_at_once * bytes), w->stream));
}

template <bool WRITE> trisweep_status run_long(const step &s, int n_long, const workspace *w)
{
   const size_t bytes = w->words ? 0 : (size_t) w->n_words * sizeof(unsigned);
   unsigned     blocks;
   TSW_TRY(grid_of(long_rows<WRITE>, bytes, w->n_rows_at_once, &blocks));
   long_rows<WRITE><<<blocks, BLOCK, bytes, w->stream>>>(s, n_long, w->words, w->n_words);
   return TSW_CUDA_STATUS(cudaGetLastError());
}

/* The length of each row, and all together. */
trisweep_status count_entries(const step &s, workspace *w, tally *count)
{
   TSW_CUDA(cudaMemsetAsync(w->count, 0, sizeof *w->count, w->stream));
   TSW_TRY(run_short<false>(s, w->stream));
   TSW_TRY(tsw_memory_read(count, w->count, sizeof *count, w->stream));
   if (count->n_long > 0)
   {
      TSW_TRY(open_words(s.n_rows, count->n_long, w));
      TSW_TRY(run_long<false>(s, count->n_long, w));
      TSW_TRY(tsw_memory_read(count, w->count, sizeof *count, w->stream));
   }
   return count->nnz <= INT32_MAX ? TRISWEEP_OK : tsw_fill_refuse();
}

/* Lengths to row pointers, in place: an inclusive sum behind a leading zero. */
trisweep_status sum_lengths(const step &s, workspace *w)
{
   int32_t *lengths = s.to.row_ptr + 1;
   size_t   bytes = 0;
   TSW_CUDA(cudaMemsetAsync(s.to.row_ptr, 0, sizeof(int32_t), w->stream));
   TSW_CUDA(cub::DeviceScan::InclusiveSum(NULL, bytes, lengths, lengths, s.n_rows, w->stream));
   TSW_TRY(tsw_memory_alloc_device(NULL, &w->space, (int64_t) bytes, 1, "the sum of row lengths"));
   return TSW_CUDA_STATUS(cub::DeviceScan::InclusiveSum(w->space, bytes, lengths, lengths,
                                                        s.n_rows, w->stream));
}

trisweep_status write_entries(step *s, const tally *count, bool levels_wanted, workspace *w,
                              tsw_memory *owner, levels *to)
{
   const int64_t nnz = (int64_t) count->nnz;
   TSW_TRY(sum_lengths(*s, w));
   TSW_TRY(tsw_memory_alloc_device(owner, &to->p.col_idx, nnz, sizeof(int32_t),
                                   "the pattern of the factors"));
   TSW_TRY(tsw_memory_alloc_device(NULL, &to->p.diagonal, s->n_rows, sizeof(int32_t),
                                   "places of the diagonal"));
   if (levels_wanted)
   {
      TSW_TRY(tsw_memory_alloc_device(NULL, &to->p.level, nnz, sizeof(int32_t),
                                      "the levels of the fill"));
   }
   s->to = to->p;
   to->nnz = nnz;
   TSW_TRY(run_short<true>(*s, w->stream));
   return count->n_long > 0 ? run_long<true>(*s, count->n_long, w) : TRISWEEP_OK;
}

/* One step; a result without entries means that the level is empty. */
trisweep_status do_step(step *s, const levels *from, bool levels_wanted, workspace *w,
                        tsw_memory *owner, levels *to)
{
   tally count;
   TSW_TRY(tsw_memory_alloc_device(owner, &to->p.row_ptr, (int64_t) s->n_rows + 1,
                                   sizeof(int32_t), "row pointers"));
   s->from = from->p;
   s->to = to->p;
   TSW_TRY(count_entries(*s, w, &count));
   trisweep_status status = TRISWEEP_OK;
   if (s->level == 0 || (int64_t) count.nnz > from->nnz)
   {
      status = write_entries(s, &count, levels_wanted, w, owner, to);
   }
   tsw_memory_free_device(NULL, &w->words);
   tsw_memory_free_device(NULL, &w->space);
   return status;
}

/*
 * All steps. Levels are read from the second step of fill on. If the highest level that has
 * entries is h, then the next that may have some is at most 2 h + 1.
 */
trisweep_status do_steps(const trisweep_csr *a, int32_t level, workspace *w, tsw_memory *owner,
                         levels *now, levels *next)
{
   step    s = {};
   levels  none = {};
   int64_t highest = 0;
   s.n_rows = (int32_t) a->n_rows;
   s.a_row_ptr = a->row_ptr;
   s.a_col_idx = a->col_idx;
   s.long_rows = w->long_rows;
   s.count = w->count;
   s.capacity = capacity_for(a->nnz, a->n_rows, true);
   TSW_TRY(do_step(&s, &none, false, w, owner, now));
   for (s.level = 1; s.level <= level && s.level <= 2 * highest + 1; s.level++)
   {
      s.capacity = capacity_for(now->nnz, a->n_rows, false);
      TSW_TRY(do_step(&s, now, s.level < level, w, owner, next));
      if (next->nnz > 0)
      {
         free_levels(owner, now);
         *now = *next;
         *next = {};
         highest = s.level;
      }
      free_levels(owner, next);
   }
   return TSW_CUDA_STATUS(cudaStreamSynchronize(w->stream));
}

trisweep_status compute(const trisweep_csr *a, int32_t level, workspace *w, tsw_memory *owner,
                        levels *now, levels *next)
{
   TSW_TRY(tsw_memory_alloc_device(NULL, &w->count, 1, sizeof *w->count, "the fill"));
   TSW_TRY(tsw_memory_alloc_device(NULL, &w->long_rows, a->n_rows, sizeof(int32_t),
                                   "long rows of the fill"));
   return do_steps(a, level, w, owner, now, next);
}

trisweep_status no_rows(cudaStream_t stream, tsw_memory *owner, tsw_fill *fill)
{
   TSW_TRY(tsw_memory_alloc_device(owner, &fill->row_ptr, 1, sizeof(int32_t), "row pointers"));
   TSW_TRY(tsw_memory_alloc_device(owner, &fill->col_idx, 0, sizeof(int32_t), "no columns"));
   return TSW_CUDA_STATUS(cudaMemsetAsync(fill->row_ptr, 0, sizeof(int32_t), stream));
}

} // namespace

trisweep_status tsw_device_fill_compute(const trisweep_csr *a, int32_t level, void *stream,
                                        tsw_memory *owner, tsw_fill *fill)
{
   workspace w = {};
   levels   now = {};
   levels   next = {};
   memset(fill, 0, sizeof *fill);
   w.stream = (cudaStream_t) stream;
   if (a->n_rows == 0)
   {
      return no_rows(w.stream, owner, fill);
   }
   const trisweep_status status = compute(a, level, &w, owner, &now, &next);
   tsw_memory_free_device(NULL, &w.count);
   tsw_memory_free_device(NULL, &w.long_rows);
   tsw_memory_free_device(NULL, &w.words);
   tsw_memory_free_device(NULL, &w.space);
   free_levels(owner, &next);
   if (status == TRISWEEP_OK)
   {
      *fill = { now.nnz, now.p.row_ptr, now.p.col_idx };
      now.p.row_ptr = NULL;
      now.p.col_idx = NULL;
   }
   free_levels(owner, &now);
   return status;
}

void tsw_device_fill_free(tsw_memory *owner, tsw_fill *fill)
{
   tsw_memory_free_device(owner, &fill->row_ptr);
   tsw_memory_free_device(owner, &fill->col_idx);
   memset(fill, 0, sizeof *fill);
}
