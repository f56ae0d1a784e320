/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Every host schedule for whole sweeps (published.c: schedules that only solve), on 1 to 4 threads,
 * every kind of sweep and every family of matrices: within the error bound of the dense reference,
 * and with the bits of one thread of `serial`. `inplace` adds in the order of the caller's entries,
 * and is compared with the reference, also for rows that begin with their diagonal entry.
 */
#include "support/check.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "kernels/registry.h"
#include "support/dense.h"
#include "support/families.h"
#include "support/sweeps.h"

enum
{
   SMALL = 200, /* most rows for which the reference computes every variant */
   SHARED = 500 /* least entries for several threads */
};

/* One vector against the reference. */
static void compare_vector(const dense *a, const trisweep_sweep *how, const sweep_case *c, int k,
                           const double *x)
{
   const int64_t n = a->n;
   long double  *want = check_alloc((size_t) n, sizeof *want);
   double       *bound = check_alloc((size_t) n, sizeof *bound);
   const int64_t ldx = how->ldx ? how->ldx : n;
   const int64_t ldb = how->ldb ? how->ldb : n;
   for (int64_t i = 0; i < n; i++)
   {
      want[i] = c->x[k * ldx + i];
   }
   dense_sweep(a, how, c->b + k * ldb, want, bound);
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

static void test_against_dense(const sweep_case *c, const double *results)
{
   dense     a;
   const int stride = c->m->n <= SMALL ? 1 : 11;
   dense_open(c->m, &a);
   for (int v = 0; v < VARIANT_COUNT; v += stride)
   {
      const trisweep_sweep how = variant_get(v, c->m);
      for (int k = 0; k < how.n_vectors; k++)
      {
         compare_vector(&a, &how, c, k, results + (size_t) v * variant_x_size(c->m));
      }
   }
   dense_free(&a);
}

/* One schedule on n threads must give the bits of serial. */
static void test_against_serial(sweep_case *c, const char *schedule, int threads,
                                const double *want)
{
   const size_t x_size = variant_x_size(c->m);
   const int    stride = threads == 1 ? 1 : c->m->nnz < SHARED ? 11 : threads == 2 ? 1 : 5;
   double      *got = check_alloc(VARIANT_COUNT * x_size, sizeof *got);
   snprintf(c->options, sizeof c->options, "schedule=%s threads=%d", schedule, threads);
   sweep_case_run(c, stride, got);
   for (int v = 0; v < VARIANT_COUNT; v += stride)
   {
      const trisweep_sweep how = variant_get(v, c->m);
      sweep_case_same_bits(c, &how, got + (size_t) v * x_size, want + (size_t) v * x_size);
   }
   free(got);
}

static void test_all_against_serial(sweep_case *c, const double *want)
{
   for (int index = 0; tsw_schedule_get(index); index++)
   {
      const tsw_registered *entry = tsw_schedule_get(index);
      const bool            ours = entry->schedule->space == TRISWEEP_HOST && !entry->solve &&
                        entry->schedule->values != TSW_VALUES_BORROWED;
      for (int threads = 1; threads <= CHECK_MOST_THREADS && ours; threads++)
      {
         test_against_serial(c, tsw_registered_name(entry), threads, want);
      }
   }
   test_against_serial(c, "auto", CHECK_MOST_THREADS, want);
}

/* The same matrix; in each row the first diagonal entry comes first, as in hypre. */
static void put_diagonal_first(const test_block *m, test_block *sorted)
{
   entry_list e;
   entries_open(&e, m->n);
   for (int64_t i = 0; i < m->n; i++)
   {
      int32_t diag = m->row_ptr[i];
      while (diag < m->row_ptr[i + 1] && m->col_idx[diag] != i)
      {
         diag++;
      }
      if (diag < m->row_ptr[i + 1])
      {
         entries_add(&e, i, i, m->val[diag]);
      }
      for (int32_t k = m->row_ptr[i]; k < m->row_ptr[i + 1]; k++)
      {
         if (k != diag)
         {
            entries_add(&e, i, m->col_idx[k], m->val[k]);
         }
      }
   }
   block_build(&e, sorted);
   for (int64_t i = 0; i < m->n; i++)
   {
      sorted->l1[i] = m->l1[i];
   }
}

static void test_inplace(sweep_case *c, double *results)
{
   const test_block *m = c->m;
   test_block        sorted;
   snprintf(c->options, sizeof c->options, "schedule=inplace");
   sweep_case_run(c, 1, results);
   test_against_dense(c, results);
   put_diagonal_first(m, &sorted);
   c->m = &sorted;
   sweep_case_run(c, 1, results);
   test_against_dense(c, results);
   c->m = m;
   block_free(&sorted);
}

static void test_block_of_family(const char *name, const test_block *m)
{
   sweep_case c;
   sweep_case_open(&c, name, m);
   double *results = check_alloc(VARIANT_COUNT * variant_x_size(m), sizeof *results);
   snprintf(c.options, sizeof c.options, "schedule=serial threads=1");
   sweep_case_run(&c, 1, results);
   test_against_dense(&c, results);
   test_all_against_serial(&c, results);
   test_inplace(&c, results);
   free(results);
   sweep_case_close(&c);
}

int main(void)
{
   return families_run("schedules", test_block_of_family);
}
