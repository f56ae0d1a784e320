/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The tables of Yuenyeung 2021 on this GPU, for lower triangles with the
 * diagonal: GFLOPS, bandwidth and preprocessing time of each schedule, speedups,
 * and the share of rows and entries that warps process (Tables 4 to 8). The
 * summary covers matrices of parallel granularity above 0.7, as in the paper.
 * "Capellini" is writingfirst, "SyncFree" is syncfree-csc.
 */
#include "tools/bench/board.h"

#include <math.h>
#include <stdio.h>

#include "kernels/cuda/published/yuenyeung.h"

static const char *const row_columns[] = { "matrix",
                                           "n",
                                           "nnz_lower",
                                           "granularity",
                                           "entries_per_row",
                                           "rows_per_level",
                                           "gf_cusparse",
                                           "gf_syncfree-csc",
                                           "gf_syncfree-csr",
                                           "gf_twophase",
                                           "gf_writingfirst",
                                           "gf_yuenyeung",
                                           "gb_per_s_cusparse",
                                           "gb_per_s_syncfree-csc",
                                           "gb_per_s_writingfirst",
                                           "gb_per_s_yuenyeung",
                                           "ms_pre_cusparse",
                                           "ms_pre_syncfree-csc",
                                           "ms_pre_yuenyeung",
                                           "warp_row_share",
                                           "warp_entry_share",
                                           "yuenyeung_over_best",
                                           NULL };

static const char *const summary_columns[] = { "over",     "matrices",     "gf_yuenyeung",
                                               "gf_other", "mean_speedup", "max_speedup",
                                               "max_on",   "won_share",    NULL };

enum
{
   CUSPARSE,
   SYNCFREE,
   CSR,
   TWOPHASE,
   CAPELLINI,
   YUENYEUNG,
   N_SOLVERS
};

static const char *const solver_names[N_SOLVERS] = { "cusparse", "syncfree-csc", "syncfree-csr",
                                                     "twophase", "writingfirst", "yuenyeung" };

static const double GRANULARITY = 0.7; /* thread-level schedules are faster above, section 8.1 */

typedef struct shares
{
   double rows;
   double entries;
} shares;

/* The share of rows and entries of the lower triangle that the threshold assigns to warps. */
static shares warp_shares(const tsw_bench_block *block, double threshold)
{
   const int32_t *row_ptr = block->host.lower.row_ptr;
   const int64_t  n = block->matrix->n_rows;
   shares         s = { 0.0, 0.0 };
   for (int64_t first = 0; first < n; first += 32)
   {
      const int64_t rows = n - first < 32 ? n - first : 32;
      const double  entries = (double) (row_ptr[first + rows] - row_ptr[first] + rows);
      if (entries >= threshold * (double) rows)
      {
         s.rows += (double) rows;
         s.entries += entries;
      }
   }
   s.rows /= (double) n;
   s.entries /= (double) (row_ptr[n] + n);
   return s;
}

/* Parallel granularity: equation (1) of the paper with its default constants. */
static double granularity(double rows_per_level, double entries_per_row)
{
   return log10(log10(rows_per_level) / log10(entries_per_row + 0.01) + 0.01);
}

static void add_row(const tsw_bench_block *block, const double ms[N_SOLVERS],
                    const double ms_pre[N_SOLVERS], double threshold, tsw_table *t)
{
   const double n = (double) block->matrix->n_rows;
   const double nnz = (double) block->host.lower.row_ptr[block->matrix->n_rows] + n;
   const double per_level = n / (double) block->depth[0];
   const double bytes = 12.0 * nnz + (4.0 + 2.0 * 8.0) * n;
   const shares s = warp_shares(block, threshold);
   const int    bandwidth[] = { CUSPARSE, SYNCFREE, CAPELLINI, YUENYEUNG };
   const int    pre[] = { CUSPARSE, SYNCFREE, YUENYEUNG };
   double       best = INFINITY;
   tsw_table_row(t);
   tsw_table_text(t, block->matrix->name);
   tsw_table_number(t, n);
   tsw_table_number(t, nnz);
   tsw_table_number(t, granularity(per_level, nnz / n));
   tsw_table_number(t, nnz / n);
   tsw_table_number(t, per_level);
   for (int k = 0; k < N_SOLVERS; k++)
   {
      tsw_table_number(t, 2.0 * nnz / (ms[k] * 1e6));
      best = k != CUSPARSE && ms[k] < best ? ms[k] : best;
   }
   for (size_t k = 0; k < sizeof bandwidth / sizeof bandwidth[0]; k++)
   {
      tsw_table_number(t, 1e-6 * bytes / ms[bandwidth[k]]);
   }
   for (size_t k = 0; k < sizeof pre / sizeof pre[0]; k++)
   {
      tsw_table_number(t, ms_pre[pre[k]]);
   }
   tsw_table_number(t, s.rows);
   tsw_table_number(t, s.entries);
   tsw_table_number(t, best / ms[YUENYEUNG]);
}

