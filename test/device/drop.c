/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Destroying a smoother does not wait for the device, and frees device memory in stream order,
 * after the sweeps that use the memory. A gate (a host function that returns on demand) delays
 * the streams.
 */
#include "support/check.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "device/few.h"
#include "support/gallery.h"

enum
{
   SIDE = 24,        /* of the grid */
   GATE_LIMIT = 20,  /* seconds until the gate opens by itself and the test fails */
   OPEN_AFTER = 200, /* ms */
   LAPS = 4
};

static const char *const all_options[] = {
   "ordering=auto",    "schedule=strips", "schedule=persistent",
   "schedule=inplace", "schedule=slfr",   "schedule=levr",
};

typedef struct gate
{
   atomic_bool open;
   atomic_bool passed;
   bool        in_time;
} gate;

static void sleep_ms(long ms)
{
   const struct timespec time = { ms / 1000, ms % 1000 * 1000000 };
   nanosleep(&time, NULL);
}

static void hold(void *data)
{
   gate *g = data;
   for (int ms = 0; !g->open && ms < 1000 * GATE_LIMIT; ms++)
   {
      sleep_ms(1);
   }
   g->in_time = g->open;
   g->passed = true;
}

static void close_gate(gate *g, cudaStream_t stream)
{
   g->open = false;
   g->passed = false;
   g->in_time = false;
   assert_cuda(cudaLaunchHostFunc(stream, hold, g));
}

static void expect_opened(const gate *g, const char *options)
{
   if (!g->in_time)
   {
      fail_msg("%s: the gate opened by itself: something has waited for it", options);
   }
}

static cudaStream_t new_stream(void)
{
   cudaStream_t stream;
   assert_cuda(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
   return stream;
}

static void open_grid(const char *options, few_block *f)
{
   test_block m;
   gallery_make_size(gallery_find("7-point grid"), SIDE, 1, &m);
   few_open_block(options, m, f);
   f->sweep.relax_weight = 1.0;
   f->sweep.omega = 1.0;
   assert_ok(device_load(f->s, &f->d, false));
}

/* Destroying a smoother does not wait for unrelated work that does not end. */
static void test_waits_for_nothing(void **state)
{
   (void) state;
   for (size_t k = 0; k < sizeof all_options / sizeof all_options[0]; k++)
   {
      few_block    f;
      gate         g;
      cudaStream_t other = new_stream();
      open_grid(all_options[k], &f);
      assert_ok(trisweep_smoother_sweep(f.s, &f.sweep, device_stream()));
      assert_cuda(cudaStreamSynchronize(device_stream()));
      close_gate(&g, other);
      trisweep_smoother_destroy(&f.s);
      assert_false(g.passed);
      g.open = true;
      assert_cuda(cudaStreamSynchronize(other));
      expect_opened(&g, all_options[k]);
      assert_cuda(cudaStreamDestroy(other));
      device_fixture_close(&f);
   }
}

static void *open_later(void *data)
{
   sleep_ms(OPEN_AFTER);
   ((gate *) data)->open = true;
   return NULL;
}

/* The result of one sweep from ones on an idle device. */
static double *quiet_sweep(few_block *f)
{
   double *x = check_alloc((size_t) f->m.n, sizeof *x);
   assert_ok(trisweep_smoother_sweep(f->s, &f->sweep, device_stream()));
   device_get(x, f->x, (size_t) f->m.n * sizeof *x);
   few_put_x(f, f->ones);
   assert_cuda(cudaStreamSynchronize(device_stream()));
   return x;
}

/*
 * The sweep waits at the gate. Its smoother and stream are destroyed, and other allocations are
 * filled with NaN before the gate opens.
 */
static void drop_while_queued(few_block *f, cudaStream_t stream, bool drops_by_analysis,
                              const few_block *other, const char *options)
{
   gate      g;
   pthread_t thread;
   close_gate(&g, stream);
   assert_ok(trisweep_smoother_sweep(f->s, &f->sweep, stream));
   if (stream)
   {
      assert_cuda(cudaStreamDestroy(stream));
   }
   assert_int_equal(pthread_create(&thread, NULL, open_later, &g), 0);
   check_poison(true);
   if (drops_by_analysis)
   {
      assert_ok(trisweep_smoother_analyse(f->s, &other->d.view, device_stream()));
   }
   else
   {
      trisweep_smoother_destroy(&f->s);
   }
   for (int lap = 0; lap < LAPS; lap++)
   {
      assert_ok(device_load(other->s, &other->d, false));
   }
   check_poison(false);
   assert_int_equal(pthread_join(thread, NULL), 0);
   assert_cuda(cudaDeviceSynchronize());
   expect_opened(&g, options);
}

static void expect_outlasting(const char *options, cudaStream_t stream, bool drops_by_analysis)
{
   few_block f;
   few_block other;
   open_grid(options, &f);
   few_open(options, &other);
   double *want = quiet_sweep(&f);
   drop_while_queued(&f, stream, drops_by_analysis, &other, options);
   few_expect_x(&f, want, 1e-12);
   free(want);
   device_fixture_close(&other);
   device_fixture_close(&f);
}

/* On a non-blocking stream, on a blocking stream, and on the default stream. */
static void test_memory_outlasts_sweeps(void **state)
{
   (void) state;
   for (size_t k = 0; k < sizeof all_options / sizeof all_options[0]; k++)
   {
      for (int by_analysis = 0; by_analysis < 2; by_analysis++)
      {
         cudaStream_t blocking;
         assert_cuda(cudaStreamCreate(&blocking));
         expect_outlasting(all_options[k], new_stream(), by_analysis != 0);
         expect_outlasting(all_options[k], blocking, by_analysis != 0);
         expect_outlasting(all_options[k], NULL, by_analysis != 0);
      }
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_waits_for_nothing),
      cmocka_unit_test(test_memory_outlasts_sweeps),
   };
   const int missing = device_missing();
   return missing
             ? missing
             : cmocka_run_group_tests_name("device/drop", tests, check_clean_environment, NULL);
}
