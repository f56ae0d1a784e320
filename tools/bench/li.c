/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The tables and figures of Li 2017 on this GPU: GFLOPS of a lower and an upper
 * solve (Figures 3 to 5), setup on the CPU and on the GPU and its ratio to the
 * solve (Tables 4 to 6), and how many solves pay for slfc's setup (Table 7).
 * As in the paper, rows are given to the row schedules and columns to the column
 * schedules, so that only slfr and the GPU setup of levr pay for a transposition.
 * CUS2 is today's SpSV, GSF is syncfree-csc.
 */
#include "bench/board.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/cuda/graph.h"

static const char *const solve_columns[] = {
   "matrix",  "n",           "nnz",         "levels_lower", "levels_upper", "gf_levr",
   "gf_levc", "gf_slfr",     "gf_slfc",     "gf_cusparse",  "gf_syncfree-csc", "gf_chain",
   "gf_levr-graph", "gf_levc-graph", "slfc_over_cusparse", "slfc_over_best", NULL
};

static const char *const setup_columns[] = {
   "matrix",      "ms_transpose", "ms_levr_cpu",  "ms_levc_cpu",  "ms_slfr_cpu", "ms_slfc_cpu",
   "ms_levr_gpu", "ms_levc_gpu",  "ms_slfr_gpu",  "ms_slfc_gpu",  "ms_slfc_one_kernel",
   "ms_cusparse", "ms_syncfree-csc", "ratio_levr_cpu", "ratio_levc_cpu", "ratio_slfr_cpu",
   "ratio_slfc_cpu", "ratio_levr_gpu", "ratio_levc_gpu", "ratio_slfr_gpu", "ratio_slfc_gpu",
   "ratio_slfc_one_kernel", "ratio_cusparse", "solves_to_beat_cusparse",
   "solves_to_beat_syncfree-csc", NULL
};

/* The solvers of the paper, in the order of its figures, then ours of the same kind. */
enum
{
   LEVR,
   LEVC,
   SLFR,
   SLFC,
   CUSPARSE,
   GSF,
   N_SOLVERS = 9
};

static const char *const solver_names[N_SOLVERS] = { "levr",     "levc",         "slfr",
                                                     "slfc",     "cusparse",     "syncfree-csc",
                                                     "chain",    "levr-graph",   "levc-graph" };

typedef struct li_setup
{
   double transpose;
   double level[4]; /* by tsw_levels_method, both triangles */
} li_setup;

static void fail(void)
{
   fprintf(stderr, "trisweep-bench: %s\n", trisweep_message());
}

static bool time_levels(const tsw_bench_block *block, const tsw_graph *g,
                        const tsw_graph_columns *columns, li_setup *setup)
{
   for (int method = 0; method < 4; method++)
   {
      tsw_graph_levels levels;
      block->space->begin();
      const trisweep_status status = tsw_graph_levels_find(
         g, columns, (tsw_levels_method) method, block->space->stream(), NULL, &levels);
      setup->level[method] += block->space->end();
      tsw_graph_levels_free(NULL, &levels);
      if (status != TRISWEEP_OK)
      {
         fail();
         return false;
      }
   }
   return true;
}

/* Both triangles, after a first round that warms up. */
static bool time_setup(const tsw_bench_block *block, li_setup *setup)
{
   const int64_t n = block->matrix->n_rows;
   for (int round = 0; round < 2; round++)
   {
      *setup = (li_setup){ 0.0, { 0.0 } };
      for (int upper = 0; upper < 2; upper++)
      {
         const tsw_triangle *there = upper ? &block->packed.upper : &block->packed.lower;
         const tsw_triangle *here = upper ? &block->host.upper : &block->host.lower;
         const tsw_graph     g = { n, here->row_ptr[n], there->row_ptr, there->col_idx, upper };
         tsw_graph_columns   columns;
         block->space->begin();
         const trisweep_status status =
            tsw_graph_transpose(&g, block->space->stream(), NULL, &columns);
         setup->transpose += block->space->end();
         const bool done =
            status == TRISWEEP_OK && time_levels(block, &g, &columns, setup);
         tsw_graph_columns_free(NULL, &columns);
         if (!done)
         {
            return false;
         }
      }
   }
   return true;
}

/* Fewest solves after which slfc is ahead in total; NaN if it never is. */
static double solves_to_beat(double slfc_setup, double slfc_solve, double setup, double solve)
{
   if (slfc_setup < setup && slfc_solve <= solve)
   {
      return 0.0;
   }
   return slfc_solve < solve ? ceil((slfc_setup - setup) / (solve - slfc_solve)) : NAN;
}

static double gflops(const tsw_bench_block *block, double ms)
{
   return 2.0 * (double) block->matrix->nnz / (ms * 1e6);
}

