/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The krylov board: CG (symmetric matrices, whose ILU(0) is an incomplete Cholesky factorisation)
 * and BiCGSTAB (other matrices), both preconditioned by ILU(0), on the device by several schedules
 * and on the host (Naumov 2011, section 4). trisweep-bench-petsc adds a library of hosts. The
 * right-hand side is random, the start is zero.
 */
#include "bench/boards/board.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench/boards/krylov_row.h"

#ifdef _OPENMP
#include <omp.h>
#endif

enum
{
   N_VECTORS = 8
};

static const char *const device_schedules[] = { "chain", "cusparse", "auto" };

/* One preconditioned method on one block. */
typedef struct krylov
{
   tsw_bench_block   *block;
   trisweep_context  *context;
   trisweep_smoother *smoother;
   double            *v[N_VECTORS];
   int                most; /* iterations */
   int                iterations;
   double             residual;
} krylov;

/* z = M^-1 r */
static bool precondition(krylov *k, const double *r, double *z)
{
   trisweep_correction how = TRISWEEP_CORRECTION_INIT;
   how.zero_guess = 1;
   how.b = r;
   how.x = z;
   return trisweep_smoother_correct(k->smoother, &how, k->block->space->stream()) == TRISWEEP_OK;
}

static double dot(const krylov *k, const double *x, const double *y)
{
   return k->block->space->dot(x, y, k->block->matrix->n_rows);
}

/* y = a x + b y */
static void add(const krylov *k, double a, const double *x, double b, double *y)
{
   k->block->space->add(a, x, b, y, k->block->matrix->n_rows);
}

static bool conjugate_gradients(krylov *k, const double *b, double *x)
{
   double      *r = k->v[0];
   double      *z = k->v[1];
   double      *p = k->v[2];
   double      *q = k->v[3];
   const double size = sqrt(dot(k, b, b));
   double       rz = 1.0;
   add(k, 0.0, b, 0.0, x);
   add(k, 1.0, b, 0.0, r);
   add(k, 0.0, b, 0.0, p);
   k->residual = 1.0;
   for (k->iterations = 0; k->iterations < k->most && k->residual > tsw_krylov_tolerance;
        k->iterations++)
   {
      if (!precondition(k, r, z))
      {
         return false;
      }
      const double last = rz;
      rz = dot(k, r, z);
      add(k, 1.0, z, k->iterations > 0 ? rz / last : 0.0, p);
      tsw_bench_multiply(k->block, p, q);
      const double alpha = rz / dot(k, p, q);
      add(k, alpha, p, 1.0, x);
      add(k, -alpha, q, 1.0, r);
      k->residual = sqrt(dot(k, r, r)) / size;
   }
   return true;
}

static bool bicgstab(krylov *k, const double *b, double *x)
{
   double      *r = k->v[0];
   double      *shadow = k->v[1];
   double      *p = k->v[2];
   double      *q = k->v[3]; /* A M^-1 p */
   double      *y = k->v[4];
   double      *z = k->v[5];
   double      *t = k->v[6];
   const double size = sqrt(dot(k, b, b));
   double       rho = 1.0;
   double       alpha = 1.0;
   double       omega = 1.0;
   add(k, 0.0, b, 0.0, x);
   add(k, 1.0, b, 0.0, r);
   add(k, 1.0, b, 0.0, shadow);
   add(k, 0.0, b, 0.0, p);
   add(k, 0.0, b, 0.0, q);
   k->residual = 1.0;
   for (k->iterations = 0; k->iterations < k->most && k->residual > tsw_krylov_tolerance;
        k->iterations++)
   {
      const double last = rho;
      rho = dot(k, shadow, r);
      const double beta = rho / last * (alpha / omega);
      add(k, -omega, q, 1.0, p);
      add(k, 1.0, r, beta, p);
      if (!precondition(k, p, y))
      {
         return false;
      }
      tsw_bench_multiply(k->block, y, q);
      alpha = rho / dot(k, shadow, q);
      add(k, -alpha, q, 1.0, r);
      if (!precondition(k, r, z))
      {
         return false;
      }
      tsw_bench_multiply(k->block, z, t);
      omega = dot(k, t, r) / dot(k, t, t);
      add(k, alpha, y, 1.0, x);
      add(k, omega, z, 1.0, x);
      add(k, -omega, t, 1.0, r);
      k->residual = sqrt(dot(k, r, r)) / size;
   }
   return true;
}

