/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Schedules colors and colors-inplace on every family of matrices, loaded by analysis and update
 * or queued: every kind of sweep agrees with a reference on the host (support/hybrid) for several
 * numbers of colours, and repetitions give the same bits; also residuals, statistics, new values.
 */
#include "support/check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/device.h"
#include "support/families.h"
#include "support/hybrid.h"
#include "support/residuals.h"
#include "support/sweeps.h"

enum
{
   STRIDE = 7, /* from variant to variant */
   STRIDE_AGAIN = 19
};

/* How the block is loaded. */
typedef struct way
{
   const char *options;
   int32_t     asked; /* number of colours; 0: automatic */
   bool        queued;
   bool        named; /* is the schedule asked for by name? */
   double      error; /* allowed error relative to the largest x */
} way;

static const way ways[] = {
   { "ordering=auto values=double", 0, true, false, 1e-10 },
   { "ordering=hybrid-color values=double", 0, false, false, 1e-10 },
   { "ordering=hybrid-color schedule=colors values=double colors=2", 2, false, true, 1e-10 },
   { "ordering=auto schedule=colors values=double colors=3", 3, true, true, 1e-10 },
   { "ordering=auto values=double colors=8", 8, false, false, 1e-10 },
   { "ordering=auto memory=low", 0, true, false, 1e-10 },
   { "ordering=hybrid-color memory=low colors=3", 3, false, false, 1e-10 },
};

/* Entries off the diagonal may be stored as floats. */
static const way rounded[] = {
   { "ordering=auto", 0, true, false, 1e-6 },
   { "ordering=auto values=float colors=2", 2, false, false, 1e-6 },
};

/* The same block on both sides. */
typedef struct pair
{
   sweep_case         c;
   const way         *how;
   hybrid             h;
   test_block         sorted; /* R of the reference, sorted by step */
   device_block       block;
   trisweep_context  *host_ctx;
   trisweep_context  *ctx;
   trisweep_smoother *host;
   trisweep_smoother *s;
   double            *b; /* device, as the next two */
   double            *x;
   double            *r;
} pair;

static bool is_packed(const way *how)
{
   return !strstr(how->options, "memory=low");
}

static void take_values(pair *t, const test_block *m)
{
   t->c.m = m;
   hybrid_find(m, t->how->asked, true, &t->h);
   row_order_sort(&t->h.order, &t->h.rest, &t->sorted);
   device_block_open(m, &t->block);
   const trisweep_csr rest = block_view(&t->sorted);
   assert_ok(trisweep_smoother_analyse(t->host, &rest, NULL));
   assert_ok(trisweep_smoother_update_values(t->host, &rest, t->sorted.l1, NULL));
   assert_ok(device_load(t->s, &t->block, t->how->queued));
}

static void drop_values(pair *t)
{
   device_block_close(&t->block);
   block_free(&t->sorted);
   hybrid_free(&t->h);
}

static void open_pair(const char *name, const test_block *m, const way *how, pair *t)
{
   sweep_case_open(&t->c, name, m);
   snprintf(t->c.options, sizeof t->c.options, "%s", how->options);
   t->how = how;
   t->host_ctx = check_context("schedule=serial");
   t->ctx = check_context(how->options);
   t->host = check_smoother(t->host_ctx);
   t->s = check_smoother(t->ctx);
   t->b = device_put(t->c.b, variant_b_size(m) * sizeof *t->b);
   t->x = device_put(t->c.x, variant_x_size(m) * sizeof *t->x);
   t->r = device_put(t->c.b, (size_t) m->n * sizeof *t->r);
   take_values(t, m);
}

static void close_pair(pair *t)
{
   drop_values(t);
   trisweep_smoother_destroy(&t->host);
   trisweep_smoother_destroy(&t->s);
   trisweep_context_destroy(&t->host_ctx);
   trisweep_context_destroy(&t->ctx);
   cudaFree(t->b);
   cudaFree(t->x);
   cudaFree(t->r);
   sweep_case_close(&t->c);
}

/* One sweep from the x of the case on the device; x [variant_x_size] is the result. */
static void sweep_once(const pair *t, trisweep_sweep *how, double *x)
{
   const size_t bytes = variant_x_size(t->c.m) * sizeof *x;
   how->b = t->b;
   how->x = t->x;
   how->cf_marker = how->points ? t->block.marker : NULL;
   assert_cuda(cudaMemcpyAsync(t->x, t->c.x, bytes, cudaMemcpyHostToDevice, device_stream()));
   assert_ok(trisweep_smoother_sweep(t->s, how, device_stream()));
   device_get(x, t->x, bytes);
}

/* The same sweep from x_old, with another x. */
static void check_x_old(const pair *t, const trisweep_sweep *how, const double *want)
{
   const size_t   n = (size_t) t->c.m->n;
   trisweep_sweep from = *how;
   double        *x = check_alloc(n, sizeof *x);
   assert_cuda(
      cudaMemcpyAsync(t->r, t->c.x, n * sizeof *x, cudaMemcpyHostToDevice, device_stream()));
   assert_cuda(cudaMemsetAsync(t->x, 0xff, n * sizeof *x, device_stream()));
   from.x_old = t->r;
   assert_ok(trisweep_smoother_sweep(t->s, &from, device_stream()));
   device_get(x, t->x, n * sizeof *x);
   if (memcmp(x, want, n * sizeof *x) != 0)
   {
      sweep_case_print(&t->c, how);
      fail_msg("x from x_old has other bits");
   }
   free(x);
}

