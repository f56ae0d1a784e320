/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Values of P^T A P in a known pattern. A block computes a row i of the product, its warps take the
 * entries k of row i of P^T in turn. The 8 groups of 4 lanes of a warp take entries j of row k of
 * A, and the lanes of a group the entries of row j of P. A hash table in shared memory finds the
 * place of a column in row i. Groups add to copies of the row of their own, or one after the other
 * to a common copy; a row of P has no column twice. At the end the copies are added in order: the
 * result is the same in every run. Nothing spins: the table has twice as many slots as entries.
 */
#include "hypre/base/values_kernels.h"

static constexpr int      MOST_WARPS = 8;          /* of a block */
static constexpr int      ENOUGH_WARPS = 8192;     /* on a device */
static constexpr int      MOST_SHARED = 96 << 10; /* bytes of a block */
static constexpr int      GOOD_SHARED = 12 << 10; /* bytes of a warp: some 16 on a multiprocessor */
static constexpr int      LEAST_SLOTS = 16;
static constexpr int      GROUP = 4; /* lanes; hypre's default is 4 entries in a row of P */
static constexpr int      N_GROUPS = 32 / GROUP;
static constexpr int      AT_ONCE = 4; /* entries of A that a group reads before it adds */
static constexpr int      SHORT = 12;  /* mean entries of a row of A: warps take several rows */
static constexpr unsigned PATTERN = 1, INFINITE = 2, DIAGONAL = 4; /* bits of values.h */

/* A hash table of the columns of a row, in shared memory. */
struct row_table
{
   int *col;   /* of a slot; -1: empty */
   int *entry; /* of a slot */
   int  bits;  /* 2^bits slots */
};

static __device__ int slot_of(const row_table &t, int col)
{
   return (int) ((unsigned) col * 2654435769u >> (32 - t.bits));
}

static __device__ int next_slot(const row_table &t, int slot)
{
   return (slot + 1) & ((1 << t.bits) - 1);
}

static __device__ void insert(const row_table &t, int col, int entry)
{
   int slot = slot_of(t, col);
   while (atomicCAS(&t.col[slot], -1, col) != -1)
   {
      slot = next_slot(t, slot);
   }
   t.entry[slot] = entry;
}

/* The entry of a column in the row, or -1. */
static __device__ int find(const row_table &t, int col)
{
   int slot = slot_of(t, col);
   while (t.col[slot] != col && t.col[slot] != -1)
   {
      slot = next_slot(t, slot);
   }
   return t.col[slot] == col ? t.entry[slot] : -1;
}

/* Fill the table with n columns, and the copies of the row with zeros. */
static __device__ void begin_row(const row_table &t, const int32_t *col, int n, double *sums,
                                 int n_sums)
{
   for (int s = (int) threadIdx.x; s < 1 << t.bits; s += (int) blockDim.x)
   {
      t.col[s] = -1;
   }
   for (int s = (int) threadIdx.x; s < n_sums; s += (int) blockDim.x)
   {
      sums[s] = 0.0;
   }
   __syncthreads();
   for (int e = (int) threadIdx.x; e < n; e += (int) blockDim.x)
   {
      insert(t, col[e], e);
   }
   __syncthreads();
}

/*
 * Add a term of each lane, entry -1: none, to a copy of the row. N_GROUPS / COPIES groups of a warp
 * have a copy in common.
 */
template <int COPIES> static __device__ void add_terms(double *copy, int entry, double term)
{
   const int turn = (int) threadIdx.x % 32 / GROUP / COPIES;
#pragma unroll
   for (int t = 0; t < N_GROUPS / COPIES; t++)
   {
      if (entry >= 0 && turn == t)
      {
         copy[entry] += term;
      }
      __syncwarp(); /* another lane may add to this sum next */
   }
}

/*
 * Add the rows of P of AT_ONCE entries of A of each group; entry -1: none. weight: the entries of
 * P^T. Returns PATTERN if the row lacks a column, else 0.
 */
