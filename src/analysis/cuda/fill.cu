/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The pattern of ILU(k) on the device, one fill level after another; "level" is a fill level here.
 * If (i, j) has level l, and m < min(i, j) is the largest inner row of the shortest path from i to
 * j, the levels of (i, m) and (m, j) add up to l - 1 (Hysom and Pothen 2002). So the entries of
 * level l follow from entries of lower levels, in all rows at once.
 */
#include "analysis/fill.h"

#include <limits.h>

#include "analysis/cuda/fill_step.cuh"
#include "base/cuda_call.h"
#include "base/memory_cuda.h"
#include "base/resident.h"
#include "block/cuda/index.h"

using namespace tsw_fill_step;

namespace {

/* BITS_HELD: most bytes of a row's bits in shared memory, so that a multiprocessor has several
 * blocks. BITS_AN_ENTRY: bytes of global memory for longer rows, for each entry of the matrix. */
constexpr int64_t BITS_HELD = 16 << 10;
constexpr int64_t BITS_AN_ENTRY = 12;

struct workspace
{
   cudaStream_t        stream;
   unsigned long long *nnz;
   unsigned           *words; /* bits of the current row of each block; NULL: in shared memory */
   size_t              bytes; /* shared memory of a block */
   unsigned            n_blocks;
};

/* The pattern of all levels so far, and its number of entries. */
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

/* Set n_blocks, at most all resident blocks, and allocate their bits; for both kernels. */
trisweep_status open_words(const trisweep_csr *a, workspace *w)
{
   int64_t       blocks;
   const int64_t bytes = tsw_fill_words(a->n_rows) * (int64_t) sizeof(unsigned);
   const bool    held = bytes <= BITS_HELD;
   TSW_TRY(tsw_resident_blocks((const void *) fill_rows<true>, BLOCK, held ? (size_t) bytes : 0,
                               &blocks));
   blocks = blocks > 0 ? blocks : 1;
   blocks = blocks < a->n_rows ? blocks : a->n_rows;
   w->bytes = held ? (size_t) bytes : 0;
   if (!held)
   {
      const int64_t most = BITS_AN_ENTRY * a->nnz / bytes + 1;
      blocks = blocks < most ? blocks : most;
      TSW_TRY(tsw_memory_alloc_device(NULL, &w->words, blocks * bytes, 1, "rows of the fill"));
      TSW_CUDA(cudaMemsetAsync(w->words, 0, (size_t) (blocks * bytes), w->stream));
   }
   w->n_blocks = (unsigned) blocks;
   return TRISWEEP_OK;
}

template <bool WRITE> trisweep_status run(const step &s, const workspace *w)
{
   fill_rows<WRITE><<<w->n_blocks, BLOCK, w->bytes, w->stream>>>(s, w->words);
   return TSW_CUDA_STATUS(cudaGetLastError());
}

trisweep_status count_entries(const step &s, const workspace *w, unsigned long long *nnz)
{
   TSW_CUDA(cudaMemsetAsync(w->nnz, 0, sizeof *w->nnz, w->stream));
   TSW_TRY(run<false>(s, w));
   TSW_TRY(tsw_memory_read(nnz, w->nnz, sizeof *nnz, w->stream));
   return *nnz <= INT32_MAX ? TRISWEEP_OK : tsw_fill_refuse();
}

trisweep_status write_entries(step *s, int64_t nnz, bool levels_wanted, workspace *w,
                              tsw_memory *owner, levels *to)
{
   TSW_TRY(tsw_rows_sum_lengths(s->to.row_ptr, s->n_rows, w->stream));
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &to->p.col_idx, nnz, "the pattern of the factors"));
   TSW_TRY(TSW_ALLOC_DEVICE(NULL, &to->p.diagonal, s->n_rows, "places of the diagonal"));
   if (levels_wanted)
   {
      TSW_TRY(TSW_ALLOC_DEVICE(NULL, &to->p.level, nnz, "the levels of the fill"));
   }
   s->to = to->p;
   to->nnz = nnz;
   return run<true>(*s, w);
}

/* Find the entries of one level. to->nnz stays 0 if there are none. */
trisweep_status do_step(step *s, const levels *from, bool levels_wanted, workspace *w,
                        tsw_memory *owner, levels *to)
{
   unsigned long long nnz;
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &to->p.row_ptr, (int64_t) s->n_rows + 1, "row pointers"));
   s->from = from->p;
   s->to = to->p;
   TSW_TRY(count_entries(*s, w, &nnz));
   return s->level == 0 || (int64_t) nnz > from->nnz
             ? write_entries(s, (int64_t) nnz, levels_wanted, w, owner, to)
             : TRISWEEP_OK;
}

/* If h is the highest level with entries so far, the next level with entries is at most 2 h + 1. */
trisweep_status do_steps(const trisweep_csr *a, int32_t level, workspace *w, tsw_memory *owner,
                         levels *now, levels *next)
{
   step    s = {};
   levels  none = {};
   int64_t highest = 0;
   TSW_TRY(TSW_ALLOC_DEVICE(NULL, &w->nnz, 1, "the fill"));
   TSW_TRY(open_words(a, w));
   s.n_rows = (int32_t) a->n_rows;
   s.a_row_ptr = a->row_ptr;
   s.a_col_idx = a->col_idx;
   s.nnz = w->nnz;
   TSW_TRY(do_step(&s, &none, false, w, owner, now));
   for (s.level = 1; s.level <= level && s.level <= 2 * highest + 1; s.level++)
   {
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

trisweep_status no_rows(cudaStream_t stream, tsw_memory *owner, tsw_fill *fill)
{
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &fill->row_ptr, 1, "row pointers"));
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &fill->col_idx, 0, "no columns"));
   return TSW_CUDA_STATUS(cudaMemsetAsync(fill->row_ptr, 0, sizeof(int32_t), stream));
}

} // namespace

trisweep_status tsw_device_fill_compute(const trisweep_csr *a, int32_t level, void *stream,
                                        tsw_memory *owner, tsw_fill *fill)
{
   workspace w = {};
   levels    now = {};
   levels    next = {};
   *fill = {};
   w.stream = (cudaStream_t) stream;
   if (a->n_rows == 0)
   {
      return no_rows(w.stream, owner, fill);
   }
   const trisweep_status status = do_steps(a, level, &w, owner, &now, &next);
   tsw_memory_drop_device(&w.nnz);
   tsw_memory_drop_device(&w.words);
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
