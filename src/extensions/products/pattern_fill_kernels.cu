/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The columns of the rows of a product of two matrices, sorted. */
#include "extensions/products/row_classes.cuh"

/* Sort n columns, at most size, a power of two; all lanes of a warp have the same size. */
template <class C> static __device__ void sort(int *list, int n, int size)
{
   const int lane = (int) threadIdx.x % C::lanes;
   for (int k = n + lane; k < size; k += C::lanes)
   {
      list[k] = INT32_MAX;
   }
   wait_for_row<C>();
   for (int run = 2; run <= size; run *= 2)
   {
      for (int distance = run / 2; distance > 0; distance /= 2)
      {
         for (int t = lane; t < size / 2; t += C::lanes)
         {
            const int low = 2 * t - (t & (distance - 1)), high = low + distance;
            const int a = list[low], b = list[high];
            if ((a > b) == ((low & run) == 0))
            {
               list[low] = b;
               list[high] = a;
            }
         }
         wait_for_row<C>();
      }
   }
}

/* Bring the columns of row i to shared memory: stored ones, or find them again. */
template <class C>
static __device__ void bring_columns(const tsw_product_pattern &p, int64_t i, int n, int group,
                                     const found_columns &f)
{
   const int32_t at = i >= 0 ? p.stored_at[i] : 0;
   const bool    again = i >= 0 && at < 0;
   if (C::lanes > 32 ? again : __any_sync(~0u, again))
   {
      clear<C>(f);
   }
   if (again)
   {
      find_columns<C>(p, i, group, f);
   }
   else if (i >= 0)
   {
      for (int k = (int) threadIdx.x % C::lanes; k < n; k += C::lanes)
      {
         f.list[k] = p.stored[at + k];
      }
   }
   wait_for_row<C>();
}

template <class C>
static __global__ void __launch_bounds__(BLOCK)
   fill(__grid_constant__ const tsw_product_pattern p, __grid_constant__ const row_list rows,
        int group, int32_t *row_ptr, int32_t *col_idx)
{
   const found_columns f = columns_of_row<C>();
   const int64_t       n = length_of(rows, p), step = (int64_t) gridDim.x * C::rows;
   const int           lane = (int) threadIdx.x % C::lanes;
   for (int64_t first = (int64_t) blockIdx.x * C::rows; first < n; first += step)
   {
      const int64_t i = row_at(rows, first + threadIdx.x / C::lanes, n);
      const int32_t begin = i >= 0 ? total(p.place[i]) : 0;
      const int     all = i >= 0 ? total(p.place[i + 1]) - begin : 0;
      const int     length = all <= C::most ? all : 0; /* else of another class */
      const int     longest = __reduce_max_sync(~0u, length);
      bring_columns<C>(p, length > 0 ? i : -1, length, group, f);
      sort<C>(f.list, length, longest < 2 ? 2 : 1 << (32 - __clz(longest - 1)));
      for (int k = lane; k < length; k += C::lanes)
      {
         col_idx[begin + k] = f.list[k];
      }
      if (!rows.list && i >= 0 && lane == 0)
      {
         row_ptr[i] = begin;
         if (i == n - 1)
         {
            row_ptr[n] = begin + all;
         }
      }
      wait_for_row<C>();
   }
}

/* Fill the n rows of the list of a class, or all rows if the class is the first one. */
template <class C>
static void launch_fill(const tsw_product_pattern *p, int number, int64_t n, int32_t *row_ptr,
                        int32_t *col_idx, cudaStream_t stream)
{
   const bool is_first = number == first_class(p);
   if (is_first || n > 0)
   {
      fill<C><<<blocks_of<C>(is_first ? p->left.n_rows : n), BLOCK, C::bytes, stream>>>(
         *p, rows_of(p, number), group_for<C>(p), row_ptr, col_idx);
   }
}

cudaError_t tsw_pattern_fill(const tsw_product_pattern *p, const tsw_product_sizes *sizes,
                             int32_t *row_ptr, int32_t *col_idx, cudaStream_t stream)
{
   if (p->left.n_rows == 0)
   {
      return cudaMemsetAsync(row_ptr, 0, sizeof *row_ptr, stream);
   }
   const cudaError_t error = cudaFuncSetAttribute(
      fill<long_rows>, cudaFuncAttributeMaxDynamicSharedMemorySize, long_rows::bytes);
   if (error)
   {
      return error;
   }
   launch_fill<short_rows>(p, SHORT_ROWS, 0, row_ptr, col_idx, stream);
   launch_fill<medium_rows>(p, MEDIUM_ROWS, sizes->n_medium, row_ptr, col_idx, stream);
   launch_fill<long_rows>(p, LONG_ROWS, sizes->n_long, row_ptr, col_idx, stream);
   return cudaGetLastError();
}
