/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "bench/boards/block.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
   WAIT_SECONDS = 20
};

static void *copy_of(const tsw_bench_space *space, const void *host, size_t bytes)
{
   void *there = space->alloc(bytes);
   space->put(there, host, bytes);
   return there;
}

static tsw_triangle copy_triangle(const tsw_bench_space *space, const tsw_triangle *t, int64_t n)
{
   const size_t nnz = (size_t) t->row_ptr[n];
   return (tsw_triangle){
      .row_ptr = copy_of(space, t->row_ptr, ((size_t) n + 1) * sizeof(int32_t)),
      .col_idx = copy_of(space, t->col_idx, nnz * sizeof(int32_t)),
      .val = copy_of(space, t->val, nnz * sizeof(double)),
   };
}

static void copy_packed(tsw_bench_block *block)
{
   const tsw_bench_space *space = block->space;
   const tsw_packed      *host = &block->host;
   const int32_t          ok = TRISWEEP_OK;
   block->packed = *host;
   if (space->id == TRISWEEP_HOST)
   {
      return;
   }
   block->packed.lower = copy_triangle(space, &host->lower, host->n_rows);
   block->packed.upper = copy_triangle(space, &host->upper, host->n_rows);
   block->packed.inv_diag = copy_of(space, host->inv_diag, (size_t) host->n_rows * sizeof(double));
   block->packed.wait_status = copy_of(space, &ok, sizeof ok);
   block->packed.wait_limit_ns = WAIT_SECONDS * INT64_C(1000000000);
}

/* Count the levels of one triangle by Li's loop over rows. */
static int64_t find_depth(const tsw_packed *p, bool upper)
{
   const tsw_triangle *t = upper ? &p->upper : &p->lower;
   int32_t            *level = tsw_bench_host.alloc((size_t) p->n_rows * sizeof *level);
   int32_t             depth = 0;
   for (int64_t k = 0; k < p->n_rows; k++)
   {
      const int64_t i = upper ? p->n_rows - 1 - k : k;
      level[i] = 1;
      for (int32_t e = t->row_ptr[i]; e < t->row_ptr[i + 1]; e++)
      {
         const int32_t next = level[t->col_idx[e]] + 1;
         level[i] = next > level[i] ? next : level[i];
      }
      depth = level[i] > depth ? level[i] : depth;
   }
   free(level);
   return depth;
}

bool tsw_bench_block_open(const tsw_bench_space *space, const tsw_matrix *matrix,
                          tsw_bench_block *block)
{
   const trisweep_csr host = tsw_matrix_view(matrix);
   const size_t       bytes = (size_t) matrix->n_rows * sizeof(double);
   memset(block, 0, sizeof *block);
   block->space = space;
   block->matrix = matrix;
   if (tsw_packed_layout(&host, NULL, &block->host) != TRISWEEP_OK ||
       tsw_packed_load(&host, NULL, NULL, &block->host) != TRISWEEP_OK)
   {
      fprintf(stderr, "trisweep-bench: %s: %s\n", matrix->name, trisweep_message());
      tsw_packed_free(NULL, &block->host);
      return false;
   }
   block->n_zero_diagonals = block->host.n_zero_diagonals;
   block->depth[0] = find_depth(&block->host, false);
   block->depth[1] = find_depth(&block->host, true);
   block->csr = tsw_bench_matrix(space, &host);
   copy_packed(block);
   double **there[] = { &block->b, &block->x, &block->z };
   double **here[] = { &block->host_b, &block->host_x, &block->host_ref };
   for (size_t k = 0; k < sizeof there / sizeof there[0]; k++)
   {
      *there[k] = space->alloc(bytes);
   }
   for (size_t k = 0; k < sizeof here / sizeof here[0]; k++)
   {
      *here[k] = tsw_bench_host.alloc(bytes);
   }
#ifdef HAVE_CUDA
   if (space->id == TRISWEEP_DEVICE)
   {
      block->yardstick =
         tsw_yardstick_open(&block->csr, tsw_bench_block_regular(block), block->ms_yardstick);
   }
#endif
   return true;
}

static void free_there(const tsw_bench_space *space, tsw_packed *p)
{
   space->free(p->lower.row_ptr);
   space->free(p->lower.col_idx);
   space->free(p->lower.val);
   space->free(p->upper.row_ptr);
   space->free(p->upper.col_idx);
   space->free(p->upper.val);
   space->free(p->inv_diag);
   space->free(p->wait_status);
}

void tsw_bench_block_close(tsw_bench_block *block)
{
   const tsw_bench_space *space = block->space;
#ifdef HAVE_CUDA
   if (block->yardstick)
   {
      tsw_yardstick_close(block->yardstick);
   }
#endif
   if (space->id != TRISWEEP_HOST)
   {
      free_there(space, &block->packed);
   }
   tsw_bench_matrix_free(space, &block->csr);
   space->free(block->b);
   space->free(block->x);
   space->free(block->z);
   free(block->host_b);
   free(block->host_x);
   free(block->host_ref);
   tsw_packed_free(NULL, &block->host);
   memset(block, 0, sizeof *block);
}

static void multiply_on_host(const tsw_matrix *m, const double *x, double *y)
{
#ifdef _OPENMP
#pragma omp parallel for schedule(static)
#endif
   for (int64_t i = 0; i < m->n_rows; i++)
   {
      double sum = 0.0;
      for (int32_t e = m->row_ptr[i]; e < m->row_ptr[i + 1]; e++)
      {
         sum += m->val[e] * x[m->col_idx[e]];
      }
      y[i] = sum;
   }
}

void tsw_bench_multiply(const tsw_bench_block *block, const double *x, double *y)
{
#ifdef HAVE_CUDA
   if (block->yardstick)
   {
      tsw_yardstick_spmv(block->yardstick, x, y);
      return;
   }
#endif
   multiply_on_host(block->matrix, x, y);
}

bool tsw_bench_block_regular(const tsw_bench_block *block)
{
   return block->n_zero_diagonals == 0;
}

bool tsw_bench_block_timed_out(tsw_bench_block *block)
{
   const int32_t ok = TRISWEEP_OK;
   int32_t       status = ok;
   if (block->packed.wait_status)
   {
      block->space->get(&status, block->packed.wait_status, sizeof status);
      block->space->put(block->packed.wait_status, &ok, sizeof ok);
   }
   return status != ok;
}
