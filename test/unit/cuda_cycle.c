/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Coarse levels in one launch, compared with the same cycle on the host: sweeps by host smoothers,
 * products by plain loops. The levels have arbitrary shapes and are not made by coarsening.
 */
#include "support/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "extensions/cycle/cycle.h"
#include "support/device.h"
#include "support/fill.h"
#include "support/hybrid.h"

enum
{
   LEVELS = 4,
   REPEATS = 3,
   CLIQUE = 20,
   NATURAL = 0,
   FEW_COLORS = 1,
   WAYS = 2 /* to visit the rows of a level */
};

typedef void fill_function(entry_list *e, int64_t size, random_stream *r);

/* A hierarchy; p[l] interpolates from level l + 1. */
typedef struct hierarchy
{
   test_block   a[LEVELS];
   device_block da[LEVELS];
   test_block   p[LEVELS]; /* as square blocks of which only the first columns are used */
   device_block dp[LEVELS];
   double       weight[LEVELS];
   bool         norms;
   int32_t      few; /* colours */
} hierarchy;

static const int64_t sizes[LEVELS] = { 200, 60, 30, 7 };

static void fill_interpolation(entry_list *e, int64_t n, int64_t n_coarse, random_stream *r)
{
   entries_open(e, n);
   for (int64_t i = 0; i < n; i++)
   {
      for (int64_t q = 0; q < i % 4; q++)
      {
         entries_add(e, i, random_below(r, n_coarse), 0.25 * random_real(r));
      }
   }
}

static void hierarchy_open(hierarchy *h, fill_function *fill, const char *name, bool norms)
{
   random_stream r = random_open(random_seed(), name, 0);
   h->norms = norms;
   h->few = norms ? 2 : 5;
   for (int l = 0; l < LEVELS; l++)
   {
      entry_list e;
      entries_open(&e, sizes[l]);
      fill(&e, sizes[l], &r);
      block_build(&e, &h->a[l]);
      device_block_open(&h->a[l], &h->da[l]);
      fill_interpolation(&e, sizes[l], l + 1 < LEVELS ? sizes[l + 1] : 1, &r);
      block_build(&e, &h->p[l]);
      device_block_open(&h->p[l], &h->dp[l]);
      h->weight[l] = 1.0 - 0.125 * l;
   }
}

static void hierarchy_close(hierarchy *h)
{
   for (int l = 0; l < LEVELS; l++)
   {
      device_block_close(&h->da[l]);
      device_block_close(&h->dp[l]);
      block_free(&h->a[l]);
      block_free(&h->p[l]);
   }
}

static void describe(const hierarchy *h, int way, tsw_cycle_input *levels)
{
   for (int l = 0; l < LEVELS; l++)
   {
      levels[l].a = h->da[l].view;
      levels[l].p = h->dp[l].view;
      levels[l].p.n_cols = l + 1 < LEVELS ? sizes[l + 1] : 1;
      levels[l].l1_norms = h->norms ? h->da[l].l1 : NULL;
      levels[l].relax_weight = h->weight[l];
      levels[l].few_colors = way == FEW_COLORS ? h->few : 0;
   }
}

static void host_sweeps(const hierarchy *h, int l, int way, trisweep_direction direction,
                        int n_sweeps, bool from_zero, const double *f, double *x)
{
   trisweep_sweep sweep = TRISWEEP_SWEEP_INIT;
   sweep.b = f;
   sweep.x = x;
   sweep.direction = direction;
   sweep.scaling = h->norms ? TRISWEEP_L1 : TRISWEEP_DIAGONAL;
   sweep.relax_weight = h->weight[l];
   for (int k = 0; k < n_sweeps; k++)
   {
      sweep.zero_guess = from_zero && k == 0;
      if (way == FEW_COLORS)
      {
         hybrid_sweep(&h->a[l], h->few, false, &sweep);
      }
      else
      {
         sweep_block("schedule=serial", &h->a[l], &sweep);
      }
   }
}

