/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Values of P^T A P in a known pattern. A group of lanes computes a row i of the product: for each
 * entry k of row i of P^T, in order, the lanes take the entries j of row k of A, and each lane
 * goes through row j of P. A hash table in shared memory finds the place of a column in row i.
 * Lanes with the same place add their terms in the order of the lanes, so that the result is the
 * same in every run. Nothing spins: the table has twice as many slots as entries.
 */
#include "hypre/base/values_kernels.h"

static constexpr int      BLOCK = 128;
static constexpr int      MOST_SHARED = 96 << 10; /* bytes of a block */
static constexpr int      LEAST_SLOTS = 16;
static constexpr unsigned PATTERN = 1, INFINITE = 2, DIAGONAL = 4; /* bits of values.h */

/* The arrays of a group in shared memory. */
struct row_table
{
   double *sum;   /* of each entry of the row */
   int    *col;   /* of a slot; -1: empty */
   int    *entry; /* of a slot */
   int     slots; /* a power of 2 */
};

static __device__ int slot_of(const row_table &t, int col)
{
   return (int) (((unsigned) col * 2654435769u >> 7) & (unsigned) (t.slots - 1));
}

static __device__ void insert(const row_table &t, int col, int entry)
{
   int slot = slot_of(t, col);
   while (atomicCAS(&t.col[slot], -1, col) != -1)
   {
      slot = (slot + 1) & (t.slots - 1);
   }
   t.entry[slot] = entry;
}

/* The entry of a column in the row, or -1. */
static __device__ int find(const row_table &t, int col)
{
   int slot = slot_of(t, col);
   while (t.col[slot] != col && t.col[slot] != -1)
   {
      slot = (slot + 1) & (t.slots - 1);
   }
   return t.col[slot] == col ? t.entry[slot] : -1;
}

/* Add the terms of all lanes of a group; entry -1: no term. All lanes of the group call this. */
static __device__ void add_terms(const row_table &t, unsigned group, int entry, double term)
{
   const unsigned lane = threadIdx.x % 32;
   const unsigned same = __match_any_sync(group, entry);
   const int      n = entry < 0 ? 0 : __popc(same);
   const int      most = __reduce_max_sync(group, n);
   unsigned       rest = same;
   double         sum = 0.0;
   for (int k = 0; k < most; k++)
   {
      const int    source = k < n ? __ffs((int) rest) - 1 : (int) lane;
      const double theirs = __shfl_sync(group, term, source);
      sum += k < n ? theirs : 0.0;
      rest &= rest - 1;
   }
   if (n > 0 && __ffs((int) same) - 1 == (int) lane)
   {
      t.sum[entry] += sum;
   }
   __syncwarp(group);
}

/* An empty row with the columns of row i of the product. */
template <int LANES>
static __device__ void begin_row(const row_table &t, unsigned group, const int32_t *col, int n)
{
   const int lane = (int) threadIdx.x % LANES;
   for (int s = lane; s < t.slots; s += LANES)
   {
      t.col[s] = -1;
   }
   __syncwarp(group);
   for (int e = lane; e < n; e += LANES)
   {
      insert(t, col[e], e);
      t.sum[e] = 0.0;
   }
   __syncwarp(group);
}

/* Store row i, which has these columns. Returns what is wrong with its values. */
template <int LANES>
static __device__ unsigned end_row(const row_table &t, unsigned group, int64_t i,
                                   const int32_t *col, int n, double *val)
{
   unsigned bits = 0;
   bool     has_diagonal = false;
   for (int e = (int) threadIdx.x % LANES; e < n; e += LANES)
   {
      const double sum = t.sum[e];
      bits |= (__double_as_longlong(sum) >> 52 & 0x7ff) == 0x7ff ? INFINITE : 0u;
      has_diagonal = has_diagonal || (col[e] == i && sum != 0.0);
      val[e] = sum;
   }
   return bits | (__any_sync(group, has_diagonal) ? 0u : DIAGONAL);
}

