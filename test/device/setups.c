/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Setups of ILU: corrections by a second factorisation, by another smoother and by factors of two
 * threads on two streams are the same, bit for bit, on every family of matrices and for schedules
 * with every need. Each allocation of the factorisation fails in turn; the next update succeeds.
 */
#include "support/check.h"

#include <pthread.h>
#include <stdlib.h>

#include "support/device.h"
#include "support/families.h"

enum
{
   SIDE = 44, /* of the grid for two threads: its factorisation fills the device */
   ROUNDS = 8,
   SIDES = 2 /* right-hand sides */
};

static const char *const options[] = { "schedule=auto", "schedule=strips", "schedule=persistent",
                                       "schedule=onchip", "schedule=cusparse" };

static trisweep_smoother *analysed(trisweep_context *ctx, int32_t fill_level,
                                   const device_block *block, cudaStream_t stream)
{
   trisweep_smoother *s = check_smoother(ctx);
   assert_ok(trisweep_smoother_set_factors(s, TRISWEEP_ILU, fill_level));
   assert_ok(trisweep_smoother_analyse(s, &block->view, stream));
   return s;
}

/* One correction; x starts as b. */
static void correct(trisweep_smoother *s, const test_block *m, const double *b, double *x,
                    trisweep_status want)
{
   const size_t        bytes = (size_t) m->n * sizeof *x;
   double             *device_b = device_put(b, bytes);
   double             *device_x = device_put(b, bytes);
   trisweep_correction how = TRISWEEP_CORRECTION_INIT;
   how.b = device_b;
   how.x = device_x;
   assert_int_equal(trisweep_smoother_correct(s, &how, device_stream()), want);
   device_get(x, device_x, bytes);
   assert_cuda(cudaFree(device_b));
   assert_cuda(cudaFree(device_x));
}

/* Corrections of random vectors, [SIDES * n]; other factors would give other bits. */
static double *corrections(trisweep_smoother *s, const test_block *m)
{
   const size_t  n = (size_t) m->n;
   random_stream r = random_open(random_seed(), "setups", m->n);
   double       *b = check_alloc(n, sizeof *b);
   double       *x = check_alloc(SIDES * n, sizeof *x);
   for (size_t side = 0; side < SIDES; side++)
   {
      for (size_t i = 0; i < n; i++)
      {
         b[i] = random_real(&r);
      }
      correct(s, m, b, x + side * n, TRISWEEP_OK);
   }
   free(b);
   return x;
}

static void expect_corrections(trisweep_smoother *s, const test_block *m, const double *want)
{
   double *got = corrections(s, m);
   assert_memory_equal(got, want, SIDES * (size_t) m->n * sizeof *got);
   free(got);
}

/* The first factorisation, the second, and one after a second analysis. */
static void test_block_of_family(const char *name, const test_block *m)
{
   (void) name;
   device_block block;
   device_block_open(m, &block);
   for (size_t k = 0; k < 2 * sizeof options / sizeof options[0]; k++)
   {
      if (device_refuses(options[k / 2]))
      {
         continue;
      }
      trisweep_context  *ctx = check_context(options[k / 2]);
      trisweep_smoother *s = analysed(ctx, (int32_t) (k % 2), &block, device_stream());
      assert_ok(trisweep_smoother_update_values(s, &block.view, NULL, device_stream()));
      double *first = corrections(s, m);
      assert_ok(trisweep_smoother_update_values(s, &block.view, NULL, device_stream()));
      expect_corrections(s, m, first);
      trisweep_smoother_destroy(&s);
      s = analysed(ctx, (int32_t) (k % 2), &block, device_stream());
      assert_ok(trisweep_smoother_update_values(s, &block.view, NULL, device_stream()));
      expect_corrections(s, m, first);
      free(first);
      trisweep_smoother_destroy(&s);
      trisweep_context_destroy(&ctx);
   }
   device_block_close(&block);
}

/* The k-th allocation of the first factorisation fails. True if an allocation failed. */
static bool update_with_failure(trisweep_context *ctx, const test_block *m,
                                const device_block *block, int k, const double *want, int64_t bytes)
{
   trisweep_smoother *s = analysed(ctx, 0, block, device_stream());
   double            *b = check_alloc((size_t) m->n, sizeof *b);
   double            *x = check_alloc((size_t) m->n, sizeof *x);
   for (int64_t i = 0; i < m->n; i++)
   {
      b[i] = 1.0;
   }
   check_fail_at(k);
   const trisweep_status status =
      trisweep_smoother_update_values(s, &block->view, NULL, device_stream());
   check_fail_at(0);
   if (status != TRISWEEP_OK)
   {
      assert_int_equal(status, TRISWEEP_ERROR_MEMORY);
      assert_message("memory");
      correct(s, m, b, x, TRISWEEP_ERROR_ORDER);
      assert_memory_equal(x, b, (size_t) m->n * sizeof *x);
      assert_ok(trisweep_smoother_update_values(s, &block->view, NULL, device_stream()));
   }
   const trisweep_stats stats = check_stats(s);
   assert_int_equal(stats.extra_bytes, bytes);
   assert_false(stats.low_memory);
   expect_corrections(s, m, want);
   free(b);
   free(x);
   trisweep_smoother_destroy(&s);
   return status != TRISWEEP_OK;
}

