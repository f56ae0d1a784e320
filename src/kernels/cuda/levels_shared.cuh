/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * What the blocks of levels_flow keep in shared memory, and how it gets there: by
 * asynchronous copies, two rounds ahead. Loads into registers would make a warp wait for
 * the younger ones along with the older ones.
 */
#ifndef TSW_KERNELS_CUDA_LEVELS_SHARED_CUH
#define TSW_KERNELS_CUDA_LEVELS_SHARED_CUH

#include "base/device/wait.cuh"
#include "kernels/cuda/device/new_values.cuh"
#include "kernels/cuda/levels.cuh"

static constexpr int FLOW_THREADS = 256;    /* of a block */
static constexpr int FLOW_MOST_BLOCKS = 16; /* of a cluster */
static constexpr int FLOW_CHUNK = 3;        /* entries that a lane works on at a time */
static constexpr int FLOW_NEAR = 4;   /* last entries of a row, added after its sum over lanes */
static constexpr int FLOW_STAGES = 3; /* rounds with entries in shared memory */
static constexpr int FLOW_PLACES = 5; /* rounds with places in shared memory */

/* A pass beside what levels_pass says. */
struct flow_pass
{
   levels_pass   a;
   int32_t       n_rows;
   int32_t       ahead; /* entries of a row that a lane fetches ahead; a multiple of FLOW_CHUNK */
   const double *right; /* FULL: omega b and what v adds to it; ZERO: b; HALF: t */
   const double *stale; /* the sum over the other triangle; NULL unless FULL */
   double       *fresh; /* the new x in global memory; NULL: in the cluster */
   tsw_wait      wait;
};

