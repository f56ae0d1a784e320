/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "plan/tune.h"

#include <stdlib.h>
#include <string.h>

enum
{
   STRIPS = 132,        /* at most */
   ROWS_PER_STRIP = 256 /* at least */
};

/* In what way a schedule deals with a block, where it has several. */
typedef enum part
{
   PART_all,
   PART_tiles /* strips: tiles of a grid */
} part;

typedef struct cost
{
   const char *schedule;
   part        part;
   double      launch_us;
   double      entry_ns;
   double      row_ns;
   double      level_ns;
   double      crossing_ns;
   double      length_ns;
   double      longest_ns;
} cost;

struct tsw_tune_table
{
   const char *gpu;
   const cost *costs;
   int         n_costs;
};

/* Another GPU: its file here, as costs and as a line of tables[]. */
static const cost h200[] = {
#define TSW_GPU(name)
#define TSW_COST(schedule, part, ...) { #schedule, PART_##part, __VA_ARGS__ },
#include "plan/tuning/h200.def"
#undef TSW_GPU
#undef TSW_COST
};

static const tsw_tune_table tables[] = {
#define TSW_GPU(name) { name, h200, sizeof h200 / sizeof h200[0] },
#define TSW_COST(...)
#include "plan/tuning/h200.def"
#undef TSW_GPU
#undef TSW_COST
};

const tsw_tune_table *tsw_tune_find_table(const char *gpu)
{
   for (size_t k = 0; k < sizeof tables / sizeof tables[0]; k++)
   {
      if (!strcmp(gpu, tables[k].gpu))
      {
         return &tables[k];
      }
   }
   return &tables[0];
}

const char *tsw_tune_table_gpu(const tsw_tune_table *table)
{
   return table->gpu;
}

/* Beyond that many rows a level, one block has too much to do. */
static const int64_t onchip_width = 256;

/*
 * In a hurry its planning takes longer than it saves in 20 sweeps, unless some row is
 * so much longer than the mean one that strips waits for single lanes.
 */
static const double uneven = 32.0;

static bool onchip_allowed(const tsw_tune_shape *shape)
{
   if (shape->hurried &&
       (double) shape->longest_row * (double) shape->n_rows <= uneven * (double) shape->nnz)
   {
      return false;
   }
   return shape->n_rows <= onchip_width * shape->depth;
}

/* On fewer levels, what it saves in a level does not pay for its two kernels more. */
static const int64_t few_levels = 64;

static bool is_allowed(const char *schedule, const tsw_tune_shape *shape)
{
   if (!strcmp(schedule, "onchip"))
   {
      return onchip_allowed(shape);
   }
   return strcmp(schedule, "strips") != 0 || shape->depth > few_levels;
}

static part part_of(const char *schedule, const tsw_tune_shape *shape)
{
   return shape->grid && !strcmp(schedule, "strips") ? PART_tiles : PART_all;
}

static bool applies(const cost *c, const tsw_tune_shape *shape)
{
   return c->part == part_of(c->schedule, shape) && is_allowed(c->schedule, shape);
}

/*
 * Rows of a level that wait for another strip: the fewer they are, the more seldom is one of them
 * the last of its level.
 */
static const double crossing_width = 64.0;

static double seconds_of(const cost *c, const tsw_tune_shape *shape)
{
   const double n = (double) shape->n_rows;
   const double nnz = (double) shape->nnz;
   const double length = n > 0.0 ? nnz / n : 0.0;
   const double width = shape->depth > 0 ? n / (double) shape->depth : 0.0;
   const double crossing = shape->crossing * width / (width + crossing_width);
   const double level_ns = c->level_ns + c->crossing_ns * crossing + c->length_ns * length;
   return 1e-6 * c->launch_us +
          1e-9 * (c->entry_ns * nnz + c->row_ns * n + level_ns * (double) shape->depth +
                  c->longest_ns * (double) shape->longest_row);
}

static int compare(const void *a, const void *b)
{
   const tsw_tune_estimate *x = a;
   const tsw_tune_estimate *y = b;
   return x->seconds < y->seconds   ? -1
          : x->seconds > y->seconds ? 1
                                    : strcmp(x->schedule, y->schedule);
}

int tsw_tune_rank(const tsw_tune_table *table, const tsw_tune_shape *shape, const char *only,
                  tsw_tune_estimate *estimates)
{
   int n = 0;
   for (int k = 0; k < table->n_costs && n < TSW_TUNE_MOST; k++)
   {
      const cost *c = &table->costs[k];
      if (applies(c, shape) && (!only || !strcmp(only, c->schedule)))
      {
         estimates[n++] = (tsw_tune_estimate) { c->schedule, seconds_of(c, shape) };
      }
   }
   qsort(estimates, (size_t) n, sizeof *estimates, compare);
   return n;
}

int64_t tsw_tune_strip_rows(int64_t n_rows)
{
   int64_t n_strips = n_rows / ROWS_PER_STRIP;
   n_strips = n_strips < STRIPS ? n_strips : STRIPS;
   n_strips = n_strips > 1 ? n_strips : 1;
   return (n_rows + n_strips - 1) / n_strips;
}
