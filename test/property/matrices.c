/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Sweeps on matrices from applications, in test/data and in the folder of TRISWEEP_TEST_MATRICES.
 * One thread of `serial` is compared with a textbook sweep, all others with `serial` bit by bit.
 * Incomplete factors multiply to the matrix on their pattern, in every row but those whose pivot
 * was replaced or left out, and corrections are finite.
 */
#include "support/check.h"

#include <dirent.h>
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "smoother/smoother.h"
#include "support/long_sweep.h"
#include "support/mtx.h"
#include "support/sweeps.h"

enum
{
   MOST_FILES = 200,
   SMALL = 2000, /* rows up to which more variants are affordable */
   STRIDE = 37,  /* of the variants */
   STRIDE_IF_SMALL = 5,
   MOST_ROWS_OF_PRODUCT = 20000
};

/* Known properties of some of these matrices; -1 where the values of pattern files decide. */
static const struct
{
   const char *name;
   int64_t     n_rows, depth, zero_diagonals;
} known[] = {
   { "bcsstk16", 4884, 690, 0 },
   { "bayer10", 13436, 8, 13433 },
   { "rajat01", 6833, 65, 271 },
   { "1138_bus", 1138, 21, 0 },
   { "delaunay_n13", 8192, 490, -1 },
   { "ani4", 3081, 183, 0 },
   { "local_disc_galerkin_diffusion", 966, 335, 0 },
   { "bar", 600, 82, 0 },
   { "recirc_flow", 225, 43, 0 },
   { "mfem_elast_beamtet_112k", 111843, 457, 0 },
   { "mfem_lap_starmixed_329k", 328961, 11606, 0 },
   { "memplus", 17758, 174, 0 },
   { "spe10_slice", 26400, 280, 10 },
   { "delaunay_n16", 65536, 298, -1 },
   { "microgrid_jacobian_N1000", 35998, 8, 0 },
};

static int stride_of(const test_block *m)
{
   return m->n <= SMALL ? STRIDE_IF_SMALL : STRIDE;
}

static void compare_vector(const sweep_case *c, const trisweep_sweep *how, int k, const double *x)
{
   const int64_t n = c->m->n;
   const int64_t ldx = how->ldx ? how->ldx : n;
   const int64_t ldb = how->ldb ? how->ldb : n;
   long double  *want = check_alloc((size_t) n, sizeof *want);
   double       *bound = check_alloc((size_t) n, sizeof *bound);
   for (int64_t i = 0; i < n; i++)
   {
      want[i] = c->x[k * ldx + i];
   }
   long_sweep(c->m, how, c->b + k * ldb, want, bound);
   for (int64_t i = 0; i < n; i++)
   {
      const double error = (double) fabsl(x[k * ldx + i] - want[i]);
      if (!(error <= bound[i]))
      {
         sweep_case_print(c, how);
         fail_msg("vector %d, row %" PRId64 ": %.17g instead of %.17Lg, error %g, allowed %g", k, i,
                  x[k * ldx + i], want[i], error, bound[i]);
      }
   }
   free(want);
   free(bound);
}

static void check_known(const char *path, const trisweep_stats *stats)
{
   for (size_t k = 0; k < sizeof known / sizeof known[0]; k++)
   {
      char name[64];
      snprintf(name, sizeof name, "/%s.mtx", known[k].name);
      if (strstr(path, name))
      {
         assert_int_equal(stats->n_rows, known[k].n_rows);
         assert_int_equal(stats->depth, known[k].depth);
         if (known[k].zero_diagonals >= 0)
         {
            assert_int_equal(stats->zero_diagonals, known[k].zero_diagonals);
         }
      }
   }
}

static trisweep_smoother *prepare(trisweep_context *ctx, const test_block *m)
{
   const trisweep_csr a = block_view(m);
   trisweep_smoother *s = check_smoother(ctx);
   assert_ok(trisweep_smoother_analyse(s, &a, NULL));
   assert_ok(trisweep_smoother_update_values(s, &a, m->l1, NULL));
   return s;
}

static const char *const others[] = { "schedule=wavefront " CHECK_TWO_THREADS,
                                      "schedule=auto " CHECK_TWO_THREADS,
                                      "schedule=wavefront threads=1" };

enum
{
   N_OTHERS = sizeof others / sizeof others[0]
};

