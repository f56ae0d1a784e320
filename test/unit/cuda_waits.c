/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Waits of kernels end at the limit, and the next call reports a wait that timed out, once. */
#include "support/check.h"

#include "smoother/smoother.h"
#include "support/device.h"
#include "support/gallery.h"

enum
{
   ROWS = 33
};

/* A smoother that is ready to sweep. */
static void open_fixture(const char *options, device_fixture *f)
{
   test_block m;
   gallery_make_size(gallery_find("sparse"), ROWS, 1, &m);
   device_fixture_open(options, m, f);
   assert_ok(trisweep_smoother_analyse(f->s, &f->d.view, device_stream()));
   assert_ok(trisweep_smoother_update_values(f->s, &f->d.view, NULL, device_stream()));
}

/* After a timeout the next call fails, and later calls succeed. */
static void test_timeout_is_reported(void **state)
{
   (void) state;
   device_fixture f;
   double         x[ROWS];
   open_fixture("schedule=syncfree-csr wait_limit=2000", &f);
   assert_int_equal(f.s->plan.packed.wait_limit_ns, INT64_C(2000000000));
   *f.s->plan.packed.host_wait_status = TRISWEEP_ERROR_TIMEOUT;
   assert_status(trisweep_smoother_sweep(f.s, &f.sweep, device_stream()), TIMEOUT);
   assert_message("2000 ms", "wait_limit");
   device_get(x, f.x, sizeof x);
   assert_memory_equal(x, f.ones, sizeof x);
   assert_ok(trisweep_smoother_sweep(f.s, &f.sweep, device_stream()));
   assert_cuda(cudaStreamSynchronize(device_stream()));
   assert_ok(trisweep_smoother_sweep(f.s, &f.sweep, device_stream()));
   device_fixture_close(&f);
}

/* A pattern that the caller changes after the analysis makes a row wait for itself: timeout. */
static void test_wait_is_bounded(void **state)
{
   (void) state;
   device_fixture f;
   open_fixture("schedule=syncfree-csr wait_limit=20", &f);
   const tsw_packed *p = &f.s->plan.packed;
   int32_t           row_ptr[2];
   int64_t           i = f.m.n - 1;
   do
   {
      device_get(row_ptr, p->lower.row_ptr + i, sizeof row_ptr);
   } while (row_ptr[0] == row_ptr[1] && --i > 0);
   const int32_t self = (int32_t) i;
   assert_true(row_ptr[0] < row_ptr[1]);
   device_write(p->lower.col_idx + row_ptr[0], &self, sizeof self);
   f.sweep.zero_guess = 1;
   assert_ok(trisweep_smoother_sweep(f.s, &f.sweep, device_stream()));
   assert_cuda(cudaStreamSynchronize(device_stream()));
   assert_status(trisweep_smoother_sweep(f.s, &f.sweep, device_stream()), TIMEOUT);
   device_fixture_close(&f);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_timeout_is_reported),
      cmocka_unit_test(test_wait_is_bounded),
   };
   const int missing = device_missing();
   return missing
             ? missing
             : cmocka_run_group_tests_name("unit/cuda_waits", tests, check_clean_environment, NULL);
}
