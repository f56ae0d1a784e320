/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Restriction and interpolation on several GPUs: in one launch on levels whose rows fit on the
 * device at once, where a launch takes longer than its work, else in two or three. The first
 * entries of a row are loaded before tsw_wait_for_last: only the vectors depend on earlier
 * launches.
 */
#include "base/device/each.cuh"
#include "extensions/exchange/kernels.h"

#include "extensions/exchange/rows.cuh"
#include "kernels/cuda/overlap.cuh"

namespace {

using namespace exchange;

template <int LANES>
__global__ void __launch_bounds__(BLOCK)
   restrict_residual(__grid_constant__ const tsw_exchange_view e,
                     __grid_constant__ const tsw_device_csr    sent, /* row k: position k */
                     __grid_constant__ const tsw_device_csr    own,
                     __grid_constant__ const tsw_slot_lists slots, const double *x, double *y)
{
   const int32_t  k = (int32_t) (blockIdx.x * BLOCK + threadIdx.x) / LANES;
   const int      lane = (int) threadIdx.x % LANES;
   const bool     has = k < own.n_rows;
   const row_part to_send = load_row<LANES>(sent, k < sent.n_rows ? k : -1, lane);
   const row_part mine = load_row<LANES>(own, has ? k : -1, lane);
   int32_t        slot = has ? slots.first[k] : 0;
   tsw_let_next_begin();
   tsw_wait_for_last();
   const uint32_t number = next_number(e);
   double         sum = sum_of<LANES>(sent, to_send, x);
   if (k < e.first_to[e.n_to] && lane == 0)
   {
      send(e, k, k < e.n_values ? sum : 0.0, number);
   }
   sum = sum_of<LANES>(own, mine, x);
   if (__syncthreads_or(slot > 0 || blockIdx.x == 0))
   {
      hear_all(e, number);
   }
   if (has && lane == 0)
   {
      for (; slot > 0; slot = slots.next[slot - 1])
      {
         sum += get(e, slot - 1, number);
      }
      y[k] = sum;
   }
   finish(e, number);
}

template <int LANES>
__global__ void __launch_bounds__(BLOCK)
   interpolate(__grid_constant__ const tsw_exchange_view e, const int32_t *row /* of x, to send */,
               __grid_constant__ const tsw_device_csr own,
               __grid_constant__ const tsw_device_csr external, const double *x, const double *z,
               double *y)
{
   const int32_t  thread = (int32_t) (blockIdx.x * BLOCK + threadIdx.x);
   const int32_t  k = thread / LANES;
   const int      lane = (int) threadIdx.x % LANES;
   const bool     has = k < own.n_rows;
   const row_part mine = load_row<LANES>(own, has ? k : -1, lane);
   const row_part rest = load_row<LANES>(external, has && external.nnz > 0 ? k : -1, lane);
   const int32_t  from = thread < e.n_values ? row[thread] : 0;
   tsw_let_next_begin();
   tsw_wait_for_last();
   const uint32_t number = next_number(e);
   if (thread < e.first_to[e.n_to])
   {
      send(e, thread, thread < e.n_values ? x[from] : 0.0, number);
   }
   const double sum = (has ? z[k] : 0.0) + sum_of<LANES>(own, mine, x);
   double       received = 0.0;
   if (__syncthreads_or(rest.col[0] >= 0 || blockIdx.x == 0))
   {
      hear_all(e, number);
      received = external_sum<LANES>(e, external, rest, number);
   }
   if (has && lane == 0)
   {
      y[k] = sum + received;
   }
   finish(e, number);
}

/*
 * Queue the kernel for so many lanes if the device holds all of its blocks at once: blocks wait for
 * other GPUs, whose blocks send before they wait. known: by tsw_lanes_index. launched: has the
 * kernel been queued?
 */
template <class... Parameters>
cudaError_t launch(void (*kernel)(Parameters...), int lanes, residents *known, int64_t threads,
                   cudaStream_t stream, bool *launched,
                   typename std::common_type<Parameters>::type... parameters)
{
   known += tsw_lanes_index(lanes);
   const cudaError_t error = resident_blocks((const void *) kernel, known);
   *launched = !error && threads <= (int64_t) known->blocks * BLOCK;
   return *launched ? tsw_launch(true, kernel, blocks_for(threads), BLOCK, stream, parameters...)
                    : error;
}

} // namespace

cudaError_t tsw_exchange_list_slots(const tsw_exchange_view *e, const int32_t *row, int32_t *first,
                                    int32_t *next, cudaStream_t stream)
{
   cudaError_t error = cudaSuccess;
   for (int32_t q = e->n_from - 1; q >= 0 && !error; q--)
   {
      const int32_t begin = e->first_from[q];
      const int32_t end = min(e->first_from[q + 1], e->n_received);
      error = tsw_queue_each(end - begin, stream, [=] __device__(int64_t k) {
         next[begin + k] = first[row[begin + k]];
         first[row[begin + k]] = begin + (int32_t) k + 1;
      });
   }
   return error;
}

cudaError_t tsw_exchange_restrict(const tsw_exchange_view *e, const tsw_device_csr *sent,
                                  const tsw_device_csr *own, const tsw_slot_lists *slots,
                                  const int32_t *row, const double *x, double *y,
                                  cudaStream_t stream)
{
   const int64_t n_sent = e->first_to[e->n_to];
   const int64_t n = own->n_rows > n_sent ? own->n_rows : n_sent;
   bool          launched = false;
   cudaError_t   error = cudaSuccess;
   if (e->n_to > 0)
   {
      static residents known[6];
      const int        lanes = lanes_for(own);
      auto            *kernel = restrict_residual<1>;
      TSW_PER_LANES(kernel = restrict_residual, lanes, );
      error =
         launch(kernel, lanes, known, lanes * n, stream, &launched, *e, *sent, *own, *slots, x, y);
   }
   if (!launched)
   {
      error = error ? error : tsw_exchange_send_product(e, sent, x, stream);
      error = error ? error : tsw_multiply(own, 1.0, x, 0.0, NULL, y, stream);
      error = error ? error : tsw_exchange_add(e, row, y, stream);
   }
   return error;
}

cudaError_t tsw_exchange_interpolate(const tsw_exchange_view *e, const int32_t *row,
                                     const tsw_device_csr *own, const tsw_device_csr *external,
                                     const tsw_row_list *rows, const double *x, const double *z,
                                     double *y, cudaStream_t stream)
{
   const int64_t n_sent = e->first_to[e->n_to];
   bool          launched = false;
   cudaError_t   error = cudaSuccess;
   if (e->n_to > 0)
   {
      static residents known[6];
      const int        lanes = lanes_for(own);
      const int64_t    threads = lanes * own->n_rows;
      auto            *kernel = interpolate<1>;
      TSW_PER_LANES(kernel = interpolate, lanes, );
      error = launch(kernel, lanes, known, threads > n_sent ? threads : n_sent, stream, &launched,
                     *e, row, *own, *external, x, z, y);
   }
   if (!launched)
   {
      error = error ? error : tsw_multiply(own, 1.0, x, 1.0, z, y, stream);
      error = error ? error : tsw_exchange_multiply(e, row, x, external, rows, 1.0, y, stream);
   }
   return error;
}
