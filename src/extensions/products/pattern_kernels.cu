/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The lengths of the rows of a product of two matrices. */
#include "extensions/products/row_classes.cuh"

#include <cub/device/device_scan.cuh>

/* Store the columns of the rows of a block, row i with n columns by its lanes. */
template <class C>
static __device__ void store(const tsw_product_pattern &p, int64_t i, const int *list, int n)
{
   __shared__ int sum, first;
   const int      lane = (int) threadIdx.x % C::lanes;
   int            at = 0;
   if (threadIdx.x == 0)
   {
      sum = 0;
   }
   __syncthreads();
   if (lane == 0)
   {
      at = atomicAdd(&sum, n);
   }
   __syncthreads();
   if (threadIdx.x == 0)
   {
      /* Compared first: the counter must not overflow. */
      const int used = *(volatile int32_t *) &p.counter[STORED];
      first = used > p.n_stored - sum ? p.n_stored : atomicAdd(&p.counter[STORED], sum);
      atomicAdd((unsigned long long *) &p.counter[ALL], (unsigned long long) sum);
   }
   __syncthreads();
   at = first + (C::lanes <= 32 ? __shfl_sync(~0u, at, 0, min(C::lanes, 32)) : 0);
   const bool fits = at <= p.n_stored - n;
   if (i >= 0 && lane == 0)
   {
      p.stored_at[i] = fits ? at : -1;
   }
   for (int k = lane; fits && k < n; k += C::lanes)
   {
      p.stored[at + k] = list[k];
   }
   __syncthreads();
}

template <class C>
static __global__ void __launch_bounds__(BLOCK)
   count(__grid_constant__ const tsw_product_pattern p, __grid_constant__ const row_list rows,
         int group)
{
   const found_columns f = columns_of_row<C>();
   const int64_t       n = length_of(rows, p), step = (int64_t) gridDim.x * C::rows;
   for (int64_t first = (int64_t) blockIdx.x * C::rows; first < n; first += step)
   {
      const int64_t i = row_at(rows, first + threadIdx.x / C::lanes, n);
      clear<C>(f);
      if (i >= 0)
      {
         find_columns<C>(p, i, group, f);
      }
      wait_for_row<C>();
      const bool fits = !*f.too_many;
      const int  length = fits ? total(*f.n) : 0;
      if (i >= 0 && threadIdx.x % C::lanes == 0)
      {
         p.place[i] = fits ? *f.n : 0;
         if (!fits)
         {
            leave(rows, i, p.counter);
         }
         else if (length > *(volatile int32_t *) &p.counter[LONGEST])
         {
            atomicMax(&p.counter[LONGEST], length);
         }
      }
      store<C>(p, fits ? i : -1, f.list, length);
   }
}

/* Count rows of a class; their shared memory is allowed by the caller. */
template <class C>
static void launch_count(const tsw_product_pattern *p, int number, cudaStream_t stream)
{
   if (number >= first_class(p))
   {
      count<C><<<blocks_of<C>(p->left.n_rows), BLOCK, C::bytes, stream>>>(*p, rows_of(p, number),
                                                                          group_for<C>(p));
   }
}

static __global__ void publish(const uint64_t *nnz, const int32_t *counter,
                               const int32_t *n_members, tsw_product_sizes *sizes)
{
   sizes->nnz = *nnz;
   sizes->n_entries = *(const unsigned long long *) &counter[ALL];
   sizes->n_medium = counter[N_MEDIUM];
   sizes->n_long = counter[N_LONG];
   sizes->longest = counter[LONGEST];
   sizes->too_long = counter[TOO_LONG];
   sizes->n_members = n_members ? *n_members : 0;
}

cudaError_t tsw_pattern_count(const tsw_product_pattern *p, const tsw_column_set *set,
                              void *workspace, size_t bytes, tsw_product_sizes *sizes,
                              cudaStream_t stream)
{
   const int64_t n = p->left.n_rows;
   cudaError_t   error =
      cudaMemsetAsync(p->counter, 0, TSW_PRODUCT_COUNTERS * sizeof *p->counter, stream);
   error = error ? error : cudaMemsetAsync(p->place + n, 0, sizeof *p->place, stream);
   error = error
              ? error
              : cudaFuncSetAttribute(count<long_rows>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                     long_rows::bytes);
   if (!error && n > 0)
   {
      launch_count<short_rows>(p, SHORT_ROWS, stream);
      launch_count<medium_rows>(p, MEDIUM_ROWS, stream);
      launch_count<long_rows>(p, LONG_ROWS, stream);
      error = cudaGetLastError();
   }
   error = error
              ? error
              : cub::DeviceScan::ExclusiveSum(workspace, bytes, p->place, p->place, n + 1, stream);
   if (!error)
   {
      publish<<<1, 1, 0, stream>>>(p->place + n, p->counter,
                                   set ? set->before + set->n_words : NULL, sizes);
      error = cudaGetLastError();
   }
   return error;
}
