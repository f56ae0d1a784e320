/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "device/few.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/check.h"
#include "support/gallery.h"
#include "support/hybrid.h"
#include "support/sweeps.h"

void few_open_block(const char *options, test_block m, few_block *f)
{
   device_fixture_open(options, m, f);
   f->sweep.direction = TRISWEEP_SYMMETRIC;
   f->sweep.relax_weight = 0.875;
   f->sweep.omega = 0.75;
}

void few_open(const char *options, few_block *f)
{
   test_block m;
   assert_true(gallery_make(gallery_find("sparse"), 7, 1, &m));
   assert_true(m.n > 8 && m.nnz > 20);
   few_open_block(options, m, f);
}

void few_put_x(const few_block *f, const double *x)
{
   assert_cuda(cudaMemcpyAsync(f->x, x, (size_t) f->m.n * sizeof *x, cudaMemcpyHostToDevice,
                               device_stream()));
}

void few_expect_x(const few_block *f, const double *want, double error)
{
   double *x = check_alloc((size_t) f->m.n, sizeof *x);
   device_get(x, f->x, (size_t) f->m.n * sizeof *x);
   for (int64_t i = 0; i < f->m.n; i++)
   {
      if (!(fabs(x[i] - want[i]) <= error * (1.0 + fabs(want[i]))))
      {
         fail_msg("row %" PRId64 " of %" PRId64 ": %.17g instead of %.17g", i, f->m.n, x[i],
                  want[i]);
      }
   }
   free(x);
}

/* The same sweep on the host, in the order of the statistics. */
static void sweep_on_host(const few_block *f, const trisweep_stats *stats, double *x)
{
   trisweep_sweep sweep = f->sweep;
   memcpy(x, f->ones, (size_t) f->m.n * sizeof *x);
   sweep.b = f->ones;
   sweep.x = x;
   if (strcmp(stats->ordering, "natural") == 0)
   {
      sweep_block("schedule=serial", &f->m, &sweep);
   }
   else
   {
      hybrid_sweep(&f->m, 0, true, &sweep);
   }
}

void few_expect_host_sweep_near(const few_block *f, double error)
{
   trisweep_stats stats;
   double        *want = check_alloc((size_t) f->m.n, sizeof *want);
   assert_ok(trisweep_smoother_wait(f->s));
   assert_ok(trisweep_smoother_stats(f->s, sizeof stats, &stats));
   sweep_on_host(f, &stats, want);
   few_put_x(f, f->ones);
   assert_ok(trisweep_smoother_sweep(f->s, &f->sweep, device_stream()));
   few_expect_x(f, want, error);
   free(want);
}

void few_expect_host_sweep(const few_block *f)
{
   few_expect_host_sweep_near(f, 1e-11);
}
