/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "kernels/cuda/onchip/layout.h"

#include <limits.h>

#include "analysis/cuda/graph.h"
#include "analysis/cuda/pull.cuh"
#include "base/cuda_call.h"
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

/* Store the step of each row. A block a step. */
__global__ void __launch_bounds__(TSW_ONCHIP_MOST_LANES)
   store_steps(const int32_t *order, tsw_onchip_steps to)
{
   const int32_t k = to.step_ptr[blockIdx.x] + (int32_t) threadIdx.x;
   if (k < to.step_ptr[blockIdx.x + 1])
   {
      to.step[order[k]] = (int32_t) blockIdx.x;
   }
}

/* Count the entries of each row for helper warps (n_old) and for other blocks (n_far). */
__global__ void __launch_bounds__(BLOCK)
   count_ages(tsw_graph g, const int32_t *step, int far_age, int32_t *n_old, int32_t *n_far)
{
   const int64_t i = (int64_t) blockIdx.x * BLOCK + threadIdx.x;
   if (i < g.n_rows)
   {
      int32_t old = 0;
      int32_t far = 0;
      for (int32_t e = g.row_ptr[i]; e < g.row_ptr[i + 1]; e++)
      {
         const int32_t age = step[i] - step[g.col_idx[e]];
         old += age >= TSW_ONCHIP_AHEAD && age < far_age;
         far += age >= far_age;
      }
      n_old[i] = old;
      n_far[i] = far;
   }
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

/* Work arrays in device memory. */
struct work_arrays
{
   tsw_graph_levels  levels;
   int32_t          *position;
   newest           *row;
   tsw_onchip_shape *shapes;
   shape_steps       found;
};

trisweep_status alloc_work(int64_t n, work_arrays *w)
{
   const char *what = "steps";
   w->found.capacity = (int32_t) (n < INT_MAX / 4 ? 2 * n + 64 : n);
   TSW_TRY(TSW_ALLOC_DEVICE(NULL, &w->position, n, what));
   TSW_TRY(TSW_ALLOC_DEVICE(NULL, &w->row, n, what));
   TSW_TRY(TSW_ALLOC_DEVICE(NULL, &w->shapes, TSW_ONCHIP_SHAPES, what));
   TSW_TRY(TSW_ALLOC_DEVICE(NULL, &w->found.start,
                            TSW_ONCHIP_SHAPES * ((int64_t) w->found.capacity + 1), what));
   TSW_TRY(TSW_ALLOC_DEVICE(NULL, &w->found.n_steps, TSW_ONCHIP_SHAPES, what));
   return tsw_memory_copy(w->shapes, tsw_onchip_shapes, sizeof tsw_onchip_shapes);
}

/* Split the order into steps for every shape. Choose the shape with the least estimated time. */
trisweep_status choose_shape(const tsw_graph *g, cudaStream_t stream, work_arrays *w,
                             const tsw_onchip_shape **shape, tsw_onchip_steps *steps)
{
   int32_t n_steps[TSW_ONCHIP_SHAPES];
   double  least = 1e300;
   TSW_TRY(tsw_order_invert(w->levels.order, g->n_rows, stream, w->position));
   find_newest<<<tsw_blocks(g->n_rows, BLOCK), BLOCK, 0, stream>>>(*g, w->levels.order, w->position,
                                                                   w->row);
   split_order<<<TSW_ONCHIP_SHAPES, BLOCK, 0, stream>>>(w->row, steps->n_rows, w->shapes, w->found);
   TSW_CUDA(cudaGetLastError());
   TSW_TRY(tsw_memory_read(n_steps, w->found.n_steps, sizeof n_steps, stream));
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

trisweep_status take_steps(const tsw_onchip_shape *shape, cudaStream_t stream, const work_arrays *w,
                           tsw_onchip_steps *steps)
{
   const int64_t  n = (int64_t) steps->n_steps + 1;
   const int32_t *from =
      w->found.start + (shape - tsw_onchip_shapes) * ((int64_t) w->found.capacity + 1);
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
   const unsigned n_steps = (unsigned) steps->n_steps;
   store_steps<<<n_steps, TSW_ONCHIP_MOST_LANES, 0, stream>>>(order, *steps);
   count_ages<<<tsw_blocks(g->n_rows, BLOCK), BLOCK, 0, stream>>>(*g, steps->step, shape->far,
                                                                  steps->n_old, steps->n_far);
   rank_rows<<<n_steps, TSW_ONCHIP_MOST_LANES, 0, stream>>>(order, *shape, *steps);
   TSW_CUDA(cudaGetLastError());
   return tsw_memory_wait(stream);
}

trisweep_status find(const tsw_graph *g, cudaStream_t stream, const tsw_onchip_shape **shape,
                     work_arrays *w, tsw_onchip_steps *steps)
{
   const int64_t n = g->n_rows;
   int64_t       n_steps; /* before rows move to later steps */
   TSW_TRY(TSW_ALLOC_DEVICE(NULL, &steps->step, 6 * n, "steps"));
   steps->slot = steps->step + n;
   steps->ring = steps->slot + n;
   steps->n_old = steps->ring + n;
   steps->n_far = steps->n_old + n;
   steps->row = steps->n_far + n;
   TSW_TRY(alloc_work(n, w));
   TSW_TRY(tsw_pull::run<step_fold>(g, stream, steps->step));
   TSW_TRY(tsw_graph_levels_count(steps->step, n, stream, &n_steps));
   TSW_TRY(tsw_graph_levels_sort(g, steps->step, n_steps, stream, NULL, &w->levels));
   TSW_TRY(choose_shape(g, stream, w, shape, steps));
   TSW_TRY(take_steps(*shape, stream, w, steps));
   return list_rows(g, *shape, w->levels.order, stream, steps);
}

} // namespace

trisweep_status tsw_onchip_steps_find(const tsw_graph *triangle, void *stream,
                                      const tsw_onchip_shape **shape, tsw_onchip_steps *steps)
{
   work_arrays w = {};
   *steps = {};
   steps->n_rows = (int32_t) triangle->n_rows;
   *shape = NULL;
   const trisweep_status status = find(triangle, (cudaStream_t) stream, shape, &w, steps);
   tsw_graph_levels_free(NULL, &w.levels);
   tsw_memory_free_device(NULL, &w.position);
   tsw_memory_free_device(NULL, &w.row);
   tsw_memory_free_device(NULL, &w.shapes);
   tsw_memory_free_device(NULL, &w.found.start);
   tsw_memory_free_device(NULL, &w.found.n_steps);
   return status;
}

void tsw_onchip_steps_free(tsw_onchip_steps *steps)
{
   tsw_memory_free_device(NULL, &steps->step);
   tsw_memory_free_device(NULL, &steps->step_ptr);
   tsw_memory_free(NULL, &steps->host_step_ptr);
}