static void measure_matrix(const tsw_board_input *in, tsw_bench_block *block, tsw_table *t)
{
   const double threshold = tsw_yuenyeung_threshold(in->info->gpu);
   double       ms[N_SOLVERS];
   double       ms_pre[N_SOLVERS];
   for (int k = 0; k < N_SOLVERS; k++)
   {
      tsw_bench_solver s;
      ms[k] = NAN;
      ms_pre[k] = NAN;
      if (k == CUSPARSE && !tsw_bench_block_regular(block))
      {
         continue;
      }
      if (tsw_bench_solver_open(block, tsw_schedule_find(solver_names[k], block->space->id), 1, &s))
      {
         tsw_bench_error(&s, 5); /* warm up */
         ms[k] = tsw_bench_measure(&s, false).lower;
         ms_pre[k] = 0.5 * s.ms_analysis; /* one of two triangles */
         tsw_bench_solver_close(&s);
      }
   }
   add_row(block, ms, ms_pre, threshold, t);
}

static void summarise(const tsw_table *rows, const char *other, tsw_table *t)
{
   char        column[TSW_TABLE_TEXT];
   double      sum = 0.0;
   double      sum_other = 0.0;
   double      speedups = 0.0;
   double      most = 0.0;
   double      won = 0.0;
   int         count = 0;
   const char *most_on = "";
   snprintf(column, sizeof column, "gf_%s", other);
   for (int64_t r = 0; r < rows->n_rows; r++)
   {
      const double ours = tsw_table_get(rows, r, "gf_yuenyeung");
      const double theirs = tsw_table_get(rows, r, column);
      if (!(tsw_table_get(rows, r, "granularity") > GRANULARITY) || !isfinite(ours / theirs))
      {
         continue;
      }
      count++;
      sum += ours;
      sum_other += theirs;
      speedups += ours / theirs;
      won += ours >= theirs;
      most_on = ours / theirs > most ? tsw_table_get_text(rows, r, "matrix") : most_on;
      most = ours / theirs > most ? ours / theirs : most;
   }
   tsw_table_row(t);
   tsw_table_text(t, other);
   tsw_table_number(t, count);
   tsw_table_number(t, sum / count);
   tsw_table_number(t, sum_other / count);
   tsw_table_number(t, speedups / count);
   tsw_table_number(t, most);
   tsw_table_text(t, most_on);
   tsw_table_number(t, won / count);
}

static int run(const tsw_board_input *in, tsw_table *tables)
{
   tsw_table_open(&tables[0], "Yuenyeung 2021, Tables 4 to 8: solves with lower triangles",
                  row_columns);
   tsw_table_open(&tables[1], "Yuenyeung 2021, Tables 4 to 6: where the granularity is above 0.7",
                  summary_columns);
   if (!tsw_board_each(in, measure_matrix, tables))
   {
      return 0;
   }
   for (int k = 0; k < N_SOLVERS - 1; k++)
   {
      summarise(&tables[0], solver_names[k], &tables[1]);
   }
   tsw_table_print(&tables[0], 0, stdout);
   tsw_table_print(&tables[1], 0, stdout);
   return 2;
}

const tsw_board tsw_board_yuenyeung = {
   .name = "yuenyeung",
   .summary = "tables 4 to 8 of Yuenyeung 2021",
   .run = run,
};
