/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * An invalid device block gives the status and the message of the same host block, and x stays
 * unchanged. After a failed allocation sweeps need less memory, or the call fails.
 */
#include "support/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "device/spoil.h"
#include "support/device.h"
#include "support/gallery.h"

static void good_block(test_block *m)
{
   assert_true(gallery_make(gallery_find("sparse"), 7, 1, m));
   assert_true(m->n > 8 && m->nnz > 20);
}

/* Analysis and loading on both sides: the same status, and the same message. */
static void test_refusal(spoil *spoil_it, trisweep_status want)
{
   test_block         m;
   device_block       d;
   char               message[512];
   trisweep_context  *ctx = check_context(NULL);
   trisweep_smoother *host = check_smoother(ctx);
   trisweep_smoother *device = check_smoother(ctx);
   good_block(&m);
   spoil_it(&m);
   const trisweep_csr a = block_view(&m);
   device_block_open(&m, &d);
   trisweep_status status = trisweep_smoother_analyse(host, &a, NULL);
   if (status == TRISWEEP_OK)
   {
      status = trisweep_smoother_update_values(host, &a, m.l1, NULL);
   }
   assert_int_equal(status, want);
   strcpy(message, trisweep_message());
   status = trisweep_smoother_analyse(device, &d.view, device_stream());
   if (status == TRISWEEP_OK)
   {
      status = trisweep_smoother_update_values(device, &d.view, d.l1, device_stream());
   }
   assert_int_equal(status, want);
   assert_string_equal(trisweep_message(), message);
   trisweep_smoother_destroy(&host);
   trisweep_smoother_destroy(&device);
   trisweep_context_destroy(&ctx);
   device_block_close(&d);
   block_free(&m);
}

static void test_patterns(void **state)
{
   (void) state;
   test_refusal(start_not_zero, TRISWEEP_ERROR_PATTERN);
   test_refusal(pointers_decrease, TRISWEEP_ERROR_PATTERN);
   test_refusal(pointers_end_early, TRISWEEP_ERROR_PATTERN);
   test_refusal(column_negative, TRISWEEP_ERROR_PATTERN);
   test_refusal(column_too_large, TRISWEEP_ERROR_PATTERN);
}

static void test_values(void **state)
{
   (void) state;
   test_refusal(value_is_nan, TRISWEEP_ERROR_VALUE);
   test_refusal(value_is_infinite, TRISWEEP_ERROR_VALUE);
   test_refusal(norm_is_nan, TRISWEEP_ERROR_VALUE);
   test_refusal(norm_is_tiny, TRISWEEP_ERROR_VALUE);
}

/* A smoother that is ready to sweep. */
static void open_fixture(const char *options, device_fixture *f)
{
   test_block m;
   good_block(&m);
   device_fixture_open(options, m, f);
   assert_ok(trisweep_smoother_analyse(f->s, &f->d.view, device_stream()));
   assert_ok(trisweep_smoother_update_values(f->s, &f->d.view, NULL, device_stream()));
}

static void expect_x_of_ones(const device_fixture *f)
{
   double *x = check_alloc((size_t) f->m.n, sizeof *x);
   device_get(x, f->x, (size_t) f->m.n * sizeof *x);
   assert_memory_equal(x, f->ones, (size_t) f->m.n * sizeof *x);
   free(x);
}

static void test_order_of_calls(void **state)
{
   (void) state;
   device_fixture f;
   open_fixture(NULL, &f);
   const trisweep_csr host = block_view(&f.m);
   trisweep_csr       other = f.d.view;
   other.nnz--;
   assert_status(trisweep_smoother_update_values(f.s, &host, NULL, NULL), ORDER);
   assert_message("host memory");
   f.sweep.scaling = TRISWEEP_L1;
   assert_status(trisweep_smoother_sweep(f.s, &f.sweep, device_stream()), ORDER);
   f.sweep.scaling = TRISWEEP_DIAGONAL;
   expect_x_of_ones(&f);
   assert_ok(trisweep_smoother_analyse(f.s, &f.d.view, device_stream()));
   const trisweep_stats stats = check_stats(f.s);
   assert_int_equal(stats.n_reuses, 1);
   assert_int_equal(stats.space, TRISWEEP_DEVICE);
   assert_true(stats.extra_bytes > 0);
   device_fixture_close(&f);
}

static void expect_host_sweep(const device_fixture *f)
{
   double *got = check_alloc((size_t) f->m.n, sizeof *got);
   double *want = check_alloc((size_t) f->m.n, sizeof *want);
   device_fixture_sweep(f, got, want);
   for (int64_t i = 0; i < f->m.n; i++)
   {
      assert_true(fabs(got[i] - want[i]) <= 1e-12 * (1.0 + fabs(want[i])));
   }
   free(got);
   free(want);
}

