/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "bench/matrix/generate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/matrix/builder.h"
#include "bench/matrix/grid.h"
#include "tools/common/random.h"

/* The up to three numbers of a generator; numbers that are not given are 1. */
typedef struct family_args
{
   long n[3];
} family_args;

static void close_diagonals(tsw_builder *b)
{
   const int64_t n = b->n_rows;
   const int64_t n_entries = b->n_entries;
   double       *sum = calloc((size_t) n + 1, sizeof *sum);
   if (!sum)
   {
      b->failed = true;
      return;
   }
   for (int64_t e = 0; e < n_entries; e++)
   {
      sum[b->entries[e].row] -= b->entries[e].val;
   }
   for (int64_t i = 0; i < n; i++)
   {
      tsw_builder_add(b, i, i, 1.0 + sum[i]);
   }
   free(sum);
}

static void uniform(tsw_builder *b, const family_args *a)
{
   uint64_t state = (uint64_t) a->n[2];
   b->n_rows = a->n[0];
   for (int64_t i = 0; i < b->n_rows; i++)
   {
      for (long d = 0; d < a->n[1]; d++)
      {
         const int64_t j = (int64_t) (tsw_next(&state) % (uint64_t) b->n_rows);
         if (j != i)
         {
            tsw_builder_add(b, i, j, tsw_matrix_coupling(i, j));
         }
      }
   }
}

static void add_band(tsw_builder *b, long width)
{
   for (int64_t i = 0; i < b->n_rows; i++)
   {
      for (int64_t j = i - width; j <= i + width; j++)
      {
         if (j >= 0 && j < b->n_rows && j != i)
         {
            tsw_builder_add(b, i, j, tsw_matrix_coupling(i, j));
         }
      }
   }
}

static void banded(tsw_builder *b, const family_args *a)
{
   b->n_rows = a->n[0];
   add_band(b, a->n[1]);
}

static void chain(tsw_builder *b, const family_args *a)
{
   b->n_rows = a->n[0];
   add_band(b, 1);
}

static void dense(tsw_builder *b, const family_args *a)
{
   b->n_rows = a->n[0];
   add_band(b, a->n[0]);
}

static void diagonal(tsw_builder *b, const family_args *a)
{
   b->n_rows = a->n[0];
}

static void arrow(tsw_builder *b, const family_args *a)
{
   const int64_t last = a->n[0] - 1;
   b->n_rows = a->n[0];
   for (int64_t i = 1; i < last; i++)
   {
      tsw_builder_add(b, i, 0, tsw_matrix_coupling(i, 0));
      tsw_builder_add(b, i, last, tsw_matrix_coupling(i, last));
      tsw_builder_add(b, 0, i, tsw_matrix_coupling(0, i));
      tsw_builder_add(b, last, i, tsw_matrix_coupling(last, i));
   }
}

/* Block-diagonal, lower triangular, random: Picciau 2016, section VI. */
static void components(tsw_builder *b, const family_args *a)
{
   const long rows = a->n[1];
   uint64_t   state = 1;
   b->n_rows = a->n[0] * rows;
   for (int64_t i = 0; i < b->n_rows; i++)
   {
      const int64_t at = i % rows;
      const double  wanted = 1e-3 * (double) (a->n[2] * at);
      const int64_t n = (int64_t) wanted + (tsw_unit(tsw_next(&state)) < wanted - floor(wanted));
      for (int64_t k = 0; k < n; k++)
      {
         const int64_t j = i - 1 - (int64_t) (tsw_next(&state) % (uint64_t) at);
         tsw_builder_add(b, i, j, tsw_matrix_coupling(i, j));
      }
   }
}

/* Rows of a matrix that has a given number of level sets. */
typedef struct layers
{
   int32_t *level;  /* [n_rows] */
   int32_t *latest; /* [level sets] last row of each */
   uint64_t state;
} layers;

/* An earlier row than i of a lower level set than l: of set l - 1 if k = 0, else any. */
static int64_t earlier_row(layers *w, int64_t i, int32_t l, int32_t k)
{
   enum
   {
      TRIES = 8
   };
   for (int try = 0; try < TRIES; try++)
   {
      const int64_t j = (int64_t) (tsw_next(&w->state) % (uint64_t) i);
      if (k == 0 ? w->level[j] == l - 1 : w->level[j] < l)
      {
         return j;
      }
   }
   return w->latest[k < l ? l - 1 - k : 0];
}

/*
 * Every (n_rows / n_levels)-th row is the first of a level set; the rows between are of random sets
 * so far, or of the first set, so many that the others have an entry each. Such rows get the
 * entries that are missing so far, up to a limit.
 */