static void test_little_memory(void **state)
{
   (void) state;
   for (size_t i = 0; i < sizeof options / sizeof options[0]; i++)
   {
      test_block   m;
      device_block block;
      int          k = 1;
      if (device_refuses(options[i]))
      {
         continue;
      }
      assert_true(gallery_make(gallery_find("sparse"), 7, 1, &m));
      device_block_open(&m, &block);
      trisweep_context  *ctx = check_context(options[i]);
      trisweep_smoother *s = analysed(ctx, 0, &block, device_stream());
      assert_ok(trisweep_smoother_update_values(s, &block.view, NULL, device_stream()));
      const trisweep_stats stats = check_stats(s);
      double              *want = corrections(s, &m);
      trisweep_smoother_destroy(&s);
      for (; update_with_failure(ctx, &m, &block, k, want, stats.extra_bytes); k++)
      {
      }
      assert_true(k > 1);
      free(want);
      trisweep_context_destroy(&ctx);
      device_block_close(&block);
      block_free(&m);
   }
}

/* One thread with a stream: successive setups, each of which must give the same factors. */
typedef struct worker
{
   trisweep_context   *ctx;
   const device_block *block;
   cudaStream_t        stream;
   trisweep_smoother  *s[ROUNDS];
   trisweep_status     status;
} worker;

static void *set_up_often(void *argument)
{
   worker *w = argument;
   for (int k = 0; k < ROUNDS && w->status == TRISWEEP_OK; k++)
   {
      w->status = trisweep_smoother_create(w->ctx, &w->s[k]);
      w->status =
         w->status ? w->status : trisweep_smoother_set_factors(w->s[k], TRISWEEP_ILU, k % 2);
      w->status =
         w->status ? w->status : trisweep_smoother_analyse(w->s[k], &w->block->view, w->stream);
      w->status = w->status
                     ? w->status
                     : trisweep_smoother_update_values(w->s[k], &w->block->view, NULL, w->stream);
   }
   return NULL;
}

static void test_two_threads(void **state)
{
   test_block        m;
   device_block      block;
   worker            w[2] = { 0 };
   pthread_t         thread[2];
   trisweep_context *ctx = check_context(NULL);
   double           *want[2];
   (void) state;
   gallery_make_size(gallery_find("7-point grid"), SIDE, 7, &m);
   device_block_open(&m, &block);
   for (int k = 0; k < 2; k++)
   {
      trisweep_smoother *s = analysed(ctx, k, &block, device_stream());
      assert_ok(trisweep_smoother_update_values(s, &block.view, NULL, device_stream()));
      want[k] = corrections(s, &m);
      trisweep_smoother_destroy(&s);
   }
   for (int k = 0; k < 2; k++)
   {
      w[k].ctx = ctx;
      w[k].block = &block;
      assert_cuda(cudaStreamCreateWithFlags(&w[k].stream, cudaStreamNonBlocking));
      assert_int_equal(pthread_create(&thread[k], NULL, set_up_often, &w[k]), 0);
   }
   for (int k = 0; k < 2; k++)
   {
      assert_int_equal(pthread_join(thread[k], NULL), 0);
      assert_int_equal(w[k].status, TRISWEEP_OK);
      for (int i = 0; i < ROUNDS; i++)
      {
         expect_corrections(w[k].s[i], &m, want[i % 2]);
         trisweep_smoother_destroy(&w[k].s[i]);
      }
      assert_cuda(cudaStreamDestroy(w[k].stream));
   }
   free(want[0]);
   free(want[1]);
   trisweep_context_destroy(&ctx);
   device_block_close(&block);
   block_free(&m);
}

int main(void)
{
   const struct CMUnitTest others[] = { cmocka_unit_test(test_little_memory),
                                        cmocka_unit_test(test_two_threads) };
   const int               missing = device_missing();
   if (missing)
   {
      return missing;
   }
   const int failed = families_run("device/setups", test_block_of_family);
   return failed + cmocka_run_group_tests_name("device/setups, faults", others,
                                               check_clean_environment, NULL);
}