namespace flow
{

/* Where a row stands in the storage order of the block. */
struct __align__(16) row_place
{
   int32_t i; /* -1: no row */
   int32_t begin;
   int32_t end;
   int32_t unused;
};

/* Numbers of a row beside its entries; those that a pass does not read keep their defaults. */
struct __align__(16) row_numbers
{
   double  right = 0.0;
   double  stale = 0.0;
   double  inv = 1.0;
   double  diag = 1.0;
   double  old = 0.0;
   int32_t point = 0;
};

static constexpr int N_NUMBERS = 5; /* the doubles */

/* The shared memory of a block. Entries come in the order in which they are needed last. */
struct block_memory
{
   row_place   *place;   /* [FLOW_PLACES][rows at a time] */
   row_numbers *numbers; /* [FLOW_STAGES][rows at a time] */
   double      *val;     /* [FLOW_STAGES][ahead][threads] */
   int32_t     *col;     /* as val */
   double      *x;       /* [n_rows] the new x, in a cluster */
   int32_t     *level;   /* [n_levels + 1] where each starts */
};

/* Also how many bytes it is. */
__host__ __device__ __forceinline__ size_t lay_out(block_memory *r, unsigned char *memory,
                                                   size_t n_x, size_t n_levels, size_t threads,
                                                   size_t rows, size_t ahead)
{
   const size_t numbers = FLOW_PLACES * rows * sizeof *r->place;
   const size_t val = numbers + FLOW_STAGES * rows * sizeof *r->numbers;
   const size_t col = val + FLOW_STAGES * ahead * threads * sizeof *r->val;
   const size_t x = col + FLOW_STAGES * ahead * threads * sizeof *r->col;
   const size_t level = x + n_x * sizeof *r->x;
   r->place = (row_place *) memory;
   r->numbers = (row_numbers *) (memory + numbers);
   r->val = (double *) (memory + val);
   r->col = (int32_t *) (memory + col);
   r->x = (double *) (memory + x);
   r->level = (int32_t *) (memory + level);
   return level + (n_levels + 1) * sizeof *r->level;
}

__device__ __forceinline__ uint32_t shared_address(const void *at)
{
   return (uint32_t) __cvta_generic_to_shared(at);
}

template <int BYTES> __device__ __forceinline__ void copy(uint32_t to, const void *from)
{
   asm volatile("cp.async.ca.shared.global [%0], [%1], %2;"
                :
                : "r"(to), "l"(from), "n"(BYTES)
                : "memory");
}

/* Ends a round of copies. */
__device__ __forceinline__ void commit()
{
   asm volatile("cp.async.commit_group;" : : : "memory");
}

/* Copies of all rounds but the last few have come, those of the other lanes too. */
template <int LAST> __device__ __forceinline__ void arrive()
{
   asm volatile("cp.async.wait_group %0;" : : "n"(LAST) : "memory");
   __syncwarp();
}

/* What a lane knows of its block's shared memory, and where it copies from. */
template <int LANES, tsw_pass_kind KIND, bool CLUSTER> struct lane_state
{
   static constexpr int NUMBERS = (N_NUMBERS + LANES - 1) / LANES; /* that a lane copies */

   const flow_pass &f;
   block_memory     r;
   uint32_t         lane; /* of the row */
   uint32_t         row;  /* of the block's rows at a time */
   uint32_t         rows; /* of the block at a time */
   uint32_t         stride;
   const int32_t   *place_from;
   const double    *number_from[NUMBERS];

   __device__ __forceinline__ lane_state(const flow_pass &pass, unsigned char *memory)
       : f(pass), lane(threadIdx.x % LANES), row(threadIdx.x / LANES), rows(blockDim.x / LANES),
         stride((uint32_t) pass.ahead * blockDim.x)
   {
      const levels_pass &a = f.a;
      lay_out(&r, memory, CLUSTER ? (size_t) f.n_rows : 0, (size_t) a.n_levels, blockDim.x, rows,
              (size_t) f.ahead);
      place_from = lane == 0 ? a.row : a.fresh.row_ptr + lane - 1;
      for (uint32_t k = 0; k < NUMBERS; k++)
      {
         const uint32_t n = lane + k * LANES;
         number_from[k] = n == 0                            ? f.right
                          : n == 1 && KIND == TSW_PASS_FULL ? f.stale
                          : n == 2                          ? a.inv_scale
                          : n == 3 && KIND != TSW_PASS_ZERO ? a.diag_scale
                          : n == 4 && KIND != TSW_PASS_ZERO ? a.x
                                                            : NULL;
      }
      for (uint32_t k = threadIdx.x; k < FLOW_STAGES * rows; k += blockDim.x)
      {
         r.numbers[k] = row_numbers();
         r.numbers[k].point = a.points;
      }
   }

   /* First step: where a row stands. */
   __device__ __forceinline__ void ask_place(int32_t place, uint32_t slot) const
   {
      row_place *to = r.place + slot * rows + row;
      if (place < 0 && lane == 0)
      {
         to->i = -1;
      }
      if (place >= 0 && lane < 3)
      {
         copy<4>(shared_address(to) + 4 * lane, place_from + place);
      }
   }

   /* Second step: what it needs beside x of other rows. */
   __device__ __forceinline__ void ask_row(uint32_t slot, uint32_t stage) const
   {
      const levels_pass &a = f.a;
      const row_place    at = r.place[slot * rows + row];
      if (at.i < 0)
      {
         return;
      }
      const uint32_t first = stage * stride + threadIdx.x;
      uint32_t       col = shared_address(r.col + first);
      uint32_t       val = shared_address(r.val + first);
      int32_t        e = at.end - 1 - (int32_t) lane;
      for (int32_t chunk = 0; chunk < f.ahead; chunk += FLOW_CHUNK)
      {
#pragma unroll
         for (int q = 0; q < FLOW_CHUNK; q++)
         {
            if (e >= at.begin)
            {
               copy<4>(col, a.fresh.col_idx + e);
               copy<8>(val, a.fresh.val + e);
            }
            col += 4 * blockDim.x;
            val += 8 * blockDim.x;
            e -= LANES;
         }
      }
      row_numbers *to = r.numbers + stage * rows + row;
#pragma unroll
      for (uint32_t k = 0; k < NUMBERS; k++)
      {
         if (number_from[k])
         {
            copy<8>(shared_address(to) + 8 * (lane + k * LANES), number_from[k] + at.i);
         }
      }
      if (a.cf_marker && lane == 0)
      {
         copy<4>(shared_address(&to->point), a.cf_marker + at.i);
      }
   }
};

} // namespace flow

#endif
