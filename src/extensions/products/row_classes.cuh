/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Columns of the rows of a product of two matrices. The lanes of a row insert the columns of its
 * entries into a hash table in shared memory. Rows are of three classes: 8 lanes, a warp, or a
 * block for a row. A class leaves rows that are too long for its table to the next class. Nothing
 * spins: an insertion ends after as many probes as the table has slots.
 */
#pragma once

#include "extensions/products/matmat_kernels.h"

static constexpr int      EMPTY = -1;
static constexpr int      BLOCK = 256;
static constexpr unsigned LEAST_GROUP = 4; /* lanes for a row of the right factor */

/* A class of rows. */
template <int LANES, int SLOTS> struct row_class
{
   static constexpr int lanes = LANES;
   static constexpr int slots = SLOTS;
   static constexpr int most = SLOTS / 2; /* columns of a row */
   static constexpr int rows = BLOCK / LANES;
   static constexpr int bytes = rows * (SLOTS + most) * (int) sizeof(int);
};

using short_rows = row_class<8, 64>;
using medium_rows = row_class<32, 512>;
using long_rows = row_class<BLOCK, 8192>;

/* The columns of a row that have been found, in shared memory. */
struct found_columns
{
   int                *table; /* [SLOTS] */
   int                *list;  /* [most] */
   unsigned long long *n;     /* columns of this rank, and 2^32 times other columns */
   int                *too_many;
};

static __device__ int total(unsigned long long n)
{
   return (int) (n & 0xffffffffu) + (int) (n >> 32);
}

template <class C> static __device__ void wait_for_row(void)
{
   if (C::lanes > 32)
   {
      __syncthreads();
   }
   else
   {
      __syncwarp();
   }
}

template <class C> static __device__ void insert(const found_columns &f, int col, int32_t n_own)
{
   unsigned s = (unsigned) col * 2654435769u;
   s >>= 32 - __ffs(C::slots) + 1;
   for (int probes = 0; probes < C::slots; probes++)
   {
      const int old = atomicCAS(&f.table[s], EMPTY, col);
      if (old == col)
      {
         return;
      }
      if (old == EMPTY)
      {
         const int k = total(atomicAdd(f.n, col < n_own ? 1ull : 1ull << 32));
         if (k < C::most)
         {
            f.list[k] = col;
            return;
         }
         break;
      }
      s = (s + 1) & (C::slots - 1);
   }
   *(volatile int *) f.too_many = 1;
}

/* Insert the columns of row i, which groups of lanes read: one row of the right factor each. */
template <class C>
static __device__ void find_columns(const tsw_product_pattern &p, int64_t i, int group,
                                    const found_columns &f)
{
   const int     lane = (int) threadIdx.x % C::lanes;
   const int32_t end = p.left.row_ptr[i + 1];
   for (int32_t e = p.left.row_ptr[i] + lane / group; e < end; e += C::lanes / group)
   {
      const int32_t k = p.left.col_idx[e], last = p.right.row_ptr[k + 1];
      for (int32_t q = p.right.row_ptr[k] + lane % group; q < last; q += group)
      {
         if (*(volatile int *) f.too_many)
         {
            return;
         }
         insert<C>(f, p.right.col_idx[q], p.n_own);
      }
   }
}

/* The shared memory of the rows of a block. */
template <class C> static __device__ found_columns columns_of_row(void)
{
   extern __shared__ int                shared[];
   static __shared__ unsigned long long n[C::rows];
   static __shared__ int                too_many[C::rows];
   const int                            row = (int) threadIdx.x / C::lanes;
   int                                 *table = shared + row * (C::slots + C::most);
   return { table, table + C::slots, &n[row], &too_many[row] };
}

template <class C> static __device__ void clear(const found_columns &f)
{
   const int lane = (int) threadIdx.x % C::lanes;
   for (int s = lane; s < C::slots; s += C::lanes)
   {
      f.table[s] = EMPTY;
   }
   if (lane == 0)
   {
      *f.n = 0;
      *f.too_many = 0;
   }
   wait_for_row<C>();
}

/* Rows in a list, or all rows, and the list for rows that are too long. */
struct row_list
{
   const int32_t *list; /* NULL: all rows */
   const int32_t *n;
   int32_t       *rest; /* NULL: there is no next class */
   int32_t       *n_rest;
};

static __device__ int64_t length_of(const row_list &rows, const tsw_product_pattern &p)
{
   return rows.list ? *rows.n : p.left.n_rows;
}

/* Row k of the list; -1: there is none. */
static __device__ int64_t row_at(const row_list &rows, int64_t k, int64_t n)
{
   return k >= n ? -1 : rows.list ? rows.list[k] : k;
}

/* The counters: rows of the lists, longest row, is a row too long?, columns stored, and,
 * in two words, all columns. */
enum
{
   N_MEDIUM,
   N_LONG,
   LONGEST,
   TOO_LONG,
   STORED,
   ALL = 6
};

static __device__ void leave(const row_list &rows, int64_t i, int32_t *counter)
{
   if (rows.rest)
   {
      rows.rest[atomicAdd(rows.n_rest, 1)] = (int32_t) i;
   }
   else
   {
      counter[TOO_LONG] = 1;
   }
}

/* Lanes for a row of the right factor: as many as its mean length. */
template <class C> static int group_for(const tsw_product_pattern *p)
{
   const int64_t mean = p->right.n_rows > 0 ? p->right.nnz / p->right.n_rows : 0;
   int           group = (int) LEAST_GROUP;
   while (group < C::lanes && group < mean)
   {
      group *= 2;
   }
   return group;
}

/* The classes; a list of rows belongs to each but the first. */
enum
{
   SHORT_ROWS,
   MEDIUM_ROWS,
   LONG_ROWS
};

/*
 * The class that gets all rows first: that of short rows, unless rows get more entries than its
 * table has slots, in the mean; then that of blocks if there are too few rows for a warp each.
 */
static int first_class(const tsw_product_pattern *p)
{
   static constexpr double ENOUGH_ROWS = 8192; /* warps on a device */
   const double            n = (double) p->left.n_rows, m = (double) p->right.n_rows;
   const bool is_short = (double) p->left.nnz * (double) p->right.nnz <= short_rows::slots * n * m;
   return is_short ? SHORT_ROWS : n < ENOUGH_ROWS ? LONG_ROWS : MEDIUM_ROWS;
}

/* The rows of a class, and where rows that are too long go. */
static row_list rows_of(const tsw_product_pattern *p, int number)
{
   const bool has_list = number > first_class(p), has_rest = number < LONG_ROWS;
   const int  own = has_list ? number - 1 : 0, rest = has_rest ? number : 0;
   return { has_list ? p->list[own] : NULL, has_list ? &p->counter[own] : NULL,
            has_rest ? p->list[rest] : NULL, has_rest ? &p->counter[rest] : NULL };
}

/* Blocks for at most n rows. All but short rows: each takes several rows. */
template <class C> static unsigned blocks_of(int64_t n)
{
   static constexpr int64_t MOST = C::lanes < 32 ? INT32_MAX : 132 * 8;
   const int64_t            n_blocks = (n + C::rows - 1) / C::rows;
   return (unsigned) (n_blocks < MOST ? n_blocks : MOST);
}
