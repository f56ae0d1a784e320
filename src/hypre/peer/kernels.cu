/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/peer/kernels.h"

#include <type_traits>

#include <cub/block/block_reduce.cuh>

#include "base/device/order.cuh"
#include "base/device/sum.cuh"
#include "base/device/wait.cuh"
#include "kernels/cuda/overlap.cuh"

namespace {

constexpr int BLOCK = 256;
constexpr int DEPTH = 4; /* entries that a lane loads before it uses them */

__device__ __forceinline__ void put(tsw_slot *slot, uint32_t low, uint32_t high, uint32_t number)
{
   asm volatile("st.volatile.global.v4.u32 [%0], {%1, %2, %3, %2};"
                :
                : "l"(slot), "r"(low), "r"(number), "r"(high)
                : "memory");
}

__device__ __forceinline__ tsw_slot peek(const tsw_slot *slot)
{
   tsw_slot s;
   asm volatile("ld.volatile.global.v4.u32 {%0, %1, %2, %3}, [%4];"
                : "=r"(s.low), "=r"(s.number_low), "=r"(s.high), "=r"(s.number_high)
                : "l"(slot)
                : "memory");
   return s;
}

__device__ __forceinline__ uint32_t next_number(const tsw_exchange_view &e)
{
   return (uint32_t) tsw_peek((const int32_t *) &e.words->number) + 1;
}

__device__ int find(const int32_t *first, int n, int32_t place)
{
   int q = 0;
   while (q + 1 < n && first[q + 1] <= place)
   {
      q++;
   }
   return q;
}

/* The thread whose wait is the first to time out describes the wait. */
__device__ void report(tsw_exchange_fault *fault, int32_t id, int32_t source)
{
   if (atomicCAS_system(&fault->id, -1, id) == -1)
   {
      *(volatile int32_t *) &fault->source = source;
      __threadfence_system();
      *(volatile int32_t *) &fault->status = (int32_t) TRISWEEP_TIMEOUT;
   }
}

/* Wait until a slot has a number. False after a wait that timed out. */
__device__ __forceinline__ bool await(const tsw_slot *slot, uint32_t number, const tsw_wait &wait,
                                      tsw_slot *content)
{
   bool ready = false;
   tsw_wait_until(wait, [&] {
      *content = peek(slot);
      ready = content->number_low == number && content->number_high == number;
      return ready;
   });
   return ready;
}

__device__ __forceinline__ const tsw_slot *place_of(const tsw_exchange_view &e, int32_t slot,
                                                    uint32_t number)
{
   return e.window + (int64_t) (number & 1) * e.half + slot;
}

/* The value of a slot whose content was loaded before; waits if the value had not come then. */
__device__ __forceinline__ double value_of(const tsw_exchange_view &e, int32_t slot,
                                           uint32_t number, tsw_slot s)
{
   const bool ready = (s.number_low == number && s.number_high == number) ||
                      await(place_of(e, slot, number), number, { e.status, NULL, e.limit_ns }, &s);
   if (!ready)
   {
      report(e.fault, e.id, find(e.first_from, e.n_from, slot));
   }
   return ready ? __hiloint2double((int) s.high, (int) s.low) : nan("");
}

/* The value that a slot receives in this exchange; NaN after a wait that timed out. */
__device__ __forceinline__ double get(const tsw_exchange_view &e, int32_t slot, uint32_t number)
{
   return value_of(e, slot, number, peek(place_of(e, slot, number)));
}

/* Store value k of this exchange in the window of its receiver. */
__device__ __forceinline__ void send(const tsw_exchange_view &e, int32_t k, double value,
                                     uint32_t number)
{
   const int q = find(e.first_to, e.n_to, k);
   put(e.to[q] + (int64_t) (number & 1) * e.half_to[q] + (k - e.first_to[q]),
       (uint32_t) __double2loint(value), (uint32_t) __double2hiint(value), number);
}

/* One thread for each sender waits for one value: see "A window has two halves" in the header. */
__device__ __forceinline__ void hear_all(const tsw_exchange_view &e, uint32_t number)
{
   if (blockIdx.x == 0 && (int32_t) threadIdx.x < e.n_from)
   {
      (void) get(e, e.first_from[threadIdx.x], number);
   }
}

/* Call at the end of the last kernel of an exchange, in all threads. */
__device__ __forceinline__ void finish(const tsw_exchange_view &e, uint32_t number)
{
   __syncthreads();
   if (threadIdx.x == 0 && atomicInc(&e.words->blocks_done, gridDim.x - 1) == gridDim.x - 1)
   {
      tsw_post((int32_t *) &e.words->number, (int32_t) number);
   }
}

struct multiply_arguments
{
   tsw_exchange_view e;
   const int32_t    *row;
   const double     *u;
   tsw_device_csr    a;
   tsw_row_list      rows;
   double            alpha;
   double           *y;
};

/*
 * Each block sends its part before it waits, and all blocks are resident: no block waits for a
 * value that a waiting block would have to send. LANES lanes for each row.
 */
template <int LANES>
__global__ void __launch_bounds__(BLOCK) multiply(__grid_constant__ const multiply_arguments p)
{
   tsw_let_next_begin();
   tsw_wait_for_last();
   const uint32_t number = next_number(p.e);
   const int32_t  stride = (int32_t) gridDim.x * BLOCK;
   const int32_t  thread = (int32_t) (blockIdx.x * BLOCK + threadIdx.x);
   for (int32_t k = thread; k < p.e.first_to[p.e.n_to]; k += stride)
   {
      const int32_t i = p.row ? p.row[k < p.e.n_values ? k : 0] : k;
      send(p.e, k, k < p.e.n_values ? p.u[i] : 0.0, number);
   }
   hear_all(p.e, number);
   const int32_t n = __ldg(p.rows.n);
   const int32_t end_of_warp = (n + 32 / LANES - 1) / (32 / LANES) * (32 / LANES);
   for (int32_t k = thread / LANES; k < end_of_warp; k += stride / LANES)
   {
      const int32_t i = k < n ? p.rows.row[k] : 0;
      const int32_t end = k < n ? p.a.row_ptr[i + 1] : 0;
      double        sum = 0.0;
      for (int32_t first = (k < n ? p.a.row_ptr[i] : 0) + thread % LANES; first < end;
           first += DEPTH * LANES)
      {
         int32_t  col[DEPTH];
         tsw_slot slot[DEPTH];
#pragma unroll
         for (int q = 0; q < DEPTH; q++)
         {
            const int32_t e = first + q * LANES;
            col[q] = e < end ? p.a.col_idx[e] : -1;
         }
#pragma unroll
         for (int q = 0; q < DEPTH; q++)
         {
            slot[q] = peek(place_of(p.e, col[q] < 0 ? 0 : col[q], number));
         }
#pragma unroll
         for (int q = 0; q < DEPTH; q++)
         {
            sum += col[q] < 0 ? 0.0
                              : p.a.val[first + q * LANES] * value_of(p.e, col[q], number, slot[q]);
         }
      }
      sum = tsw_sum_lanes<LANES>(sum);
      if (k < n && thread % LANES == 0)
      {
         p.y[i] += p.alpha * sum;
      }
   }
   finish(p.e, number);
}

struct send_product_arguments
{
   tsw_exchange_view e;
   tsw_device_csr    a;
   const double     *x;
};

/* Waits for nothing. LANES lanes for each row. */
template <int LANES>
__global__ void __launch_bounds__(BLOCK)
   send_product(__grid_constant__ const send_product_arguments p)
{
   tsw_let_next_begin();
   tsw_wait_for_last();
   const uint32_t number = next_number(p.e);
   const int32_t  thread = (int32_t) (blockIdx.x * BLOCK + threadIdx.x);
   const int32_t  k = thread / LANES;
   const bool     has = k < p.a.n_rows;
   const int32_t  end = has ? p.a.row_ptr[k + 1] : 0;
   double         sum = 0.0;
#pragma unroll DEPTH
   for (int32_t e = (has ? p.a.row_ptr[k] : 0) + thread % LANES; e < end; e += LANES)
   {
      sum += p.a.val[e] * p.x[p.a.col_idx[e]];
   }
   sum = tsw_sum_lanes<LANES>(sum);
   if (k < p.e.first_to[p.e.n_to] && thread % LANES == 0)
   {
      send(p.e, k, k < p.e.n_values ? sum : 0.0, number);
   }
}

struct add_arguments
{
   tsw_exchange_view e;
   const int32_t    *row;
   double           *y;
   int32_t           first, end; /* slots of one sender */
   int32_t           n_rows;     /* slots from n_rows on carry no value */
   bool              last;
};

__global__ void __launch_bounds__(BLOCK) add(__grid_constant__ const add_arguments p)
{
   tsw_let_next_begin();
   tsw_wait_for_last();
   const uint32_t number = next_number(p.e);
   const int32_t  stride = (int32_t) gridDim.x * BLOCK;
   for (int32_t k = p.first + (int32_t) (blockIdx.x * BLOCK + threadIdx.x); k < p.end; k += stride)
   {
      const double value = get(p.e, k, number);
      if (k < p.n_rows)
      {
         p.y[p.row[k]] += value;
      }
   }
   if (p.last)
   {
      finish(p.e, number);
   }
}

constexpr int GATHER_BLOCK = 512;

struct gather_arguments
{
   tsw_exchange_view e;
   tsw_gather_places places;
   const double     *mine;
   double           *all;
};

/* One block. */
__global__ void __launch_bounds__(GATHER_BLOCK) gather(__grid_constant__ const gather_arguments p)
{
   tsw_let_next_begin();
   tsw_wait_for_last();
   const uint32_t number = next_number(p.e);
   const int32_t  own = p.places.n[p.e.n_from];
   for (int32_t k = (int32_t) threadIdx.x; k < p.e.first_to[p.e.n_to]; k += GATHER_BLOCK)
   {
      const int32_t i = k - p.e.first_to[find(p.e.first_to, p.e.n_to, k)];
      send(p.e, k, i < own ? p.mine[i] : 0.0, number);
   }
   for (int32_t i = (int32_t) threadIdx.x; i < own; i += GATHER_BLOCK)
   {
      p.all[p.places.first[p.e.n_from] + i] = p.mine[i];
   }
   for (int32_t k = (int32_t) threadIdx.x; k < p.e.first_from[p.e.n_from]; k += GATHER_BLOCK)
   {
      const int     q = find(p.e.first_from, p.e.n_from, k);
      const int32_t i = k - p.e.first_from[q];
      const double  value = get(p.e, k, number);
      if (i < p.places.n[q])
      {
         p.all[p.places.first[q] + i] = value;
      }
   }
   finish(p.e, number);
}

constexpr int MOST_BLOCKS = 512;
constexpr int ENTRIES = 8; /* entries of a thread; more if n needs more than MOST_BLOCKS */

__device__ double   sum_of_block[MOST_BLOCKS];
__device__ unsigned blocks_done;

struct inner_arguments
{
   tsw_exchange_view e;
   int32_t           n_before;
   const double     *x;
   const double     *y;
   int64_t           n;
   tsw_inner_result *result;
};

/* The block that finishes last adds the sums of all blocks in a fixed order, then of all ranks. */
__global__ void __launch_bounds__(BLOCK) inner_product(__grid_constant__ const inner_arguments p)
{
   typedef cub::BlockReduce<double, BLOCK> reduce;
   __shared__ reduce::TempStorage space;
   __shared__ bool                is_last;
   const int64_t                  stride = (int64_t) gridDim.x * BLOCK;
   double                         sum = 0.0;
#pragma unroll ENTRIES
   for (int64_t i = (int64_t) blockIdx.x * BLOCK + threadIdx.x; i < p.n; i += stride)
   {
      sum += p.x[i] * p.y[i];
   }
   sum = reduce(space).Sum(sum);
   if (threadIdx.x == 0)
   {
      sum_of_block[blockIdx.x] = sum;
      __threadfence();
      is_last = atomicInc(&blocks_done, gridDim.x - 1) == gridDim.x - 1;
   }
   __syncthreads();
   if (!is_last)
   {
      return;
   }
   __threadfence();
   sum = 0.0;
   for (unsigned b = threadIdx.x; b < gridDim.x; b += BLOCK)
   {
      sum += __ldcg(&sum_of_block[b]);
   }
   sum = reduce(space).Sum(sum);
   if (threadIdx.x == 0)
   {
      const uint32_t number = next_number(p.e);
      double         total = 0.0;
      for (int32_t q = 0; q < p.e.n_to; q++)
      {
         send(p.e, q, sum, number);
      }
      for (int32_t q = 0; q <= p.e.n_from; q++)
      {
         total += q == p.n_before ? sum : 0.0;
         total += q < p.e.n_from ? get(p.e, q, number) : 0.0;
      }
      tsw_post((int32_t *) &p.e.words->number, (int32_t) number);
      *(volatile double *) &p.result->product = total;
      __threadfence_system();
      *(volatile uint32_t *) &p.result->is_done = 1;
   }
}

/* The message with a slot, by its place among the slots of all messages. */
__device__ __forceinline__ const tsw_message &find_message(const tsw_messages &m, int32_t place)
{
   int q = 0;
   while (q + 1 < m.n && m.message[q + 1].first_slot <= place)
   {
      q++;
   }
   return m.message[q];
}

__global__ void __launch_bounds__(BLOCK)
   send_messages(__grid_constant__ const tsw_messages m, const uint32_t *data)
{
   const int32_t stride = (int32_t) gridDim.x * BLOCK;
   for (int32_t k = (int32_t) (blockIdx.x * BLOCK + threadIdx.x); k < m.n_slots; k += stride)
   {
      const tsw_message &one = find_message(m, k);
      const int32_t      slot = k - one.first_slot;
      const uint32_t    *words = data + one.begin + 2 * (int64_t) slot;
      put(&one.slots[slot], 2 * slot < one.n_words ? words[0] : 0,
          2 * slot + 1 < one.n_words ? words[1] : 0, one.number);
   }
}

struct receive_arguments
{
   tsw_messages        m;
   tsw_wait            wait;
   tsw_exchange_fault *fault;
   uint32_t           *data;
};

/* Only the senders, kernels of other devices that wait for nothing, are waited for. */
__global__ void __launch_bounds__(BLOCK)
   receive_messages(__grid_constant__ const receive_arguments p)
{
   const int32_t stride = (int32_t) gridDim.x * BLOCK;
   for (int32_t k = (int32_t) (blockIdx.x * BLOCK + threadIdx.x); k < p.m.n_slots; k += stride)
   {
      const tsw_message &one = find_message(p.m, k);
      const int32_t      slot = k - one.first_slot;
      uint32_t          *words = p.data + one.begin + 2 * (int64_t) slot;
      tsw_slot           s;
      if (!await(&one.slots[slot], one.number, p.wait, &s))
      {
         report(p.fault, TSW_HYPRES_EXCHANGE, (int32_t) (&one - p.m.message));
         s.low = s.high = 0;
      }
      if (2 * slot < one.n_words)
      {
         words[0] = s.low;
      }
      if (2 * slot + 1 < one.n_words)
      {
         words[1] = s.high;
      }
   }
}

__global__ void __launch_bounds__(BLOCK)
   list_rows(const int32_t *row_ptr, int64_t n_rows, int32_t *list, int32_t *n)
{
   const int64_t  i = (int64_t) blockIdx.x * BLOCK + threadIdx.x;
   const bool     has = i < n_rows && row_ptr[i] < row_ptr[i + 1];
   const unsigned votes = __ballot_sync(0xffffffffu, has);
   int32_t        first = 0;
   if (threadIdx.x % 32 == 0 && votes)
   {
      first = atomicAdd(n, __popc(votes));
   }
   first = __shfl_sync(0xffffffffu, first, 0);
   if (has)
   {
      list[first + __popc(votes & ((1u << threadIdx.x % 32) - 1))] = (int32_t) i;
   }
}

unsigned blocks_for(int64_t n)
{
   return (unsigned) (n > BLOCK ? (n + BLOCK - 1) / BLOCK : 1);
}

/* Blocks for n threads, but only as many as the device holds at once: these blocks wait. */
cudaError_t resident_blocks_for(const void *kernel, int *most, int64_t n, unsigned *blocks)
{
   int         device = 0;
   int         processors = 0;
   int         each = 0;
   cudaError_t error = cudaSuccess;
   if (*most == 0)
   {
      error = cudaGetDevice(&device);
      error = error ? error
                    : cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
      error =
         error ? error : cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, kernel, BLOCK, 0);
      *most = processors * each;
   }
   const unsigned wanted = blocks_for(n);
   *blocks = wanted < (unsigned) *most ? wanted : (unsigned) *most;
   return error || *blocks > 0 ? error : cudaErrorLaunchOutOfResources;
}

} // namespace

