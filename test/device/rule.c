/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Choice of schedules on every family of matrices: the sweep of the chosen schedule is the same in
 * every run and by name.
 */
#include "support/check.h"

#include <stdio.h>
#include <stdlib.h>

#include "support/device.h"
#include "support/families.h"
#include "support/sweeps.h"

typedef struct outcome
{
   trisweep_stats stats;
   double        *x; /* [n] after a symmetric sweep from the x of the case */
} outcome;

/* Analyse with options, sweep once, and check the statistics. */
static void run(const sweep_case *c, const device_block *d, const char *options, outcome *o)
{
   const size_t       bytes = (size_t) c->m->n * sizeof(double);
   trisweep_context  *ctx = check_context(options);
   trisweep_smoother *s = check_smoother(ctx);
   trisweep_sweep     how = TRISWEEP_SWEEP_INIT;
   double            *b = device_put(c->b, bytes);
   double            *x = device_put(c->x, bytes);
   how.direction = TRISWEEP_SYMMETRIC;
   how.b = b;
   how.x = x;
   assert_ok(trisweep_smoother_analyse(s, &d->view, device_stream()));
   assert_ok(trisweep_smoother_update_values(s, &d->view, NULL, device_stream()));
   assert_ok(trisweep_smoother_sweep(s, &how, device_stream()));
   o->x = check_alloc((size_t) c->m->n, sizeof *o->x);
   device_get(o->x, x, bytes);
   assert_ok(trisweep_smoother_stats(s, sizeof o->stats, &o->stats));
   cudaFree(b);
   cudaFree(x);
   trisweep_smoother_destroy(&s);
   trisweep_context_destroy(&ctx);
}

static void expect_same_bits(const sweep_case *c, const outcome *a, const outcome *b)
{
   assert_memory_equal(a->x, b->x, (size_t) c->m->n * sizeof *a->x);
}

/* The choice is the same in every run, and the chosen schedule by name gives the same bits. */
static void check_choice(const sweep_case *c, const device_block *d)
{
   char    options[200];
   outcome o[3];
   run(c, d, "", &o[0]);
   run(c, d, "", &o[1]);
   snprintf(options, sizeof options, "schedule=%s", o[0].stats.schedule);
   run(c, d, options, &o[2]);
   assert_string_equal(o[0].stats.chosen_by, "rules");
   assert_string_equal(o[1].stats.schedule, o[0].stats.schedule);
   assert_string_equal(o[2].stats.chosen_by, "option");
   assert_string_equal(o[0].stats.ordering, "natural");
   expect_same_bits(c, &o[0], &o[1]);
   expect_same_bits(c, &o[0], &o[2]);
   for (int k = 0; k < 3; k++)
   {
      free(o[k].x);
   }
}

static void test_block_of_family(const char *name, const test_block *m)
{
   sweep_case   c;
   device_block d;
   if (m->n == 0)
   {
      return;
   }
   sweep_case_open(&c, name, m);
   device_block_open(m, &d);
   check_choice(&c, &d);
   device_block_close(&d);
   sweep_case_close(&c);
}

int main(void)
{
   const int missing = device_missing();
   return missing ? missing : families_run("device/rule", test_block_of_family);
}
