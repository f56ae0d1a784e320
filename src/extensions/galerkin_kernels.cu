/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Values of a product of two matrices in a known pattern; P^T A P is P^T times A P. A group of
 * lanes takes entries k of row i of the left factor one after the other, and its lanes the entries
 * of row k of the right factor, which has no column twice. The group adds them to a copy of row i
 * in shared memory. A row has one group if there are many rows, and otherwise several, which take
 * entries k in turn; at the end their copies are added in order: the result is the same in every
 * run. A hash table in shared memory finds the entry of a column in row i. Nothing spins: the table
 * has twice as many slots as entries.
 */
#include "extensions/values_kernels.h"

#include "base/device/rows.cuh"
#include "base/device/sum.cuh"
#include "extensions/found.cuh"

static constexpr int      MOST_THREADS = 256;       /* of a row, and of a block */
static constexpr int      BLOCK = 128;              /* threads, if rows have fewer */
static constexpr int      ENOUGH_THREADS = 1 << 18; /* on a device */
static constexpr int      MOST_SHARED = 96 << 10;   /* bytes of a block */
static constexpr int      GOOD_SHARED = 24 << 10;   /* bytes of a warp */
static constexpr int      LEAST_BITS = 4;           /* of the number of slots */
static constexpr int      AT_ONCE = 2;    /* entries of the left factor that a group reads ahead */
static constexpr int      GOOD_EACH = 16; /* entries of the left factor for a group */
static constexpr int      SHORT = 6;      /* mean entries of a row of the right factor: 4 lanes; */
static constexpr int      MEDIUM = 20;    /* 8 lanes */
static constexpr unsigned PATTERN = 1, INFINITE = 2, DIAGONAL = 4; /* bits of values.h */

/* A hash table of the columns of a row, in shared memory: 2^bits slots. */
struct row_table
{
   int            *col;  /* of the entries of the row */
   unsigned short *slot; /* an entry, or EMPTY */
   int             bits;
};

static constexpr unsigned short EMPTY = 0xffff;

/* Twice as many slots as a row has entries. */
static __host__ __device__ int bits_for(int n)
{
   int bits = LEAST_BITS;
   while (1 << bits < 2 * n)
   {
      bits++;
   }
   return bits;
}

static __device__ unsigned first_slot(const row_table &t, int col)
{
   return (unsigned) col * 2654435769u >> (32 - t.bits);
}

static __device__ unsigned next_slot(const row_table &t, unsigned s)
{
   return (s + 1) & ((1u << t.bits) - 1);
}

/*
 * Insert entry e of each lane, -1: none. To be called by a whole warp. Of the lanes that find a
 * slot empty, one stores its entry; the others go on. A slot that is in use does not change.
 */
static __device__ void insert(const row_table &t, int e)
{
   bool     waits = e >= 0;
   unsigned s = waits ? first_slot(t, t.col[e]) : 0;
   while (__any_sync(~0u, waits))
   {
      if (waits && t.slot[s] == EMPTY)
      {
         t.slot[s] = (unsigned short) e;
      }
      __syncwarp();
      if (waits && t.slot[s] != e)
      {
         s = next_slot(t, s);
      }
      else
      {
         waits = false;
      }
   }
}

/* The entry of a column in the row, or -1. */
static __device__ int find_column(const row_table &t, int col)
{
   unsigned s = first_slot(t, col);
   int      entry = t.slot[s];
   while (entry != EMPTY && t.col[entry] != col)
   {
      s = next_slot(t, s);
      entry = t.slot[s];
   }
   return entry == EMPTY ? -1 : entry;
}

/* The threads of a row: a part of a warp, a warp, or a block. */
struct team
{
   int n_threads, thread;
};

static __device__ void wait_for(const team &row)
{
   if (row.n_threads > 32)
   {
      __syncthreads();
   }
   else
   {
      __syncwarp();
   }
}

/* Fill the table with n columns, and the copies of the row with zeros. */
static __device__ void begin_row(const team &row, const row_table &t, const int32_t *col, int n,
                                 double *sums, int n_sums)
{
   unsigned *pairs = (unsigned *) t.slot;
   const int step = min(row.n_threads, 32); /* the first warp fills the table */
   const int most = __reduce_max_sync(~0u, n);
   for (int s = row.thread; s < 1 << (t.bits - 1); s += row.n_threads)
   {
      pairs[s] = EMPTY | (unsigned) EMPTY << 16;
   }
   for (int s = row.thread; s < n_sums; s += row.n_threads)
   {
      sums[s] = 0.0;
   }
   for (int e = row.thread; e < n; e += row.n_threads)
   {
      t.col[e] = col[e];
   }
   wait_for(row);
   for (int e = row.thread; row.thread < 32 && e < most + row.thread; e += step)
   {
      insert(t, e < n ? e : -1);
   }
   wait_for(row);
}

/* Entries of a row of the left factor, and the rows of the right factor that they multiply. */
struct batch
{
   double  value[AT_ONCE];
   int32_t begin[AT_ONCE];
   int     length[AT_ONCE];
};

