/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The papers board: what papers about triangular solves report. The solve alone: with the lower
 * triangle (Liu 2016, Yuenyeung 2021, Picciau 2016), or with both triangles in turn (Li 2017); the
 * analysis of a schedule for these triangles, with level sets by each method; the transposition
 * that a schedule by columns and the level sets of papers need, measured apart, because some papers
 * assume a matrix by columns. cuSPARSE is its newest SpSV in the same process.
 */
#include "bench/boards/board.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/cuda/published/yuenyeung.h"
#include "tools/common/statistics.h"

enum
{
   REPS = 3, /* transpositions of a median */
   SEED = 7
};

static const char *const columns[] = { "matrix",
                                       "n",
                                       "nnz",
                                       "nnz_lower",
                                       "depth",
                                       "depth_upper",
                                       "kernel",
                                       "levels",
                                       "solve",
                                       "ms_solve",
                                       "ms_analysis",
                                       "ms_transpose",
                                       "gflops",
                                       "warp_row_share",
                                       "warp_entry_share",
                                       "max_rel_err",
                                       NULL };

/* The published schedules, and whether a schedule needs level sets. */
static const struct
{
   const char *name;
   bool        levels;
} kernels[] = {
   { "cusparse", false },     { "levr", true },          { "levc", true },
   { "slfr", true },          { "slfc", true },          { "chain", true },
   { "syncfree-csc", false }, { "syncfree-csr", false }, { "twophase", false },
   { "writingfirst", false }, { "capellini", false },    { "yuenyeung", false },
   { "partition", false },
};

static const char *const methods[] = { "pull", "naumov", "kahn", "kahn-queue" };

/* Shares of the lower triangle that the threshold of schedule yuenyeung assigns to warps. */
typedef struct shares
{
   double rows;
   double entries;
} shares;