/* The k-th allocation of an analysis fails: from the second allocation on, the schedule with the
   least memory replaces the chosen schedule. True if an allocation failed. */
static bool analyse_with_failure(device_fixture *f, int k)
{
   trisweep_smoother_destroy(&f->s);
   f->s = check_smoother(f->ctx);
   check_fail_at(k);
   const trisweep_status status = trisweep_smoother_analyse(f->s, &f->d.view, device_stream());
   check_fail_at(0);
   if (status != TRISWEEP_OK)
   {
      assert_int_equal(status, TRISWEEP_ERROR_MEMORY);
      assert_int_equal(k, 1);
      return true;
   }
   const trisweep_stats stats = check_stats(f->s);
   assert_ok(trisweep_smoother_update_values(f->s, &f->d.view, NULL, device_stream()));
   if (!strcmp(stats.ordering, "natural"))
   {
      expect_host_sweep(f);
   }
   if (stats.low_memory)
   {
      assert_string_equal(stats.ordering, "natural");
      assert_string_equal(stats.schedule, "syncfree-csr");
   }
   return stats.low_memory;
}

static void test_little_memory(void **state)
{
   static const char *const options[] = { "schedule=auto", "schedule=persistent", "ordering=auto" };
   (void) state;
   for (size_t i = 0; i < sizeof options / sizeof options[0]; i++)
   {
      device_fixture f;
      int            k = 1;
      open_fixture(options[i], &f);
      f.sweep.direction = TRISWEEP_SYMMETRIC;
      for (; analyse_with_failure(&f, k); k++)
      {
      }
      assert_true(k > 3);
      device_fixture_close(&f);
   }
}

/* The k-th allocation of the first sweep of a smoother with factors fails, or all from there on.
   True if an allocation failed. */
static bool sweep_with_failure(device_fixture *f, int k, void (*set_failure)(int64_t))
{
   trisweep_smoother_destroy(&f->s);
   f->s = check_smoother(f->ctx);
   assert_ok(trisweep_smoother_set_factors(f->s, TRISWEEP_ILU, 0));
   assert_ok(trisweep_smoother_analyse(f->s, &f->d.view, device_stream()));
   assert_ok(trisweep_smoother_update_values(f->s, &f->d.view, NULL, device_stream()));
   set_failure(k);
   const trisweep_status status = trisweep_smoother_sweep(f->s, &f->sweep, device_stream());
   set_failure(0);
   assert_true(status == TRISWEEP_OK || status == TRISWEEP_ERROR_MEMORY);
   assert_cuda(cudaStreamSynchronize(device_stream()));
   expect_host_sweep(f);
   const trisweep_stats stats = check_stats(f->s);
   return status != TRISWEEP_OK || stats.low_memory;
}

static void test_little_memory_beside_factors(void **state)
{
   (void) state;
   device_fixture f;
   int            k = 1;
   open_fixture("schedule=auto", &f);
   f.sweep.direction = TRISWEEP_SYMMETRIC;
   for (; sweep_with_failure(&f, k, check_fail_at); k++)
   {
   }
   assert_true(k > 1);
   for (k = 1; sweep_with_failure(&f, k, check_fail_from); k++)
   {
   }
   assert_true(k > 1);
   device_fixture_close(&f);
}

/* No other schedule has sweeps by few colours. */
static void test_colours_need_memory(void **state)
{
   (void) state;
   device_fixture f;
   open_fixture("ordering=hybrid-color", &f);
   trisweep_smoother_destroy(&f.s);
   f.s = check_smoother(f.ctx);
   check_fail_at(2);
   assert_status(trisweep_smoother_analyse(f.s, &f.d.view, device_stream()), MEMORY);
   check_fail_at(0);
   assert_ok(trisweep_smoother_analyse(f.s, &f.d.view, device_stream()));
   device_fixture_close(&f);
}

static void test_unknown_schedule(void **state)
{
   (void) state;
   test_block         m;
   device_block       d;
   trisweep_context  *ctx = check_context("schedule=wavefront");
   trisweep_smoother *s = check_smoother(ctx);
   good_block(&m);
   device_block_open(&m, &d);
   assert_status(trisweep_smoother_analyse(s, &d.view, device_stream()), UNSUPPORTED);
   assert_message("wavefront", "device");
   trisweep_smoother_destroy(&s);
   trisweep_context_destroy(&ctx);
   device_block_close(&d);
   block_free(&m);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_patterns),
      cmocka_unit_test(test_values),
      cmocka_unit_test(test_order_of_calls),
      cmocka_unit_test(test_unknown_schedule),
      cmocka_unit_test(test_little_memory),
      cmocka_unit_test(test_colours_need_memory),
      cmocka_unit_test(test_little_memory_beside_factors),
   };
   const int missing = device_missing();
   return missing
             ? missing
             : cmocka_run_group_tests_name("device/faults", tests, check_clean_environment, NULL);
}
