/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Few colours on the device, queued and settled: patterns that are extreme for packing
 * kernels (no rows, few rows, hubs, one full row, a chain of ten million rows, a dense
 * block), which must sweep as on the host; allocations that fail in turn; blocks that
 * replace each other; capture into a graph.
 */
#include "support/check.h"

#include <stdlib.h>

#include "device/few.h"
#include "support/fill.h"

enum
{
   SMALL = 10, /* rows, at most */
   HUB = 200000,
   MEDIUM = 30000,
   CHAIN = 10000000,
   DENSE = 5000,
   RING = 64, /* two bands */
   LAPS = 3
};

static const char auto_double[] = "ordering=auto values=double";

/* ---- shapes --------------------------------------------------------------- */

/* Kinds of sweep: with weights, plain, from a zero guess, by norms in one direction. */
static void check_sweeps(few_block *f)
{
   few_expect_host_sweep(f);
   f->sweep.relax_weight = 1.0;
   f->sweep.omega = 1.0;
   few_expect_host_sweep(f);
   f->sweep.zero_guess = 1;
   few_expect_host_sweep(f);
   f->sweep.zero_guess = 0;
   f->sweep.direction = TRISWEEP_BACKWARD;
   f->sweep.scaling = TRISWEEP_L1;
   few_expect_host_sweep(f);
   f->sweep.direction = TRISWEEP_FORWARD;
   f->sweep.omega = 0.75;
   few_expect_host_sweep(f);
}

/* Both ways to load a block. */
static void check_block(test_block m)
{
   few_block f;
   few_open_block(auto_double, m, &f);
   assert_ok(device_load(f.s, &f.d, true));
   check_sweeps(&f);
   assert_ok(device_load(f.s, &f.d, false));
   few_expect_host_sweep(&f);
   device_fixture_close(&f);
}

typedef void fill_function(entry_list *e, int64_t n, random_stream *r);

static test_block make_shape(fill_function *fill, int64_t n)
{
   random_stream r = random_open(random_seed(), "shapes", n);
   entry_list    e;
   test_block    m;
   entries_open(&e, n);
   fill(&e, n, &r);
   block_build(&e, &m);
   return m;
}

static void check_shape(fill_function *fill, int64_t n)
{
   check_block(make_shape(fill, n));
}

static void fill_nothing(entry_list *e, int64_t n, random_stream *r)
{
   (void) e;
   (void) n;
   (void) r;
}

/* All entries in one row. */
static void fill_one_row(entry_list *e, int64_t n, random_stream *r)
{
   for (int64_t j = 0; j < n; j++)
   {
      entries_add(e, n / 2, j, j == n / 2 ? (double) n : random_real(r));
   }
}

/* A diagonal and one full row. */
static void fill_full_row(entry_list *e, int64_t n, random_stream *r)
{
   fill_one_row(e, n, r);
   for (int64_t i = 0; i < n; i++)
   {
      entries_add(e, i, i == n / 2 ? -1 : i, 2.0);
   }
}

/* Rows that are coupled with one in the middle only. */
static void fill_star(entry_list *e, int64_t n, random_stream *r)
{
   fill_full_row(e, n, r);
   for (int64_t i = 0; i < n; i++)
   {
      entries_add(e, i, i == n / 2 ? -1 : n / 2, random_real(r));
   }
}

/* Entries in every other row. */
static void fill_half(entry_list *e, int64_t n, random_stream *r)
{
   for (int64_t i = 1; i < n; i += 2)
   {
      entries_add(e, i, i, 8.0);
      entries_add(e, i, i - 1, random_real(r));
      entries_add(e, i, random_below(r, n), random_real(r));
   }
}

/* Numbers of entries a row, each with another number of lanes. */
static void fill_evenly(entry_list *e, int64_t n, int64_t length, random_stream *r)
{
   for (int64_t i = 0; i < n; i++)
   {
      entries_add(e, i, i, (double) length);
      for (int64_t k = 1; k < length; k++)
      {
         entries_add(e, i, random_below(r, n), random_real(r));
      }
   }
}

static void fill_3_a_row(entry_list *e, int64_t n, random_stream *r)
{
   fill_evenly(e, n, 3, r);
}

static void fill_30_a_row(entry_list *e, int64_t n, random_stream *r)
{
   fill_evenly(e, n, 30, r);
}

static void fill_150_a_row(entry_list *e, int64_t n, random_stream *r)
{
   fill_evenly(e, n, 150, r);
}

