/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Each allocation in the life of a smoother fails in turn, alone or with all later ones: the call
 * returns MEMORY with the purpose of the allocation, x is unchanged, a repetition of the call
 * succeeds, and the final bits equal those of a life without failures. If a single allocation of
 * an analysis fails, a schedule with less memory replaces the chosen one.
 */
#include "support/check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/registry.h"
#include "support/gallery.h"

enum
{
   LENGTH = 128, /* of the vectors; the matrices are smaller */
   FIRST_SIZE = 5,
   OTHER_SIZE = 3
};

/* The calls in the life of a smoother. Later steps repeat earlier ones with a loaded matrix. */
typedef enum life_step
{
   CREATE_CONTEXT,
   CREATE_SMOOTHER,
   ANALYSE,
   UPDATE,
   SWEEP,
   UPDATE_WITH_NORMS,
   SWEEP_L1,
   ANALYSE_AGAIN,
   ANALYSE_OTHER,
   UPDATE_OTHER,
   SWEEP_OTHER,
   ANALYSE_FACTORS,
   UPDATE_FACTORS,
   CORRECT,
   N_STEPS
} life_step;

static const char *const step_names[N_STEPS] = {
   "create a context",  "create a smoother", "analyse",       "update",        "sweep",
   "update with norms", "sweep l1",          "analyse again", "analyse other", "update other",
   "sweep other",       "analyse factors",   "factorise",     "correct",
};

typedef struct life
{
   const char        *options;
   test_block         m;     /* first matrix */
   test_block         other; /* second matrix */
   trisweep_context  *ctx;
   trisweep_smoother *s;
   double            *b;
   double            *x;
   trisweep_factors   factors; /* of the last steps */
   int                failures;
} life;

static trisweep_status sweep(life *l, trisweep_scaling scaling)
{
   trisweep_sweep how = TRISWEEP_SWEEP_INIT;
   how.direction = TRISWEEP_SYMMETRIC;
   how.scaling = scaling;
   how.relax_weight = 0.9;
   how.omega = 0.8;
   how.b = l->b;
   how.x = l->x;
   return trisweep_smoother_sweep(l->s, &how, NULL);
}

static trisweep_status correct(life *l)
{
   trisweep_correction how = TRISWEEP_CORRECTION_INIT;
   how.b = l->b;
   how.x = l->x;
   return trisweep_smoother_correct(l->s, &how, NULL);
}

/* Set the factors of this run, and analyse. */
static trisweep_status analyse_factors(life *l, const trisweep_csr *a)
{
   assert_ok(trisweep_smoother_set_factors(l->s, l->factors, 1));
   return trisweep_smoother_analyse(l->s, a, NULL);
}

static trisweep_status do_step(life *l, life_step step)
{
   const trisweep_csr a = block_view(&l->m);
   const trisweep_csr other = block_view(&l->other);
   switch (step)
   {
   case CREATE_CONTEXT:
      return trisweep_context_create(l->options, &l->ctx);
   case CREATE_SMOOTHER:
      return trisweep_smoother_create(l->ctx, &l->s);
   case ANALYSE:
   case ANALYSE_AGAIN:
      return trisweep_smoother_analyse(l->s, &a, NULL);
   case UPDATE:
      return trisweep_smoother_update_values(l->s, &a, NULL, NULL);
   case UPDATE_WITH_NORMS:
      return trisweep_smoother_update_values(l->s, &a, l->m.l1, NULL);
   case SWEEP:
      return sweep(l, TRISWEEP_DIAGONAL);
   case SWEEP_L1:
      return sweep(l, TRISWEEP_L1);
   case ANALYSE_OTHER:
      return trisweep_smoother_analyse(l->s, &other, NULL);
   case UPDATE_OTHER:
      return trisweep_smoother_update_values(l->s, &other, l->other.l1, NULL);
   case SWEEP_OTHER:
      return sweep(l, TRISWEEP_L1);
   case ANALYSE_FACTORS:
      return analyse_factors(l, &other);
   case UPDATE_FACTORS:
      return trisweep_smoother_update_values(l->s, &other, NULL, NULL);
   case CORRECT:
      return correct(l);
   case N_STEPS:
      break;
   }
   fail_msg("there is no step %d", (int) step);
   return TRISWEEP_ERROR_ARGUMENT;
}

/* After a failed step x, the handles and the loaded matrix must be unchanged. */
static void check_failure(life *l, life_step step, trisweep_status status, const double *x)
{
   assert_status(status, MEMORY);
   assert_message("trisweep: no memory for ", " bytes)", "fewer ranks");
   assert_memory_equal(l->x, x, LENGTH * sizeof *x);
   assert_true((l->ctx == NULL) == (step == CREATE_CONTEXT));
   assert_true((l->s == NULL) == (step <= CREATE_SMOOTHER));
   if (step == ANALYSE || step == ANALYSE_OTHER || step == ANALYSE_FACTORS)
   {
      /* the smoother has no matrix, so that no sweep reads a partial matrix */
      const trisweep_stats stats = check_stats(l->s);
      assert_int_equal(stats.extra_bytes, 0);
      assert_status(sweep(l, TRISWEEP_DIAGONAL), ORDER);
   }
   else if (step == UPDATE_WITH_NORMS || step == UPDATE || step == UPDATE_OTHER ||
            step == UPDATE_FACTORS)
   {
      assert_status(sweep(l, TRISWEEP_DIAGONAL), ORDER);
   }
   assert_memory_equal(l->x, x, LENGTH * sizeof *x);
}

