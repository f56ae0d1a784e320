/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * x += w M^-1 (b - A x) on every host schedule, on one thread and on several, on
 * every family of matrices, for ILU(0), ILU(2) and DILU, both guesses and all points: within an
 * error bound of two long double solves with the smoother's own factors; repetitions give the
 * same bits.
 */
#include "support/check.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/registry.h"
#include "smoother/smoother.h"
#include "support/families.h"

enum
{
   N_VECTORS = 2,
   N_VARIANTS = 12, /* guesses x weights x points */
   REPEATS = 5      /* of a correction on several threads */
};

static const struct
{
   trisweep_factors factors;
   int32_t          fill_level;
} kinds[] = { { TRISWEEP_ILU, 0 }, { TRISWEEP_ILU, 2 }, { TRISWEEP_DILU, 0 } };

static trisweep_correction variant_of(int k, const test_block *m)
{
   static const int    points[] = { 0, 1, -1 };
   trisweep_correction how = TRISWEEP_CORRECTION_INIT;
   how.zero_guess = k % 2;
   how.relax_weight = k / 2 % 2 ? 0.7 : 1.0;
   how.points = points[k / 4];
   how.cf_marker = how.points ? m->marker : NULL;
   how.n_vectors = N_VECTORS;
   how.ldb = m->n + 1;
   how.ldx = m->n + 2;
   return how;
}

typedef struct vectors
{
   const char  *name;
   const char  *options;
   double      *b;     /* [N_VECTORS (n + 2)] */
   double      *x;     /* [the same] on entry */
   double      *got;   /* [the same] */
   long double *z;     /* [n] */
   double      *bound; /* [n] of z */
} vectors;

static void open_vectors(vectors *v, const char *name, const test_block *m)
{
   const size_t  size = N_VECTORS * (size_t) (m->n + 2);
   random_stream r = random_open(random_seed(), name, m->n);
   v->name = name;
   v->b = check_alloc(size, sizeof *v->b);
   v->x = check_alloc(size, sizeof *v->x);
   v->got = check_alloc(size, sizeof *v->got);
   v->z = check_alloc((size_t) m->n + 1, sizeof *v->z);
   v->bound = check_alloc((size_t) m->n + 1, sizeof *v->bound);
   for (size_t i = 0; i < size; i++)
   {
      v->b[i] = random_real(&r);
      v->x[i] = random_real(&r);
   }
}

static void close_vectors(vectors *v)
{
   free(v->b);
   free(v->x);
   free(v->got);
   free(v->z);
   free(v->bound);
}

/* z = b - A x and its bound. */
static void residual(const test_block *m, const double *b, const double *x, vectors *v)
{
   for (int64_t i = 0; i < m->n; i++)
   {
      double size = fabs(b[i]);
      v->z[i] = b[i];
      for (int32_t k = m->row_ptr[i]; x && k < m->row_ptr[i + 1]; k++)
      {
         v->z[i] -= (long double) m->val[k] * x[m->col_idx[k]];
         size += fabs(m->val[k] * x[m->col_idx[k]]);
      }
      v->bound[i] = x ? (m->row_ptr[i + 1] - m->row_ptr[i] + 4) * DBL_EPSILON * size : 0.0;
   }
}

/* z = T^-1 z for one triangle of p with the reciprocals of its diagonal; 1 for NULL. */
static void solve(const tsw_packed *p, bool upper, const double *inverse, vectors *v)
{
   const tsw_triangle *t = upper ? &p->upper : &p->lower;
   for (int64_t step = 0; step < p->n_rows; step++)
   {
      const int64_t i = upper ? p->n_rows - 1 - step : step;
      const double  factor = inverse ? inverse[i] : 1.0;
      const double  unit = (t->row_ptr[i + 1] - t->row_ptr[i] + 4) * DBL_EPSILON;
      double        size = fabs((double) v->z[i]);
      double        error = v->bound[i];
      for (int32_t e = t->row_ptr[i]; e < t->row_ptr[i + 1]; e++)
      {
         v->z[i] -= t->val[e] * v->z[t->col_idx[e]];
         size += fabs(t->val[e] * (double) v->z[t->col_idx[e]]);
         error += fabs(t->val[e]) * v->bound[t->col_idx[e]];
      }
      v->z[i] *= factor;
      v->bound[i] = fabs(factor) * (error + unit * (size + error)) + DBL_MIN;
   }
}

static void apply(const trisweep_smoother *s, vectors *v)
{
   const tsw_factors *f = &s->factors;
   if (f->kind == TRISWEEP_ILU)
   {
      solve(&f->plan.packed, false, NULL, v);
      solve(&f->plan.packed, true, f->plan.packed.inv_diag, v);
      return;
   }
   solve(&s->plan.packed, false, f->inv_pivot, v);
   for (int64_t i = 0; i < s->stats.n_rows; i++)
   {
      const double pivot = f->inv_pivot[i] == 0.0 ? 0.0 : 1.0 / f->inv_pivot[i];
      v->z[i] *= pivot;
      v->bound[i] = v->bound[i] * fabs(pivot) + 4.0 * DBL_EPSILON * fabs((double) v->z[i]);
   }
   solve(&s->plan.packed, true, f->inv_pivot, v);
}

