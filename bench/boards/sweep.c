/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The sweep board: triangular solves and sweeps by every schedule on every matrix,
 * compared with cuSPARSE's SpMV and with hypre's sweep of SpMV, SpSV and axpy, in
 * the same process and on the same data.
 */
#include "bench/boards/board.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/graph.h"
#include "bench/boards/grid.h"

static const char *const columns[] = { "matrix",
                                       "n",
                                       "nnz",
                                       "depth",
                                       "longest_row",
                                       "grid",
                                       "kernel",
                                       "ordering",
                                       "schedule",
                                       "ms_spmv",
                                       "ms_hypre_forward",
                                       "ms_forward",
                                       "ms_hypre_ssor",
                                       "ms_ssor",
                                       "ms_analysis",
                                       "ms_update",
                                       "extra_bytes",
                                       "block_bytes",
                                       "max_rel_err",
                                       "ms_solve",
                                       "ms_solve_upper",
                                       "ms_spsv",
                                       "forward_speedup",
                                       "forward_spmvs",
                                       "ns_per_level",
                                       "gb_per_s",
                                       "reps",
                                       NULL };

/* Bytes of one triangle with right-hand side, inverse diagonal and solution. */
static double solve_bytes(const tsw_bench_block *block)
{
   const double n = (double) block->matrix->n_rows;
   const double nnz = (double) block->host.lower.row_ptr[block->matrix->n_rows];
   return 12.0 * nnz + (4.0 + 3.0 * 8.0) * n;
}

static double packed_bytes(const tsw_bench_block *block)
{
   const int64_t n = block->matrix->n_rows;
   return 12.0 * ((double) block->host.lower.row_ptr[n] + (double) block->host.upper.row_ptr[n]) +
          (2.0 * 4.0 + 8.0) * (double) n;
}

/* Values of the columns kernel, ordering, schedule and depth (levels). */
typedef struct row_name
{
   const char *kernel;
   const char *ordering;
   const char *schedule;
   double      depth;
} row_name;

/* An input of the rule (kernels/rule.def): entries of the longest row without the diagonal. */
static double longest_row(const tsw_packed *p)
{
   int32_t longest = 0;
   for (int64_t i = 0; i < p->n_rows; i++)
   {
      const int32_t lower = p->lower.row_ptr[i + 1] - p->lower.row_ptr[i];
      const int32_t length = lower + p->upper.row_ptr[i + 1] - p->upper.row_ptr[i];
      longest = length > longest ? length : longest;
   }
   return (double) longest;
}

/* An input of the rule (kernels/rule.def): 1 for a grid in three dimensions, else 0. */
static double is_grid(const tsw_packed *p)
{
   const tsw_graph lower = tsw_packed_graph(p, false);
   return tsw_bench_grid(&lower).plane > 0 ? 1.0 : 0.0;
}

static void add_row(const tsw_bench_block *block, const tsw_bench_solver *s, row_name name,
                    double error, double ms_spmv, const tsw_bench_times *hypre,
                    const tsw_bench_times *ours, tsw_table *t)
{
   const tsw_matrix *m = block->matrix;
   tsw_table_row(t);
   tsw_table_text(t, m->name);
   tsw_table_number(t, (double) m->n_rows);
   tsw_table_number(t, (double) m->nnz);
   tsw_table_number(t, name.depth);
   tsw_table_number(t, longest_row(&block->host));
   tsw_table_number(t, is_grid(&block->host));
   tsw_table_text(t, name.kernel);
   tsw_table_text(t, name.ordering);
   tsw_table_text(t, name.schedule);
   tsw_table_number(t, ms_spmv);
   tsw_table_number(t, hypre->forward);
   tsw_table_number(t, ours->forward);
   tsw_table_number(t, hypre->ssor);
   tsw_table_number(t, ours->ssor);
   tsw_table_number(t, s->ms_analysis);
   tsw_table_number(t, s->ms_update);
   tsw_table_number(t, (s->smoother ? 0.0 : packed_bytes(block)) + (double) s->memory.bytes);
   tsw_table_number(t, 12.0 * (double) m->nnz + 4.0 * (double) (m->n_rows + 1));
   tsw_table_number(t, error);
   tsw_table_number(t, ours->lower);
   tsw_table_number(t, ours->upper);
   tsw_table_number(t, hypre->lower);
   tsw_table_number(t, hypre->forward / ours->forward);
   tsw_table_number(t, ours->forward / ms_spmv);
   tsw_table_number(t, 1e6 * ours->lower / name.depth);
   tsw_table_number(t, 1e-6 * solve_bytes(block) / ours->lower);
   tsw_table_number(t, ours->reps);
}