static void test_variant(sweep_case *c, trisweep_smoother **s, int v, double *want, double *got)
{
   trisweep_sweep how = variant_get(v, c->m);
   snprintf(c->options, sizeof c->options, "schedule=serial");
   sweep_case_run_one(c, s[0], &how, want);
   for (int k = 0; k < how.n_vectors; k++)
   {
      compare_vector(c, &how, k, want);
   }
   for (int k = 0; k < N_OTHERS; k++)
   {
      snprintf(c->options, sizeof c->options, "%s", others[k]);
      sweep_case_run_one(c, s[k + 1], &how, got);
      sweep_case_same_bits(c, &how, got, want);
   }
}

static void test_sweeps(sweep_case *c)
{
   trisweep_context  *ctx[N_OTHERS + 1];
   trisweep_smoother *s[N_OTHERS + 1];
   trisweep_stats     stats;
   for (int k = 0; k <= N_OTHERS; k++)
   {
      ctx[k] = check_context(k == 0 ? "schedule=serial" : others[k - 1]);
      s[k] = prepare(ctx[k], c->m);
      assert_ok(trisweep_smoother_stats(s[k], sizeof stats, &stats));
      check_known(c->name, &stats);
   }
   double *want = check_alloc(variant_x_size(c->m), sizeof *want);
   double *got = check_alloc(variant_x_size(c->m), sizeof *got);
   for (int v = 0; v < VARIANT_COUNT; v += stride_of(c->m))
   {
      test_variant(c, s, v, want, got);
   }
   free(want);
   free(got);
   for (int k = 0; k <= N_OTHERS; k++)
   {
      trisweep_smoother_destroy(&s[k]);
      trisweep_context_destroy(&ctx[k]);
   }
}

/* A row of L U and of |L| |U|, dense; all zero between rows. */
typedef struct product
{
   long double *value;
   double      *size;
} product;

/* Add l times row m of U. */
static void add_row(const tsw_packed *p, int64_t m, double l, product *row)
{
   const double pivot = p->inv_diag[m] == 0.0 ? 0.0 : 1.0 / p->inv_diag[m];
   row->value[m] += (long double) l * pivot;
   row->size[m] += fabs(l * pivot);
   for (int32_t e = p->upper.row_ptr[m]; e < p->upper.row_ptr[m + 1]; e++)
   {
      row->value[p->upper.col_idx[e]] += (long double) l * p->upper.val[e];
      row->size[p->upper.col_idx[e]] += fabs(l * p->upper.val[e]);
   }
}

/* Is position j of row i correct, given L U - A at this position? */
static void check_entry(const sweep_case *c, const tsw_packed *p, int64_t i, int64_t j,
                        const product *row)
{
   const double terms = p->lower.row_ptr[i + 1] - p->lower.row_ptr[i] + 4;
   const double error = (double) fabsl(row->value[j]);
   if (p->inv_diag[i] != 0.0 && p->inv_diag[j] != 0.0 &&
       error > terms * 4.0 * DBL_EPSILON * row->size[j] + DBL_MIN)
   {
      fail_msg("%s: L U - A is %g at (%" PRId64 ", %" PRId64 ")", c->name, error, i, j);
   }
}

static void check_row(const sweep_case *c, const tsw_packed *p, int64_t i, bool boosted,
                      product *row)
{
   for (int32_t e = p->lower.row_ptr[i]; e < p->lower.row_ptr[i + 1]; e++)
   {
      add_row(p, p->lower.col_idx[e], p->lower.val[e], row);
   }
   add_row(p, i, 1.0, row);
   for (int32_t k = c->m->row_ptr[i]; k < c->m->row_ptr[i + 1]; k++)
   {
      row->value[c->m->col_idx[k]] -= c->m->val[k];
      row->size[c->m->col_idx[k]] += fabs(c->m->val[k]);
   }
   for (int32_t e = p->lower.row_ptr[i]; e < p->lower.row_ptr[i + 1]; e++)
   {
      check_entry(c, p, i, p->lower.col_idx[e], row);
   }
   for (int32_t e = p->upper.row_ptr[i]; e < p->upper.row_ptr[i + 1]; e++)
   {
      check_entry(c, p, i, p->upper.col_idx[e], row);
   }
   if (!boosted)
   {
      check_entry(c, p, i, i, row);
   }
}

