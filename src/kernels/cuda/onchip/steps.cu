/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "kernels/cuda/onchip/layout.h"

#include <limits.h>

#include "analysis/cuda/graph.h"
#include "analysis/cuda/pull.cuh"
#include "base/device/search.cuh"
#include "base/memory_cuda.h"
#include "block/cuda/index.h"
#include "kernels/cuda/onchip/split.cuh"

const tsw_onchip_shape tsw_onchip_shapes[TSW_ONCHIP_SHAPES] = {
   { 1, 16, 148.0, 0.035 },
   { 2, 16, 165.0, 0.044 },
   { 4, 16, 240.0, 0.085 },
};

using namespace tsw_onchip_split;

namespace {

/* Number of a row's entries of ages 1, 2, 3 and 4 in its first possible step, a byte each. */
struct step_fold
{
   typedef int32_t number;

   int32_t  behind; /* step of the newest column, plus 1; 0: no columns yet */
   uint32_t young;

   static_assert(TSW_ONCHIP_AHEAD - 1 <= 4, "a byte for each young age");

   static __device__ uint32_t aged(uint32_t young, int32_t steps)
   {
      return steps < 4 ? young << 8 * steps : 0;
   }

   __device__ void join(const step_fold &other)
   {
      const int32_t newer = max(behind, other.behind);
      young = __vaddus4(aged(young, newer - behind), aged(other.young, newer - other.behind));
      behind = newer;
   }

   __device__ void add(int32_t step, int32_t, int32_t)
   {
      join({ step + 1, 1u });
   }

   __device__ void gather()
   {
      const int32_t  newest = __reduce_max_sync(tsw_pull::ALL, behind);
      const uint32_t ages = aged(young, newest - behind);
      const uint32_t even = __reduce_add_sync(tsw_pull::ALL, ages & 0x00ff00ffu);
      const uint32_t odd = __reduce_add_sync(tsw_pull::ALL, ages >> 8 & 0x00ff00ffu);
      behind = newest;
      young = __vminu2(even, 0x00ff00ffu) | __vminu2(odd, 0x00ff00ffu) << 8;
   }

   /* The first step in which a chain record holds the row's young entries. */
   __device__ int32_t result() const
   {
      constexpr uint32_t MATTERS = 0x01010101u >> 8 * (5 - TSW_ONCHIP_AHEAD);
      uint32_t           ages = young;
      int32_t            step = behind;
      while ((int) (ages & 255) > TSW_ONCHIP_NEAR ||
             (int) __dp4a(ages, MATTERS, 0u) > TSW_ONCHIP_YOUNG)
      {
         ages <<= 8;
         step++;
      }
      return step;
   }
};

/* Count the entries of each row for helper warps (n_old) and for other blocks (n_far). */
trisweep_status count_ages(const tsw_graph &g, int far_age, const tsw_onchip_steps &s,
                           cudaStream_t stream)
{
   return tsw_each(g.n_rows, stream, [=] __device__(int64_t i) {
      int32_t old = 0;
      int32_t far = 0;
      for (int32_t e = g.row_ptr[i]; e < g.row_ptr[i + 1]; e++)
      {
         const int32_t age = s.step[i] - s.step[g.col_idx[e]];
         old += age >= TSW_ONCHIP_AHEAD && age < far_age;
         far += age >= far_age;
      }
      s.n_old[i] = old;
      s.n_far[i] = far;
   });
}

/* Sort the rows of each step by descending n_old; ties keep their order. A block a step. */
__global__ void __launch_bounds__(TSW_ONCHIP_MOST_LANES)
   rank_rows(const int32_t *order, tsw_onchip_shape shape, tsw_onchip_steps to)
{
   __shared__ int32_t n_old[TSW_ONCHIP_MOST_LANES];
   const int32_t      s = (int32_t) blockIdx.x;
   const int32_t      begin = to.step_ptr[s];
   const int          n = to.step_ptr[s + 1] - begin;
   const int          k = (int) threadIdx.x;
   const int32_t      i = k < n ? order[begin + k] : -1;
   n_old[k] = k < n ? to.n_old[i] : -1;
   __syncthreads();
   if (k < n)
   {
      int rank = 0;
      for (int m = 0; m < n; m++)
      {
         rank += n_old[m] > n_old[k] || (n_old[m] == n_old[k] && m < k);
      }
      to.row[begin + rank] = i;
      to.slot[i] = begin + rank;
      to.ring[i] = tsw_onchip_place(&shape, s, rank);
   }
}

/* Split the order of the rows into steps for every shape. */
trisweep_status split(const tsw_graph *g, const int32_t *order, cudaStream_t stream,
                      const shape_steps &to)
{
   TSW_SCRATCH_DEVICE int32_t          *position = NULL;
   TSW_SCRATCH_DEVICE newest           *row = NULL;
   TSW_SCRATCH_DEVICE tsw_onchip_shape *shapes = NULL;
   TSW_TRY(TSW_ALLOC_DEVICE(NULL, &position, g->n_rows, "steps"));
   TSW_TRY(TSW_ALLOC_DEVICE(NULL, &row, g->n_rows, "steps"));
   TSW_TRY(TSW_ALLOC_DEVICE(NULL, &shapes, TSW_ONCHIP_SHAPES, "steps"));
   TSW_TRY(tsw_memory_copy(shapes, tsw_onchip_shapes, sizeof tsw_onchip_shapes));
   TSW_TRY(tsw_order_invert(order, g->n_rows, stream, position));
   TSW_TRY(find_newest(*g, order, position, row, stream));
   split_order<<<TSW_ONCHIP_SHAPES, BLOCK, 0, stream>>>(row, (int32_t) g->n_rows, shapes, to);
   return TSW_CUDA_STATUS(cudaGetLastError());
}

/* Choose the shape with the least estimated time. */
trisweep_status choose_shape(const tsw_graph *g, cudaStream_t stream, const shape_steps &found,
                             const tsw_onchip_shape **shape, tsw_onchip_steps *steps)
{
   int32_t n_steps[TSW_ONCHIP_SHAPES];
   double  least = 1e300;
   TSW_TRY(tsw_memory_read(n_steps, found.n_steps, sizeof n_steps, stream));
   for (int k = 0; k < TSW_ONCHIP_SHAPES; k++)
   {
      const tsw_onchip_shape *s = &tsw_onchip_shapes[k];
      const double            time = n_steps[k] * s->step_ns + (double) g->nnz * s->entry_ns;
      if (n_steps[k] > 0 && (int64_t) n_steps[k] * tsw_onchip_lanes(s) < INT_MAX && time < least)
      {
         least = time;
         *shape = s;
         steps->n_steps = n_steps[k];
      }
   }
   return *shape ? TRISWEEP_OK
                 : TSW_ERROR(UNSUPPORTED, "schedule onchip: the block needs too many steps; use "
                                          "another schedule");
}

trisweep_status take_steps(const tsw_onchip_shape *shape, cudaStream_t stream,
                           const shape_steps &found, tsw_onchip_steps *steps)
{
   const int64_t  n = (int64_t) steps->n_steps + 1;
   const int32_t *from = found.start + (shape - tsw_onchip_shapes) * ((int64_t) found.capacity + 1);
   TSW_TRY(TSW_ALLOC_DEVICE(NULL, &steps->step_ptr, n, "steps"));
   TSW_TRY(TSW_ALLOC(NULL, &steps->host_step_ptr, n, "steps"));
   TSW_CUDA(cudaMemcpyAsync(steps->step_ptr, from, (size_t) n * sizeof(int32_t),
                            cudaMemcpyDeviceToDevice, stream));
   TSW_TRY(tsw_memory_read(steps->host_step_ptr, from, (size_t) n * sizeof(int32_t), stream));
   for (int64_t s = 0; s < steps->n_steps; s++)
   {
      const int32_t rows = steps->host_step_ptr[s + 1] - steps->host_step_ptr[s];
      steps->width = rows > steps->width ? rows : steps->width;
   }
   return TRISWEEP_OK;
}

trisweep_status list_rows(const tsw_graph *g, const tsw_onchip_shape *shape, const int32_t *order,
                          cudaStream_t stream, tsw_onchip_steps *steps)
{
   TSW_TRY(tsw_each(g->n_rows, stream, [=, s = *steps] __device__(int64_t k) {
      s.step[order[k]] = tsw_last_at_or_before(s.step_ptr, s.n_steps, (int32_t) k);
   }));
   TSW_TRY(count_ages(*g, shape->far, *steps, stream));
   rank_rows<<<(unsigned) steps->n_steps, TSW_ONCHIP_MOST_LANES, 0, stream>>>(order, *shape,
                                                                              *steps);
   TSW_CUDA(cudaGetLastError());
   return tsw_memory_wait(stream);
}

} // namespace

