/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Restriction and interpolation on several GPUs: in one launch on levels whose rows fit on the
 * device at once, where a launch takes longer than its work, else in two or three. The first
 * entries of a row are loaded before tsw_wait_for_last: only the vectors depend on earlier
 * launches.
 */
#include "extensions/exchange/kernels.h"

#include "extensions/exchange/rows.cuh"
#include "kernels/cuda/overlap.cuh"

namespace {

using namespace exchange;

struct restrict_arguments
{
   tsw_exchange_view e;
   tsw_device_csr    sent; /* row k: position k */
   tsw_device_csr    own;
   tsw_slot_lists    slots;
   const double     *x;
   double           *y;
};

template <int LANES>
__global__ void __launch_bounds__(BLOCK)
   restrict_residual(__grid_constant__ const restrict_arguments p)
{
   const int32_t  k = (int32_t) (blockIdx.x * BLOCK + threadIdx.x) / LANES;
   const int      lane = (int) threadIdx.x % LANES;
   const bool     has = k < p.own.n_rows;
   const row_part sent = load_row<LANES>(p.sent, k < p.sent.n_rows ? k : -1, lane);
   const row_part own = load_row<LANES>(p.own, has ? k : -1, lane);
   int32_t        slot = has ? p.slots.first[k] : 0;
   tsw_let_next_begin();
   tsw_wait_for_last();
   const uint32_t number = next_number(p.e);
   double         sum = sum_of<LANES>(p.sent, sent, p.x);
   if (k < p.e.first_to[p.e.n_to] && lane == 0)
   {
      send(p.e, k, k < p.e.n_values ? sum : 0.0, number);
   }
   sum = sum_of<LANES>(p.own, own, p.x);
   if (__syncthreads_or(slot > 0 || blockIdx.x == 0))
   {
      hear_all(p.e, number);
   }
   if (has && lane == 0)
   {
      for (; slot > 0; slot = p.slots.next[slot - 1])
      {
         sum += get(p.e, slot - 1, number);
      }
      p.y[k] = sum;
   }
   finish(p.e, number);
}

struct interpolate_arguments
{
   tsw_exchange_view e;
   const int32_t    *row; /* of x, to send */
   tsw_device_csr    own;
   tsw_device_csr    external;
   const double     *x;
   const double     *z;
   double           *y;
};

template <int LANES>
__global__ void __launch_bounds__(BLOCK)
   interpolate(__grid_constant__ const interpolate_arguments p)
{
   const int32_t  thread = (int32_t) (blockIdx.x * BLOCK + threadIdx.x);
   const int32_t  k = thread / LANES;
   const int      lane = (int) threadIdx.x % LANES;
   const bool     has = k < p.own.n_rows;
   const row_part own = load_row<LANES>(p.own, has ? k : -1, lane);
   const row_part external = load_row<LANES>(p.external, has && p.external.nnz > 0 ? k : -1, lane);
   const int32_t  from = thread < p.e.n_values ? p.row[thread] : 0;
   tsw_let_next_begin();
   tsw_wait_for_last();
   const uint32_t number = next_number(p.e);
   if (thread < p.e.first_to[p.e.n_to])
   {
      send(p.e, thread, thread < p.e.n_values ? p.x[from] : 0.0, number);
   }
   const double sum = (has ? p.z[k] : 0.0) + sum_of<LANES>(p.own, own, p.x);
   double       rest = 0.0;
   if (__syncthreads_or(external.col[0] >= 0 || blockIdx.x == 0))
   {
      hear_all(p.e, number);
      rest = external_sum<LANES>(p.e, p.external, external, number);
   }
   if (has && lane == 0)
   {
      p.y[k] = sum + rest;
   }
   finish(p.e, number);
}

__global__ void __launch_bounds__(BLOCK)
   chain_slots(const int32_t *row, int32_t begin, int32_t end, int32_t *first, int32_t *next)
{
   const int32_t k = begin + (int32_t) (blockIdx.x * BLOCK + threadIdx.x);
   if (k < end)
   {
      next[k] = first[row[k]];
      first[row[k]] = k + 1;
   }
}

/*
 * Queue a kernel if the device holds all of its blocks at once: blocks wait for other GPUs, whose
 * blocks send before they wait. launched: has the kernel been queued?
 */
template <class Arguments>
cudaError_t launch(void (*kernel)(Arguments), residents *known, int64_t threads,
                   cudaStream_t stream, const Arguments &p, bool *launched)
{
   const cudaError_t error = resident_blocks((const void *) kernel, known);
   *launched = !error && threads <= (int64_t) known->blocks * BLOCK;
   return *launched ? tsw_launch(true, kernel, blocks_for(threads), BLOCK, stream, p) : error;
}

} // namespace

cudaError_t tsw_exchange_list_slots(const tsw_exchange_view *e, const int32_t *row, int32_t *first,
                                    int32_t *next, cudaStream_t stream)
{
   for (int32_t q = e->n_from - 1; q >= 0; q--)
   {
      const int32_t begin = e->first_from[q];
      const int32_t last = e->first_from[q + 1];
      const int32_t end = last < e->n_received ? last : e->n_received;
      if (begin < end)
      {
         chain_slots<<<blocks_for(end - begin), BLOCK, 0, stream>>>(row, begin, end, first, next);
      }
   }
   return cudaGetLastError();
}

cudaError_t tsw_exchange_restrict(const tsw_exchange_view *e, const tsw_device_csr *sent,
                                  const tsw_device_csr *own, const tsw_slot_lists *slots,
                                  const int32_t *row, const double *x, double *y,
                                  cudaStream_t stream)
{
   const restrict_arguments p = { *e, *sent, *own, *slots, x, y };
   const int64_t            n_sent = e->first_to[e->n_to];
   const int64_t            n = own->n_rows > n_sent ? own->n_rows : n_sent;
   bool                     launched = false;
   cudaError_t              error = cudaSuccess;
   if (e->n_to > 0)
   {
      error = with_lanes(lanes_for(own->nnz, own->n_rows, 1), [&](auto lanes) {
         constexpr int    LANES = decltype(lanes)::value;
         static residents known;
         return launch(restrict_residual<LANES>, &known, LANES * n, stream, p, &launched);
      });
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
   const interpolate_arguments p = { *e, row, *own, *external, x, z, y };
   const int64_t               n_sent = e->first_to[e->n_to];
   bool                        launched = false;
   cudaError_t                 error = cudaSuccess;
   if (e->n_to > 0)
   {
      error = with_lanes(lanes_for(own->nnz, own->n_rows, 1), [&](auto lanes) {
         constexpr int    LANES = decltype(lanes)::value;
         static residents known;
         const int64_t    threads = LANES * own->n_rows;
         return launch(interpolate<LANES>, &known, threads > n_sent ? threads : n_sent, stream, p,
                       &launched);
      });
   }
   if (!launched)
   {
      error = error ? error : tsw_multiply(own, 1.0, x, 1.0, z, y, stream);
      error = error ? error : tsw_exchange_multiply(e, row, x, external, rows, 1.0, y, stream);
   }
   return error;
}