static void fill_all(entry_list *e, int64_t n, random_stream *r)
{
   for (int64_t i = 0; i < n; i++)
   {
      for (int64_t j = 0; j < n; j++)
      {
         entries_add(e, i, j, i == j ? (double) n : random_real(r));
      }
   }
}

static void test_small(void **state)
{
   static fill_function *const fills[] = { fill_nothing, fill_diagonal, fill_chain,      fill_all,
                                           fill_one_row, fill_full_row, fill_star,       fill_half,
                                           fill_3_a_row, fill_repeated, fill_no_diagonal };
   (void) state;
   for (size_t k = 0; k < sizeof fills / sizeof fills[0]; k++)
   {
      for (int64_t n = 0; n < SMALL; n++)
      {
         if (n > 0 || fills[k] == fill_nothing)
         {
            check_shape(fills[k], n);
         }
      }
   }
}

static void test_hubs(void **state)
{
   (void) state;
   check_shape(fill_star, HUB);
   check_shape(fill_arrow_first, HUB);
   check_shape(fill_arrow_last, HUB);
   check_shape(fill_full_row, HUB);
   check_shape(fill_one_row, HUB);
   check_shape(fill_half, HUB);
   check_shape(fill_nothing, HUB);
}

static void test_lengths(void **state)
{
   (void) state;
   check_shape(fill_3_a_row, HUB);
   check_shape(fill_30_a_row, MEDIUM);
   check_shape(fill_150_a_row, MEDIUM);
}

/* Fewer sweeps: the host's sweeps are slow. */
static void check_large(fill_function *fill, int64_t n)
{
   few_block f;
   few_open_block(auto_double, make_shape(fill, n), &f);
   assert_ok(device_load(f.s, &f.d, true));
   few_expect_host_sweep(&f);
   f.sweep.zero_guess = 1;
   few_expect_host_sweep(&f);
   device_fixture_close(&f);
}

static void test_large(void **state)
{
   (void) state;
   check_large(fill_chain, CHAIN);
   check_large(fill_all, DENSE);
}

/* ---- little memory -------------------------------------------------------- */

/* The k-th allocation of a queued load fails: the load is refused, or declined. */
static bool setup_async_with_failure(few_block *f, int k)
{
   int queued = -1;
   trisweep_smoother_destroy(&f->s);
   f->s = check_smoother(f->ctx);
   check_fail_at(k);
   const trisweep_status status =
      trisweep_smoother_setup_async(f->s, &f->d.view, f->d.l1, device_stream(), &queued);
   check_fail_at(0);
   assert_true(status == TRISWEEP_OK || status == TRISWEEP_ERROR_MEMORY);
   assert_int_equal(queued, status == TRISWEEP_OK && queued != 0);
   if (queued == 0)
   {
      assert_status(trisweep_smoother_sweep(f->s, &f->sweep, device_stream()), ORDER);
      few_expect_x(f, f->ones, 0.0);
      assert_ok(device_load(f->s, &f->d, k % 2 == 0));
   }
   few_expect_host_sweep(f);
   few_put_x(f, f->ones);
   return queued == 0;
}

/* The same for an update: after a failure the smoother has no values. */
static bool update_with_failure(few_block *f, int k)
{
   check_fail_at(k);
   const trisweep_status status =
      trisweep_smoother_update_values(f->s, &f->d.view, f->d.l1, device_stream());
   check_fail_at(0);
   if (status != TRISWEEP_OK)
   {
      assert_int_equal(status, TRISWEEP_ERROR_MEMORY);
      assert_status(trisweep_smoother_sweep(f->s, &f->sweep, device_stream()), ORDER);
      assert_ok(trisweep_smoother_update_values(f->s, &f->d.view, f->d.l1, device_stream()));
   }
   few_expect_host_sweep(f);
   return status != TRISWEEP_OK;
}

/* The same for a first sweep, which leaves x unchanged. */
static bool sweep_with_failure(few_block *f, int k)
{
   trisweep_smoother_destroy(&f->s);
   f->s = check_smoother(f->ctx);
   assert_ok(device_load(f->s, &f->d, true));
   few_put_x(f, f->ones);
   check_fail_at(k);
   const trisweep_status status = trisweep_smoother_sweep(f->s, &f->sweep, device_stream());
   check_fail_at(0);
   if (status != TRISWEEP_OK)
   {
      assert_int_equal(status, TRISWEEP_ERROR_MEMORY);
      few_expect_x(f, f->ones, 0.0);
   }
   few_expect_host_sweep(f);
   return status != TRISWEEP_OK;
}

