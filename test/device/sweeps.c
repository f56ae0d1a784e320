/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Every device schedule in natural order, and auto, on every family of matrices: every kind of
 * sweep is within the error bound of the dense reference; solves with both triangles and both
 * diagonals agree with the host's; deterministic schedules repeat their bits; a captured graph
 * gives the same.
 */
#include "support/check.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/registry.h"
#include "support/dense.h"
#include "support/device.h"
#include "support/families.h"
#include "support/sweeps.h"

enum
{
   STRIDE = 11, /* from variant to variant; coprime to the number of values of each setting */
   REPEATS = 3
};

/* One schedule on one block. */
typedef struct runner
{
   const sweep_case     *c;
   const tsw_registered *entry; /* NULL for auto */
   device_block          block;
   trisweep_context     *ctx;
   trisweep_smoother    *s;
   double               *b; /* device */
   double               *x; /* device */
} runner;

/* With the options of the case. */
static void open_runner(sweep_case *c, const tsw_registered *entry, runner *r)
{
   memset(r, 0, sizeof *r);
   r->c = c;
   r->entry = entry;
   device_block_open(c->m, &r->block);
   r->ctx = check_context(c->options);
   r->s = check_smoother(r->ctx);
   assert_ok(trisweep_smoother_analyse(r->s, &r->block.view, device_stream()));
   assert_ok(trisweep_smoother_update_values(r->s, &r->block.view, r->block.l1, device_stream()));
   r->b = device_put(c->b, variant_b_size(c->m) * sizeof *c->b);
   r->x = device_put(c->x, variant_x_size(c->m) * sizeof *c->x);
}

static void close_runner(runner *r)
{
   trisweep_smoother_destroy(&r->s);
   trisweep_context_destroy(&r->ctx);
   device_block_close(&r->block);
   cudaFree(r->b);
   cudaFree(r->x);
}

/* One sweep from the x of the case; x [variant_x_size] is the result. */
static void sweep_once(const runner *r, trisweep_sweep how, double *x)
{
   const size_t bytes = variant_x_size(r->c->m) * sizeof *x;
   how.b = r->b;
   how.x = r->x;
   how.cf_marker = how.cf_marker ? r->block.marker : NULL;
   assert_cuda(cudaMemcpyAsync(r->x, r->c->x, bytes, cudaMemcpyHostToDevice, device_stream()));
   assert_ok(trisweep_smoother_sweep(r->s, &how, device_stream()));
   device_get(x, r->x, bytes);
}

static void expect_near(const runner *r, const trisweep_sweep *how, const double *x,
                        const long double *want, const double *bound)
{
   for (int64_t i = 0; i < r->c->m->n; i++)
   {
      const double error = (double) fabsl(x[i] - want[i]);
      if (!(error <= bound[i]))
      {
         sweep_case_print(r->c, how);
         fail_msg("row %" PRId64 ": %.17g instead of %.17Lg, error %g, allowed %g", i, x[i],
                  want[i], error, bound[i]);
      }
   }
}

/* All vectors of one variant against the dense reference. */
static void check_variant(const runner *r, const dense *a, int v, const double *x)
{
   const test_block    *m = r->c->m;
   const trisweep_sweep how = variant_get(v, m);
   const int64_t        ldx = how.ldx ? how.ldx : m->n;
   long double         *want = check_alloc((size_t) m->n, sizeof *want);
   double              *bound = check_alloc((size_t) m->n, sizeof *bound);
   for (int k = 0; k < how.n_vectors; k++)
   {
      for (int64_t i = 0; i < m->n; i++)
      {
         want[i] = r->c->x[k * ldx + i];
      }
      dense_sweep(a, &how, r->c->b + k * (how.ldb ? how.ldb : m->n), want, bound);
      expect_near(r, &how, x + k * ldx, want, bound);
   }
   free(want);
   free(bound);
}

static bool repeats_bits(const runner *r)
{
   return !r->entry || tsw_registered_deterministic(r->entry);
}

static void test_variants(const runner *r, const dense *a)
{
   const size_t n = variant_x_size(r->c->m);
   double      *x = check_alloc(n, sizeof *x);
   double      *again = check_alloc(n, sizeof *again);
   for (int v = 0; v < VARIANT_COUNT; v += STRIDE)
   {
      const trisweep_sweep how = variant_get(v, r->c->m);
      sweep_once(r, how, x);
      check_variant(r, a, v, x);
      for (int k = 1; k < REPEATS && repeats_bits(r); k++)
      {
         sweep_once(r, how, again);
         assert_memory_equal(again, x, n * sizeof *x);
      }
   }
   free(x);
   free(again);
}

