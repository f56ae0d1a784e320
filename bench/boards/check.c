/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The check board: compare every schedule with the serial schedule on the host.
 * Each schedule solves each matrix many times, each time with other vectors. The
 * bound on the error grows with the number of levels, because rounding errors
 * accumulate along the longest path of the dependency graph.
 */
#include "bench/boards/board.h"

#include <float.h>
#include <math.h>

#include "tools/common/statistics.h"

static const char *const columns[] = { "matrix", "n",      "nnz",           "depth",
                                       "kernel", "rounds", "worst_rel_err", "bound",
                                       "passed", NULL };

static bool check_kernel(tsw_bench_block *block, const tsw_registered *entry, int n_threads,
                         int n_rounds, tsw_table *t)
{
   const double     bound = 4.0 * DBL_EPSILON * (8.0 + (double) block->depth[0]);
   double           worst = 0.0;
   tsw_bench_solver s;
   if (!tsw_bench_solver_open(block, entry, n_threads, &s))
   {
      return false;
   }
   for (int round = 0; round < n_rounds; round++)
   {
      worst = tsw_worse(worst, tsw_bench_error(&s, 1000 + 2 * (uint64_t) round));
   }
   tsw_bench_solver_close(&s);
   const bool passed = worst <= bound;
   tsw_table_row(t);
   tsw_table_text(t, block->matrix->name);
   tsw_table_number(t, (double) block->matrix->n_rows);
   tsw_table_number(t, (double) block->matrix->nnz);
   tsw_table_number(t, (double) block->depth[0]);
   tsw_table_text(t, tsw_registered_name(entry));
   tsw_table_number(t, n_rounds);
   tsw_table_number(t, worst);
   tsw_table_number(t, bound);
   tsw_table_text(t, passed ? "yes" : "NO");
   return passed;
}

static int run(const tsw_board_input *in, tsw_table *tables)
{
   const tsw_registered *entry;
   int                   failures = 0;
   tsw_table_open(&tables[0], "largest errors against the serial schedule", columns);
   for (int k = 0; k < in->n_matrices && !tsw_board_out_of_time(in, in->matrices[k]); k++)
   {
      tsw_matrix      m;
      tsw_bench_block block;
      if (!tsw_board_matrix(in->matrices[k], &m))
      {
         return 0;
      }
      const int64_t first = tables[0].n_rows;
      if (tsw_bench_block_open(in->space, &m, &block))
      {
         for (int i = 0; (entry = tsw_schedule_get(i)); i++)
         {
            failures += tsw_board_wants(in, entry) &&
                        !check_kernel(&block, entry, in->n_threads, in->n_rounds, &tables[0]);
         }
         tsw_bench_block_close(&block);
      }
      tsw_table_print(&tables[0], first, stdout);
      tsw_matrix_free(&m);
   }
   printf("%d of %lld checks failed\n", failures, (long long) tables[0].n_rows);
   return failures ? 0 : 1;
}

const tsw_board tsw_board_check = {
   .name = "check",
   .summary = "errors of every schedule compared with the serial schedule, many times",
   .run = run,
};