template <int LANES>
static __global__ void __launch_bounds__(BLOCK)
   galerkin(__grid_constant__ const tsw_device_csr pt, __grid_constant__ const tsw_device_csr a,
            __grid_constant__ const tsw_device_csr p, __grid_constant__ const tsw_device_csr c,
            double *val, int longest, int slots, unsigned *found)
{
   extern __shared__ double shared[];
   const int                n_groups = (int) blockDim.x / LANES;
   const int                g = (int) threadIdx.x / LANES, lane = (int) threadIdx.x % LANES;
   const int64_t            i = (int64_t) blockIdx.x * n_groups + g;
   const unsigned           all = LANES == 32 ? ~0u : (1u << LANES % 32) - 1;
   const unsigned           group = all << (threadIdx.x % 32 / LANES * LANES);
   int                     *tables = (int *) (shared + (int64_t) n_groups * longest);
   const row_table          t = { shared + (int64_t) g * longest, tables + 2 * g * slots,
                                  tables + (2 * g + 1) * slots, slots };
   if (i >= c.n_rows)
   {
      return;
   }
   const int32_t first = c.row_ptr[i];
   const int     n = c.row_ptr[i + 1] - first;
   begin_row<LANES>(t, group, c.col_idx + first, n);
   unsigned bits = 0;
   for (int32_t r = pt.row_ptr[i]; r < pt.row_ptr[i + 1]; r++)
   {
      const int32_t k = pt.col_idx[r], end = a.row_ptr[k + 1];
      const double  weight = pt.val[r];
      for (int32_t begin = a.row_ptr[k]; begin < end; begin += LANES)
      {
         const bool    has = begin + lane < end;
         const int32_t j = has ? a.col_idx[begin + lane] : 0;
         const double  value = has ? weight * a.val[begin + lane] : 0.0;
         const int32_t q = has ? p.row_ptr[j] : 0;
         const int     length = has ? p.row_ptr[j + 1] - q : 0;
         const int     most = __reduce_max_sync(group, length);
         for (int s = 0; s < most; s++)
         {
            const double term = s < length ? value * p.val[q + s] : 0.0;
            const int    entry = s < length ? find(t, p.col_idx[q + s]) : -1;
            bits |= s < length && entry < 0 ? PATTERN : 0u;
            add_terms(t, group, entry, term);
         }
      }
   }
   bits |= end_row<LANES>(t, group, i, c.col_idx + first, n, val + first);
   if (bits)
   {
      atomicOr(found, bits);
   }
}

static __global__ void find_longest(const int32_t *row_ptr, int64_t n_rows, int *longest)
{
   const int64_t i = (int64_t) blockIdx.x * BLOCK + threadIdx.x;
   const int     n = i < n_rows ? row_ptr[i + 1] - row_ptr[i] : 0;
   const int     most = __reduce_max_sync(~0u, n);
   if (threadIdx.x % 32 == 0)
   {
      atomicMax(longest, most);
   }
}

static __device__ int longest_row;

cudaError_t tsw_device_longest_row(const tsw_device_csr *a, int *longest, cudaStream_t stream)
{
   void          *place;
   const unsigned n_blocks = (unsigned) ((a->n_rows + BLOCK - 1) / BLOCK);
   cudaError_t    error = cudaGetSymbolAddress(&place, longest_row);
   error = error ? error : cudaMemsetAsync(place, 0, sizeof(int), stream);
   if (!error && n_blocks > 0)
   {
      find_longest<<<n_blocks, BLOCK, 0, stream>>>(a->row_ptr, a->n_rows, (int *) place);
      error = cudaGetLastError();
   }
   error =
      error ? error : cudaMemcpyAsync(longest, place, sizeof(int), cudaMemcpyDeviceToHost, stream);
   return error ? error : cudaStreamSynchronize(stream);
}

template <int LANES>
static cudaError_t launch(const tsw_device_csr *pt, const tsw_device_csr *a,
                          const tsw_device_csr *p, const tsw_device_csr *c, double *val,
                          int longest, int slots, cudaStream_t stream)
{
   const int   bytes = longest * (int) sizeof(double) + 2 * slots * (int) sizeof(int);
   const int   most_groups = MOST_SHARED / bytes;
   const int   n_groups = most_groups < BLOCK / LANES ? most_groups : BLOCK / LANES;
   unsigned   *found;
   cudaError_t error = tsw_device_values_bits(&found);
   if (n_groups == 0)
   {
      return cudaErrorInvalidValue;
   }
   error = error ? error
                 : cudaFuncSetAttribute(galerkin<LANES>,
                                        cudaFuncAttributeMaxDynamicSharedMemorySize, MOST_SHARED);
   if (!error)
   {
      galerkin<LANES>
         <<<(unsigned) ((c->n_rows + n_groups - 1) / n_groups), n_groups * LANES,
            (size_t) (n_groups * bytes), stream>>>(*pt, *a, *p, *c, val, longest, slots, found);
      error = cudaGetLastError();
   }
   return error;
}

cudaError_t tsw_device_galerkin(const tsw_device_csr *pt, const tsw_device_csr *a,
                                const tsw_device_csr *p, const tsw_device_csr *c, double *val,
                                int longest, cudaStream_t stream)
{
   int slots = LEAST_SLOTS;
   while (slots < 2 * longest)
   {
      slots *= 2;
   }
   if (c->n_rows == 0)
   {
      return cudaSuccess;
   }
   return a->nnz <= 12 * a->n_rows   ? launch<8>(pt, a, p, c, val, longest, slots, stream)
          : a->nnz <= 24 * a->n_rows ? launch<16>(pt, a, p, c, val, longest, slots, stream)
                                     : launch<32>(pt, a, p, c, val, longest, slots, stream);
}