cudaError_t tsw_list_rows(const int32_t *row_ptr, int64_t n_rows, int32_t *list, int32_t *n,
                          cudaStream_t stream)
{
   if (n_rows > 0)
   {
      list_rows<<<blocks_for(n_rows), BLOCK, 0, stream>>>(row_ptr, n_rows, list, n);
   }
   return cudaGetLastError();
}

/* Call launch with the number of lanes for a row, as a constant: at least DEPTH entries a lane. */
template <class Launch> static cudaError_t with_lanes(int64_t nnz, int64_t n_rows, Launch launch)
{
   const int64_t entries = n_rows > 0 ? nnz / n_rows : 0;
   return entries <= 4 * DEPTH    ? launch(std::integral_constant<int, 4>())
          : entries <= 8 * DEPTH  ? launch(std::integral_constant<int, 8>())
          : entries <= 16 * DEPTH ? launch(std::integral_constant<int, 16>())
                                  : launch(std::integral_constant<int, 32>());
}

cudaError_t tsw_exchange_multiply(const tsw_exchange_view *e, const int32_t *row, const double *u,
                                  const tsw_device_csr *a, const tsw_row_list *rows, double alpha,
                                  double *y, cudaStream_t stream)
{
   const multiply_arguments p = { *e, row, u, *a, *rows, alpha, y };
   const int64_t            sent = e->first_to[e->n_to];
   if (e->n_to == 0)
   {
      return cudaSuccess;
   }
   return with_lanes(a->nnz, rows->most, [&](auto lanes) {
      constexpr int     LANES = decltype(lanes)::value;
      static int        most;
      unsigned          blocks;
      const int64_t     threads = LANES * rows->most > sent ? LANES * rows->most : sent;
      const cudaError_t error =
         resident_blocks_for((const void *) multiply<LANES>, &most, threads, &blocks);
      return error ? error : tsw_launch(true, multiply<LANES>, blocks, BLOCK, stream, p);
   });
}

