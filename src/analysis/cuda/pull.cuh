/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Compute a number of each row, such as its level, from the numbers of the rows that the row
 * depends on, for all rows in one kernel.
 *
 * A thread computes a row, a warp a long row. A block has a chunk of consecutive rows in the order
 * of solution. A thread reads the numbers that its row depends on, then polls the missing numbers
 * one after another, with few instructions a poll, because all threads share the issue slots. A
 * number is its own flag: -1 marks a missing number. Numbers of rows in the chunk are read from
 * shared memory.
 *
 * Memory order: none is needed. A number is one word, stored and polled by relaxed accesses of
 * device scope (volatile accesses in shared memory). The racecheck of compute-sanitizer reports
 * the latter: it does not know words that are polled.
 *
 * Progress: blocks take chunks by ticket, so that earlier chunks are finished or resident. The
 * lanes of a warp poll in rounds, and no lane waits inside a round: the earliest open row of a warp
 * advances as soon as its numbers are stored. The rounds end at a time limit.
 */
#pragma once

#include "analysis/graph.h"
#include "base/cuda_call.h"
#include "base/device/wait.cuh"
#include "base/memory_cuda.h"

/* The longest wait for a row. */
static constexpr int64_t TSW_ANALYSIS_WAIT_NS = 20 * INT64_C(1000000000);

/* Wait for the kernels, which store a status in a device word. OK, CUDA, TIMEOUT. */
static inline trisweep_status tsw_analysis_finish(const int32_t *word, cudaStream_t stream)
{
   int32_t status;
   TSW_TRY(tsw_memory_read(&status, word, sizeof status, stream));
   return status == TRISWEEP_OK
             ? TRISWEEP_OK
             : TSW_ERROR(TIMEOUT, "the analysis waited longer than its limit for a row; if other "
                                  "programs share the device, run again without them");
}