template <int COPIES>
static __device__ unsigned add_rows(const row_table &t, double *copy, const tsw_device_csr &a,
                                    const tsw_device_csr &p, const int32_t *entry,
                                    const double *weight)
{
   const int lane = (int) threadIdx.x % GROUP;
   double    value[AT_ONCE], factor[AT_ONCE];
   int32_t   begin[AT_ONCE];
   int       length[AT_ONCE], col[AT_ONCE];
   int       most = 0;
   unsigned  bits = 0;
#pragma unroll
   for (int u = 0; u < AT_ONCE; u++)
   {
      const bool    has = entry[u] >= 0;
      const int32_t j = has ? a.col_idx[entry[u]] : 0;
      value[u] = has ? weight[u] * a.val[entry[u]] : 0.0;
      begin[u] = has ? p.row_ptr[j] : 0;
      length[u] = has ? p.row_ptr[j + 1] - begin[u] : 0;
      most = max(most, length[u]);
   }
   most = __reduce_max_sync(~0u, most);
   for (int s = lane; s < most + lane; s += GROUP)
   {
#pragma unroll
      for (int u = 0; u < AT_ONCE; u++)
      {
         col[u] = s < length[u] ? p.col_idx[begin[u] + s] : -1;
         factor[u] = s < length[u] ? p.val[begin[u] + s] : 0.0;
      }
#pragma unroll
      for (int u = 0; u < AT_ONCE; u++)
      {
         const int place = col[u] >= 0 ? find(t, col[u]) : -1;
         bits |= col[u] >= 0 && place < 0 ? PATTERN : 0;
         add_terms<COPIES>(copy, place, value[u] * factor[u]);
      }
   }
   return bits;
}

/* Row i of P^T, and the places r of its entries that this warp takes. */
struct fine_rows
{
   int32_t first;
   int     n;
   int     begin, step; /* r = begin, begin + step, ... */
};

/* Short rows of A: AT_ONCE rows at the same time, and an entry of each for a group. */
template <int COPIES>
static __device__ unsigned add_short(const row_table &t, double *copy, const tsw_device_csr &pt,
                                     const tsw_device_csr &a, const tsw_device_csr &p,
                                     const fine_rows &f)
{
   const int group = (int) threadIdx.x % 32 / GROUP;
   unsigned  bits = 0;
   for (int r = f.begin; r < f.n; r += AT_ONCE * f.step)
   {
      double  weight[AT_ONCE];
      int32_t begin[AT_ONCE], entry[AT_ONCE];
      int     length[AT_ONCE], most = 0;
#pragma unroll
      for (int u = 0; u < AT_ONCE; u++)
      {
         const bool    has = r + u * f.step < f.n;
         const int32_t place = has ? f.first + r + u * f.step : 0;
         const int32_t k = has ? pt.col_idx[place] : 0;
         weight[u] = has ? pt.val[place] : 0.0;
         begin[u] = has ? a.row_ptr[k] : 0;
         length[u] = has ? a.row_ptr[k + 1] - begin[u] : 0;
         most = max(most, length[u]);
      }
      for (int s = group; s < most + group; s += N_GROUPS)
      {
#pragma unroll
         for (int u = 0; u < AT_ONCE; u++)
         {
            entry[u] = s < length[u] ? begin[u] + s : -1;
         }
         bits |= add_rows<COPIES>(t, copy, a, p, entry, weight);
      }
   }
   return bits;
}

/* Long rows of A, one after the other, and AT_ONCE entries of the row for a group. */
template <int COPIES>
static __device__ unsigned add_long(const row_table &t, double *copy, const tsw_device_csr &pt,
                                    const tsw_device_csr &a, const tsw_device_csr &p,
                                    const fine_rows &f)
{
   const int group = (int) threadIdx.x % 32 / GROUP;
   unsigned  bits = 0;
   for (int r = f.begin; r < f.n; r += f.step)
   {
      const int32_t k = pt.col_idx[f.first + r], begin = a.row_ptr[k], end = a.row_ptr[k + 1];
      const double  value = pt.val[f.first + r];
      for (int32_t base = begin; base < end; base += AT_ONCE * N_GROUPS)
      {
         double  weight[AT_ONCE];
         int32_t entry[AT_ONCE];
#pragma unroll
         for (int u = 0; u < AT_ONCE; u++)
         {
            const int32_t e = base + u * N_GROUPS + group;
            weight[u] = value;
            entry[u] = e < end ? e : -1;
         }
         bits |= add_rows<COPIES>(t, copy, a, p, entry, weight);
      }
   }
   return bits;
}

/* Store row i: the sums over all copies. Returns what is wrong with its values. */
static __device__ unsigned end_row(const double *sums, int n_copies, int longest, int64_t i,
                                   const int32_t *col, int n, double *val)
{
   unsigned bits = 0;
   int      has_diagonal = 0;
   for (int e = (int) threadIdx.x; e < n; e += (int) blockDim.x)
   {
      double sum = 0.0;
      for (int copy = 0; copy < n_copies; copy++)
      {
         sum += sums[copy * longest + e];
      }
      bits |= (__double_as_longlong(sum) >> 52 & 0x7ff) == 0x7ff ? INFINITE : 0u;
      has_diagonal = has_diagonal || (col[e] == i && sum != 0.0);
      val[e] = sum;
   }
   return bits | (__syncthreads_or(has_diagonal) ? 0u : DIAGONAL);
}