cudaError_t tsw_exchange_send_product(const tsw_exchange_view *e, const tsw_device_csr *a,
                                      const double *x, cudaStream_t stream)
{
   const send_product_arguments p = { *e, *a, x };
   if (e->n_to == 0)
   {
      return cudaSuccess;
   }
   return with_lanes(a->nnz, a->n_rows, [&](auto lanes) {
      constexpr int LANES = decltype(lanes)::value;
      return tsw_launch(true, send_product<LANES>,
                        blocks_for((int64_t) LANES * e->first_to[e->n_to]), BLOCK, stream, p);
   });
}

cudaError_t tsw_exchange_add(const tsw_exchange_view *e, const int32_t *row, double *y,
                             cudaStream_t stream)
{
   static int  most;
   cudaError_t error = cudaSuccess;
   for (int32_t q = 0; q < e->n_from && error == cudaSuccess; q++)
   {
      const add_arguments p = {
         *e, row, y, e->first_from[q], e->first_from[q + 1], e->n_received, q + 1 == e->n_from
      };
      unsigned blocks;
      error = resident_blocks_for((const void *) add, &most, p.end - p.first, &blocks);
      error = error ? error : tsw_launch(true, add, blocks, BLOCK, stream, p);
   }
   return error;
}

cudaError_t tsw_exchange_gather(const tsw_exchange_view *e, const tsw_gather_places *places,
                                const double *mine, double *all, cudaStream_t stream)
{
   const gather_arguments p = { *e, *places, mine, all };
   return tsw_launch(true, gather, 1, GATHER_BLOCK, stream, p);
}