static void check_product(const sweep_case *c, const tsw_factors *f)
{
   const tsw_packed *p = &f->plan.packed;
   const size_t      n = (size_t) p->n_rows;
   product           row = { check_alloc(n, sizeof *row.value), check_alloc(n, sizeof *row.size) };
   const bool        any_boosted = f->pivots.n_boosted > 0;
   for (int64_t i = 0; i < p->n_rows; i++)
   {
      memset(row.value, 0, n * sizeof *row.value);
      memset(row.size, 0, n * sizeof *row.size);
      check_row(c, p, i, any_boosted, &row);
   }
   free(row.value);
   free(row.size);
}

/* Finite numbers, or a refusal of unstable factors with x unchanged. */
static void check_correction(trisweep_smoother *s, const trisweep_correction *how, int64_t n)
{
   for (int64_t i = 0; i < n; i++)
   {
      how->x[i] = 1.0;
   }
   const trisweep_status status = trisweep_smoother_correct(s, how, NULL);
   if (status != TRISWEEP_OK)
   {
      assert_int_equal(status, TRISWEEP_ERROR_VALUE);
      assert_message("unstable");
   }
   for (int64_t i = 0; i < n; i++)
   {
      assert_true(status == TRISWEEP_OK ? isfinite(how->x[i]) : how->x[i] == 1.0);
   }
}

static void test_factors(sweep_case *c)
{
   trisweep_context   *ctx = check_context("schedule=serial");
   const trisweep_csr  a = block_view(c->m);
   double             *x = check_alloc(variant_x_size(c->m), sizeof *x);
   trisweep_correction how = TRISWEEP_CORRECTION_INIT;
   how.b = c->b;
   how.x = x;
   for (int kind = 0; kind < 3; kind++)
   {
      trisweep_smoother *s = check_smoother(ctx);
      assert_ok(trisweep_smoother_set_factors(s, kind < 2 ? TRISWEEP_ILU : TRISWEEP_DILU, kind));
      assert_ok(trisweep_smoother_analyse(s, &a, NULL));
      assert_ok(trisweep_smoother_update_values(s, &a, NULL, NULL));
      check_correction(s, &how, c->m->n);
      if (kind < 2 && c->m->n <= MOST_ROWS_OF_PRODUCT)
      {
         check_product(c, &s->factors);
      }
      trisweep_smoother_destroy(&s);
   }
   trisweep_context_destroy(&ctx);
   free(x);
}

static void test_matrix(void **state)
{
   test_block m;
   sweep_case c;
   mtx_read(*state, &m);
   sweep_case_open(&c, *state, &m);
   test_sweeps(&c);
   test_factors(&c);
   sweep_case_close(&c);
   block_free(&m);
}

static int is_matrix(const struct dirent *entry)
{
   return strstr(entry->d_name, ".mtx") != NULL;
}

/* A test for each Matrix Market file of a folder; returns how many tests there are now. */
static int add_folder(const char *folder, struct CMUnitTest *tests, int n_tests)
{
   struct dirent **entries;
   const int       n = scandir(folder, &entries, is_matrix, alphasort);
   if (n < 0)
   {
      printf("# no folder %s\n", folder);
      return -1;
   }
   for (int k = 0; k < n; k++)
   {
      const size_t size = strlen(folder) + strlen(entries[k]->d_name) + 2;
      char        *path = malloc(size);
      if (path && n_tests < MOST_FILES)
      {
         snprintf(path, size, "%s/%s", folder, entries[k]->d_name);
         tests[n_tests].name = path + strlen(folder) + 1;
         tests[n_tests].test_func = test_matrix;
         tests[n_tests++].initial_state = path;
      }
      free(entries[k]);
   }
   free(entries);
   return n_tests;
}

int main(void)
{
   static struct CMUnitTest tests[MOST_FILES];
   const char              *top = getenv("top_srcdir");
   const char              *more = getenv("TRISWEEP_TEST_MATRICES");
   char                     folder[4096];
   snprintf(folder, sizeof folder, "%s/test/data", top ? top : ".");
   int n_tests = add_folder(folder, tests, 0);
   if (n_tests > 0 && more)
   {
      n_tests = add_folder(more, tests, n_tests);
   }
   else if (n_tests > 0)
   {
      printf("# TRISWEEP_TEST_MATRICES is not set: the matrices of test/data only\n");
   }
   if (n_tests <= 0)
   {
      printf("# no matrices: set top_srcdir to the root of the source\n");
      return EXIT_FAILURE;
   }
   const int failed =
      _cmocka_run_group_tests("matrices", tests, (size_t) n_tests, check_clean_environment, NULL);
   for (int k = 0; k < n_tests; k++)
   {
      free(tests[k].initial_state);
   }
   return failed;
}