/* A step whose allocations fail from the k-th on succeeds when repeated. */
static void do_step_with_retry(life *l, life_step step, int k)
{
   double *x = check_alloc(LENGTH, sizeof *x);
   memcpy(x, l->x, LENGTH * sizeof *x);
   check_fail_from(k);
   const trisweep_status status = do_step(l, step);
   check_fail_from(0);
   if (status != TRISWEEP_OK)
   {
      l->failures++;
      check_failure(l, step, status, x);
      assert_ok(do_step(l, step));
   }
   free(x);
}

static void open_life(life *l, const char *options, const char *family)
{
   const gallery_family *f = gallery_find(family);
   memset(l, 0, sizeof *l);
   l->options = options;
   l->factors = strstr(family, "unsorted") ? TRISWEEP_DILU : TRISWEEP_ILU;
   assert_non_null(f);
   assert_true(gallery_make(f, FIRST_SIZE, random_seed(), &l->m));
   assert_true(gallery_make(f, OTHER_SIZE, random_seed(), &l->other));
   assert_true(l->m.n <= LENGTH && l->other.n <= LENGTH && l->m.n != l->other.n);
   l->b = check_alloc(LENGTH, sizeof *l->b);
   l->x = check_alloc(LENGTH, sizeof *l->x);
   for (int i = 0; i < LENGTH; i++)
   {
      l->b[i] = 1.0 / (double) (i + 1);
      l->x[i] = 1.0 - (double) (i % 3);
   }
}

static void close_life(life *l)
{
   trisweep_smoother_destroy(&l->s);
   trisweep_context_destroy(&l->ctx);
   assert_null(l->s);
   assert_null(l->ctx);
   block_free(&l->m);
   block_free(&l->other);
   free(l->b);
   free(l->x);
}

/* Run all steps; the k-th allocation of the given step fails. Returns the number of failures. */
static int run_steps(const char *options, const char *family, life_step step, int k,
                     double **result)
{
   life l;
   open_life(&l, options, family);
   for (life_step now = CREATE_CONTEXT; now < N_STEPS; now++)
   {
      do_step_with_retry(&l, now, now == step ? k : 0);
   }
   *result = l.x;
   l.x = NULL;
   const int failures = l.failures;
   close_life(&l);
   return failures;
}

/* Destroy the smoother directly after the failure: no memory is lost. */
static void fail_and_destroy(const char *options, const char *family, life_step step, int k)
{
   life l;
   open_life(&l, options, family);
   for (life_step now = CREATE_CONTEXT; now < step; now++)
   {
      assert_ok(do_step(&l, now));
   }
   check_fail_from(k);
   assert_status(do_step(&l, step), MEMORY);
   check_fail_from(0);
   close_life(&l);
}

/* The k-th allocation of an analysis fails: another schedule is used, with correct sweeps. True if
   an allocation failed. */
static bool run_with_fallback(const char *options, const char *family, life_step step, int k,
                              const double *want)
{
   life l;
   bool fell_back = false;
   open_life(&l, options, family);
   for (life_step now = CREATE_CONTEXT; now < N_STEPS; now++)
   {
      check_fail_at(now == step ? k : 0);
      assert_ok(do_step(&l, now));
      check_fail_at(0);
      if (now == step)
      {
         const trisweep_stats stats = check_stats(l.s);
         fell_back = stats.low_memory;
         assert_true(!fell_back || !strcmp(stats.schedule, "serial"));
      }
   }
   for (int i = 0; i < LENGTH; i++)
   {
      assert_true(fabs(l.x[i] - want[i]) <= 1e-12 * (1.0 + fabs(want[i])));
   }
   close_life(&l);
   return fell_back;
}

static void test_fallback(const char *options, const char *family, const double *want)
{
   static const life_step steps[] = { ANALYSE, ANALYSE_OTHER };
   for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++)
   {
      int k = 1;
      while (run_with_fallback(options, family, steps[i], k, want))
      {
         k++;
      }
      assert_true(k > 1);
   }
}

static void test_options(const char *options, const char *family)
{
   double *want, *got;
   int     total = 0;
   assert_int_equal(run_steps(options, family, N_STEPS, 0, &want), 0);
   for (life_step step = CREATE_CONTEXT; step < N_STEPS; step++)
   {
      int k = 1;
      for (; run_steps(options, family, step, k, &got); k++)
      {
         assert_memory_equal(got, want, LENGTH * sizeof *want);
         free(got);
         fail_and_destroy(options, family, step, k);
      }
      free(got);
      total += k - 1;
      print_message("# %s, %s: %d allocations to %s\n", options, family, k - 1, step_names[step]);
   }
   test_fallback(options, family, want);
   /* without a failed allocation the checks above would test nothing */
   assert_true(total >= 20);
   free(want);
}

/* Every host schedule by name, except those that refuse the factors of the last steps. */
static void test_by_name(void **state)
{
   (void) state;
   for (int k = 0; tsw_schedule_get(k); k++)
   {
      const tsw_registered *entry = tsw_schedule_get(k);
      if (entry->schedule->space == TRISWEEP_HOST && entry->schedule->values != TSW_VALUES_BORROWED)
      {
         char options[64];
         /* one thread where bits depend on the order of threads */
         snprintf(options, sizeof options, "schedule=%s %s", tsw_registered_name(entry),
                  tsw_registered_deterministic(entry) ? CHECK_TWO_THREADS : "threads=1");
         test_options(options, "sparse");
         test_options(options, "repeated, unsorted");
      }
   }
}

static void test_auto(void **state)
{
   (void) state;
   test_options("schedule=auto " CHECK_TWO_THREADS, "sparse");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_by_name),
      cmocka_unit_test(test_auto),
   };
   return cmocka_run_group_tests_name("allocations", tests, check_clean_environment, NULL);
}