static void check_near(const pair *t, const trisweep_sweep *how, const double *x,
                       const double *want)
{
   const size_t n = variant_x_size(t->c.m);
   double       size = 0.0;
   for (size_t k = 0; k < n; k++)
   {
      size = fmax(size, fabs(want[k]));
   }
   for (size_t k = 0; k < n; k++)
   {
      if (!(fabs(x[k] - want[k]) <= t->how->error * size))
      {
         sweep_case_print(&t->c, how);
         fail_msg("x[%zu]: %.17g, on the host %.17g", k, x[k], want[k]);
      }
   }
}

static void check_variant(const pair *t, int v)
{
   const size_t   n = variant_x_size(t->c.m);
   trisweep_sweep how = variant_get(v, t->c.m);
   double        *want = check_alloc(n, sizeof *want);
   double        *x = check_alloc(n, sizeof *x);
   double        *again = check_alloc(n, sizeof *again);
   hybrid_run(&t->h, &t->sorted, t->host, &t->c, &how, want);
   sweep_once(t, &how, x);
   check_near(t, &how, x, want);
   sweep_once(t, &how, again);
   sweep_case_same_bits(&t->c, &how, again, x);
   if (how.n_vectors == 1 && !how.zero_guess && t->c.m->n > 0)
   {
      check_x_old(t, &how, x);
   }
   free(want);
   free(x);
   free(again);
}

/* A sweep from zero and a symmetric sweep keep a residual. */
static void check_residual(const pair *t, int v)
{
   const sweep_case loose = { .name = t->c.name, .m = &t->h.loose, .b = t->c.b, .x = t->c.x };
   const size_t     n = (size_t) t->c.m->n;
   trisweep_sweep   how = variant_get(v, t->c.m);
   double          *x = check_alloc(variant_x_size(t->c.m), sizeof *x);
   double          *middle = check_alloc(variant_x_size(t->c.m), sizeof *middle);
   double          *r = check_alloc(n, sizeof *r);
   const bool       symmetric = how.direction == TRISWEEP_SYMMETRIC;
   if (symmetric)
   {
      how.direction = TRISWEEP_FORWARD;
      sweep_once(t, &how, middle);
      how.direction = TRISWEEP_SYMMETRIC;
   }
   how.keep_residual = 1;
   sweep_once(t, &how, x);
   if (!symmetric && !how.zero_guess)
   {
      assert_status(trisweep_smoother_residual(t->s, t->b, t->x, t->r, device_stream()), ORDER);
      assert_message("few colours need a zero guess");
   }
   else
   {
      assert_ok(trisweep_smoother_residual(t->s, t->b, t->x, t->r, device_stream()));
      device_get(r, t->r, n * sizeof *r);
      residual_check(&(swept){ &loose, &how, t->c.b, x, symmetric ? middle : NULL }, r);
   }
   free(x);
   free(middle);
   free(r);
}

/* Every stride-th sweep, and the residuals of sweeps that keep one. */
static void check_sweeps(const pair *t, int stride)
{
   for (int v = 0; v < VARIANT_COUNT; v += stride)
   {
      check_variant(t, v);
   }
   const bool residuals = t->c.m->n > 0 && t->how->error < 1e-9 && is_packed(t->how);
   for (int v = 0; v < VARIANT_COUNT && residuals; v++)
   {
      const trisweep_sweep how = variant_get(v, t->c.m);
      if (residual_is_kept(&how))
      {
         check_residual(t, v);
      }
   }
}

static void check_counts(const pair *t)
{
   const trisweep_stats stats = check_stats(t->s);
   assert_string_equal(stats.schedule, is_packed(t->how) ? "colors" : "colors-inplace");
   assert_string_equal(stats.chosen_by, t->how->named ? "option" : "rules");
   assert_string_equal(stats.ordering, t->h.n_cut > 0 ? "hybrid-color" : "color");
   assert_int_equal(stats.depth, t->h.n_colors);
   assert_int_equal(stats.cut_entries, t->h.n_cut);
   assert_int_equal(stats.n_rows, t->c.m->n);
   assert_int_equal(stats.nnz, t->c.m->nnz);
   assert_int_equal(stats.n_analyses, 1);
   assert_int_equal(stats.low_memory, 0);
}

static void check_way(const char *name, const test_block *m, const way *how)
{
   test_block other;
   pair       t;
   hybrid_other_values(m, &other);
   open_pair(name, m, how, &t);
   check_counts(&t);
   check_sweeps(&t, STRIDE);
   for (int k = 0; k < 2; k++)
   {
      drop_values(&t);
      take_values(&t, k == 0 ? &other : m);
      check_counts(&t);
      check_sweeps(&t, STRIDE_AGAIN);
   }
   close_pair(&t);
   block_free(&other);
}

static void test_block_of_family(const char *name, const test_block *m)
{
   for (size_t k = 0; k < sizeof ways / sizeof ways[0]; k++)
   {
      check_way(name, m, &ways[k]);
   }
   for (size_t k = 0; k < sizeof rounded / sizeof rounded[0] && strstr(name, "grid"); k++)
   {
      check_way(name, m, &rounded[k]);
   }
}

int main(void)
{
   const int missing = device_missing();
   return missing ? missing : families_run("device/colors", test_block_of_family);
}
