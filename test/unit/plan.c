/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Plans, and the choice of their schedule (plan/plan.c, plan/host/build.c). */
#include "support/check.h"

#include <stdio.h>
#include <string.h>

#include "block/csr.h"
#include "space/space.h"
#include "support/blocks.h"

#ifdef _OPENMP
#include <omp.h>
#endif

/* n rows in n_chains interleaved chains: row i is coupled to rows i - n_chains and i + n_chains. */
static void make_chains(int64_t n, int64_t n_chains, test_block *m)
{
   entry_list e;
   entries_open(&e, n);
   for (int64_t i = 0; i < n; i++)
   {
      entries_add(&e, i, i, 2.0);
      entries_add(&e, i, i - n_chains, 1.0);
      entries_add(&e, i, i + n_chains, 1.0);
   }
   block_build(&e, m);
}

static tsw_options options_of(const char *string)
{
   tsw_options options;
   assert_ok(tsw_options_read(string, &options));
   return options;
}

static trisweep_status build(const test_block *m, const char *string, tsw_memory *owner,
                             tsw_plan *plan)
{
   const trisweep_csr a = block_view(m);
   const tsw_options  options = options_of(string);
   assert_ok(tsw_csr_validate(&a));
   return tsw_plan_build(&tsw_planner_host, &a, &options, TSW_USE_SWEEPS, NULL, NULL, owner, plan);
}

/* ---- fallback after a refused schedule ------------------------------------- */

static int n_refusing; /* the first n_refusing schedules below are refused */

/* Build as on a device by the rule: the first schedule that was not refused before. */
static trisweep_status build_refusing(const trisweep_csr *a, const tsw_options *options,
                                      const tsw_plan *layout_from, void *stream, tsw_memory *owner,
                                      tsw_plan *plan)
{
   static const char *const names[] = { "wavefront", "inplace", "serial" };
   const int                k = plan->n_refused;
   (void) options;
   (void) layout_from;
   (void) stream;
   plan->choice.by_rule = true;
   if (k == 3)
   {
      plan->schedule = NULL;
      return TRISWEEP_ERROR_UNSUPPORTED;
   }
   tsw_plan_take(plan, tsw_schedule_find(names[k], TRISWEEP_HOST));
   assert_null(plan->order); /* the refused plan was freed */
   assert_ok(tsw_memory_alloc(owner, &plan->order, a->n_rows, sizeof(int32_t), "a test"));
   return k < n_refusing ? TRISWEEP_ERROR_UNSUPPORTED : TRISWEEP_OK;
}

static void test_falls_back_to_next_best(void **state)
{
   static const char *const chosen[] = { "wavefront", "inplace", "serial" };
   const tsw_options        options = options_of("");
   tsw_planner              planner = tsw_planner_host;
   test_block               m;
   (void) state;
   make_chains(8, 1, &m);
   const trisweep_csr a = block_view(&m);
   planner.build = build_refusing;
   for (n_refusing = 0; n_refusing <= 3; n_refusing++)
   {
      tsw_memory            owner = { 0 };
      tsw_plan              plan;
      const trisweep_status status =
         tsw_plan_build(&planner, &a, &options, TSW_USE_SWEEPS, NULL, NULL, &owner, &plan);
      assert_int_equal(status, n_refusing < 3 ? TRISWEEP_OK : TRISWEEP_ERROR_UNSUPPORTED);
      assert_int_equal(plan.n_refused, n_refusing);
      if (n_refusing > 0)
      {
         assert_string_equal(plan.refused, chosen[0]);
      }
      if (status == TRISWEEP_OK)
      {
         assert_string_equal(tsw_plan_name(&plan), chosen[n_refusing]);
      }
      plan.schedule = NULL; /* the schedule has made no plan to free */
      tsw_plan_free(&owner, &plan);
      assert_int_equal(owner.bytes, 0);
   }
   block_free(&m);
}

/* ---- choice of the schedule ------------------------------------------------ */

/* A plan for this block must get this schedule and number of threads. */
static void expect_choice(const test_block *m, const char *options, const char *schedule,
                          int threads)
{
   tsw_memory owner = { 0 };
   tsw_plan   plan;
   assert_ok(build(m, options, &owner, &plan));
   assert_string_equal(tsw_plan_name(&plan), schedule);
   assert_int_equal(plan.n_threads, threads);
   tsw_plan_free(&owner, &plan);
   assert_int_equal(owner.bytes, 0);
   assert_null(plan.schedule);
}

static void test_by_name(void **state)
{
   (void) state;
   test_block m;
   make_chains(50, 5, &m);
   expect_choice(&m, "schedule=serial", "serial", 1);
   expect_choice(&m, "schedule=serial " CHECK_TWO_THREADS, "serial", 1);
   expect_choice(&m, "schedule=wavefront", "wavefront", 1);
#ifdef _OPENMP
   expect_choice(&m, "schedule=wavefront threads=3", "wavefront", 3);
   expect_choice(&m, "schedule=wavefront threads=0", "wavefront", omp_get_max_threads());
#endif
   block_free(&m);
}

#ifndef _OPENMP
static void test_without_openmp(void **state)
{
   (void) state;
   test_block m;
   make_chains(5, 1, &m);
   expect_choice(&m, "threads=2", "serial", 1);
   expect_choice(&m, "threads=0 schedule=wavefront", "wavefront", 1);
   block_free(&m);
}
#endif