static bool set_up(krylov *k, const char *options)
{
   void *stream = k->block->space->stream();
   return trisweep_context_create(options, &k->context) == TRISWEEP_OK &&
          trisweep_smoother_create(k->context, &k->smoother) == TRISWEEP_OK &&
          trisweep_smoother_set_factors(k->smoother, TRISWEEP_ILU, 0) == TRISWEEP_OK &&
          trisweep_smoother_analyse(k->smoother, &k->block->csr, stream) == TRISWEEP_OK &&
          trisweep_smoother_update_values(k->smoother, &k->block->csr, NULL, stream) == TRISWEEP_OK;
}

/* Set up and solve; on a device after a setup and a few iterations that do not count. */
static bool run_warm(krylov *k, const char *options, bool symmetric, double *ms_setup,
                     double *ms_solve)
{
   const tsw_bench_space *space = k->block->space;
   bool                   good = true;
   space->random(k->block->b, k->block->matrix->n_rows, TSW_KRYLOV_SEED);
   for (int round = space->id == TRISWEEP_DEVICE ? 0 : 1; round < 2 && good; round++)
   {
      trisweep_smoother_destroy(&k->smoother);
      trisweep_context_destroy(&k->context);
      k->most = round == 0 ? TSW_KRYLOV_WARM : TSW_KRYLOV_ITERATIONS;
      space->wait();
      space->begin();
      good = set_up(k, options);
      *ms_setup = space->end();
      space->begin();
      good = good && (symmetric ? conjugate_gradients(k, k->block->b, k->block->x)
                                : bicgstab(k, k->block->b, k->block->x));
      *ms_solve = space->end();
   }
   return good;
}

static void measure(tsw_bench_block *block, const char *schedule, int threads, bool symmetric,
                    tsw_table *t)
{
   char           options[128];
   krylov         k = { .block = block };
   double         ms_setup;
   double         ms_solve;
   trisweep_stats stats = { 0 };
   const bool     device = block->space->id == TRISWEEP_DEVICE;
   snprintf(options, sizeof options, "schedule=%s threads=%d", schedule, threads);
#ifdef _OPENMP
   if (!device)
   {
      omp_set_num_threads(threads); /* of products and sums of vectors, too */
   }
#endif
   for (int v = 0; v < N_VECTORS; v++)
   {
      k.v[v] = block->space->alloc((size_t) block->matrix->n_rows * sizeof(double));
   }
   bool done = run_warm(&k, options, symmetric, &ms_setup, &ms_solve) &&
               trisweep_smoother_stats(k.smoother, sizeof stats, &stats) == TRISWEEP_OK;
   if (done)
   {
      const tsw_krylov_row row = { .symmetric = symmetric,
                                   .place = device ? "device" : "host",
                                   .package = "trisweep",
                                   .schedule = schedule,
                                   .threads = device ? (double) NAN : (double) threads,
                                   .depth = (double) stats.factor_depth,
                                   .ms_setup = ms_setup,
                                   .ms_solve = ms_solve,
                                   .iterations = k.iterations,
                                   .residual = k.residual };
      done = tsw_krylov_add(block->matrix, &row, t);
   }
   if (!done)
   {
      fprintf(stderr, "trisweep-bench: %s: %s\n", block->matrix->name, trisweep_message());
   }
   for (int v = 0; v < N_VECTORS; v++)
   {
      block->space->free(k.v[v]);
   }
   trisweep_smoother_destroy(&k.smoother);
   trisweep_context_destroy(&k.context);
}

static void krylov_matrix(const tsw_board_input *in, tsw_bench_block *block, tsw_table *t)
{
   const int64_t   first = t->n_rows;
   const bool      symmetric = tsw_krylov_is_symmetric(block->matrix);
   tsw_bench_block host;
   for (size_t k = 0; in->space->id == TRISWEEP_DEVICE &&
                      k < sizeof device_schedules / sizeof device_schedules[0];
        k++)
   {
      measure(block, device_schedules[k], 1, symmetric, t);
   }
   if (tsw_bench_block_open(&tsw_bench_host, block->matrix, &host))
   {
      measure(&host, "serial", 1, symmetric, t);
      if (in->n_threads > 1)
      {
         measure(&host, "auto", in->n_threads, symmetric, t);
      }
      tsw_bench_block_close(&host);
   }
   tsw_table_print(t, first, stdout);
}

static int run(const tsw_board_input *in, tsw_table *tables)
{
   tsw_krylov_open(&tables[0]);
   return tsw_board_each(in, krylov_matrix, tables) ? 1 : 0;
}

const tsw_board tsw_board_krylov = {
   .name = "krylov",
   .summary = "CG and BiCGSTAB with ILU(0) on the device, compared with the host",
   .run = run,
};
