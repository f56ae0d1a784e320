/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * memory=low: sweeps over the caller's arrays. Bytes held, values and norms read in place, refused
 * blocks with their messages, and the fallback when memory is insufficient. Also loading by
 * schedule strips, which keeps no packed triangles. sweeps.c checks the results of sweeps.
 */
#include "support/check.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/device.h"
#include "support/gallery.h"

enum
{
   BYTES_A_ROW = 16,
   BYTES_BESIDES = 512 /* for the smoother and the words of its kernels */
};

/* Open with the largest block of a family. */
static void open_fixture(const char *options, const char *family, device_fixture *f)
{
   const gallery_family *blocks = gallery_find(family);
   test_block            m;
   int                   size = 0;
   while (blocks->size[size + 1] >= 0)
   {
      size++;
   }
   assert_true(gallery_make(blocks, size, 1, &m));
   assert_true(m.n > 8);
   device_fixture_open(options, m, f);
}

static void make_ready(device_fixture *f)
{
   assert_ok(trisweep_smoother_analyse(f->s, &f->d.view, device_stream()));
   assert_ok(trisweep_smoother_update_values(f->s, &f->d.view, f->d.l1, device_stream()));
}

/* A symmetric sweep with weights, on the device and by the host. */
static void expect_host_sweep(device_fixture *f, trisweep_scaling scaling)
{
   double *got = check_alloc((size_t) f->m.n, sizeof *got);
   double *want = check_alloc((size_t) f->m.n, sizeof *want);
   double  most = 1.0;
   f->sweep.direction = TRISWEEP_SYMMETRIC;
   f->sweep.scaling = scaling;
   f->sweep.relax_weight = 0.75;
   f->sweep.omega = 1.25;
   device_fixture_sweep(f, got, want);
   const trisweep_stats stats = check_stats(f->s);
   for (int64_t i = 0; i < f->m.n; i++)
   {
      most = fmax(most, fabs(want[i]));
   }
   for (int64_t i = 0; i < f->m.n; i++)
   {
      if (!(fabs(got[i] - want[i]) <= 1e-10 * most))
      {
         fail_msg("%s, low memory %d, row %" PRId64 " of %" PRId64 ": %.17g, on the host %.17g",
                  stats.schedule, (int) stats.low_memory, i, f->m.n, got[i], want[i]);
      }
   }
   free(got);
   free(want);
}

static void expect_few_bytes(const device_fixture *f)
{
   const trisweep_stats stats = check_stats(f->s);
   assert_string_equal(stats.schedule,
                       strcmp(stats.ordering, "natural") == 0 ? "inplace" : "colors-inplace");
   assert_true(stats.extra_bytes <= BYTES_A_ROW * f->m.n + BYTES_BESIDES);
}

/* Bytes held after any sweeps, with one level per row and with few levels. */
static void test_bytes(void **state)
{
   static const char *const families[] = { "chain", "upwind grid", "arrow, tip last",
                                           "repeated, unsorted", "27-point grid" };
   (void) state;
   for (size_t i = 0; i < sizeof families / sizeof families[0]; i++)
   {
      device_fixture f;
      open_fixture("memory=low", families[i], &f);
      make_ready(&f);
      expect_host_sweep(&f, TRISWEEP_DIAGONAL);
      expect_host_sweep(&f, TRISWEEP_L1);
      expect_few_bytes(&f);
      assert_int_equal(check_stats(f.s).low_memory, 0);
      assert_true(check_stats(f.s).depth > 0);
      device_fixture_close(&f);
   }
}

/* Columns and values of the block to the device once more. */
static void put_entries(const device_fixture *f)
{
   const size_t nnz = (size_t) f->m.nnz;
   device_write(f->d.view.val, f->m.val, nnz * sizeof *f->m.val);
   device_write(f->d.view.col_idx, f->m.col_idx, nnz * sizeof *f->m.col_idx);
}

static void test_new_values(const char *options)
{
   device_fixture f;
   open_fixture(options, "sparse", &f);
   make_ready(&f);
   for (int64_t e = 0; e < f.m.nnz; e++)
   {
      f.m.val[e] *= e % 2 ? 1.5 : 1.25;
   }
   for (int64_t i = 0; i < f.m.n; i++)
   {
      f.m.l1[i] *= 1.5;
   }
   put_entries(&f);
   device_write(f.d.l1, f.m.l1, (size_t) f.m.n * sizeof *f.m.l1);
   assert_ok(trisweep_smoother_update_values(f.s, &f.d.view, f.d.l1, device_stream()));
   expect_host_sweep(&f, TRISWEEP_DIAGONAL);
   expect_host_sweep(&f, TRISWEEP_L1);
   device_fixture_close(&f);
}

static void test_all_new_values(void **state)
{
   (void) state;
   test_new_values("memory=low");
   test_new_values("schedule=strips");
}