namespace tsw_pull {

constexpr int      BLOCK = 256;
constexpr int      WINDOW = 32; /* entries of a row that are processed at a time */
constexpr int      BATCH = 4;   /* entries of a window that are read at once */
constexpr int32_t  LONG = 96;   /* a warp reads rows of more entries */
constexpr unsigned ALL = 0xffffffffu;
constexpr int      WARPS = 16;  /* of pull_onchip */
constexpr int      WINDOWS = 4; /* windows that a warp of pull_onchip reads at once */
/* pull_onchip is for few rows or long rows: level sets of other graphs have too many rows. */
constexpr int64_t FEW_ROWS = 4096;
constexpr int64_t LONG_ROWS = 16; /* mean entries */

struct words
{
   int32_t *status; /* status of the waits */
   int32_t *ticket;
};

/* Access of a block to the numbers, of type Number. */
template <class Number> struct numbers
{
   Number          *value; /* [n_rows], -1: not known */
   volatile Number *near;  /* numbers of the chunk in the order of solution, shared */
   int32_t          first; /* position of the chunk's first row in the order of solution */
   int32_t          last;  /* n_rows - 1 */
   bool             upper;
   int32_t          most; /* parameter of the fold */

   /* Position of row i in the order of solution; also the row at position i. */
   __device__ int32_t visit(int32_t i) const
   {
      return upper ? last - i : i;
   }

   /* Position of row k of the chunk in the order of solution, minus that of row j. */
   __device__ int32_t distance(int32_t k, int32_t j) const
   {
      return first + k - visit(j);
   }

   __device__ Number read(int32_t j) const
   {
      const int32_t k = visit(j) - first;
      return k >= 0 ? near[k] : tsw_peek(&value[j]);
   }

   __device__ void write(int32_t k, Number number) const
   {
      near[k] = number;
      tsw_post(&value[visit(first + k)], number);
   }
};

/* A row in progress: entries before `at` are added, missing numbers of the window are marked. */
template <class Fold> struct row
{
   int32_t  at;
   int32_t  end;
   uint32_t missing;
   int32_t  slot; /* place in the chunk of the number waited for, or -1 */
   int32_t  wait; /* the row of this number */
   bool     open;
   Fold     fold;
};

template <class Fold> using numbers_of = numbers<typename Fold::number>;

template <class Fold>
__device__ void open_window(const tsw_graph &g, const numbers_of<Fold> &n, int32_t place,
                            row<Fold> *r)
{
   const int32_t size = min(WINDOW, r->end - r->at);
   for (int32_t first = 0; first < size; first += BATCH)
   {
      int32_t               j[BATCH];
      typename Fold::number number[BATCH];
#pragma unroll
      for (int k = 0; k < BATCH; k++)
      {
         j[k] = first + k < size ? g.col_idx[r->at + first + k] : -1;
      }
#pragma unroll
      for (int k = 0; k < BATCH; k++)
      {
         number[k] = j[k] < 0 ? -1 : n.read(j[k]);
      }
#pragma unroll
      for (int k = 0; k < BATCH; k++)
      {
         const uint32_t bit = 1u << (first + k);
         if (number[k] >= 0)
         {
            r->fold.add(number[k], n.distance(place, j[k]), n.most);
         }
         else if (j[k] >= 0)
         {
            r->missing |= bit;
         }
      }
   }
}

/* Go to the next window with a missing number; behind the last window store the result. */
template <class Fold>
__device__ void wait_for_next(const tsw_graph &g, const numbers_of<Fold> &n, int32_t place,
                              row<Fold> *r)
{
   while (r->missing == 0)
   {
      r->at += WINDOW;
      if (r->at >= r->end)
      {
         n.write(place, r->fold.result());
         r->open = false;
         return;
      }
      open_window(g, n, place, r);
   }
   const int32_t j = g.col_idx[r->at + __ffs((int) r->missing) - 1];
   r->slot = max(n.visit(j) - n.first, -1);
   r->wait = j;
}

/* Poll the missing number once, and add it if it is known. */
template <class Fold>
__device__ bool advance(const tsw_graph &g, const numbers_of<Fold> &n, int32_t place, row<Fold> *r)
{
   const typename Fold::number number =
      r->slot >= 0 ? n.near[r->slot] : tsw_peek(&n.value[r->wait]);
   if (number < 0)
   {
      return false;
   }
   r->fold.add(number, n.distance(place, r->wait), n.most);
   r->missing &= r->missing - 1;
   wait_for_next(g, n, place, r);
   return true;
}

/* The warp adds the next windows of a long row up to the first window with a missing number. */
template <class Fold>
__device__ void read_long(const tsw_graph &g, const numbers_of<Fold> &n, int owner, int lane,
                          int32_t k, row<Fold> *r)
{
   int32_t       at = __shfl_sync(ALL, r->at, owner);
   const int32_t end = __shfl_sync(ALL, r->end, owner);
   while (at < end)
   {
      const bool                  mine = at + lane < end;
      const int32_t               j = mine ? g.col_idx[at + lane] : 0;
      const typename Fold::number number = mine ? n.read(j) : -1;
      if (__any_sync(ALL, mine && number < 0))
      {
         break;
      }
      Fold part = {};
      if (mine)
      {
         part.add(number, n.distance(k + owner - lane, j), n.most);
      }
      part.gather();
      if (lane == owner)
      {
         r->fold.join(part);
         r->at += WINDOW;
      }
      at += WINDOW;
   }
   if (lane == owner && at >= end)
   {
      n.write(k, r->fold.result());
      r->open = false;
   }
   __syncwarp();
}

/* Compute all rows of a warp. place: index of the lane's row in the chunk. */
template <class Fold>
__device__ void pull_warp(const tsw_graph &g, const numbers_of<Fold> &n, int32_t place,
                          const tsw_wait &wait, row<Fold> r)
{
   const int      lane = (int) (threadIdx.x % 32);
   const bool     is_long = r.open && r.end - r.at > LONG;
   tsw_wait_clock clock;
   if (r.open && !is_long)
   {
      r.at -= WINDOW;
      wait_for_next(g, n, place, &r);
   }
   while (__any_sync(ALL, r.open))
   {
      for (unsigned rest = __ballot_sync(ALL, r.open && is_long); rest != 0; rest &= rest - 1)
      {
         read_long(g, n, __ffs((int) rest) - 1, lane, place, &r);
      }
      bool moved = r.open && !is_long && advance(g, n, place, &r);
      while (__any_sync(ALL, moved && r.open && r.slot >= 0))
      {
         moved = r.open && !is_long && r.slot >= 0 && advance(g, n, place, &r);
      }
      r.open = r.open && !clock.expired(wait);
   }
}

/**
 * Compute the number of each row. Fold has the type number, add(number, distance, most),
 * join(fold), gather() over a warp, and result() >= 0. value [n_rows] must be -1 everywhere.
 */
template <class Fold>
__global__ void __launch_bounds__(BLOCK)
   pull(tsw_graph g, words w, typename Fold::number *value, int32_t most)
{
   __shared__ volatile typename Fold::number near[BLOCK];
   __shared__ int32_t                        chunk;
   near[threadIdx.x] = -1;
   if (threadIdx.x == 0)
   {
      chunk = atomicAdd(w.ticket, 1);
   }
   __syncthreads();
   const int32_t          n_rows = (int32_t) g.n_rows;
   const int32_t          k = (int32_t) threadIdx.x;
   const numbers_of<Fold> n = { value, near, chunk * BLOCK, n_rows - 1, g.upper, most };
   const tsw_wait         wait = { w.status, NULL, TSW_ANALYSIS_WAIT_NS };
   row<Fold>              r = {};
   r.open = k < n_rows - n.first;
   if (r.open)
   {
      const int32_t i = n.visit(n.first + k);
      r.at = g.row_ptr[i];
      r.end = g.row_ptr[i + 1];
   }
   pull_warp(g, n, k, wait, r);
}

/**
 * As pull, by one block with all numbers in shared memory, a warp a row. Warp w takes rows w, w +
 * WARPS, ... of the order of solution. Few rows are in progress: for graphs of many level sets.
 */
template <class Fold>
__global__ void __launch_bounds__(WARPS * 32)
   pull_onchip(tsw_graph g, words w, typename Fold::number *value, int32_t most)
{
   extern __shared__ __align__(8) volatile unsigned char memory[];
   volatile typename Fold::number *all = (volatile typename Fold::number *) memory; /* [n_rows] */
   const int32_t                   n_rows = (int32_t) g.n_rows;
   const numbers_of<Fold>          n = { value, all, 0, n_rows - 1, g.upper, most };
   const tsw_wait                  wait = { w.status, NULL, TSW_ANALYSIS_WAIT_NS };
   for (int32_t k = (int32_t) threadIdx.x; k < n_rows; k += WARPS * 32)
   {
      all[k] = -1;
   }
   __syncthreads();
   for (int32_t k = (int32_t) threadIdx.x / 32; k < n_rows; k += WARPS)
   {
      const int32_t  i = n.visit(k);
      const int32_t  end = g.row_ptr[i + 1];
      Fold           fold = {};
      tsw_wait_clock clock;
      for (int32_t at = g.row_ptr[i]; at < end; at += WINDOW * WINDOWS)
      {
         int32_t               j[WINDOWS];
         typename Fold::number number[WINDOWS];
         bool                  missing;
#pragma unroll
         for (int q = 0; q < WINDOWS; q++)
         {
            const int32_t e = at + q * WINDOW + (int32_t) (threadIdx.x % 32);
            j[q] = e < end ? g.col_idx[e] : -1;
         }
         do
         {
            missing = false;
#pragma unroll
            for (int q = 0; q < WINDOWS; q++)
            {
               number[q] = j[q] >= 0 ? n.read(j[q]) : 0;
               missing = missing || number[q] < 0;
            }
         } while (__any_sync(ALL, missing) && !__any_sync(ALL, clock.expired(wait)));
#pragma unroll
         for (int q = 0; q < WINDOWS; q++)
         {
            if (j[q] >= 0)
            {
               fold.add(number[q], n.distance(k, j[q]), n.most);
            }
         }
      }
      fold.gather();
      if (threadIdx.x % 32 == 0)
      {
         n.write(k, fold.result());
      }
   }
}

/** Compute the numbers of all rows and wait for the kernel. OK, MEMORY, CUDA, TIMEOUT. */
template <class Fold>
trisweep_status run(const tsw_graph *g, cudaStream_t stream, typename Fold::number *value,
                    int32_t most = 0)
{
   TSW_SCRATCH_DEVICE int32_t *word = NULL; /* the status of the waits, then the ticket */
   const size_t                bytes = (size_t) g->n_rows * sizeof *value;
   int                         shared;
   if (g->n_rows == 0)
   {
      return TRISWEEP_OK;
   }
   TSW_TRY(TSW_ALLOC_DEVICE(NULL, &word, 2, "the analysis"));
   const words w = { word, word + 1 };
   TSW_TRY(tsw_cuda_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin, &shared));
   TSW_CUDA(cudaMemsetAsync(word, 0, 2 * sizeof *word, stream));
   if (bytes <= (size_t) shared && (g->n_rows <= FEW_ROWS || g->nnz >= LONG_ROWS * g->n_rows))
   {
      TSW_CUDA(cudaFuncSetAttribute(pull_onchip<Fold>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    shared));
      pull_onchip<Fold><<<1, WARPS * 32, bytes, stream>>>(*g, w, value, most);
   }
   else
   {
      TSW_CUDA(cudaMemsetAsync(value, 0xff, bytes, stream));
      pull<Fold><<<tsw_blocks(g->n_rows, BLOCK), BLOCK, 0, stream>>>(*g, w, value, most);
   }
   TSW_CUDA(cudaGetLastError());
   return tsw_analysis_finish(word, stream);
}

} // namespace tsw_pull
