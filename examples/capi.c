/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The C API without hypre: symmetric Gauss-Seidel sweeps on a small matrix, then
 * new values in the same pattern, which needs no new analysis.
 *
 *    cc capi.c -o capi $(pkg-config --cflags --libs trisweep) -lm
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <trisweep.h>

enum
{
   N = 1000
};

/* Fill a tridiagonal matrix: -1, diagonal, -1. */
static void fill(int32_t *row_ptr, int32_t *col_idx, double *val, double diagonal)
{
   int32_t e = 0;
   for (int32_t i = 0; i < N; i++)
   {
      row_ptr[i] = e;
      for (int32_t j = i > 0 ? i - 1 : 0; j <= i + 1 && j < N; j++)
      {
         col_idx[e] = j;
         val[e++] = j == i ? diagonal : -1.0;
      }
   }
   row_ptr[N] = e;
}

static double residual(const trisweep_csr *a, const double *b, const double *x)
{
   double square = 0.0;
   for (int64_t i = 0; i < a->n_rows; i++)
   {
      double r = b[i];
      for (int32_t e = a->row_ptr[i]; e < a->row_ptr[i + 1]; e++)
      {
         r -= a->val[e] * x[a->col_idx[e]];
      }
      square += r * r;
   }
   return sqrt(square);
}

/* Every call returns a status. trisweep_message returns the reason of a failure. */
static void check(trisweep_status status)
{
   if (status != TRISWEEP_OK)
   {
      fprintf(stderr, "%s\n", trisweep_message());
      exit(EXIT_FAILURE);
   }
}

int main(void)
{
   static int32_t     row_ptr[N + 1], col_idx[3 * N];
   static double      val[3 * N], b[N], x[N];
   const trisweep_csr a = { N, N, 3 * N - 2, row_ptr, col_idx, val, TRISWEEP_HOST };
   trisweep_context  *ctx;
   trisweep_smoother *smoother;
   trisweep_sweep     sweep = TRISWEEP_SWEEP_INIT;

   fill(row_ptr, col_idx, val, 2.5);
   for (int i = 0; i < N; i++)
   {
      b[i] = 1.0;
   }
   check(trisweep_context_create(NULL, &ctx));
   check(trisweep_smoother_create(ctx, &smoother));
   check(trisweep_smoother_analyse(smoother, &a, NULL));
   check(trisweep_smoother_update_values(smoother, &a, NULL, NULL));

   sweep.direction = TRISWEEP_SYMMETRIC;
   sweep.b = b;
   sweep.x = x;
   for (int k = 0; k < 10; k++)
   {
      sweep.zero_guess = k == 0;
      check(trisweep_smoother_sweep(smoother, &sweep, NULL));
      printf("sweep %2d: residual %.3e\n", k + 1, residual(&a, b, x));
   }

   fill(row_ptr, col_idx, val, 4.0);
   check(trisweep_smoother_update_values(smoother, &a, NULL, NULL));
   check(trisweep_smoother_sweep(smoother, &sweep, NULL));
   printf("new values: residual %.3e\n", residual(&a, b, x));

   trisweep_stats stats;
   check(trisweep_smoother_stats(smoother, sizeof stats, &stats));
   printf("schedule %s, %lld levels, %lld analysis, %lld value loads, %lld sweeps\n",
          stats.schedule, (long long) stats.depth, (long long) stats.n_analyses,
          (long long) stats.n_updates, (long long) stats.n_sweeps);
   trisweep_smoother_destroy(&smoother);
   trisweep_context_destroy(&ctx);
   return EXIT_SUCCESS;
}