static void expect_vector(const vectors *v, const trisweep_correction *how, const test_block *m,
                          const double *x, const double *got)
{
   for (int64_t i = 0; i < m->n; i++)
   {
      const bool        mine = !how->points || how->cf_marker[i] == how->points;
      const long double old = how->zero_guess ? 0.0L : x[i];
      const long double want = mine ? old + how->relax_weight * v->z[i] : old;
      const double      bound =
         v->bound[i] + 4.0 * DBL_EPSILON * (fabs((double) old) + fabs((double) v->z[i]));
      if (!(fabsl(got[i] - want) <= (mine ? bound : 0.0)))
      {
         fail_msg("%s, %s, %" PRId64 " rows, weight %g, points %d, guess %d: row %" PRId64
                  " is %.17g instead of %.17Lg, allowed %g",
                  v->name, v->options, m->n, how->relax_weight, how->points, how->zero_guess, i,
                  got[i], want, bound);
      }
   }
}

static void test_variant(trisweep_smoother *s, const test_block *m, int k, vectors *v)
{
   trisweep_correction how = variant_of(k, m);
   const size_t        bytes = N_VECTORS * (size_t) (m->n + 2) * sizeof(double);
   memcpy(v->got, v->x, bytes);
   how.b = v->b;
   how.x = v->got;
   assert_ok(trisweep_smoother_correct(s, &how, NULL));
   for (int c = 0; c < N_VECTORS; c++)
   {
      const double *x = v->x + c * how.ldx;
      residual(m, v->b + c * how.ldb, how.zero_guess ? NULL : x, v);
      apply(s, v);
      expect_vector(v, &how, m, x, v->got + c * how.ldx);
   }
   /* numbers between the columns */
   assert_memory_equal(v->got + m->n, v->x + m->n, 2 * sizeof(double));
}

/* The bits that repetitions give. */
static void test_repeats(trisweep_smoother *s, const test_block *m, int repeats, vectors *v,
                         double *first)
{
   trisweep_correction how = variant_of(2, m);
   const size_t        bytes = N_VECTORS * (size_t) (m->n + 2) * sizeof(double);
   how.b = v->b;
   how.x = v->got;
   for (int round = 0; round < repeats; round++)
   {
      memcpy(v->got, v->x, bytes);
      assert_ok(trisweep_smoother_correct(s, &how, NULL));
      if (round > 0)
      {
         assert_memory_equal(v->got, first, bytes);
      }
      memcpy(first, v->got, bytes);
   }
}

static void test_schedule(const tsw_registered *entry, int threads, const test_block *m, vectors *v,
                          double *first)
{
   char               options[64];
   const trisweep_csr a = block_view(m);
   snprintf(options, sizeof options, "schedule=%s threads=%d", tsw_registered_name(entry), threads);
   v->options = options;
   trisweep_context *ctx = check_context(options);
   for (size_t kind = 0; kind < sizeof kinds / sizeof kinds[0]; kind++)
   {
      trisweep_smoother *s = check_smoother(ctx);
      assert_ok(trisweep_smoother_set_factors(s, kinds[kind].factors, kinds[kind].fill_level));
      assert_ok(trisweep_smoother_analyse(s, &a, NULL));
      assert_ok(trisweep_smoother_update_values(s, &a, NULL, NULL));
      for (int k = 0; k < N_VARIANTS; k += threads == 1 ? 1 : 5)
      {
         test_variant(s, m, k, v);
      }
      test_repeats(s, m, tsw_registered_deterministic(entry) ? REPEATS : 1, v, first);
      trisweep_smoother_destroy(&s);
   }
   trisweep_context_destroy(&ctx);
}

static void test_block_of_family(const char *name, const test_block *m)
{
   vectors v;
   open_vectors(&v, name, m);
   double *first = check_alloc(N_VECTORS * (size_t) (m->n + 2), sizeof *first);
   for (int index = 0; tsw_schedule_get(index); index++)
   {
      const tsw_registered *entry = tsw_schedule_get(index);
      for (int threads = 1; threads <= CHECK_MOST_THREADS; threads += 3)
      {
         if (entry->schedule->space == TRISWEEP_HOST &&
             entry->schedule->values != TSW_VALUES_BORROWED &&
             (threads == 1 || entry->schedule->role == TSW_ROLE_THREADS))
         {
            test_schedule(entry, threads, m, &v, first);
         }
      }
   }
   free(first);
   close_vectors(&v);
}

int main(void)
{
   return families_run("corrections", test_block_of_family);
}
