/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Level sets by a breadth-first search (Naumov 2011, Alg. 1). A round has two launches. The first
 * processes the root nodes in one buffer: a warp removes the dependencies on its root, and lists
 * the rows that lost a dependency, the root candidates. The second visits the candidates, and
 * writes those without dependencies into the other buffer. The first round visits all rows. The
 * host reads the number of roots and exchanges the buffers.
 *
 * The paper leaves open how the rows that depend on a root are found and how a candidate is listed
 * once. Here the columns of the triangle give the rows, and the level of a candidate, raised by an
 * atomic exchange, marks a listed row; the last value is the row's level. The number of roots
 * reaches the host as in level_rounds.cuh. Progress: kernels wait for nothing.
 */
#include "kernels/cuda/published/level_rounds.cuh"
#include "kernels/cuda/published/level_sets.h"

namespace {

constexpr int BLOCK = 256;

struct search
{
   int32_t *n_candidates;
   int32_t *count;     /* [n_rows] dependencies that are left */
   int32_t *candidate; /* [n_rows] */
   int32_t *root[2];   /* [n_rows] read and written in turn */
   int32_t *level;     /* [n_rows] */
};

__global__ void __launch_bounds__(BLOCK)
   find_roots_of_matrix(tsw_graph g, search s, tsw_rounds rounds)
{
   const int64_t i = (int64_t) blockIdx.x * BLOCK + threadIdx.x;
   if (i < g.n_rows)
   {
      s.count[i] = g.row_ptr[i + 1] - g.row_ptr[i];
      s.level[i] = 0;
      if (s.count[i] == 0)
      {
         s.root[1][atomicAdd(rounds.n, 1)] = (int32_t) i;
      }
   }
   if (tsw_rounds_post(rounds, 1))
   {
      *rounds.n = 0;
   }
}

__global__ void __launch_bounds__(BLOCK)
   process_roots(tsw_graph_columns c, search s, const int32_t *root, int32_t n_roots, int32_t round)
{
   const int64_t k = ((int64_t) blockIdx.x * BLOCK + threadIdx.x) / 32;
   if (k >= n_roots)
   {
      return;
   }
   const int32_t i = root[k];
   for (int32_t e = c.col_ptr[i] + (int32_t) (threadIdx.x % 32); e < c.col_ptr[i + 1]; e += 32)
   {
      const int32_t j = c.row_idx[e];
      atomicSub(&s.count[j], 1);
      if (atomicExch(&s.level[j], round) != round)
      {
         s.candidate[atomicAdd(s.n_candidates, 1)] = j;
      }
   }
}

__global__ void __launch_bounds__(BLOCK)
   find_roots_of_candidates(search s, int32_t *root, int32_t round, tsw_rounds rounds)
{
   const int32_t n = *s.n_candidates;
   for (int32_t k = (int32_t) (blockIdx.x * BLOCK + threadIdx.x); k < n;
        k += (int32_t) (gridDim.x * BLOCK))
   {
      const int32_t j = s.candidate[k];
      if (s.count[j] == 0)
      {
         root[atomicAdd(rounds.n, 1)] = j;
      }
   }
   if (tsw_rounds_post(rounds, (uint32_t) round + 1))
   {
      *rounds.n = 0;
      *s.n_candidates = 0;
   }
}

trisweep_status run(const tsw_graph *g, const tsw_graph_columns *c, const search &s,
                    const tsw_rounds &rounds, cudaStream_t stream)
{
   const unsigned blocks = tsw_blocks(g->n_rows, BLOCK);
   int            processors;
   int32_t        n_roots = 0;
   int64_t        n_done = 0;
   TSW_TRY(tsw_cuda_processors(&processors));
   TSW_CUDA(cudaMemsetAsync(s.n_candidates, 0, sizeof(int32_t), stream));
   find_roots_of_matrix<<<blocks, BLOCK, 0, stream>>>(*g, s, rounds);
   TSW_CUDA(cudaGetLastError());
   TSW_TRY(tsw_rounds_await(rounds, 1, stream, &n_roots));
   for (int32_t round = 1; (n_done += n_roots) < g->n_rows; round++)
   {
      const unsigned few = min(blocks, (unsigned) processors);
      if (n_roots == 0)
      {
         return TSW_ERROR(CUDA, "a level of the analysis has no rows, although rows are left");
      }
      process_roots<<<tsw_blocks(n_roots, BLOCK / 32), BLOCK, 0, stream>>>(*c, s, s.root[round % 2],
                                                                           n_roots, round);
      find_roots_of_candidates<<<few, BLOCK, 0, stream>>>(s, s.root[(round + 1) % 2], round,
                                                          rounds);
      TSW_CUDA(cudaGetLastError());
      TSW_TRY(tsw_rounds_await(rounds, (uint32_t) round + 1, stream, &n_roots));
   }
   return TSW_CUDA_STATUS(cudaStreamSynchronize(stream));
}

} // namespace

extern "C" trisweep_status tsw_levels_naumov(const tsw_graph *g, const tsw_graph_columns *columns,
                                             void *stream, int32_t *level)
{
   TSW_AT_END(tsw_rounds_close) tsw_rounds rounds = {};
   const int64_t                           n = g->n_rows;
   TSW_TRY(tsw_rounds_open(1 + 4 * n, (cudaStream_t) stream, &rounds));
   int32_t     *w = rounds.n + 2;
   const search s = { w, w + 1, w + 1 + n, { w + 1 + 2 * n, w + 1 + 3 * n }, level };
   return run(g, columns, s, rounds, (cudaStream_t) stream);
}