template <int COPIES>
static __global__ void __launch_bounds__(32 * MOST_WARPS)
   galerkin(__grid_constant__ const tsw_device_csr pt, __grid_constant__ const tsw_device_csr a,
            __grid_constant__ const tsw_device_csr p, __grid_constant__ const tsw_device_csr c,
            double *val, int longest, bool has_long_rows, unsigned *found)
{
   extern __shared__ double shared[];
   const int                n_warps = (int) blockDim.x / 32, warp = (int) threadIdx.x / 32;
   const int64_t            i = blockIdx.x;
   const int32_t            first = c.row_ptr[i], fine = pt.row_ptr[i];
   const int                n = c.row_ptr[i + 1] - first;
   const int                bits_of_n = max(4, 33 - __clz(n)); /* at least 2 n slots */
   int                     *table = (int *) (shared + n_warps * COPIES * longest);
   const row_table          t = { table, table + (1 << bits_of_n), bits_of_n };
   const fine_rows          f = { fine, pt.row_ptr[i + 1] - fine, warp, n_warps };
   double *copy = shared + (warp * COPIES + (int) threadIdx.x % 32 / GROUP % COPIES) * longest;
   begin_row(t, c.col_idx + first, n, shared, n_warps * COPIES * longest);
   unsigned bits = has_long_rows ? add_long<COPIES>(t, copy, pt, a, p, f)
                                 : add_short<COPIES>(t, copy, pt, a, p, f);
   __syncthreads();
   bits |= end_row(shared, n_warps * COPIES, longest, i, c.col_idx + first, n, val + first);
   if (bits)
   {
      atomicOr(found, bits);
   }
}

static constexpr int BLOCK = 128; /* threads, of find_longest */

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

/* The shape of a launch: warps of a block and copies of a row in a warp. */
struct galerkin_shape
{
   int n_warps, n_copies, bytes;
};

static galerkin_shape shape_of(int64_t n_rows, int longest)
{
   galerkin_shape s = { 1, N_GROUPS, 0 };
   int            slots = LEAST_SLOTS;
   while (slots < 2 * longest + 2)
   {
      slots *= 2;
   }
   const int table = 2 * slots * (int) sizeof(int);
   while (s.n_warps < MOST_WARPS && n_rows * s.n_warps < ENOUGH_WARPS)
   {
      s.n_warps *= 2;
   }
   while (s.n_copies > 1 && s.n_copies * longest * (int) sizeof(double) + table > GOOD_SHARED)
   {
      s.n_copies /= 2;
   }
   do
   {
      s.bytes = s.n_warps * s.n_copies * longest * (int) sizeof(double) + table;
   } while (s.bytes > MOST_SHARED && (s.n_warps /= 2) > 0);
   return s;
}

template <int COPIES>
static cudaError_t launch(const tsw_device_csr *pt, const tsw_device_csr *a,
                          const tsw_device_csr *p, const tsw_device_csr *c, double *val,
                          int longest, const galerkin_shape &s, cudaStream_t stream)
{
   unsigned   *found;
   cudaError_t error = tsw_device_values_bits(&found);
   error = error ? error
                 : cudaFuncSetAttribute(galerkin<COPIES>,
                                        cudaFuncAttributeMaxDynamicSharedMemorySize, MOST_SHARED);
   if (!error)
   {
      galerkin<COPIES><<<(unsigned) c->n_rows, 32 * s.n_warps, (size_t) s.bytes, stream>>>(
         *pt, *a, *p, *c, val, longest, a->nnz > SHORT * a->n_rows, found);
      error = cudaGetLastError();
   }
   return error;
}

cudaError_t tsw_device_galerkin(const tsw_device_csr *pt, const tsw_device_csr *a,
                                const tsw_device_csr *p, const tsw_device_csr *c, double *val,
                                int longest, cudaStream_t stream)
{
   if (c->n_rows == 0)
   {
      return cudaSuccess;
   }
   const galerkin_shape s = shape_of(c->n_rows, longest);
   return s.n_warps == 0    ? cudaErrorInvalidValue
          : s.n_copies == 8 ? launch<8>(pt, a, p, c, val, longest, s, stream)
          : s.n_copies == 4 ? launch<4>(pt, a, p, c, val, longest, s, stream)
          : s.n_copies == 2 ? launch<2>(pt, a, p, c, val, longest, s, stream)
                            : launch<1>(pt, a, p, c, val, longest, s, stream);
}