static void test_little_memory(void **state)
{
   bool (*const calls[])(few_block *, int) = { setup_async_with_failure, update_with_failure,
                                               sweep_with_failure };
   static const int least[] = { 5, 2, 3 }; /* number of calls; the last call succeeds */
   (void) state;
   for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++)
   {
      few_block f;
      int       k = 1;
      few_open(auto_double, &f);
      assert_ok(trisweep_smoother_analyse(f.s, &f.d.view, device_stream()));
      while (calls[i](&f, k))
      {
         k++;
      }
      assert_true(k >= least[i]);
      device_fixture_close(&f);
   }
}

/* ---- more than one block -------------------------------------------------- */

/* Two entries a row: the diagonal, and a row of the other band or some other row. */
static void make_ring(bool mixed, test_block *m)
{
   entry_list e;
   entries_open(&e, RING);
   for (int64_t i = 0; i < RING; i++)
   {
      entries_add(&e, i, i, 4.0);
      entries_add(&e, i, (i + (mixed ? 1 + 5 * i % (RING - 1) : RING / 2)) % RING, -1.0);
   }
   block_build(&e, m);
}

/* Blocks of one size: one is exact in two colours, the other has entries within a band. */
static void test_replaced(void **state)
{
   few_block      f;
   test_block     ring, mixed;
   device_block   d;
   trisweep_stats stats;
   int            queued = 0;
   (void) state;
   make_ring(false, &ring);
   make_ring(true, &mixed);
   assert_int_equal(ring.nnz, mixed.nnz);
   device_block_open(&ring, &d);
   few_open_block(auto_double, mixed, &f);
   for (int lap = 0; lap < LAPS; lap++)
   {
      assert_ok(trisweep_smoother_setup_async(f.s, &d.view, d.l1, device_stream(), &queued));
      assert_ok(trisweep_smoother_wait(f.s));
      assert_ok(trisweep_smoother_stats(f.s, sizeof stats, &stats));
      assert_string_equal(stats.ordering, "color");
      assert_int_equal(stats.cut_entries, 0);
      assert_ok(trisweep_smoother_setup_async(f.s, &d.view, d.l1, device_stream(), &queued));
      assert_ok(device_load(f.s, &f.d, lap % 2 == 0)); /* replaces the queued load */
      assert_ok(trisweep_smoother_stats(f.s, sizeof stats, &stats));
      assert_string_equal(stats.ordering, "hybrid-color");
      assert_true(stats.cut_entries > 0);
      few_expect_host_sweep(&f);
   }
   assert_ok(trisweep_smoother_setup_async(f.s, &d.view, d.l1, device_stream(), &queued));
   device_fixture_close(&f); /* with work queued */
   device_block_close(&d);
   block_free(&ring);
}

/* ---- graphs --------------------------------------------------------------- */

/* A sweep that is captured once gives the same bits in every launch. */
static void test_graph(void **state)
{
   few_block       f;
   cudaGraph_t     graph;
   cudaGraphExec_t executable;
   cudaStream_t    stream = device_stream();
   (void) state;
   few_open(auto_double, &f);
   double *want = check_alloc((size_t) f.m.n, sizeof *want);
   assert_ok(device_load(f.s, &f.d, true));
   few_expect_host_sweep(&f);
   device_get(want, f.x, (size_t) f.m.n * sizeof *want);
   assert_cuda(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
   assert_ok(trisweep_smoother_sweep(f.s, &f.sweep, stream));
   assert_cuda(cudaStreamEndCapture(stream, &graph));
   assert_cuda(cudaGraphInstantiate(&executable, graph, 0));
   for (int lap = 0; lap < LAPS; lap++)
   {
      few_put_x(&f, f.ones);
      assert_cuda(cudaGraphLaunch(executable, stream));
      few_expect_x(&f, want, 0.0);
   }
   cudaGraphExecDestroy(executable);
   cudaGraphDestroy(graph);
   free(want);
   device_fixture_close(&f);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_small),         cmocka_unit_test(test_hubs),
      cmocka_unit_test(test_lengths),       cmocka_unit_test(test_large),
      cmocka_unit_test(test_little_memory), cmocka_unit_test(test_replaced),
      cmocka_unit_test(test_graph),
   };
   const int missing = device_missing();
   return missing
             ? missing
             : cmocka_run_group_tests_name("device/shapes", tests, check_clean_environment, NULL);
}