static shares warp_shares(const tsw_board_input *in, const tsw_bench_block *block)
{
   const double   threshold = tsw_yuenyeung_threshold(in->info->gpu);
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

/* Results for one schedule. */
typedef struct result
{
   const char *kernel;
   const char *levels; /* method of the level sets, "" if none are needed */
   double      ms_solve;
   double      ms_analysis;
   double      error;
} result;

static void add_row(const tsw_board_input *in, const tsw_bench_block *block, const result *r,
                    double ms_transpose, tsw_table *t)
{
   const double n = (double) block->matrix->n_rows;
   const double lower = (double) block->host.lower.row_ptr[block->matrix->n_rows] + n;
   const double nnz = (double) block->matrix->nnz;
   const shares s = warp_shares(in, block);
   tsw_table_row(t);
   tsw_table_text(t, block->matrix->name);
   tsw_table_number(t, n);
   tsw_table_number(t, nnz);
   tsw_table_number(t, lower);
   tsw_table_number(t, (double) block->depth[0]);
   tsw_table_number(t, (double) block->depth[1]);
   tsw_table_text(t, r->kernel);
   tsw_table_text(t, r->levels);
   tsw_table_text(t, in->pairs ? "pair" : "lower");
   tsw_table_number(t, r->ms_solve);
   tsw_table_number(t, in->pairs ? r->ms_analysis : 0.5 * r->ms_analysis);
   tsw_table_number(t, in->pairs ? ms_transpose : 0.5 * ms_transpose);
   tsw_table_number(t, 2.0 * (in->pairs ? nnz : lower) / (r->ms_solve * 1e6));
   tsw_table_number(t, s.rows);
   tsw_table_number(t, s.entries);
   tsw_table_number(t, r->error);
}

/* Median time of the transposition of both triangles. */
static double time_transposition(tsw_bench_block *block)
{
   double ms[REPS];
   for (int k = -1; k < REPS; k++)
   {
      tsw_graph_columns c[2];
      trisweep_status   status = TRISWEEP_OK;
      block->space->begin();
      for (int upper = 0; upper < 2; upper++)
      {
         const tsw_graph g = tsw_packed_graph(&block->packed, upper);
         status =
            status ? status : tsw_graph_transpose(&g, block->space->stream(), NULL, &c[upper]);
      }
      if (status != TRISWEEP_OK)
      {
         fprintf(stderr, "trisweep-bench: %s\n", trisweep_message());
         return NAN;
      }
      ms[k < 0 ? 0 : k] = block->space->end();
      tsw_graph_columns_free(NULL, &c[0]);
      tsw_graph_columns_free(NULL, &c[1]);
   }
   return tsw_median(ms, REPS);
}

/* Store the solution of the serial schedule on the host in host_ref: of the lower, or of both. */
static bool solve_on_host(tsw_bench_block *block, bool pair)
{
   const tsw_registered *serial = tsw_schedule_find("serial", TRISWEEP_HOST);
   tsw_pass              pass = { .kind = TSW_PASS_ZERO,
                                  .inv_scale = block->host.inv_diag,
                                  .relax_weight = 1.0,
                                  .omega = 1.0,
                                  .b = block->host_b,
                                  .x = block->host_ref };
   tsw_bench_host.random(block->host_b, block->matrix->n_rows, SEED);
   trisweep_status status = serial->schedule->pass(NULL, &block->host, &pass, NULL);
   if (status == TRISWEEP_OK && pair)
   {
      memcpy(block->host_b, block->host_ref, (size_t) block->matrix->n_rows * sizeof(double));
      pass.backward = true;
      status = serial->schedule->pass(NULL, &block->host, &pass, NULL);
   }
   return status == TRISWEEP_OK;
}

/* Largest difference from host_ref, relative to its largest entry. */
static double find_error(tsw_bench_solver *s, bool pair)
{
   tsw_bench_block *block = s->block;
   const int64_t    n = block->matrix->n_rows;
   double           size = 0.0;
   double           error = 0.0;
   block->space->random(block->b, n, SEED);
   tsw_bench_solve(s, false, block->b, pair ? block->z : block->x);
   if (pair)
   {
      tsw_bench_solve(s, true, block->z, block->x);
   }
   block->space->get(block->host_x, block->x, (size_t) n * sizeof(double));
   for (int64_t i = 0; i < n; i++)
   {
      size = fmax(size, fabs(block->host_ref[i]));
      error = tsw_worse(error, fabs(block->host_x[i] - block->host_ref[i]));
   }
   return tsw_bench_block_timed_out(block) ? NAN : error / size;
}

static void measure_kernel(const tsw_board_input *in, tsw_bench_block *block, int kernel,
                           double ms_transpose, tsw_table *t)
{
   const tsw_registered *entry = tsw_schedule_find(kernels[kernel].name, block->space->id);
   double                ms_solve = NAN;
   double                error = NAN;
   for (int method = TSW_LEVELS_PULL; method <= TSW_LEVELS_KAHN_QUEUE; method++)
   {
      const bool       wanted = kernels[kernel].levels ? tsw_board_wants_levels(in, methods[method])
                                                       : method == TSW_LEVELS_PULL;
      tsw_bench_solver s;
      if (!wanted || !tsw_bench_solver_open_levels(block, entry, (tsw_level_method) method, &s))
      {
         continue;
      }
      if (isnan(ms_solve)) /* level sets are the same by each method, and so is the solve */
      {
         error = find_error(&s, in->pairs);
         ms_solve = in->pairs ? tsw_bench_measure_pair(&s) : tsw_bench_measure(&s, false).lower;
      }
      const result r = { tsw_registered_name(entry), kernels[kernel].levels ? methods[method] : "",
                         ms_solve, s.ms_analysis, error };
      add_row(in, block, &r, ms_transpose, t);
      tsw_bench_solver_close(&s);
   }
}

static void measure_matrix(const tsw_board_input *in, tsw_bench_block *block, tsw_table *t)
{
   const int64_t first = t->n_rows;
   const double  ms_transpose = time_transposition(block);
   if (!solve_on_host(block, in->pairs))
   {
      fprintf(stderr, "trisweep-bench: %s: %s\n", block->matrix->name, trisweep_message());
      return;
   }
   for (size_t k = 0; k < sizeof kernels / sizeof kernels[0]; k++)
   {
      const bool can = strcmp(kernels[k].name, "cusparse") != 0 || tsw_bench_block_regular(block);
      if (can && tsw_board_wants_name(in, kernels[k].name))
      {
         measure_kernel(in, block, (int) k, ms_transpose, t);
      }
   }
   tsw_table_print(t, first, stdout);
}

static int run(const tsw_board_input *in, tsw_table *tables)
{
   tsw_table_open(&tables[0], "published triangular solves, medians in ms", columns);
   return tsw_board_each(in, measure_matrix, tables) ? 1 : 0;
}

const tsw_board tsw_board_papers = {
   .name = "papers",
   .summary = "what papers about triangular solves report: solves, analyses, cuSPARSE",
   .run = run,
};
