/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The papers board: what papers about triangular solves report. The solve alone: with the lower
 * triangle (Liu 2016, Yuenyeung 2021, Picciau 2016), or with both triangles in turn (Li 2017); the
 * analysis of a schedule for these triangles, with level sets by each method. Some papers get a
 * matrix by columns: for their methods ms_from_columns is the time of what is left of the analysis,
 * level sets or in-degrees, measured alone. Schedules of trisweep are measured through trisweep.h.
 * cuSPARSE is its newest SpSV in the same process.
 */
#include "bench/boards/board.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/cuda/published/level_sets.h"
#include "tools/common/statistics.h"

enum
{
   REPS = 3, /* timed calls of a median, after one that is not timed */
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
                                       "ms_from_columns",
                                       "ms_transpose",
                                       "ms_host_levels",
                                       "gflops",
                                       "max_rel_err",
                                       NULL };

typedef enum basis
{
   BY_ROWS,    /* published, without level sets */
   BY_LEVELS,  /* published, from a matrix by rows */
   BY_COLUMNS, /* published, level sets of a matrix by columns */
   BY_DEGREES, /* published, in-degrees of a matrix by columns */
   OURS        /* a schedule of trisweep, which performs whole sweeps, too */
} basis;

static const struct
{
   const char *name;
   basis       by;
} kernels[] = {
   { "cusparse", BY_ROWS },
   { "levr", BY_LEVELS },
   { "levc", BY_COLUMNS },
   { "slfr", BY_LEVELS },
   { "slfc", BY_COLUMNS },
   { "chain", BY_LEVELS },
   { "syncfree-csc", BY_DEGREES },
   { "syncfree-csr", BY_ROWS },
   { "twophase", BY_ROWS },
   { "writingfirst", BY_ROWS },
   { "capellini", BY_ROWS },
   { "yuenyeung", BY_ROWS },
   { "partition", BY_ROWS },
   { "auto", OURS },
   { "persistent", OURS },
   { "strips", OURS },
   { "onchip", OURS },
};

static const char *const methods[] = { "pull", "naumov", "kahn", "kahn-queue" };

/* Results for one schedule. */
typedef struct result
{
   const char *kernel;
   const char *levels; /* method of the level sets, "" if none are needed */
   double      ms_solve;
   double      ms_analysis;
   double      ms_from_columns; /* NaN, except BY_COLUMNS and BY_DEGREES */
   double      error;
} result;

/* Times that do not depend on the schedule, both triangles. */
typedef struct common
{
   tsw_graph_columns columns[2];
   double            transpose;
   double            host_levels;                       /* on one thread of the host */
   double            levels[TSW_LEVELS_KAHN_QUEUE + 1]; /* by method, from the columns */
   double            degrees;                           /* from the columns */
} common;

static void add_row(const tsw_board_input *in, const tsw_bench_block *block, const result *r,
                    const common *c, tsw_table *t)
{
   const double n = (double) block->matrix->n_rows;
   const double lower = (double) block->host.lower.row_ptr[block->matrix->n_rows] + n;
   const double nnz = (double) block->matrix->nnz;
   /* The lower triangle's share of what is measured for both: that of its entries. */
   const double each = in->pairs ? 1.0 : nnz > n ? (lower - n) / (nnz - n) : 0.5;
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
   tsw_table_number(t, each * r->ms_analysis);
   tsw_table_number(t, each * r->ms_from_columns);
   tsw_table_number(t, each * c->transpose);
   tsw_table_number(t, each * c->host_levels);
   tsw_table_number(t, 2.0 * (in->pairs ? nnz : lower) / (r->ms_solve * 1e6));
   tsw_table_number(t, r->error);
}

/* A step of an analysis for one triangle; method: of level sets. */
typedef trisweep_status step(tsw_bench_block *block, common *c, int upper, int method);

static trisweep_status transpose(tsw_bench_block *block, common *c, int upper, int method)
{
   const tsw_graph g = tsw_packed_graph(&block->packed, upper);
   (void) method;
   tsw_graph_columns_free(NULL, &c->columns[upper]);
   return tsw_graph_transpose(&g, block->space->stream(), NULL, &c->columns[upper]);
}

static trisweep_status find_levels(tsw_bench_block *block, common *c, int upper, int method)
{
   const tsw_graph       g = tsw_packed_graph(&block->packed, upper);
   tsw_graph_levels      levels;
   const trisweep_status status = tsw_level_sets_by(
      (tsw_level_method) method, &g, &c->columns[upper], block->space->stream(), NULL, &levels);
   tsw_graph_levels_free(NULL, &levels);
   return status;
}

static trisweep_status find_host_levels(tsw_bench_block *block, common *c, int upper, int method)
{
   const tsw_graph       g = tsw_packed_graph(&block->host, upper);
   tsw_level_sets        levels = { 0 };
   const trisweep_status status = tsw_level_sets_find(&g, NULL, &levels);
   (void) c;
   (void) method;
   tsw_level_sets_free(NULL, &levels);
   return status;
}

/* The preprocessing of Liu et al. alone; z has room for the counts. */
static trisweep_status count_degrees(tsw_bench_block *block, common *c, int upper, int method)
{
   (void) method;
   return tsw_graph_in_degrees(&c->columns[upper], block->matrix->n_rows,
                               block->packed.n_entries[upper], block->space->stream(),
                               (int32_t *) block->z);
}

