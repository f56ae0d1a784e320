/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The training program of Yuenyeung 2021, section 6.2: the mean number of entries a row from which
 * a warp a row (syncfree-csr) is faster than a thread a row (writingfirst). The training set is
 * what is given, such as levels of BoomerAMG; by default the paper's: Graph500 graphs of many
 * sizes and degrees, half of them with uniformly random edges.
 *
 * Best is the least number of matrices whose chosen time is more than 1.1 of the better one, then
 * the least geometric mean of this ratio. The last line of the output belongs into yuenyeung.def.
 */
#include "bench/boards/board.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const row_columns[] = {
   "matrix", "n", "nnz_lower", "entries_per_row", "rows_per_level", "ms_warp", "ms_thread", NULL
};

static const char *const summary_columns[] = { "gpu",       "training_set",     "matrices",
                                               "threshold", "mean_loss",        "worst_loss",
                                               "lost",      "loss_all_threads", "loss_all_warps",
                                               NULL };

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

/* A matrix is lost if the chosen part takes this many times as long as the better one. */
static const double LOST = 1.1;

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

static void measure(const tsw_board_input *in, tsw_bench_block *block, tsw_table *t)
{
   const tsw_matrix *m = block->matrix;
   const double      n = (double) m->n_rows;
   const double      nnz = (double) block->host.lower.row_ptr[m->n_rows] + n;
   (void) in;
   tsw_table_row(t);
   tsw_table_text(t, m->name);
   tsw_table_number(t, n);
   tsw_table_number(t, nnz);
   tsw_table_number(t, nnz / n);
   tsw_table_number(t, n / (double) block->depth[0]);
   tsw_table_number(t, time_kernel(block, "syncfree-csr"));
   tsw_table_number(t, time_kernel(block, "writingfirst"));
}

static void measure_graph(const tsw_board_input *in, const tsw_matrix *m, tsw_table *t)
{
   tsw_bench_block block;
   if (tsw_bench_block_open(in->space, m, &block))
   {
      measure(in, &block, t);
      tsw_bench_block_close(&block);
   }
}

/* A threshold, and what it loses. */
typedef struct tuned
{
   double threshold;
   double mean;  /* logarithm of (time with the threshold / better time) */
   double worst; /* likewise */
   double lost;  /* number of matrices */
} tuned;

static tuned loss_of(const tsw_table *t, double threshold)
{
   tuned c = { .threshold = threshold };
   for (int64_t r = 0; r < t->n_rows; r++)
   {
      const double warp = tsw_table_get(t, r, "ms_warp");
      const double thread = tsw_table_get(t, r, "ms_thread");
      const double chosen = tsw_table_get(t, r, "entries_per_row") >= threshold ? warp : thread;
      const double lost = log(chosen / fmin(warp, thread));
      c.mean += lost / (double) t->n_rows;
      c.worst = fmax(c.worst, lost);
      c.lost += lost > log(LOST);
   }
   return c;
}

/* Finer steps than 1/8 are noise. */
static tuned find_best(const tsw_table *t)
{
   tuned best = loss_of(t, 1.0);
   for (double threshold = 1.125; threshold <= 128.0; threshold += 0.125)
   {
      const tuned c = loss_of(t, threshold);
      best = c.lost < best.lost || (c.lost == best.lost && c.mean < best.mean) ? c : best;
   }
   return best;
}

static void summarise(const tsw_board_input *in, const tsw_table *rows, tsw_table *t)
{
   const tuned best = find_best(rows);
   tsw_table_row(t);
   tsw_table_text(t, in->info->gpu);
   tsw_table_text(t, in->n_matrices > 0 ? "given matrices" : "Graph500-like graphs");
   tsw_table_number(t, (double) rows->n_rows);
   tsw_table_number(t, best.threshold);
   tsw_table_number(t, exp(best.mean));
   tsw_table_number(t, exp(best.worst));
   tsw_table_number(t, best.lost);
   tsw_table_number(t, exp(loss_of(rows, INFINITY).mean));
   tsw_table_number(t, exp(loss_of(rows, 0.0).mean));
   tsw_table_print(t, 0, stdout);
   printf("TSW_TUNE_GPU(\"%s\", %g)\n", in->info->gpu, best.threshold);
}

static bool train_on_graphs(const tsw_board_input *in, tsw_table *t)
{
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
            return false;
         }
         measure_graph(in, &m[k], t);
         tsw_matrix_free(&m[k]);
      }
   }
   return true;
}

static int run(const tsw_board_input *in, tsw_table *tables)
{
   tsw_table_open(&tables[0], "a warp or a thread a row", row_columns);
   tsw_table_open(&tables[1], "threshold of schedule yuenyeung", summary_columns);
   if (in->n_matrices > 0 ? !tsw_board_each(in, measure, &tables[0])
                          : !train_on_graphs(in, &tables[0]))
   {
      return 0;
   }
   summarise(in, &tables[0], &tables[1]);
   return 2;
}

const tsw_board tsw_board_train = {
   .name = "train",
   .summary = "the threshold of schedule yuenyeung for this GPU model",
   .own_matrices = true,
   .run = run,
};