/* Read entries e, e + step, ... of the n entries of a row; no entry: length 0. */
static __device__ batch read_batch(const int32_t *col, const double *val, int e, int step, int n,
                                   const int32_t *row_ptr)
{
   batch b;
#pragma unroll
   for (int u = 0; u < AT_ONCE; u++)
   {
      const bool    has = e + u * step < n;
      const int32_t k = has ? col[e + u * step] : 0;
      b.value[u] = has ? val[e + u * step] : 0.0;
      b.begin[u] = has ? row_ptr[k] : 0;
      b.length[u] = has ? row_ptr[k + 1] - b.begin[u] : 0;
   }
   return b;
}

/* Add the rows of a batch of each group. Returns PATTERN if the row lacks a column, else 0. */
template <int GROUP, bool REPEATS>
static __device__ unsigned add_batch(const row_table &t, double *copy, const tsw_device_csr &right,
                                     const batch &b)
{
   const int lane = (int) threadIdx.x % GROUP;
   double    factor[AT_ONCE];
   int       col[AT_ONCE];
   int       most = 0;
   unsigned  bits = 0;
#pragma unroll
   for (int u = 0; u < AT_ONCE; u++)
   {
      most = max(most, b.length[u]);
   }
   most = __reduce_max_sync(~0u, most);
   for (int s = lane; s < most + lane; s += GROUP)
   {
#pragma unroll
      for (int u = 0; u < AT_ONCE; u++)
      {
         col[u] = s < b.length[u] ? right.col_idx[b.begin[u] + s] : -1;
         factor[u] = s < b.length[u] ? right.val[b.begin[u] + s] : 0.0;
      }
#pragma unroll
      for (int u = 0; u < AT_ONCE; u++)
      {
         const int entry = col[u] >= 0 ? find_column(t, col[u]) : -1;
         if (entry >= 0 && REPEATS)
         {
            atomicAdd(&copy[entry], b.value[u] * factor[u]);
         }
         else if (entry >= 0)
         {
            copy[entry] += b.value[u] * factor[u];
         }
         bits |= col[u] >= 0 && entry < 0 ? PATTERN : 0;
         __syncwarp(); /* another lane of the group may add to this sum next */
      }
   }
   return bits;
}

/* The sum over the copies of an entry of the row. */
static __device__ double add_copies(const double *sums, int n_copies, int longest, int e)
{
   double sum = 0.0;
   for (int copy = 0; copy < n_copies; copy++)
   {
      sum += sums[copy * longest + e];
   }
   return sum;
}

/* The shape of a launch. */
struct product_shape
{
   int group;    /* lanes */
   int n_groups; /* of a row; 0: a row is too long */
   int n_rows;   /* of a block */
   int longest;  /* entries of a row of the product */
   int bytes;    /* of a row in shared memory */
};

template <int GROUP, bool REPEATS>
static __global__ void __launch_bounds__(MOST_THREADS)
   multiply(__grid_constant__ const tsw_device_csr left,
            __grid_constant__ const tsw_device_csr right,
            __grid_constant__ const tsw_device_csr product, double *val,
            __grid_constant__ const product_shape shape, bool square, unsigned *found)
{
   extern __shared__ char shared[];
   const int              n_threads = GROUP * shape.n_groups, longest = shape.longest;
   const int              number = (int) threadIdx.x / n_threads;
   const team             row = { n_threads, (int) threadIdx.x % n_threads };
   const int64_t          i = (int64_t) blockIdx.x * shape.n_rows + number;
   const bool             has = i < product.n_rows; /* all lanes take part in barriers */
   const int32_t          first = has ? product.row_ptr[i] : 0, from = has ? left.row_ptr[i] : 0;
   const int              n = has ? product.row_ptr[i + 1] - first : 0;
   const int              n_left = has ? left.row_ptr[i + 1] - from : 0;
   const int              most_left = __reduce_max_sync(~0u, n_left);
   const int              n_sums = shape.n_groups * longest, group = row.thread / GROUP;
   double                *sums = (double *) (shared + (size_t) number * shape.bytes);
   int                   *col = (int *) (sums + n_sums);
   const row_table        t = { col, (unsigned short *) (col + longest), bits_for(n) };
   unsigned               bits = 0;
   batch next = read_batch(left.col_idx + from, left.val + from, group, shape.n_groups, n_left,
                           right.row_ptr);
   begin_row(row, t, product.col_idx + first, n, sums, n_sums);
   for (int e = group; e < most_left + group; e += AT_ONCE * shape.n_groups)
   {
      const batch now = next;
      next = read_batch(left.col_idx + from, left.val + from, e + AT_ONCE * shape.n_groups,
                        shape.n_groups, n_left, right.row_ptr);
      bits |= add_batch<GROUP, REPEATS>(t, sums + group * longest, right, now);
   }
   wait_for(row);
   for (int e = row.thread; e < n; e += row.n_threads)
   {
      const double sum = add_copies(sums, shape.n_groups, longest, e);
      bits |= (__double_as_longlong(sum) >> 52 & 0x7ff) == 0x7ff ? INFINITE : 0u;
      val[first + e] = sum;
   }
   if (square && has && row.thread == 0)
   {
      const int e = n > 0 ? find_column(t, (int) i) : -1;
      bits |= e < 0 || add_copies(sums, shape.n_groups, longest, e) == 0.0 ? DIAGONAL : 0u;
   }
   if (bits)
   {
      atomicOr(found, bits);
   }
}

