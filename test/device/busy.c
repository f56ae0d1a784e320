/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Sweeps on a busy device: two host threads, each with its own stream and smoother, sweep at the
 * same time over blocks that fill the device, so that the blocks of threads of a launch are not all
 * resident at once. Each schedule runs beside each schedule for large blocks. The results equal
 * those of an idle device, bit by bit for deterministic schedules.
 */
#include "support/check.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/registry.h"
#include "support/device.h"
#include "support/gallery.h"
#include "support/random.h"

enum
{
   SIDE = 44,  /* of the grid: more blocks than are resident at a time */
   SWEEPS = 12 /* at the same time */
};

/* One smoother with its stream and vectors. */
typedef struct worker
{
   char               options[64];
   cudaStream_t       stream;
   trisweep_context  *ctx;
   trisweep_smoother *s;
   double            *b;
   double            *x;
   trisweep_status    status;
} worker;

static test_block   grid;
static device_block block;
static double      *right;

static void build_grid(void)
{
   gallery_make_size(gallery_find("7-point grid"), SIDE, random_seed(), &grid);
   device_block_open(&grid, &block);
   right = check_alloc((size_t) grid.n, sizeof *right);
   for (int64_t i = 0; i < grid.n; i++)
   {
      right[i] = sin(0.37 * (double) i);
   }
}

static void open_worker(worker *w, const char *options)
{
   memset(w, 0, sizeof *w);
   snprintf(w->options, sizeof w->options, "%s", options);
   assert_cuda(cudaStreamCreateWithFlags(&w->stream, cudaStreamNonBlocking));
   w->ctx = check_context(w->options);
   w->s = check_smoother(w->ctx);
   assert_ok(trisweep_smoother_analyse(w->s, &block.view, w->stream));
   assert_ok(trisweep_smoother_update_values(w->s, &block.view, NULL, w->stream));
   w->b = device_put(right, (size_t) grid.n * sizeof *right);
   w->x = device_put(right, (size_t) grid.n * sizeof *right);
   assert_cuda(cudaDeviceSynchronize());
}

static void close_worker(worker *w)
{
   trisweep_smoother_destroy(&w->s);
   trisweep_context_destroy(&w->ctx);
   assert_cuda(cudaStreamDestroy(w->stream));
   cudaFree(w->b);
   cudaFree(w->x);
}

/* Forward, backward and symmetric sweeps in turn, from the same x each time. */
static void *sweep_often(void *argument)
{
   static const trisweep_direction direction[] = { TRISWEEP_FORWARD, TRISWEEP_BACKWARD,
                                                   TRISWEEP_SYMMETRIC };
   worker                         *w = argument;
   cudaMemcpyAsync(w->x, w->b, (size_t) grid.n * sizeof *w->x, cudaMemcpyDeviceToDevice, w->stream);
   for (int k = 0; k < SWEEPS && w->status == TRISWEEP_OK; k++)
   {
      trisweep_sweep sweep = TRISWEEP_SWEEP_INIT;
      sweep.direction = direction[k % 3];
      sweep.b = w->b;
      sweep.x = w->x;
      w->status = trisweep_smoother_sweep(w->s, &sweep, w->stream);
   }
   cudaStreamSynchronize(w->stream);
   return NULL;
}

static void read_result(const worker *w, double *x)
{
   assert_int_equal(w->status, TRISWEEP_OK);
   device_get(x, w->x, (size_t) grid.n * sizeof *x);
}

/* Compare a worker's result beside another worker with its result on an idle device. */
static void check_beside(worker *w, worker *other, bool deterministic)
{
   double   *quiet = check_alloc((size_t) grid.n, sizeof *quiet);
   double   *busy = check_alloc((size_t) grid.n, sizeof *busy);
   pthread_t thread;
   sweep_often(w);
   read_result(w, quiet);
   assert_int_equal(pthread_create(&thread, NULL, sweep_often, other), 0);
   sweep_often(w);
   assert_int_equal(pthread_join(thread, NULL), 0);
   read_result(other, busy);
   read_result(w, busy);
   for (int64_t i = 0; i < grid.n; i++)
   {
      const double bound = deterministic ? 0.0 : 1e-10 * (fabs(quiet[i]) + 1.0);
      if (!(fabs(quiet[i] - busy[i]) <= bound))
      {
         fail_msg("%s beside %s: row %lld is %.17g, on an idle device %.17g", w->options,
                  other->options, (long long) i, busy[i], quiet[i]);
      }
   }
   free(quiet);
   free(busy);
}

static void check_schedule(const char *options, bool deterministic)
{
   static const char *const rivals[] = { "schedule=strips", "schedule=persistent",
                                         "schedule=syncfree-csr",
                                         "ordering=hybrid-color colors=4" };
   worker                   w;
   open_worker(&w, options);
   for (size_t k = 0; k < sizeof rivals / sizeof *rivals; k++)
   {
      worker other;
      open_worker(&other, rivals[k]);
      check_beside(&w, &other, deterministic);
      close_worker(&other);
   }
   close_worker(&w);
}

static void test_our_schedules(void **state)
{
   (void) state;
   check_schedule("schedule=strips", true);
   check_schedule("schedule=persistent", true);
   check_schedule("ordering=hybrid-color", true);
}

static void test_published_schedules(void **state)
{
   (void) state;
   for (int index = 0; tsw_schedule_get(index); index++)
   {
      const tsw_registered *entry = tsw_schedule_get(index);
      char                  options[64];
      if (entry->schedule->space == TRISWEEP_DEVICE && entry->solve)
      {
         snprintf(options, sizeof options, "schedule=%s", tsw_registered_name(entry));
         check_schedule(options, tsw_registered_deterministic(entry));
      }
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = { cmocka_unit_test(test_our_schedules),
                                       cmocka_unit_test(test_published_schedules) };
   const int               missing = device_missing();
   if (missing)
   {
      return missing;
   }
   build_grid();
   const int failed = cmocka_run_group_tests_name("device/busy", tests, NULL, NULL);
   device_block_close(&block);
   block_free(&grid);
   free(right);
   return failed;
}
