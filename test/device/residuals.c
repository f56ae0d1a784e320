/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * trisweep_smoother_residual on the device: b - A x up to rounding after every kind of sweep that
 * keeps a residual, by every schedule, on every family of matrices; the same bits in each
 * repetition; refused by schedules, and after sweeps, that keep no residual.
 */
#include "support/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/registry.h"
#include "support/device.h"
#include "support/families.h"
#include "support/residuals.h"
#include "support/sweeps.h"

enum
{
   STRIDE = 11, /* from variant to variant; coprime to the number of values of each setting */
   REPEATS = 3
};

/* One smoother on one block. */
typedef struct runner
{
   const sweep_case  *c;
   device_block       block;
   trisweep_context  *ctx;
   trisweep_smoother *s;
   double            *b; /* device, as the next two */
   double            *x;
   double            *r; /* [n_rows] */
} runner;

static size_t row_bytes(const runner *r)
{
   return (size_t) r->c->m->n * sizeof(double);
}

static runner open_runner(const sweep_case *c)
{
   runner r = { .c = c };
   device_block_open(c->m, &r.block);
   r.ctx = check_context(c->options);
   r.s = check_smoother(r.ctx);
   assert_ok(trisweep_smoother_analyse(r.s, &r.block.view, device_stream()));
   assert_ok(trisweep_smoother_update_values(r.s, &r.block.view, r.block.l1, device_stream()));
   r.b = device_put(c->b, variant_b_size(c->m) * sizeof *c->b);
   r.x = device_put(c->x, variant_x_size(c->m) * sizeof *c->x);
   r.r = device_put(c->b, row_bytes(&r));
   return r;
}

static void close_runner(runner *r)
{
   trisweep_smoother_destroy(&r->s);
   trisweep_context_destroy(&r->ctx);
   device_block_close(&r->block);
   cudaFree(r->b);
   cudaFree(r->x);
   cudaFree(r->r);
}

/* One sweep from the x of the case, on the device. */
static void sweep_once(const runner *r, trisweep_sweep *how)
{
   const size_t bytes = variant_x_size(r->c->m) * sizeof *r->x;
   how->b = r->b;
   how->x = r->x;
   how->cf_marker = how->cf_marker ? r->block.marker : NULL;
   how->keep_residual = 1;
   assert_cuda(cudaMemcpyAsync(r->x, r->c->x, bytes, cudaMemcpyHostToDevice, device_stream()));
   assert_ok(trisweep_smoother_sweep(r->s, how, device_stream()));
}

/* x after the first half of a symmetric sweep. */
static double *find_middle(const runner *r, trisweep_sweep how)
{
   double *middle = NULL;
   if (how.direction == TRISWEEP_SYMMETRIC)
   {
      middle = check_alloc((size_t) r->c->m->n, sizeof *middle);
      how.direction = TRISWEEP_FORWARD;
      sweep_once(r, &how);
      device_get(middle, r->x, row_bytes(r));
   }
   return middle;
}

/* A sweep that keeps a residual, repeated: the residual is correct and has the same bits. */
static void check_kept(const runner *r, trisweep_sweep how)
{
   const size_t n = (size_t) r->c->m->n;
   double      *middle = find_middle(r, how);
   double      *x = check_alloc(n, sizeof *x);
   double      *first = check_alloc(n, sizeof *first);
   double      *again = check_alloc(n, sizeof *again);
   for (int k = 0; k < REPEATS; k++)
   {
      sweep_once(r, &how);
      assert_status(trisweep_smoother_residual(r->s, r->b, r->x, r->x, device_stream()), ARGUMENT);
      assert_ok(trisweep_smoother_residual(r->s, r->b, r->x, r->r, device_stream()));
      device_get(again, r->r, n * sizeof *again);
      if (k == 0)
      {
         device_get(x, r->x, n * sizeof *x);
         memcpy(first, again, n * sizeof *first);
         residual_check(&(swept){ r->c, &how, r->c->b, x, middle }, first);
      }
      assert_memory_equal(again, first, n * sizeof *first);
   }
   free(middle);
   free(x);
   free(first);
   free(again);
}

/* All variants that keep a residual, and every STRIDE-th of the others. */
static void check_variants(const runner *r, bool finds)
{
   for (int v = 0; v < VARIANT_COUNT; v++)
   {
      trisweep_sweep how = variant_get(v, r->c->m);
      const bool     keeps = finds && r->c->m->n > 0 && residual_is_kept(&how);
      if (!keeps && v % STRIDE != 0)
      {
         continue;
      }
      if (keeps)
      {
         check_kept(r, how);
         continue;
      }
      sweep_once(r, &how);
      assert_status(trisweep_smoother_residual(r->s, r->b, r->x, r->r, device_stream()), ORDER);
   }
}

static void check_options(const sweep_case *c, const tsw_registered *entry)
{
   runner r = open_runner(c);
   check_variants(&r, entry->schedule->residual != NULL);
   close_runner(&r);
}

static void test_block_of_family(const char *name, const test_block *m)
{
   sweep_case c;
   sweep_case_open(&c, name, m);
   for (int index = 0; tsw_schedule_get(index); index++)
   {
      const tsw_registered *entry = tsw_schedule_get(index);
      if (entry->schedule->space != TRISWEEP_DEVICE || entry->schedule->direct ||
          device_refuses(tsw_registered_name(entry)))
      {
         continue;
      }
      snprintf(c.options, sizeof c.options, "schedule=%s", tsw_registered_name(entry));
      check_options(&c, entry);
   }
   sweep_case_close(&c);
}

int main(void)
{
   const int missing = device_missing();
   return missing ? missing : families_run("device/residuals", test_block_of_family);
}
