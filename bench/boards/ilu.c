/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The ILU board: ILU(0) through trisweep.h on several schedules, compared with hypre's calls on
 * a device: for the setup csrilu02 and the analyses of two SpSV; for a correction SpMV,
 * two SpSV and two vector updates.
 */
#include "bench/boards/board.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench/boards/csrilu02.h"
#include "tools/common/statistics.h"

enum
{
   REPS = 30, /* timed corrections */
   SETUPS = 5
};

static const char *const columns[] = { "matrix",
                                       "n",
                                       "nnz",
                                       "depth",
                                       "kernel",
                                       "ms_hypre_setup",
                                       "ms_setup",
                                       "ms_analysis",
                                       "ms_hypre_factor",
                                       "ms_factor",
                                       "ms_hypre_correct",
                                       "ms_correct",
                                       "setup_speedup",
                                       "correct_speedup",
                                       "extra_bytes",
                                       "block_bytes",
                                       "max_rel_err",
                                       NULL };

static const char *const kernels[] = { "auto", "strips",    "persistent", "onchip",
                                       "slfc", "yuenyeung", "cusparse" };

/* Times of hypre's calls in ms, and the reference result. */
typedef struct yardstick
{
   double        setup;
   double        factor;
   double        correct;
   const double *reference; /* [n_rows]; NULL if the host reference failed */
} yardstick;

static yardstick measure_yardstick(tsw_bench_block *block)
{
   yardstick       y = { NAN, NAN, NAN, NULL };
   double          spmv;
   double          analysis;
   tsw_bench_times times = tsw_bench_measure_yardstick(block, &spmv);
   if (tsw_bench_block_regular(block) && tsw_bench_csrilu02(&block->csr, &analysis, &y.factor))
   {
      y.setup = analysis + y.factor + block->ms_yardstick[0] + block->ms_yardstick[1];
      /* A sweep is SpMV, SpSV and two vector updates; a correction needs one more SpSV. */
      y.correct = times.forward + times.upper;
   }
   return y;
}

typedef struct solver
{
   trisweep_context  *context;
   trisweep_smoother *smoother;
} solver;

static bool set_up(tsw_bench_block *block, solver *s)
{
   void           *stream = block->space->stream();
   trisweep_status status = trisweep_smoother_create(s->context, &s->smoother);
   if (status == TRISWEEP_OK)
   {
      status = trisweep_smoother_set_factors(s->smoother, TRISWEEP_ILU, 0);
   }
   if (status == TRISWEEP_OK)
   {
      status = trisweep_smoother_analyse(s->smoother, &block->csr, stream);
   }
   if (status == TRISWEEP_OK)
   {
      status = trisweep_smoother_update_values(s->smoother, &block->csr, NULL, stream);
   }
   if (status != TRISWEEP_OK)
   {
      fprintf(stderr, "trisweep-bench: %s\n", trisweep_message());
   }
   return status == TRISWEEP_OK;
}

/* Medians over setups, in ms. */
typedef struct setup_times
{
   double whole;
   double analysis;
} setup_times;

static void read_times(const solver *s, int k, double taken[][SETUPS])
{
   trisweep_stats stats = { 0 };
   if (trisweep_smoother_stats(s->smoother, sizeof stats, &stats) != TRISWEEP_OK)
   {
      fprintf(stderr, "trisweep-bench: %s\n", trisweep_message());
   }
   taken[1][k] = 1e3 * stats.analysis_seconds;
}

/* Measure setups. The smoother of the last setup stays. */
static bool measure_setup(tsw_bench_block *block, solver *s, setup_times *ms)
{
   double taken[2][SETUPS];
   for (int k = -1; k < SETUPS; k++)
   {
      trisweep_smoother_destroy(&s->smoother);
      block->space->begin();
      if (!set_up(block, s))
      {
         return false;
      }
      const double one = block->space->end();
      if (k >= 0)
      {
         taken[0][k] = one;
         read_times(s, k, taken);
      }
   }
   *ms = (setup_times){ tsw_median(taken[0], SETUPS), tsw_median(taken[1], SETUPS) };
   return true;
}

static double measure_factor(tsw_bench_block *block, solver *s)
{
   double taken[SETUPS];
   for (int k = 0; k < SETUPS; k++)
   {
      block->space->begin();
      if (trisweep_smoother_update_values(s->smoother, &block->csr, NULL, block->space->stream()) !=
          TRISWEEP_OK)
      {
         return NAN;
      }
      taken[k] = block->space->end();
   }
   return tsw_median(taken, SETUPS);
}

/* One correction of a fixed vector by the serial schedule on the host; NULL on failure. */
static const double *reference(tsw_bench_block *block)
{
   trisweep_context   *context = NULL;
   trisweep_smoother  *smoother = NULL;
   const trisweep_csr  a = tsw_matrix_view(block->matrix);
   trisweep_correction how = TRISWEEP_CORRECTION_INIT;
   const size_t        bytes = (size_t) a.n_rows * sizeof(double);
   block->space->random(block->b, a.n_rows, 7);
   block->space->random(block->x, a.n_rows, 8);
   block->space->get(block->host_b, block->b, bytes);
   block->space->get(block->host_ref, block->x, bytes);
   how.b = block->host_b;
   how.x = block->host_ref;
   const bool good = trisweep_context_create("schedule=serial", &context) == TRISWEEP_OK &&
                     trisweep_smoother_create(context, &smoother) == TRISWEEP_OK &&
                     trisweep_smoother_set_factors(smoother, TRISWEEP_ILU, 0) == TRISWEEP_OK &&
                     trisweep_smoother_analyse(smoother, &a, NULL) == TRISWEEP_OK &&
                     trisweep_smoother_update_values(smoother, &a, NULL, NULL) == TRISWEEP_OK &&
                     trisweep_smoother_correct(smoother, &how, NULL) == TRISWEEP_OK;
   trisweep_smoother_destroy(&smoother);
   trisweep_context_destroy(&context);
   return good ? block->host_ref : NULL;
}