static __device__ int longest_row;

cudaError_t tsw_device_longest_row(const tsw_device_csr *a, int *longest, cudaStream_t stream)
{
   cudaError_t error = tsw_clear_found(longest_row, stream);
   error = error ? error
                 : tsw_rows::queue_each_row<1>(
                      a->n_rows, stream,
                      [n = a->n_rows, row_ptr = a->row_ptr] __device__(int64_t i, int) {
                         tsw_raise_max(&longest_row, i < n ? row_ptr[i + 1] - row_ptr[i] : 0);
                      });
   return error ? error : tsw_read_found(longest_row, longest, stream);
}

/* Copies of the row, its columns, and the slots of the table. */
static int bytes_of(int n_groups, int longest)
{
   const int bytes = longest * (8 * n_groups + 4) + 2 * (1 << bits_for(longest));
   return (bytes + 7) / 8 * 8;
}

/*
 * Is a row better computed by twice as many groups? If there are few rows, if the rows of the left
 * factor are long, or if the rows of a warp need much memory: groups of a row share the table.
 */
static bool wants_groups(const product_shape *s, const tsw_device_csr *left)
{
   const int     n_threads = s->group * s->n_groups, n_in_warp = max(1, 32 / n_threads);
   const int64_t bytes = n_in_warp * (int64_t) bytes_of(s->n_groups, s->longest);
   const int64_t next = max(1, n_in_warp / 2) * (int64_t) bytes_of(2 * s->n_groups, s->longest);
   const bool    few = left->n_rows * n_threads < ENOUGH_THREADS && next <= GOOD_SHARED;
   const bool    is_long = n_in_warp > 1 && left->nnz > GOOD_EACH * s->n_groups * left->n_rows;
   return 2 * n_threads <= MOST_THREADS &&
          (few || is_long || (n_in_warp > 1 && bytes > GOOD_SHARED));
}

static product_shape shape_of(const tsw_device_csr *left, const tsw_device_csr *right, int longest)
{
   product_shape s = { 32, 0, 1, longest, 0 };
   const int64_t mean = right->n_rows > 0 ? right->nnz / right->n_rows : 0;
   if (longest > MOST_SHARED / 16)
   {
      return s;
   }
   s.group = mean <= SHORT ? 4 : mean <= MEDIUM ? 8 : 32;
   while (s.group < 32 && bytes_of(32 / s.group, longest) > MOST_SHARED)
   {
      s.group *= 2;
   }
   for (s.n_groups = 1; wants_groups(&s, left);)
   {
      s.n_groups *= 2;
   }
   s.bytes = bytes_of(s.n_groups, longest);
   s.n_rows = max(1, 32 / (s.n_groups * s.group));
   while (s.n_groups * s.group <= 32 && s.n_rows * s.n_groups * s.group < BLOCK &&
          2 * s.n_rows * s.bytes <= MOST_SHARED)
   {
      s.n_rows *= 2;
   }
   return s;
}

template <bool REPEATS> static auto kernel_of(int group)
{
   return group == 4    ? multiply<4, REPEATS>
          : group == 8  ? multiply<8, REPEATS>
          : group == 16 ? multiply<16, REPEATS>
                        : multiply<32, REPEATS>;
}

cudaError_t tsw_device_values_multiply(const tsw_device_csr *left, const tsw_device_csr *right,
                                       bool repeats, const tsw_device_csr *product, double *val,
                                       int longest, bool square, cudaStream_t stream)
{
   if (product->n_rows == 0)
   {
      return cudaSuccess;
   }
   const product_shape s = shape_of(left, right, longest);
   if (s.n_groups == 0 || s.n_rows * s.bytes > MOST_SHARED)
   {
      return cudaErrorInvalidValue;
   }
   const auto  kernel = repeats ? kernel_of<true>(s.group) : kernel_of<false>(s.group);
   unsigned   *found;
   cudaError_t error = tsw_device_values_bits(&found);
   error = error ? error
                 : cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                        MOST_SHARED);
   if (!error)
   {
      const unsigned n_blocks = tsw_blocks(product->n_rows, s.n_rows);
      const int      n_threads = s.n_rows * s.n_groups * s.group;
      const size_t   bytes = (size_t) s.n_rows * s.bytes;
      kernel<<<n_blocks, n_threads, bytes, stream>>>(*left, *right, *product, val, s, square,
                                                     found);
      error = cudaGetLastError();
   }
   return error;
}