/* Gaussian elimination without pivoting; zero pivots are skipped. */
static void host_solve(const test_block *a, const double *f, double *x)
{
   const int64_t n = a->n;
   double       *m = check_alloc((size_t) (n * n), sizeof *m);
   memset(m, 0, (size_t) (n * n) * sizeof *m);
   for (int64_t i = 0; i < n; i++)
   {
      x[i] = f[i];
      for (int32_t e = a->row_ptr[i]; e < a->row_ptr[i + 1]; e++)
      {
         m[i * n + a->col_idx[e]] += a->val[e];
      }
   }
   for (int64_t k = 0; k < n; k++)
   {
      for (int64_t i = k + 1; i < n && m[k * n + k] != 0.0; i++)
      {
         const double factor = m[i * n + k] / m[k * n + k];
         for (int64_t j = k; j < n; j++)
         {
            m[i * n + j] -= factor * m[k * n + j];
         }
         x[i] -= factor * x[k];
      }
   }
   for (int64_t k = n - 1; k >= 0; k--)
   {
      if (m[k * n + k] != 0.0)
      {
         x[k] /= m[k * n + k];
         for (int64_t i = 0; i < k; i++)
         {
            x[i] -= m[i * n + k] * x[k];
         }
      }
   }
   free(m);
}

/* Solution x of level l for right-hand side f. */
static void host_cycle(const hierarchy *h, int l, int way, const tsw_cycle_sweeps *s,
                       const double *f, double *x)
{
   const test_block *a = &h->a[l];
   const test_block *p = &h->p[l];
   if (l == LEVELS - 1)
   {
      host_solve(a, f, x);
      return;
   }
   double *below = check_alloc(2 * (size_t) sizes[l + 1], sizeof *below);
   memset(below, 0, 2 * (size_t) sizes[l + 1] * sizeof *below);
   host_sweeps(h, l, way, s->down, s->n_down, true, f, x);
   for (int64_t i = 0; i < a->n; i++)
   {
      double r = f[i];
      for (int32_t e = a->row_ptr[i]; e < a->row_ptr[i + 1]; e++)
      {
         r -= a->val[e] * x[a->col_idx[e]];
      }
      for (int32_t e = p->row_ptr[i]; e < p->row_ptr[i + 1]; e++)
      {
         below[p->col_idx[e]] += p->val[e] * r;
      }
   }
   host_cycle(h, l + 1, way, s, below, below + sizes[l + 1]);
   for (int64_t i = 0; i < p->n; i++)
   {
      for (int32_t e = p->row_ptr[i]; e < p->row_ptr[i + 1]; e++)
      {
         x[i] += p->val[e] * below[sizes[l + 1] + p->col_idx[e]];
      }
   }
   host_sweeps(h, l, way, s->up, s->n_up, false, f, x);
   free(below);
}

static void compare(const char *name, const double *got, const double *want)
{
   double most = 0.0;
   for (int64_t i = 0; i < sizes[0]; i++)
   {
      most = fmax(most, fabs(want[i]));
   }
   for (int64_t i = 0; i < sizes[0]; i++)
   {
      if (!(fabs(got[i] - want[i]) <= 1e-11 * most))
      {
         fail_msg("%s: x[%d] is %.17g, not %.17g", name, (int) i, got[i], want[i]);
      }
   }
}

/* One way to sweep, repeated: correct, and the same bits each time. */
static void check_sweeps(const hierarchy *h, const char *name, int way, tsw_cycle_sweeps sweeps)
{
   const size_t    bytes = (size_t) sizes[0] * sizeof(double);
   tsw_cycle_input levels[LEVELS];
   tsw_cycle      *cycle;
   double         *f = check_alloc(4 * (size_t) sizes[0], sizeof *f);
   double         *want = f + sizes[0];
   double         *got = want + sizes[0];
   double         *again = got + sizes[0];
   random_stream   r = random_open(random_seed(), name, sizes[0]);
   for (int64_t i = 0; i < sizes[0]; i++)
   {
      f[i] = random_real(&r);
   }
   double *df = device_put(f, bytes);
   double *du = device_put(f, bytes);
   describe(h, way, levels);
   assert_status(tsw_cycle_create(levels, LEVELS, &sweeps, device_stream(), &cycle), OK);
   assert_true(tsw_cycle_bytes(cycle) > 0);
   host_cycle(h, 0, way, &sweeps, f, want);
   for (int k = 0; k < REPEATS; k++)
   {
      assert_status(tsw_cycle_run(cycle, df, du, device_stream()), OK);
      device_get(k == 0 ? got : again, du, bytes);
      assert_true(k == 0 || memcmp(got, again, bytes) == 0);
   }
   compare(name, got, want);
   tsw_cycle_destroy(&cycle);
   assert_null(cycle);
   assert_cuda(cudaFree(df));
   assert_cuda(cudaFree(du));
   free(f);
}

