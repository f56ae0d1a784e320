/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The training program of Yuenyeung 2021, section 6.2: find the mean number of
 * entries per row from which a warp per row (syncfree-csr) is faster than a thread
 * per row (writingfirst), on Graph500-like graphs of many sizes and degrees. The
 * schedule applies the threshold to 32 rows at a time, and 32 rows with a very long
 * row exceed any threshold; the training therefore uses graphs with uniformly random
 * edges. Graphs with Graph500's skewed degrees, which compare whole matrices with
 * their very long rows, are also reported. The best threshold has the least
 * geometric mean of chosen time over the better time. Run this board once per GPU
 * model and put the result into yuenyeung.def.
 */
#include "bench/boards/board.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const row_columns[] = {
   "matrix", "n", "nnz_lower", "entries_per_row", "rows_per_level", "ms_warp", "ms_thread", NULL
};

static const char *const summary_columns[] = {
   "gpu", "graphs", "matrices", "threshold", "mean_loss", "loss_all_threads", "loss_all_warps", NULL
};

enum
{
   BATCH = 16,
   LEAST_SCALE = 12,
   N_SCALES = 9,
   N_DEGREES = 23,
   MOST_EDGES = 2000000
};

/* Edges per vertex of the sparsest and of the densest graph. */
static const double LEAST_DEGREE = 0.05;
static const double MOST_DEGREE = 32.0;

/* Make graph k of the training set: all scales and degrees in turn, each with its own seed. */
static trisweep_status make_graph(int k, tsw_matrix *m)
{
   char         spec[64];
   const int    scale = LEAST_SCALE + k % N_SCALES;
   const double step = (double) (k / N_SCALES % N_DEGREES) / (N_DEGREES - 1);
   const double degree = LEAST_DEGREE * pow(MOST_DEGREE / LEAST_DEGREE, step);
   const long   edges = lrint(fmin(ldexp(degree, scale), MOST_EDGES));
   if (k % 2)
   {
      snprintf(spec, sizeof spec, "graph:%d,%ld,%d", scale, edges, k + 1);
   }
   else
   {
      snprintf(spec, sizeof spec, "powerlaw:%d,%ld,%d", scale, edges, k + 1);
   }
   return tsw_matrix_generate(spec, m);
}

static double time_kernel(tsw_bench_block *block, const char *name)
{
   tsw_bench_solver s;
   double           ms = NAN;
   if (tsw_bench_solver_open(block, tsw_schedule_find(name, block->space->id), 1, &s))
   {
      ms = tsw_bench_measure_quickly(&s);
      tsw_bench_solver_close(&s);
   }
   return ms;
}

static void measure(const tsw_board_input *in, const tsw_matrix *m, tsw_table *t)
{
   tsw_bench_block block;
   if (!tsw_bench_block_open(in->space, m, &block))
   {
      return;
   }
   const double n = (double) m->n_rows;
   const double nnz = (double) block.host.lower.row_ptr[m->n_rows] + n;
   tsw_table_row(t);
   tsw_table_text(t, m->name);
   tsw_table_number(t, n);
   tsw_table_number(t, nnz);
   tsw_table_number(t, nnz / n);
   tsw_table_number(t, n / (double) block.depth[0]);
   tsw_table_number(t, time_kernel(&block, "syncfree-csr"));
   tsw_table_number(t, time_kernel(&block, "writingfirst"));
   tsw_bench_block_close(&block);
}

/* Mean logarithm of (time with the threshold / better time), over the graphs of one kind. */
static double loss(const tsw_table *t, const char *kind, double threshold)
{
   double sum = 0.0;
   int    count = 0;
   for (int64_t r = 0; r < t->n_rows; r++)
   {
      const double warp = tsw_table_get(t, r, "ms_warp");
      const double thread = tsw_table_get(t, r, "ms_thread");
      const double chosen = tsw_table_get(t, r, "entries_per_row") >= threshold ? warp : thread;
      if (!strncmp(tsw_table_get_text(t, r, "matrix"), kind, strlen(kind)))
      {
         sum += log(chosen / fmin(warp, thread));
         count++;
      }
   }
   return sum / count;
}

/* Find the best threshold in steps of 1/8: finer differences are noise. */
static double best_threshold(const tsw_table *t, const char *kind)
{
   double best = 1.0;
   for (double threshold = 1.0; threshold <= 128.0; threshold += 0.125)
   {
      best = loss(t, kind, threshold) < loss(t, kind, best) ? threshold : best;
   }
   return best;
}

static double summarise(const tsw_table *rows, const char *kind, const char *gpu, tsw_table *t)
{
   const double threshold = best_threshold(rows, kind);
   tsw_table_row(t);
   tsw_table_text(t, gpu);
   tsw_table_text(t, kind);
   tsw_table_number(t, (double) (rows->n_rows / 2));
   tsw_table_number(t, threshold);
   tsw_table_number(t, exp(loss(rows, kind, threshold)));
   tsw_table_number(t, exp(loss(rows, kind, INFINITY)));
   tsw_table_number(t, exp(loss(rows, kind, 0.0)));
   return threshold;
}

static int run(const tsw_board_input *in, tsw_table *tables)
{
   tsw_table_open(&tables[0], "Graph500-like graphs: a warp or a thread a row", row_columns);
   tsw_table_open(&tables[1], "threshold of schedule yuenyeung", summary_columns);
   for (int first = 0; first < in->n_rounds; first += BATCH)
   {
      tsw_matrix      m[BATCH];
      trisweep_status status[BATCH];
      const int       count = in->n_rounds - first < BATCH ? in->n_rounds - first : BATCH;
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic)
#endif
      for (int k = 0; k < count; k++)
      {
         status[k] = make_graph(first + k, &m[k]);
      }
      for (int k = 0; k < count; k++)
      {
         if (status[k] != TRISWEEP_OK)
         {
            fprintf(stderr, "trisweep-bench: no memory for a training graph\n");
            return 0;
         }
         measure(in, &m[k], &tables[0]);
         tsw_matrix_free(&m[k]);
      }
   }
   summarise(&tables[0], "powerlaw", in->info->gpu, &tables[1]);
   const double threshold = summarise(&tables[0], "graph", in->info->gpu, &tables[1]);
   tsw_table_print(&tables[1], 0, stdout);
   printf("TSW_TUNE_GPU(\"%s\", %g)\n", in->info->gpu, threshold);
   return 2;
}

const tsw_board tsw_board_train = {
   .name = "train",
   .summary = "the threshold of schedule yuenyeung for this GPU model",
   .own_matrices = true,
   .run = run,
};