static void add_layers(tsw_builder *b, layers *w, int64_t n_entries, int64_t n_levels)
{
   const int64_t n = b->n_rows;
   const double  below = (double) (n_entries - n) / (double) n;     /* entries a row */
   const double  deep = fmin(1.0 - 1.0 / (double) n_levels, below); /* share of rows with any */
   const int64_t limit = 2 + (int64_t) (deep > 0.0 ? 2.0 * below / deep : 0.0);
   int32_t       most = -1;
   for (int64_t i = 0; i < n; i++)
   {
      const int32_t open = (int32_t) (i * n_levels / n);
      const bool    any = tsw_unit(tsw_next(&w->state)) < deep;
      const int32_t random =
         any && most > 0 ? 1 + (int32_t) (tsw_next(&w->state) % (uint64_t) most) : 0;
      const int32_t l = open > most ? open : random;
      const int64_t missing = (int64_t) (below * (double) (i + 1)) - b->n_entries;
      const int64_t count = missing < 1 ? 1 : missing < limit ? missing : limit;
      most = open > most ? open : most;
      for (int32_t k = 0; k < count && l > 0; k++)
      {
         const int64_t j = earlier_row(w, i, l, k);
         tsw_builder_add(b, i, j, tsw_matrix_coupling(i, j));
      }
      w->level[i] = l;
      w->latest[l] = (int32_t) i;
   }
}

static void layered(tsw_builder *b, const family_args *a)
{
   layers w = { .state = 1 };
   b->n_rows = a->n[0];
   w.level = malloc((size_t) a->n[0] * sizeof *w.level);
   w.latest = malloc((size_t) a->n[2] * sizeof *w.latest);
   b->failed = !w.level || !w.latest;
   if (!b->failed)
   {
      add_layers(b, &w, a->n[1], a->n[2]);
   }
   free(w.level);
   free(w.latest);
}

/* Probability of each quadrant for a bit of a Kronecker graph's edge; the fourth has the rest. */
typedef struct initiator
{
   double upper_left;
   double upper_right;
   double lower_left;
} initiator;

static void kronecker(tsw_builder *b, const family_args *a, initiator p)
{
   const long scale = a->n[0];
   uint64_t   state = (uint64_t) a->n[2];
   b->n_rows = (int64_t) 1 << scale;
   for (int64_t e = 0; e < a->n[1]; e++)
   {
      int64_t i = 0;
      int64_t j = 0;
      for (long bit = 0; bit < scale; bit++)
      {
         const double u = tsw_unit(tsw_next(&state));
         const bool   upper = u < p.upper_left + p.upper_right;
         const bool   left =
            upper ? u < p.upper_left : u < p.upper_left + p.upper_right + p.lower_left;
         i = 2 * i + !upper;
         j = 2 * j + !left;
      }
      /* Permute the labels, as Graph500 does, so that rows with many entries do not come first. */
      i = (int64_t) ((uint64_t) i * UINT64_C(0x9e3779b1) % (uint64_t) b->n_rows);
      j = (int64_t) ((uint64_t) j * UINT64_C(0x9e3779b1) % (uint64_t) b->n_rows);
      if (i != j)
      {
         tsw_builder_add(b, i, j, tsw_matrix_coupling(i, j));
         tsw_builder_add(b, j, i, tsw_matrix_coupling(j, i));
      }
   }
}

static void powerlaw(tsw_builder *b, const family_args *a)
{
   kronecker(b, a, (initiator){ 0.57, 0.19, 0.19 });
}

static void graph(tsw_builder *b, const family_args *a)
{
   kronecker(b, a, (initiator){ 0.25, 0.25, 0.25 });
}

typedef struct family
{
   const char *name;
   const char *usage;
   int         n_numbers;
   void (*fill)(tsw_builder *b, const family_args *a); /* NULL: stencil on a grid */
   tsw_stencil stencil;
   int32_t     n_fields;
} family;