static void check_family(fill_function *fill, const char *name)
{
   static const tsw_cycle_sweeps ways[] = {
      { TRISWEEP_FORWARD, TRISWEEP_BACKWARD, 1, 1 },
      { TRISWEEP_BACKWARD, TRISWEEP_FORWARD, 2, 1 },
      { TRISWEEP_SYMMETRIC, TRISWEEP_SYMMETRIC, 1, 1 },
      { TRISWEEP_FORWARD, TRISWEEP_FORWARD, 1, 0 },
      { TRISWEEP_SYMMETRIC, TRISWEEP_BACKWARD, 2, 3 },
   };
   for (int norms = 0; norms < 2; norms++)
   {
      hierarchy h;
      hierarchy_open(&h, fill, name, norms != 0);
      for (size_t k = 0; k < WAYS * (sizeof ways / sizeof ways[0]); k++)
      {
         check_sweeps(&h, name, (int) (k % WAYS), ways[k / WAYS]);
      }
      hierarchy_close(&h);
   }
}

/* Dense last rows: entries between rows of one colour. */
static void fill_with_clique(entry_list *e, int64_t n, random_stream *r)
{
   fill_sparse(e, n, r);
   for (int k = 0; k < CLIQUE * CLIQUE; k++)
   {
      const int64_t i = n - 1 - k / CLIQUE;
      entries_add(e, i, n - 1 - k % CLIQUE, k % (CLIQUE + 1) ? 0.25 * random_real(r) : 2.0);
   }
}

static void test_shapes(void **state)
{
   (void) state;
   check_family(fill_sparse, "sparse");
   check_family(fill_banded, "banded");
   check_family(fill_diagonal, "diagonal");
   check_family(fill_chain, "chain");
   check_family(fill_dense, "dense");
   check_family(fill_arrow_last, "arrow");
   check_family(fill_dense_lines, "dense lines");
   check_family(fill_with_clique, "with a clique");
   check_family(fill_repeated, "repeated entries");
   check_family(fill_zero_diagonals, "zero diagonals");
}

/* Valid levels, which the test then invalidates. */
typedef struct bad
{
   hierarchy        h;
   tsw_cycle_input  levels[LEVELS];
   tsw_cycle_sweeps sweeps;
   tsw_cycle       *cycle;
} bad;

static void bad_open(bad *b)
{
   hierarchy_open(&b->h, fill_sparse, "refused", false);
   describe(&b->h, NATURAL, b->levels);
   b->sweeps = (tsw_cycle_sweeps){ TRISWEEP_FORWARD, TRISWEEP_BACKWARD, 1, 1 };
}

static void bad_close(bad *b)
{
   assert_null(b->cycle);
   hierarchy_close(&b->h);
}

#define refuses(b, status) \
   assert_status(          \
      tsw_cycle_create((b)->levels, LEVELS, &(b)->sweeps, device_stream(), &(b)->cycle), status)

static void test_refused(void **state)
{
   (void) state;
   bad b;
   bad_open(&b);
   b.levels[LEVELS - 1] = b.levels[0];
   b.levels[LEVELS - 2].p.n_cols = sizes[0];
   refuses(&b, UNSUPPORTED); /* too many rows for elimination */
   assert_message("200 rows");
   bad_close(&b);
}

static void test_bad_numbers(void **state)
{
   (void) state;
   bad b;
   bad_open(&b);
   const double  nan = NAN;
   const int32_t far = 60;
   device_write(b.levels[1].a.val, &nan, sizeof nan);
   refuses(&b, VALUE);
   assert_message("row 0");
   describe(&b.h, NATURAL, b.levels);
   device_write(b.levels[0].p.col_idx, &far, sizeof far);
   refuses(&b, PATTERN);
   bad_close(&b);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_shapes),
      cmocka_unit_test(test_refused),
      cmocka_unit_test(test_bad_numbers),
   };
   const int missing = device_missing();
   return missing ? missing : cmocka_run_group_tests_name("unit/cuda_cycle", tests, NULL, NULL);
}