trisweep_status tsw_onchip_steps_find(const tsw_graph *g, void *stream,
                                      const tsw_onchip_shape **shape, tsw_onchip_steps *steps)
{
   TSW_AT_END(tsw_graph_levels_drop) tsw_graph_levels levels = {};
   TSW_SCRATCH_DEVICE int32_t                        *start = NULL;
   TSW_SCRATCH_DEVICE int32_t                        *counts = NULL;
   const cudaStream_t                                 cuda_stream = (cudaStream_t) stream;
   const int64_t                                      n = g->n_rows;
   const int64_t capacity = n < INT_MAX / 4 ? 2 * n + 64 : n; /* steps of a shape, at most */
   int64_t       n_steps;                                     /* before rows move to later steps */
   *shape = NULL;
   *steps = {};
   steps->n_rows = (int32_t) n;
   TSW_TRY(TSW_ALLOC_DEVICE(NULL, &steps->step, 6 * n, "steps"));
   steps->slot = steps->step + n;
   steps->ring = steps->slot + n;
   steps->n_old = steps->ring + n;
   steps->n_far = steps->n_old + n;
   steps->row = steps->n_far + n;
   TSW_TRY(TSW_ALLOC_DEVICE(NULL, &start, TSW_ONCHIP_SHAPES * (capacity + 1), "steps"));
   TSW_TRY(TSW_ALLOC_DEVICE(NULL, &counts, TSW_ONCHIP_SHAPES, "steps"));
   const shape_steps found = { start, (int32_t) capacity, counts };
   TSW_TRY(tsw_pull::run<step_fold>(g, cuda_stream, steps->step));
   TSW_TRY(tsw_graph_levels_count(steps->step, n, stream, &n_steps));
   TSW_TRY(tsw_graph_levels_sort(g, steps->step, n_steps, stream, NULL, &levels));
   TSW_TRY(split(g, levels.order, cuda_stream, found));
   TSW_TRY(choose_shape(g, cuda_stream, found, shape, steps));
   TSW_TRY(take_steps(*shape, cuda_stream, found, steps));
   return list_rows(g, *shape, levels.order, cuda_stream, steps);
}

void tsw_onchip_steps_free(tsw_onchip_steps *steps)
{
   tsw_memory_free_device(NULL, &steps->step);
   tsw_memory_free_device(NULL, &steps->step_ptr);
   tsw_memory_free(NULL, &steps->host_step_ptr);
}