/* Median time of a step for both triangles, NaN if it fails. */
static double time_step(tsw_bench_block *block, common *c, step *perform, int method)
{
   double ms[REPS];
   for (int k = -1; k < REPS; k++)
   {
      trisweep_status status = TRISWEEP_OK;
      block->space->wait();
      block->space->begin();
      for (int upper = 0; upper < 2 && status == TRISWEEP_OK; upper++)
      {
         status = perform(block, c, upper, method);
      }
      ms[k < 0 ? 0 : k] = block->space->end();
      if (status != TRISWEEP_OK)
      {
         fprintf(stderr, "trisweep-bench: %s\n", trisweep_message());
         return NAN;
      }
   }
   return tsw_median(ms, REPS);
}

/* The times that the listed kernels need. */
static void time_common(const tsw_board_input *in, tsw_bench_block *block, common *c)
{
   *c = (common){ .host_levels = NAN };
   c->transpose = time_step(block, c, transpose, 0);
   c->degrees = time_step(block, c, count_degrees, 0);
   if (in->pairs)
   {
      c->host_levels = time_step(block, c, find_host_levels, 0);
   }
   for (int method = TSW_LEVELS_PULL; method <= TSW_LEVELS_KAHN_QUEUE; method++)
   {
      const bool wanted = tsw_board_wants_levels(in, methods[method]);
      c->levels[method] = wanted ? time_step(block, c, find_levels, method) : NAN;
   }
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

static double time_solve(const tsw_board_input *in, tsw_bench_solver *s)
{
   return in->pairs ? tsw_bench_measure_pair(s) : tsw_bench_measure_lower(s);
}

/* The method of level sets of the schedules: that of Li 2017 by rounds, if listed. */
static tsw_level_method method_of(const tsw_board_input *in)
{
   tsw_level_method method = TSW_LEVELS_KAHN;
   for (int k = TSW_LEVELS_KAHN_QUEUE; k >= TSW_LEVELS_PULL; k--)
   {
      if (!tsw_board_wants_levels(in, methods[TSW_LEVELS_KAHN]) &&
          tsw_board_wants_levels(in, methods[k]))
      {
         method = (tsw_level_method) k;
      }
   }
   return method;
}

static void measure_published(const tsw_board_input *in, tsw_bench_block *block, int kernel,
                              const common *c, tsw_table *t)
{
   const basis            by = kernels[kernel].by;
   const bool             levels = by == BY_LEVELS || by == BY_COLUMNS;
   const tsw_level_method method = levels ? method_of(in) : TSW_LEVELS_PULL;
   tsw_bench_solver       s;
   if (tsw_bench_solver_open_levels(
          block, tsw_schedule_find(kernels[kernel].name, block->space->id), method, &s))
   {
      result r = { kernels[kernel].name,
                   levels ? methods[method] : "",
                   NAN,
                   s.ms_analysis,
                   by == BY_COLUMNS   ? c->levels[method]
                   : by == BY_DEGREES ? c->degrees
                                      : NAN,
                   find_error(&s, in->pairs) };
      r.ms_solve = time_solve(in, &s);
      add_row(in, block, &r, c, t);
      tsw_bench_solver_close(&s);
   }
}

/* A row without a solve for each method of level sets. */
static void add_methods(const tsw_board_input *in, const tsw_bench_block *block, const common *c,
                        tsw_table *t)
{
   for (int method = TSW_LEVELS_PULL; method <= TSW_LEVELS_KAHN_QUEUE; method++)
   {
      const result r = { "level sets", methods[method], NAN, NAN, c->levels[method], NAN };
      if (tsw_board_wants_levels(in, methods[method]))
      {
         add_row(in, block, &r, c, t);
      }
   }
}

/* The analysis is that of sweeps, which prepares both triangles, too. */
static void measure_ours(const tsw_board_input *in, tsw_bench_block *block, int kernel,
                         const common *c, tsw_table *t)
{
   char             options[64];
   tsw_bench_solver s;
   snprintf(options, sizeof options, "ordering=natural schedule=%s", kernels[kernel].name);
   if (tsw_bench_solver_open_user(block, options, &s))
   {
      result r = { kernels[kernel].name, "", NAN, s.ms_analysis, NAN, find_error(&s, in->pairs) };
      r.ms_solve = time_solve(in, &s);
      add_row(in, block, &r, c, t);
      tsw_bench_solver_close(&s);
   }
}

static void measure_matrix(const tsw_board_input *in, tsw_bench_block *block, tsw_table *t)
{
   const int64_t first = t->n_rows;
   common        c;
   if (!solve_on_host(block, in->pairs))
   {
      fprintf(stderr, "trisweep-bench: %s: %s\n", block->matrix->name, trisweep_message());
      return;
   }
   time_common(in, block, &c);
   for (size_t k = 0; k < sizeof kernels / sizeof kernels[0]; k++)
   {
      const bool can = strcmp(kernels[k].name, "cusparse") != 0 || tsw_bench_block_regular(block);
      if (can && tsw_board_wants_name(in, kernels[k].name))
      {
         (kernels[k].by == OURS ? measure_ours : measure_published)(in, block, (int) k, &c, t);
      }
   }
   if (in->pairs)
   {
      add_methods(in, block, &c, t);
   }
   tsw_graph_columns_free(NULL, &c.columns[0]);
   tsw_graph_columns_free(NULL, &c.columns[1]);
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
