/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "bench/boards/space.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tools/common/random.h"

static bool host_open(tsw_bench_info *info)
{
   memset(&info->device, 0, sizeof info->device);
   snprintf(info->gpu, sizeof info->gpu, "none");
   snprintf(info->cuda, sizeof info->cuda, "none");
   snprintf(info->cusparse, sizeof info->cusparse, "none");
   return true;
}

static void *host_stream(void)
{
   return NULL;
}

static void *host_alloc(size_t bytes)
{
   void *memory = malloc(bytes > 0 ? bytes : 1);
   if (!memory)
   {
      fprintf(stderr, "trisweep-bench: out of memory, %zu bytes\n", bytes);
      exit(EXIT_FAILURE);
   }
   return memory;
}

static void host_copy(void *to, const void *from, size_t bytes)
{
   memcpy(to, from, bytes);
}

static void host_wait(void)
{
}

static void host_random(double *x, int64_t n, uint64_t seed)
{
   for (int64_t i = 0; i < n; i++)
   {
      x[i] = tsw_random_at(seed, i);
   }
}

static double host_dot(const double *x, const double *y, int64_t n)
{
   double sum = 0.0;
#ifdef _OPENMP
#pragma omp parallel for reduction(+ : sum) schedule(static)
#endif
   for (int64_t i = 0; i < n; i++)
   {
      sum += x[i] * y[i];
   }
   return sum;
}

static void host_add(double a, const double *x, double b, double *y, int64_t n)
{
#ifdef _OPENMP
#pragma omp parallel for schedule(static)
#endif
   for (int64_t i = 0; i < n; i++)
   {
      y[i] = a * x[i] + (b == 0.0 ? 0.0 : b * y[i]);
   }
}

static double begin_ms;

static double now_ms(void)
{
   struct timespec t;
   clock_gettime(CLOCK_MONOTONIC, &t);
   return 1e3 * (double) t.tv_sec + 1e-6 * (double) t.tv_nsec;
}

static void host_begin(void)
{
   begin_ms = now_ms();
}

static double host_end(void)
{
   return now_ms() - begin_ms;
}

const tsw_bench_space tsw_bench_host = {
   .id = TRISWEEP_HOST,
   .open = host_open,
   .stream = host_stream,
   .alloc = host_alloc,
   .free = free,
   .put = host_copy,
   .get = host_copy,
   .wait = host_wait,
   .random = host_random,
   .dot = host_dot,
   .add = host_add,
   .begin = host_begin,
   .end = host_end,
};

const tsw_bench_space *tsw_bench_space_find(trisweep_space id)
{
   if (id == TRISWEEP_HOST)
   {
      return &tsw_bench_host;
   }
#ifdef HAVE_CUDA
   return &tsw_bench_device;
#else
   fprintf(stderr, "trisweep-bench: this build has no device code; configure with CUDA, or run "
                   "with --space=host\n");
   return NULL;
#endif
}

trisweep_csr tsw_bench_matrix(const tsw_bench_space *space, const trisweep_csr *host)
{
   const size_t ptr_bytes = ((size_t) host->n_rows + 1) * sizeof(int32_t);
   const size_t idx_bytes = (size_t) host->nnz * sizeof(int32_t);
   const size_t val_bytes = (size_t) host->nnz * sizeof(double);
   int32_t     *row_ptr = space->alloc(ptr_bytes);
   int32_t     *col_idx = space->alloc(idx_bytes);
   double      *val = space->alloc(val_bytes);
   space->put(row_ptr, host->row_ptr, ptr_bytes);
   space->put(col_idx, host->col_idx, idx_bytes);
   space->put(val, host->val, val_bytes);
   trisweep_csr a = *host;
   a.row_ptr = row_ptr;
   a.col_idx = col_idx;
   a.val = val;
   a.space = space->id;
   return a;
}

void tsw_bench_matrix_free(const tsw_bench_space *space, trisweep_csr *a)
{
   space->free((void *) (uintptr_t) a->row_ptr);
   space->free((void *) (uintptr_t) a->col_idx);
   space->free((void *) (uintptr_t) a->val);
   memset(a, 0, sizeof *a);
}