/* Both triangles and both diagonals, beside the serial schedule of the host. */
static void test_solves(const runner *r)
{
   const test_block  *m = r->c->m;
   const trisweep_csr a = block_view(m);
   trisweep_context  *ctx = check_context("schedule=serial");
   trisweep_smoother *host = check_smoother(ctx);
   double            *want = check_alloc((size_t) m->n, sizeof *want);
   double            *x = check_alloc((size_t) m->n, sizeof *x);
   assert_ok(trisweep_smoother_analyse(host, &a, NULL));
   assert_ok(trisweep_smoother_update_values(host, &a, NULL, NULL));
   for (int kind = 0; kind < 4; kind++)
   {
      trisweep_solve how = TRISWEEP_SOLVE_INIT;
      double         size = 0.0;
      how.triangle = kind % 2 ? TRISWEEP_UPPER : TRISWEEP_LOWER;
      how.unit_diagonal = kind / 2;
      how.b = r->c->b;
      how.x = want;
      assert_ok(trisweep_smoother_solve(host, &how, NULL));
      how.b = r->b;
      how.x = r->x;
      assert_ok(trisweep_smoother_solve(r->s, &how, device_stream()));
      device_get(x, r->x, (size_t) m->n * sizeof *x);
      for (int64_t i = 0; i < m->n; i++)
      {
         size = fmax(size, fabs(want[i]));
      }
      for (int64_t i = 0; i < m->n; i++)
      {
         if (!(fabs(x[i] - want[i]) <= 1e-10 * size))
         {
            fail_msg("%s, %s, solve %d, row %" PRId64 ": %.17g, on the host %.17g", r->c->name,
                     r->c->options, kind, i, x[i], want[i]);
         }
      }
   }
   free(want);
   free(x);
   trisweep_smoother_destroy(&host);
   trisweep_context_destroy(&ctx);
}

/* A captured symmetric sweep gives the same result as a call, in every launch. */
static void test_graph(const runner *r)
{
   const size_t    bytes = (size_t) r->c->m->n * sizeof(double);
   cudaStream_t    stream = device_stream();
   cudaGraph_t     graph;
   cudaGraphExec_t executable;
   trisweep_sweep  how = TRISWEEP_SWEEP_INIT;
   double         *want = check_alloc(variant_x_size(r->c->m), sizeof *want);
   double         *x = check_alloc((size_t) r->c->m->n, sizeof *x);
   how.direction = TRISWEEP_SYMMETRIC;
   sweep_once(r, how, want);
   how.b = r->b;
   how.x = r->x;
   assert_cuda(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
   assert_ok(trisweep_smoother_sweep(r->s, &how, stream));
   assert_cuda(cudaStreamEndCapture(stream, &graph));
   assert_cuda(cudaGraphInstantiate(&executable, graph, 0));
   for (int k = 0; k < REPEATS; k++)
   {
      assert_cuda(cudaMemcpyAsync(r->x, r->c->x, bytes, cudaMemcpyHostToDevice, stream));
      assert_cuda(cudaGraphLaunch(executable, stream));
      device_get(x, r->x, bytes);
      assert_memory_equal(x, want, bytes);
   }
   cudaGraphExecDestroy(executable);
   cudaGraphDestroy(graph);
   free(want);
   free(x);
}

static void test_schedule(sweep_case *c, const tsw_registered *entry, dense *a)
{
   runner r;
   open_runner(c, entry, &r);
   a->composed = !entry || entry->solve;
   test_variants(&r, a);
   test_solves(&r);
   if (c->m->n > 0 && repeats_bits(&r))
   {
      test_graph(&r);
   }
   close_runner(&r);
}

static void test_block_of_family(const char *name, const test_block *m)
{
   sweep_case c;
   dense      a;
   sweep_case_open(&c, name, m);
   dense_open(m, &a);
   snprintf(c.options, sizeof c.options, "schedule=auto");
   test_schedule(&c, NULL, &a);
   for (int index = 0; tsw_schedule_get(index); index++)
   {
      const tsw_registered *entry = tsw_schedule_get(index);
      if (entry->schedule->space == TRISWEEP_DEVICE && !entry->schedule->direct)
      {
         snprintf(c.options, sizeof c.options, "schedule=%s", tsw_registered_name(entry));
         if (!device_refuses(c.options))
         {
            test_schedule(&c, entry, &a);
         }
      }
   }
   dense_free(&a);
   sweep_case_close(&c);
}

int main(void)
{
   const int missing = device_missing();
   return missing ? missing : families_run("device/sweeps", test_block_of_family);
}