/* Largest difference from the reference, relative to the largest entry of the reference. */
static double find_error(tsw_bench_block *block, solver *s, const double *want)
{
   const int64_t       n = block->matrix->n_rows;
   trisweep_correction how = TRISWEEP_CORRECTION_INIT;
   double              size = 0.0;
   double              error = 0.0;
   block->space->random(block->b, n, 7);
   block->space->random(block->x, n, 8);
   how.b = block->b;
   how.x = block->x;
   if (!want || trisweep_smoother_correct(s->smoother, &how, block->space->stream()) != TRISWEEP_OK)
   {
      return NAN;
   }
   block->space->get(block->host_x, block->x, (size_t) n * sizeof(double));
   for (int64_t i = 0; i < n; i++)
   {
      size = fmax(size, fabs(want[i]));
      error = tsw_worse(error, fabs(block->host_x[i] - want[i]));
   }
   return error / size;
}

static double measure_correction(tsw_bench_block *block, solver *s)
{
   static uint64_t     seed = 1;
   trisweep_correction how = TRISWEEP_CORRECTION_INIT;
   double              taken[REPS];
   how.b = block->b;
   how.x = block->x;
   for (int k = -1; k < REPS; k++)
   {
      block->space->random(block->b, block->matrix->n_rows, seed++);
      block->space->random(block->x, block->matrix->n_rows, seed++);
      block->space->begin();
      if (trisweep_smoother_correct(s->smoother, &how, block->space->stream()) != TRISWEEP_OK)
      {
         return NAN;
      }
      const double one = block->space->end();
      if (k >= 0)
      {
         taken[k] = one;
      }
   }
   return tsw_median(taken, REPS);
}

static void add_row(tsw_bench_block *block, const char *kernel, const yardstick *y, solver *s,
                    const setup_times *setup, tsw_table *t)
{
   const double   factor = measure_factor(block, s);
   const double   correct = measure_correction(block, s);
   trisweep_stats stats = { 0 };
   if (trisweep_smoother_stats(s->smoother, sizeof stats, &stats) != TRISWEEP_OK ||
       !tsw_table_row(t))
   {
      fprintf(stderr, "trisweep-bench: %s\n", trisweep_message());
      return;
   }
   tsw_table_text(t, block->matrix->name);
   tsw_table_number(t, (double) block->matrix->n_rows);
   tsw_table_number(t, (double) block->matrix->nnz);
   tsw_table_number(t, (double) stats.factor_depth);
   tsw_table_text(t, kernel);
   tsw_table_number(t, y->setup);
   tsw_table_number(t, setup->whole);
   tsw_table_number(t, setup->analysis);
   tsw_table_number(t, y->factor);
   tsw_table_number(t, factor);
   tsw_table_number(t, y->correct);
   tsw_table_number(t, correct);
   tsw_table_number(t, y->setup / setup->whole);
   tsw_table_number(t, y->correct / correct);
   tsw_table_number(t, (double) stats.extra_bytes);
   tsw_table_number(t, (double) stats.block_bytes);
   tsw_table_number(t, find_error(block, s, y->reference));
}

static void run_kernel(tsw_bench_block *block, const char *kernel, const yardstick *y, tsw_table *t)
{
   char        options[64];
   setup_times setup;
   solver      s = { NULL, NULL };
   snprintf(options, sizeof options, "schedule=%s", kernel);
   if (trisweep_context_create(options, &s.context) == TRISWEEP_OK &&
       measure_setup(block, &s, &setup))
   {
      add_row(block, kernel, y, &s, &setup, t);
   }
   trisweep_smoother_destroy(&s.smoother);
   trisweep_context_destroy(&s.context);
}

static void ilu_matrix(const tsw_board_input *in, tsw_bench_block *block, tsw_table *t)
{
   const int64_t first = t->n_rows;
   yardstick     y = measure_yardstick(block);
   y.reference = reference(block);
   for (size_t i = 0; i < sizeof kernels / sizeof kernels[0]; i++)
   {
      if (tsw_board_wants_name(in, kernels[i]))
      {
         run_kernel(block, kernels[i], &y, t);
      }
   }
   tsw_table_print(t, first, stdout);
}

static int run(const tsw_board_input *in, tsw_table *tables)
{
   tsw_table_open(&tables[0], "ILU(0), medians in ms", columns);
   return tsw_board_each(in, ilu_matrix, tables) ? 1 : 0;
}

const tsw_board tsw_board_ilu = {
   .name = "ilu",
   .summary = "ILU(0) on several schedules, compared with cuSPARSE as called by hypre",
   .run = run,
};