cudaError_t tsw_exchange_inner_product(const tsw_exchange_view *e, int32_t n_before,
                                       const double *x, const double *y, int64_t n,
                                       tsw_inner_result *result, cudaStream_t stream)
{
   const inner_arguments p = { *e, n_before, x, y, n, result };
   const int64_t         wanted = (n + BLOCK * ENTRIES - 1) / (BLOCK * ENTRIES);
   const unsigned        blocks = (unsigned) (wanted < 1             ? 1
                                              : wanted < MOST_BLOCKS ? wanted
                                                                     : MOST_BLOCKS);
   inner_product<<<blocks, BLOCK, 0, stream>>>(p);
   return cudaGetLastError();
}

static constexpr unsigned MESSAGE_BLOCKS = 128; /* enough for the bandwidth between two devices */

static unsigned message_blocks(const tsw_messages *m)
{
   const unsigned wanted = blocks_for(m->n_slots);
   return wanted < MESSAGE_BLOCKS ? wanted : MESSAGE_BLOCKS;
}

cudaError_t tsw_send_messages(const tsw_messages *m, const void *data, cudaStream_t stream)
{
   if (m->n > 0)
   {
      send_messages<<<message_blocks(m), BLOCK, 0, stream>>>(*m, (const uint32_t *) data);
   }
   return cudaGetLastError();
}

cudaError_t tsw_receive_messages(const tsw_messages *m, int32_t *status, tsw_exchange_fault *fault,
                                 int64_t limit_ns, void *data, cudaStream_t stream)
{
   const receive_arguments p = { *m, { status, NULL, limit_ns }, fault, (uint32_t *) data };
   receive_messages<<<message_blocks(m), BLOCK, 0, stream>>>(p);
   return cudaGetLastError();
}
