/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The bits of a sweep by a deterministic schedule do not depend on the order of the entries within
 * the rows, on earlier calls of the smoother, or on other smoothers in other threads.
 */
#include "support/check.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/registry.h"
#include "support/families.h"
#include "support/sweeps.h"

enum
{
   STRIDE = 5, /* of the variants */
   MANY = 4    /* smoothers at the same time */
};

static void expect_same_results(const sweep_case *c, const double *got, const double *want)
{
   for (int v = 0; v < VARIANT_COUNT; v += STRIDE)
   {
      const trisweep_sweep how = variant_get(v, c->m);
      const size_t         at = (size_t) v * variant_x_size(c->m);
      sweep_case_same_bits(c, &how, got + at, want + at);
   }
}

static double *new_results(const test_block *m)
{
   return check_alloc(VARIANT_COUNT * variant_x_size(m), sizeof(double));
}

/* The same matrix with the entries of each row in another order. */
static void shuffle_rows(const test_block *m, random_stream *r, test_block *shuffled)
{
   entry_list e;
   entries_open(&e, m->n);
   for (int64_t i = 0; i < m->n; i++)
   {
      for (int32_t k = m->row_ptr[i]; k < m->row_ptr[i + 1]; k++)
      {
         entries_add(&e, i, m->col_idx[k], m->val[k]);
      }
   }
   entries_shuffle(&e, r);
   block_build(&e, shuffled);
   /* the norms are input, so they must be the same to the last bit */
   for (int64_t i = 0; i < m->n; i++)
   {
      shuffled->l1[i] = m->l1[i];
   }
}

static void test_order_of_entries(sweep_case *c, const double *want)
{
   random_stream     r = random_open(random_seed(), c->name, -1 - c->m->n);
   test_block        shuffled;
   double           *got = new_results(c->m);
   const test_block *original = c->m;
   shuffle_rows(original, &r, &shuffled);
   c->m = &shuffled;
   sweep_case_run(c, STRIDE, got);
   expect_same_results(c, got, want);
   c->m = original;
   block_free(&shuffled);
   free(got);
}

/* A smoother that has held another matrix and other values, and analysed this one twice. */
static trisweep_smoother *used_smoother(trisweep_context *ctx, const test_block *m)
{
   trisweep_smoother *s = check_smoother(ctx);
   const trisweep_csr a = block_view(m);
   const int32_t      row_ptr[] = { 0, 1, 2 };
   const int32_t      col_idx[] = { 1, 0 };
   const double       ones[] = { 1.0, 1.0 };
   const trisweep_csr other = {
      .n_rows = 2, .n_cols = 2, .nnz = 2, .row_ptr = row_ptr, .col_idx = col_idx, .val = ones
   };
   double      *wrong = check_alloc((size_t) m->nnz, sizeof *wrong);
   trisweep_csr wrong_values = a;
   for (int64_t k = 0; k < m->nnz; k++)
   {
      wrong[k] = 3.0;
   }
   wrong_values.val = wrong;
   assert_ok(trisweep_smoother_analyse(s, &other, NULL));
   assert_ok(trisweep_smoother_update_values(s, &other, ones, NULL));
   assert_ok(trisweep_smoother_analyse(s, &a, NULL));
   assert_ok(trisweep_smoother_update_values(s, &wrong_values, NULL, NULL));
   assert_ok(trisweep_smoother_analyse(s, &a, NULL));
   assert_ok(trisweep_smoother_update_values(s, &a, m->l1, NULL));
   free(wrong);
   return s;
}

static void test_history(sweep_case *c, const double *want)
{
   double            *got = new_results(c->m);
   trisweep_context  *ctx = check_context(c->options);
   trisweep_smoother *s = used_smoother(ctx, c->m);
   for (int round = 0; round < 2; round++)
   {
      sweep_case_run_with(c, s, STRIDE, got);
      expect_same_results(c, got, want);
   }
   trisweep_smoother_destroy(&s);
   trisweep_context_destroy(&ctx);
   free(got);
}

/* Only the main thread may use assertions of cmocka: workers store their results. */
typedef struct worker
{
   pthread_t          thread;
   trisweep_smoother *s;
   trisweep_sweep     how;
   trisweep_status    status;
} worker;

static void *sweep_in_thread(void *w_)
{
   worker *w = w_;
   w->status = trisweep_smoother_sweep(w->s, &w->how, NULL);
   return NULL;
}

static void run_workers(worker *w, int variant, const sweep_case *c, double *x)
{
   const size_t x_size = variant_x_size(c->m);
   for (int k = 0; k < MANY; k++)
   {
      w[k].how = variant_get(variant, c->m);
      w[k].how.b = c->b;
      w[k].how.x = memcpy(x + (size_t) k * x_size, c->x, x_size * sizeof *x);
      assert_int_equal(pthread_create(&w[k].thread, NULL, sweep_in_thread, &w[k]), 0);
   }
   for (int k = 0; k < MANY; k++)
   {
      assert_int_equal(pthread_join(w[k].thread, NULL), 0);
      assert_ok(w[k].status);
   }
}

static void test_at_the_same_time(const sweep_case *c, const double *want)
{
   const size_t       x_size = variant_x_size(c->m);
   double            *x = check_alloc(MANY * x_size, sizeof *x);
   trisweep_context  *ctx = check_context(c->options);
   const trisweep_csr a = block_view(c->m);
   worker             w[MANY];
   for (int k = 0; k < MANY; k++)
   {
      w[k].s = check_smoother(ctx);
      assert_ok(trisweep_smoother_analyse(w[k].s, &a, NULL));
      assert_ok(trisweep_smoother_update_values(w[k].s, &a, c->m->l1, NULL));
   }
   for (int v = 0; v < VARIANT_COUNT; v += 13 * STRIDE)
   {
      const trisweep_sweep how = variant_get(v, c->m);
      run_workers(w, v, c, x);
      for (int k = 0; k < MANY; k++)
      {
         sweep_case_same_bits(c, &how, x + (size_t) k * x_size, want + (size_t) v * x_size);
      }
   }
   for (int k = 0; k < MANY; k++)
   {
      trisweep_smoother_destroy(&w[k].s);
   }
   trisweep_context_destroy(&ctx);
   free(x);
}

static void test_block_of_family(const char *name, const test_block *m)
{
   sweep_case c;
   double    *want = new_results(m);
   sweep_case_open(&c, name, m);
   for (int k = 0; tsw_schedule_get(k); k++)
   {
      const tsw_registered *entry = tsw_schedule_get(k);
      if (entry->schedule->space == TRISWEEP_HOST)
      {
         snprintf(c.options, sizeof c.options, "schedule=%s " CHECK_TWO_THREADS,
                  tsw_registered_name(entry));
         sweep_case_run(&c, STRIDE, want);
         if (entry->schedule->values !=
             TSW_VALUES_BORROWED) /* inplace adds in the order of the entries */
         {
            test_order_of_entries(&c, want);
         }
         test_history(&c, want);
         test_at_the_same_time(&c, want);
      }
   }
   sweep_case_close(&c);
   free(want);
}

int main(void)
{
   return families_run("determinism", test_block_of_family);
}