static void test_auto(void **state)
{
   (void) state;
   test_block m;
   make_chains(20, 4, &m);
   expect_choice(&m, "", "serial", 1);
#ifdef _OPENMP
   expect_choice(&m, "threads=2", "wavefront", 2);
#endif
   block_free(&m);
}

static void test_schedule_of_another_space(void **state)
{
   (void) state;
   test_block m;
   make_chains(3, 1, &m);
   const trisweep_csr a = block_view(&m);
   tsw_options        options = options_of("");
   tsw_memory         owner = { 0 };
   tsw_plan           plan;
   strcpy(options.value[TSW_OPTION_schedule], "moon");
   assert_status(
      tsw_plan_build(&tsw_planner_host, &a, &options, TSW_USE_SWEEPS, NULL, NULL, &owner, &plan),
      UNSUPPORTED);
   assert_message("'moon'", "host", "trisweep-info --schedules");
   tsw_plan_free(&owner, &plan);
   assert_int_equal(owner.bytes, 0);
   block_free(&m);
}

static void test_depth(void **state)
{
   (void) state;
   const int64_t sizes[][3] = { { 0, 1, 0 }, { 1, 1, 1 }, { 9, 1, 9 }, { 9, 3, 3 }, { 9, 9, 1 } };
   for (int k = 0; k < 5; k++)
   {
      test_block m;
      tsw_memory owner = { 0 };
      tsw_plan   plan;
      make_chains(sizes[k][0], sizes[k][1], &m);
      assert_ok(build(&m, "", &owner, &plan));
      assert_int_equal(plan.depth, sizes[k][2]);
      tsw_plan_free(&owner, &plan);
      block_free(&m);
   }
}

/* Counted by hand for a chain of 4: 3 entries in each triangle, 12 bytes an entry, 4 a row. */
static void test_bytes_of_a_pass(void **state)
{
   (void) state;
   const double triangle = 3 * 12 + 4 * 4;
   const double vector = 4 * 8;
   test_block   m;
   tsw_memory   owner = { 0 };
   tsw_plan     plan;
   double       t;
   make_chains(4, 1, &m);
   assert_ok(build(&m, "schedule=serial", &owner, &plan));
   tsw_pass pass = { .kind = TSW_PASS_FULL, .omega = 1.0, .relax_weight = 1.0 };
   /* b, 1/m and x read, x written */
   assert_true(tsw_plan_pass_bytes(&plan, &pass) == 2 * triangle + 4 * vector);
   pass.omega = 0.7; /* v read */
   assert_true(tsw_plan_pass_bytes(&plan, &pass) == 2 * triangle + 5 * vector);
   pass.omega = 1.0;
   pass.t = &t; /* t written */
   assert_true(tsw_plan_pass_bytes(&plan, &pass) == 2 * triangle + 5 * vector);
   pass.kind = TSW_PASS_HALF; /* t read instead of b, one triangle */
   assert_true(tsw_plan_pass_bytes(&plan, &pass) == triangle + 4 * vector);
   pass.kind = TSW_PASS_ZERO;
   pass.t = NULL; /* x is only written */
   assert_true(tsw_plan_pass_bytes(&plan, &pass) == triangle + 3 * vector);
   pass.diag_scale = &t;
   assert_true(tsw_plan_pass_bytes(&plan, &pass) == triangle + 4 * vector);
   tsw_plan_free(&owner, &plan);
   block_free(&m);
}

/* Sweeps in natural order on one thread read the caller's arrays unless memory=fast. */
static void test_in_place(void **state)
{
   test_block m;
   (void) state;
   make_chains(5, 1, &m);
   expect_choice(&m, "memory=low", "inplace", 1);
   expect_choice(&m, "memory=low threads=4", "inplace", 1);
   expect_choice(&m, "memory=auto", "inplace", 1);
   expect_choice(&m, "memory=fast", "serial", 1);
   expect_choice(&m, "memory=fast schedule=inplace", "inplace", 1);
   expect_choice(&m, "memory=auto schedule=serial", "serial", 1);
   block_free(&m);
}

/* Schedule inplace refuses incomplete factors. */
static void test_in_place_without_factors(void **state)
{
   test_block         m;
   trisweep_context  *ctx = check_context("schedule=inplace");
   trisweep_smoother *s = check_smoother(ctx);
   (void) state;
   make_chains(5, 1, &m);
   const trisweep_csr a = block_view(&m);
   assert_ok(trisweep_smoother_set_factors(s, TRISWEEP_ILU, 0));
   assert_status(trisweep_smoother_analyse(s, &a, NULL), UNSUPPORTED);
   assert_message("inplace", "incomplete factors");
   trisweep_smoother_destroy(&s);
   trisweep_context_destroy(&ctx);
   block_free(&m);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_falls_back_to_next_best),
      cmocka_unit_test(test_by_name),
      cmocka_unit_test(test_auto),
#ifndef _OPENMP
      cmocka_unit_test(test_without_openmp),
#endif
      cmocka_unit_test(test_schedule_of_another_space),
      cmocka_unit_test(test_in_place),
      cmocka_unit_test(test_in_place_without_factors),
      cmocka_unit_test(test_depth),
      cmocka_unit_test(test_bytes_of_a_pass),
   };
   return cmocka_run_group_tests_name("plan", tests, check_clean_environment, NULL);
}