/* Loading with one invalid number gives the status and the message of the host. */
static void test_bad_value(const char *options, bool norm, double value)
{
   device_fixture     f;
   char               message[512];
   trisweep_context  *ctx = check_context(NULL);
   trisweep_smoother *host = check_smoother(ctx);
   open_fixture(options, "sparse", &f);
   make_ready(&f);
   const trisweep_csr a = block_view(&f.m);
   const int64_t      at = (norm ? f.m.n : f.m.nnz) / 2;
   const double      *spoilt = (norm ? f.d.l1 : f.d.view.val) + at;
   (norm ? f.m.l1 : f.m.val)[at] = value;
   device_write(spoilt, &value, sizeof value);
   assert_ok(trisweep_smoother_analyse(host, &a, NULL));
   assert_status(trisweep_smoother_update_values(host, &a, f.m.l1, NULL), VALUE);
   strcpy(message, trisweep_message());
   assert_status(trisweep_smoother_update_values(f.s, &f.d.view, f.d.l1, device_stream()), VALUE);
   assert_string_equal(trisweep_message(), message);
   trisweep_smoother_destroy(&host);
   trisweep_context_destroy(&ctx);
   device_fixture_close(&f);
}

static void test_bad_values(void **state)
{
   (void) state;
   static const char *const options[] = { "memory=low", "schedule=strips" };
   for (int k = 0; k < 2; k++)
   {
      test_bad_value(options[k], false, NAN);
      test_bad_value(options[k], false, -INFINITY);
      test_bad_value(options[k], true, NAN);
      test_bad_value(options[k], true, 1e-320);
   }
}

/* Another pattern with as many entries is refused. */
static void test_other_pattern(void **state)
{
   static const char *const options[] = { "memory=low", "schedule=strips" };
   (void) state;
   for (size_t k = 0; k < sizeof options / sizeof options[0]; k++)
   {
      device_fixture f;
      open_fixture(options[k], "27-point grid", &f);
      make_ready(&f);
      f.m.col_idx[f.m.row_ptr[1] - 1] = (int32_t) f.m.n - 1;
      put_entries(&f);
      assert_status(trisweep_smoother_update_values(f.s, &f.d.view, f.d.l1, device_stream()),
                    ORDER);
      assert_message("pattern", "analyse again");
      device_fixture_close(&f);
   }
}

/* The entries of each row in reverse order give the same sweeps. */
static void test_other_order(void **state)
{
   (void) state;
   device_fixture f;
   open_fixture("schedule=strips", "27-point grid", &f);
   make_ready(&f);
   expect_host_sweep(&f, TRISWEEP_L1);
   for (int64_t i = 0; i < f.m.n; i++)
   {
      for (int32_t k = f.m.row_ptr[i], l = f.m.row_ptr[i + 1] - 1; k < l; k++, l--)
      {
         const int32_t col = f.m.col_idx[k];
         const double  val = f.m.val[k];
         f.m.col_idx[k] = f.m.col_idx[l];
         f.m.val[k] = f.m.val[l];
         f.m.col_idx[l] = col;
         f.m.val[l] = val;
      }
   }
   put_entries(&f);
   assert_ok(trisweep_smoother_update_values(f.s, &f.d.view, f.d.l1, device_stream()));
   expect_host_sweep(&f, TRISWEEP_L1);
   device_fixture_close(&f);
}

static void expect_refusal(const char *options, trisweep_factors factors, const char *word)
{
   device_fixture f;
   open_fixture(options, "sparse", &f);
   assert_ok(trisweep_smoother_set_factors(f.s, factors, 0));
   assert_status(trisweep_smoother_analyse(f.s, &f.d.view, device_stream()), UNSUPPORTED);
   assert_message("memory", word);
   device_fixture_close(&f);
}

static void test_refusals(void **state)
{
   (void) state;
   expect_refusal("schedule=inplace ordering=hybrid-color", TRISWEEP_NO_FACTORS,
                  "ordering=hybrid-color");
   expect_refusal("memory=low schedule=strips", TRISWEEP_NO_FACTORS, "strips");
   expect_refusal("memory=low", TRISWEEP_ILU, "factors");
   expect_refusal("memory=low", TRISWEEP_DILU, "factors");
}

/* The k-th allocation of an analysis fails. True if an allocation failed. */
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
      assert_int_equal(k, 1); /* before there is a plan */
      return true;
   }
   assert_ok(trisweep_smoother_update_values(f->s, &f->d.view, f->d.l1, device_stream()));
   if (check_stats(f->s).low_memory)
   {
      expect_few_bytes(f);
   }
   if (strcmp(check_stats(f->s).ordering, "natural") == 0) /* colours: test/device/colors */
   {
      expect_host_sweep(f, TRISWEEP_DIAGONAL);
   }
   return check_stats(f->s).low_memory;
}

static void test_little_memory(void **state)
{
   static const char *const options[] = { "memory=low", "memory=auto",
                                          "memory=auto schedule=persistent",
                                          "memory=auto ordering=auto" };
   (void) state;
   for (size_t i = 0; i < sizeof options / sizeof options[0]; i++)
   {
      device_fixture f;
      int            k = 1;
      open_fixture(options[i], "sparse", &f);
      while (analyse_with_failure(&f, k))
      {
         k++;
      }
      assert_true(k > 3);
      device_fixture_close(&f);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_bytes),         cmocka_unit_test(test_all_new_values),
      cmocka_unit_test(test_bad_values),    cmocka_unit_test(test_other_pattern),
      cmocka_unit_test(test_other_order),   cmocka_unit_test(test_refusals),
      cmocka_unit_test(test_little_memory),
   };
   const int missing = device_missing();
   return missing
             ? missing
             : cmocka_run_group_tests_name("device/memory", tests, check_clean_environment, NULL);
}