/* A row of the board that is measured through trisweep.h. */
typedef struct user
{
   const char *kernel;
   const char *ordering;
   const char *options;
   bool        device_only;
} user;

static const user users[] = {
   { "auto", "natural", "schedule=auto", false },
   { "persistent", "natural", "schedule=persistent", true },
   { "strips", "natural", "schedule=strips", true },
   { "inplace", "natural", "memory=low", true },
   { "auto", "auto", "schedule=auto ordering=auto", true },
   { "colors", "hybrid-color", "schedule=colors ordering=hybrid-color", true },
};

static void user_row(tsw_bench_block *block, const user *u, double ms_spmv,
                     const tsw_bench_times *hypre, tsw_table *t)
{
   tsw_bench_solver s;
   trisweep_stats   stats;
   if (!tsw_bench_solver_open_user(block, u->options, &s))
   {
      return;
   }
   /* The reference on the host sweeps in natural order: no error for other orderings. */
   const double          error = strcmp(u->ordering, "natural") ? NAN : tsw_bench_error(&s, 11);
   const tsw_bench_times ours = tsw_bench_measure(&s, true);
   if (trisweep_smoother_stats(s.smoother, sizeof stats, &stats) == TRISWEEP_OK)
   {
      const row_name name = { u->kernel, u->ordering, stats.schedule, (double) stats.depth };
      add_row(block, &s, name, error, ms_spmv, hypre, &ours, t);
   }
   tsw_bench_solver_close(&s);
}

static void sweep_matrix(const tsw_board_input *in, tsw_bench_block *block, tsw_table *t)
{
   double                ms_spmv;
   const tsw_bench_times hypre = tsw_bench_measure_yardstick(block, &ms_spmv);
   const tsw_registered *entry;
   const int64_t         first = t->n_rows;
   for (int k = 0; (entry = tsw_schedule_get(k)); k++)
   {
      tsw_bench_solver s;
      if (!tsw_board_wants(in, entry) || !tsw_board_wants_ordering(in, "natural") ||
          !tsw_bench_solver_open(block, entry, in->n_threads, &s))
      {
         continue;
      }
      const double          error = tsw_bench_error(&s, 11);
      const tsw_bench_times ours = tsw_bench_measure(&s, true);
      const row_name name = { tsw_registered_name(entry), "natural", tsw_registered_name(entry),
                              (double) block->depth[0] };
      add_row(block, &s, name, error, ms_spmv, &hypre, &ours, t);
      tsw_bench_solver_close(&s);
   }
   for (size_t k = 0; k < sizeof users / sizeof users[0]; k++)
   {
      if (tsw_board_wants_name(in, users[k].kernel) &&
          tsw_board_wants_ordering(in, users[k].ordering) &&
          (in->space->id == TRISWEEP_DEVICE || !users[k].device_only))
      {
         user_row(block, &users[k], ms_spmv, &hypre, t);
      }
   }
   tsw_table_print(t, first, stdout);
}

static int run(const tsw_board_input *in, tsw_table *tables)
{
   tsw_table_open(&tables[0], "sweeps and solves, medians in ms", columns);
   return tsw_board_each(in, sweep_matrix, tables) ? 1 : 0;
}

const tsw_board tsw_board_sweep = {
   .name = "sweep",
   .summary = "solves and sweeps by every schedule, compared with cuSPARSE",
   .run = run,
};