static const family families[] = {
   { "lap5", "lap5:NXxNY", 2, NULL, TSW_STENCIL_STAR, 1 },
   { "lap9", "lap9:NXxNY", 2, NULL, TSW_STENCIL_BOX, 1 },
   { "lap7", "lap7:NXxNYxNZ", 3, NULL, TSW_STENCIL_STAR, 1 },
   { "lap27", "lap27:NXxNYxNZ", 3, NULL, TSW_STENCIL_BOX, 1 },
   { "laplace5", "laplace5:NXxNY", 2, NULL, TSW_STENCIL_LAPLACE, 1 },
   { "laplace7", "laplace7:NXxNYxNZ", 3, NULL, TSW_STENCIL_LAPLACE, 1 },
   { "elasticity", "elasticity:NXxNYxNZ", 3, NULL, TSW_STENCIL_BOX, 3 },
   { "elasticity2d", "elasticity2d:NXxNY", 2, NULL, TSW_STENCIL_SIMPLICES, 2 },
   { "triangles", "triangles:NXxNY", 2, NULL, TSW_STENCIL_SIMPLICES, 1 },
   { "shell", "shell:NXxNY", 2, NULL, TSW_STENCIL_SIMPLICES, 5 },
   { "tetrahedra", "tetrahedra:NXxNYxNZ", 3, NULL, TSW_STENCIL_SIMPLICES, 1 },
   { "soil", "soil:NXxNYxNZ", 3, NULL, TSW_STENCIL_SIMPLICES, 3 },
   { "components", "components:COUNT,ROWS,PERMILLE", 3, components, TSW_STENCIL_STAR, 1 },
   { "layers", "layers:ROWS,ENTRIES,SETS", 3, layered, TSW_STENCIL_STAR, 1 },
   { "random", "random:N,DEGREE,SEED", 3, uniform, TSW_STENCIL_STAR, 1 },
   { "banded", "banded:N,WIDTH", 2, banded, TSW_STENCIL_STAR, 1 },
   { "arrow", "arrow:N", 1, arrow, TSW_STENCIL_STAR, 1 },
   { "chain", "chain:N", 1, chain, TSW_STENCIL_STAR, 1 },
   { "diagonal", "diagonal:N", 1, diagonal, TSW_STENCIL_STAR, 1 },
   { "dense", "dense:N", 1, dense, TSW_STENCIL_STAR, 1 },
   { "powerlaw", "powerlaw:SCALE,EDGES,SEED", 3, powerlaw, TSW_STENCIL_STAR, 1 },
   { "graph", "graph:SCALE,EDGES,SEED", 3, graph, TSW_STENCIL_STAR, 1 },
};

enum
{
   N_FAMILIES = sizeof families / sizeof families[0],
   MAX_SCALE = 28
};

const char *tsw_matrix_family(int index)
{
   return index >= 0 && index < N_FAMILIES ? families[index].usage : NULL;
}

/* Read the numbers after the colon: at least 1, or 0 for a seed. No other text may follow. */
static bool read_numbers(const family *f, const char *text, family_args *a)
{
   const char separator = strstr(f->usage, "NXx") ? 'x' : ',';
   int        n_read = 0;
   *a = (family_args){ { 1, 1, 1 } };
   while (n_read < f->n_numbers)
   {
      char *end;
      a->n[n_read] = strtol(text, &end, 10);
      if (end == text || *end != (n_read + 1 < f->n_numbers ? separator : '\0'))
      {
         return false;
      }
      n_read++;
      text = end + (*end != '\0');
   }
   const bool positive = a->n[0] > 0 && a->n[1] > 0 && a->n[2] >= (f->fill ? 0 : 1);
   const bool edges = f->fill == powerlaw || f->fill == graph;
   if (f->fill == layered)
   {
      return positive && a->n[0] <= a->n[1] && a->n[1] < INT32_MAX / 4 && a->n[2] > 0 &&
             a->n[2] <= a->n[0];
   }
   const bool bounded = edges ? a->n[0] <= MAX_SCALE && a->n[1] < INT32_MAX / 4
                              : (double) a->n[0] * (double) a->n[1] < 2e9;
   return positive && bounded;
}

static trisweep_status from_builder(const family *f, const family_args *a, tsw_matrix *m)
{
   tsw_builder b = { 0 };
   f->fill(&b, a);
   close_diagonals(&b);
   return tsw_builder_finish(&b, m);
}

static trisweep_status from_grid(const family *f, const family_args *a, tsw_matrix *m)
{
   const tsw_matrix_grid grid = { f->stencil, a->n[0], a->n[1], a->n[2], f->n_fields };
   return tsw_grid_matrix(&grid, m);
}

trisweep_status tsw_matrix_generate(const char *spec, tsw_matrix *m)
{
   memset(m, 0, sizeof *m);
   snprintf(m->name, sizeof m->name, "%s", spec);
   for (int k = 0; k < N_FAMILIES; k++)
   {
      const size_t length = strlen(families[k].name);
      family_args  args;
      if (!strncmp(spec, families[k].name, length) && spec[length] == ':' &&
          read_numbers(&families[k], spec + length + 1, &args))
      {
         return families[k].fill ? from_builder(&families[k], &args, m)
                                 : from_grid(&families[k], &args, m);
      }
   }
   return TRISWEEP_ERROR_ARGUMENT;
}