static void add_solves(const tsw_bench_block *block, const double ms[N_SOLVERS], tsw_table *t)
{
   double best = INFINITY;
   tsw_table_row(t);
   tsw_table_text(t, block->matrix->name);
   tsw_table_number(t, (double) block->matrix->n_rows);
   tsw_table_number(t, (double) block->matrix->nnz);
   tsw_table_number(t, (double) block->depth[0]);
   tsw_table_number(t, (double) block->depth[1]);
   for (int k = 0; k < N_SOLVERS; k++)
   {
      tsw_table_number(t, gflops(block, ms[k]));
      best = k != CUSPARSE && ms[k] < best ? ms[k] : best;
   }
   tsw_table_number(t, ms[CUSPARSE] / ms[SLFC]);
   tsw_table_number(t, best / ms[SLFC]);
}

static void add_setup(const tsw_bench_block *block, const li_setup *s, double ms_cusparse,
                      double ms_gsf, const double ms[N_SOLVERS], tsw_table *t)
{
   const double rows = s->level[TSW_LEVELS_HOST_ROWS];
   const double columns = s->level[TSW_LEVELS_HOST_COLUMNS];
   const double step = s->level[TSW_LEVELS_STEPWISE];
   const double kernel = s->level[TSW_LEVELS_KERNEL];
   const double setup[] = { rows, columns, s->transpose + rows, columns, s->transpose + step,
                            step, s->transpose + step, step, kernel };
   const int    solver[] = { LEVR, LEVC, SLFR, SLFC, LEVR, LEVC, SLFR, SLFC, SLFC };
   tsw_table_row(t);
   tsw_table_text(t, block->matrix->name);
   tsw_table_number(t, s->transpose);
   for (int k = 0; k < 9; k++)
   {
      tsw_table_number(t, setup[k]);
   }
   tsw_table_number(t, ms_cusparse);
   tsw_table_number(t, ms_gsf);
   for (int k = 0; k < 9; k++)
   {
      tsw_table_number(t, setup[k] / ms[solver[k]]);
   }
   tsw_table_number(t, ms_cusparse / ms[CUSPARSE]);
   tsw_table_number(t, solves_to_beat(kernel, ms[SLFC], ms_cusparse, ms[CUSPARSE]));
   tsw_table_number(t, solves_to_beat(kernel, ms[SLFC], ms_gsf, ms[GSF]));
}

static bool li_matrix(tsw_bench_block *block, tsw_table *tables)
{
   double   ms[N_SOLVERS];
   double   ms_gsf = NAN;
   double   ms_cusparse = NAN;
   li_setup setup;
   for (int k = 0; k < N_SOLVERS; k++)
   {
      tsw_bench_solver s;
      ms[k] = NAN;
      if (k == CUSPARSE && !tsw_bench_block_regular(block))
      {
         continue;
      }
      if (tsw_bench_solver_open(block, tsw_schedule_find(solver_names[k], block->space->id), 1, &s))
      {
         tsw_bench_error(&s, 7); /* warms up */
         ms[k] = tsw_bench_measure_pair(&s);
         ms_gsf = k == GSF ? s.ms_analysis : ms_gsf;
         ms_cusparse = k == CUSPARSE ? s.ms_analysis : ms_cusparse;
         tsw_bench_solver_close(&s);
      }
   }
   if (!time_setup(block, &setup))
   {
      return false;
   }
   add_solves(block, ms, &tables[0]);
   add_setup(block, &setup, ms_cusparse, ms_gsf, ms, &tables[1]);
   return true;
}

static int run(const tsw_board_input *in, tsw_table *tables)
{
   tsw_table_open(&tables[0], "Li 2017, Figures 3 to 5: GFLOPS of a lower and an upper solve",
                  solve_columns);
   tsw_table_open(&tables[1], "Li 2017, Tables 4 to 7: setup in ms, over one solve, break-even",
                  setup_columns);
   for (int k = 0; k < in->n_matrices && !tsw_board_out_of_time(in, in->matrices[k]); k++)
   {
      tsw_matrix      m;
      tsw_bench_block block;
      if (!tsw_board_matrix(in->matrices[k], &m))
      {
         return 0;
      }
      if (tsw_bench_block_open(in->space, &m, &block))
      {
         const bool done = li_matrix(&block, tables);
         tsw_bench_block_close(&block);
         if (!done)
         {
            return 0;
         }
      }
      tsw_matrix_free(&m);
   }
   tsw_table_print(&tables[0], 0, stdout);
   tsw_table_print(&tables[1], 0, stdout);
   return 2;
}

const tsw_board tsw_board_li = {
   .name = "li",
   .summary = "tables 4 to 7 and figures 3 to 5 of Li 2017",
   .run = run,
};
