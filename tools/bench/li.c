/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The tables and figures of Li 2017 on this GPU: GFLOPS of a lower and an upper
 * solve (Figures 3 to 5), setup time and its ratio to the solve time (Tables 4 to 6),
 * and the number of solves that amortise the setup of slfc (Table 7). All schedules
 * get CSR, so that the setup of schedules by columns includes a transposition. Levels
 * are found as in the rest of the library. CUS2 is cuSPARSE's SpSV, GSF is syncfree-csc.
 */
#include "tools/bench/board.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const solve_columns[] = {
   "matrix",          "n",        "nnz",           "levels_lower",  "levels_upper",
   "gf_levr",         "gf_levc",  "gf_slfr",       "gf_slfc",       "gf_cusparse",
   "gf_syncfree-csc", "gf_chain", "gf_levr-graph", "gf_levc-graph", "slfc_over_cusparse",
   "slfc_over_best",  NULL
};

static const char *const setup_columns[] = { "matrix",
                                             "ms_levr",
                                             "ms_levc",
                                             "ms_slfr",
                                             "ms_slfc",
                                             "ms_cusparse",
                                             "ms_syncfree-csc",
                                             "ratio_levr",
                                             "ratio_levc",
                                             "ratio_slfr",
                                             "ratio_slfc",
                                             "ratio_cusparse",
                                             "ratio_syncfree-csc",
                                             "solves_to_beat_cusparse",
                                             "solves_to_beat_syncfree-csc",
                                             NULL };

/* The solvers of the paper, in the order of its figures, then trisweep's of the same kind. */
enum
{
   LEVR,
   LEVC,
   SLFR,
   SLFC,
   CUSPARSE,
   GSF,
   N_PUBLISHED,
   N_SOLVERS = 9
};

static const char *const solver_names[N_SOLVERS] = { "levr",  "levc",       "slfr",
                                                     "slfc",  "cusparse",   "syncfree-csc",
                                                     "chain", "levr-graph", "levc-graph" };

/* Fewest solves after which slfc takes less total time than the other solver; NaN: never. */
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

static void add_setup(const tsw_bench_block *block, const double setup[N_SOLVERS],
                      const double ms[N_SOLVERS], tsw_table *t)
{
   tsw_table_row(t);
   tsw_table_text(t, block->matrix->name);
   for (int k = 0; k < N_PUBLISHED; k++)
   {
      tsw_table_number(t, setup[k]);
   }
   for (int k = 0; k < N_PUBLISHED; k++)
   {
      tsw_table_number(t, setup[k] / ms[k]);
   }
   tsw_table_number(t, solves_to_beat(setup[SLFC], ms[SLFC], setup[CUSPARSE], ms[CUSPARSE]));
   tsw_table_number(t, solves_to_beat(setup[SLFC], ms[SLFC], setup[GSF], ms[GSF]));
}

static void li_matrix(TSW_UNUSED const tsw_board_input *in, tsw_bench_block *block,
                      tsw_table *tables)
{
   double ms[N_SOLVERS];
   double setup[N_SOLVERS];
   for (int k = 0; k < N_SOLVERS; k++)
   {
      tsw_bench_solver s;
      ms[k] = NAN;
      setup[k] = NAN;
      if (k == CUSPARSE && !tsw_bench_block_regular(block))
      {
         continue;
      }
      if (tsw_bench_solver_open(block, tsw_schedule_find(solver_names[k], block->space->id), 1, &s))
      {
         tsw_bench_error(&s, 7); /* warm up */
         ms[k] = tsw_bench_measure_pair(&s);
         setup[k] = s.ms_analysis;
         tsw_bench_solver_close(&s);
      }
   }
   add_solves(block, ms, &tables[0]);
   add_setup(block, setup, ms, &tables[1]);
}

static int run(const tsw_board_input *in, tsw_table *tables)
{
   tsw_table_open(&tables[0], "Li 2017, Figures 3 to 5: GFLOPS of a lower and an upper solve",
                  solve_columns);
   tsw_table_open(&tables[1], "Li 2017, Tables 4 to 7: setup in ms, over one solve, break-even",
                  setup_columns);
   if (!tsw_board_each(in, li_matrix, tables))
   {
      return 0;
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
