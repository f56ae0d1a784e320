/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Smoothers (smoother/smoother.c): order of calls, reuse, changes of the matrix, statistics. */
#include "support/fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A tridiagonal block of n rows. */
static void make_line(int64_t n, test_block *m)
{
   entry_list e;
   entries_open(&e, n);
   for (int64_t i = 0; i < n; i++)
   {
      entries_add(&e, i, i, 4.0);
      entries_add(&e, i, i - 1, -1.0);
      entries_add(&e, i, i + 1, -1.0);
   }
   block_build(&e, m);
}

static int set_up(void **state)
{
   fixture *f = fixture_open(state);
   make_line(5, &f->m);
   f->a = block_view(&f->m);
   f->memory[0] = 1.0;
   return 0;
}

static void prepare(fixture *f)
{
   fixture_load(f, f->m.l1);
}

/* The sweep must fail with this status and must not write x. */
#define expect_sweep_fails(f, name)                                            \
   do                                                                          \
   {                                                                           \
      double before_[FIXTURE_LENGTH];                                          \
      memcpy(before_, (f)->memory, sizeof before_);                            \
      assert_status(trisweep_smoother_sweep((f)->s, &(f)->sweep, NULL), name); \
      assert_memory_equal(before_, (f)->memory, sizeof before_);               \
   } while (0)

static void test_null_arguments(void **state)
{
   fixture           *f = *state;
   trisweep_smoother *s = NULL;
   trisweep_stats     stats;
   assert_status(trisweep_smoother_create(NULL, &s), ARGUMENT);
   assert_message("ctx", "null pointer");
   assert_status(trisweep_smoother_create(f->ctx, NULL), ARGUMENT);
   assert_message("s is a null pointer");
   assert_status(trisweep_smoother_analyse(NULL, &f->a, NULL), ARGUMENT);
   assert_message("smoother", "null pointer");
   assert_status(trisweep_smoother_analyse(f->s, NULL, NULL), ARGUMENT);
   assert_message("matrix block", "null pointer");
   assert_status(trisweep_smoother_update_values(NULL, &f->a, NULL, NULL), ARGUMENT);
   assert_message("smoother", "null pointer");
   assert_status(trisweep_smoother_sweep(NULL, &f->sweep, NULL), ARGUMENT);
   assert_message("smoother", "null pointer");
   assert_status(trisweep_smoother_sweep(f->s, NULL, NULL), ARGUMENT);
   assert_message("sweep", "null pointer");
   assert_status(trisweep_smoother_stats(NULL, sizeof stats, &stats), ARGUMENT);
   assert_message("smoother", "null pointer");
   assert_status(trisweep_smoother_stats(f->s, sizeof stats, NULL), ARGUMENT);
   assert_message("stats", "null pointer");
   assert_status(trisweep_smoother_stats(f->s, 0, &stats), ARGUMENT);
   assert_message("size", "0");
   trisweep_smoother_locate(NULL, 1, 1);
   trisweep_smoother_destroy(NULL);
   trisweep_smoother_destroy(&s);
   assert_null(s);
   prepare(f);
   assert_status(trisweep_smoother_update_values(f->s, NULL, NULL, NULL), ARGUMENT);
   assert_message("matrix block", "null pointer");
   f->a.val = NULL;
   assert_status(trisweep_smoother_update_values(f->s, &f->a, NULL, NULL), ARGUMENT);
   assert_message("val", "null pointer");
}

static void test_wrong_order(void **state)
{
   fixture *f = *state;
   expect_sweep_fails(f, ORDER);
   assert_message("no values", "update_values");
   assert_status(trisweep_smoother_update_values(f->s, &f->a, NULL, NULL), ORDER);
   assert_message("no pattern is analysed", "trisweep_smoother_analyse");
   assert_ok(trisweep_smoother_analyse(f->s, &f->a, NULL));
   expect_sweep_fails(f, ORDER);
   assert_ok(trisweep_smoother_update_values(f->s, &f->a, NULL, NULL));
   f->sweep.scaling = TRISWEEP_L1;
   expect_sweep_fails(f, ORDER);
   assert_message("l1", "norms", "update_values");
   assert_ok(trisweep_smoother_update_values(f->s, &f->a, f->m.l1, NULL));
   assert_ok(trisweep_smoother_sweep(f->s, &f->sweep, NULL));
   /* an update without norms drops the norms */
   assert_ok(trisweep_smoother_update_values(f->s, &f->a, NULL, NULL));
   expect_sweep_fails(f, ORDER);
}

/* Messages about a block name rank and level; other messages do not. */
static void test_place(void **state)
{
   fixture           *f = *state;
   trisweep_smoother *other = NULL;
   f->a.n_cols = 6;
   assert_status(trisweep_smoother_analyse(f->s, &f->a, NULL), PATTERN);
   assert_message("trisweep: the block has 5 rows and 6 columns");
   trisweep_smoother_locate(f->s, 3, 2);
   assert_status(trisweep_smoother_analyse(f->s, &f->a, NULL), PATTERN);
   assert_message("rank 3, level 2: the block has");
   expect_sweep_fails(f, ORDER);
   assert_message("rank 3, level 2: no values");
   assert_status(trisweep_smoother_update_values(f->s, &f->a, NULL, NULL), ORDER);
   assert_message("rank 3, level 2: ");
   assert_status(trisweep_smoother_stats(f->s, 0, NULL), ARGUMENT);
   assert_message("rank 3, level 2: ");
   assert_status(trisweep_smoother_create(f->ctx, NULL), ARGUMENT);
   assert_message_lacks("rank", "level");
   assert_status(trisweep_smoother_analyse(f->s, NULL, NULL), ARGUMENT);
   assert_status(trisweep_smoother_analyse(NULL, NULL, NULL), ARGUMENT);
   assert_message_lacks("rank", "level");
   assert_status(trisweep_smoother_analyse(f->s, NULL, NULL), ARGUMENT);
   assert_status(trisweep_smoother_create(NULL, &other), ARGUMENT);
   assert_message_lacks("rank", "level");
   assert_status(trisweep_smoother_analyse(f->s, NULL, NULL), ARGUMENT);
   assert_status(trisweep_context_option(f->ctx, "nothing", NULL, NULL), OPTION);
   assert_message_lacks("rank", "level");
}

static void test_values_with_place_and_row(void **state)
{
   fixture *f = *state;
   trisweep_smoother_locate(f->s, 7, 0);
   assert_ok(trisweep_smoother_analyse(f->s, &f->a, NULL));
   f->m.val[f->m.row_ptr[3]] = NAN;
   assert_status(trisweep_smoother_update_values(f->s, &f->a, NULL, NULL), VALUE);
   assert_message("rank 7, level 0, row 3: ", "NaN", "column");
   /* a failed update drops the old values; the next good update enables sweeps again */
   expect_sweep_fails(f, ORDER);
   f->m.val[f->m.row_ptr[3]] = 1.0;
   assert_ok(trisweep_smoother_update_values(f->s, &f->a, NULL, NULL));
   assert_ok(trisweep_smoother_sweep(f->s, &f->sweep, NULL));
}

static void test_spaces(void **state)
{
   fixture *f = *state;
   prepare(f);
   f->a.space = (trisweep_space) 5;
   assert_status(trisweep_smoother_update_values(f->s, &f->a, NULL, NULL), ARGUMENT);
   assert_message("space 5", "neither host nor device");
   assert_status(trisweep_smoother_analyse(f->s, &f->a, NULL), ARGUMENT);
   assert_message("space 5", "neither host nor device");
}

/* The same pattern needs no second analysis and keeps the loaded values. */
static void test_reuse(void **state)
{
   fixture *f = *state;
   prepare(f);
   test_block copy;
   block_copy(&f->a, &copy);
   const trisweep_csr same = block_view(&copy);
   assert_ok(trisweep_smoother_analyse(f->s, &f->a, NULL));
   assert_ok(trisweep_smoother_analyse(f->s, &same, NULL));
   assert_int_equal(check_stats(f->s).n_analyses, 1);
   assert_int_equal(check_stats(f->s).n_reuses, 2);
   assert_ok(trisweep_smoother_sweep(f->s, &f->sweep, NULL));
   copy.col_idx[copy.nnz - 1] = 0;
   assert_ok(trisweep_smoother_analyse(f->s, &same, NULL));
   assert_int_equal(check_stats(f->s).n_analyses, 2);
   expect_sweep_fails(f, ORDER);
   block_free(&copy);
}

/* A failed analysis also drops the old matrix. */
static void test_failed_analysis_drops_the_matrix(void **state)
{
   fixture     *f = *state;
   trisweep_csr bad = f->a;
   prepare(f);
   bad.n_cols++;
   assert_status(trisweep_smoother_analyse(f->s, &bad, NULL), PATTERN);
   expect_sweep_fails(f, ORDER);
   assert_status(trisweep_smoother_update_values(f->s, &f->a, NULL, NULL), ORDER);
   const trisweep_stats stats = check_stats(f->s);
   assert_int_equal(stats.extra_bytes, 0);
   assert_int_equal(stats.n_rows, 0);
   assert_int_equal(stats.nnz, 0);
   assert_int_equal(stats.block_bytes, 0);
   assert_int_equal(stats.depth, 0);
   assert_string_equal(stats.schedule, "none");
   prepare(f);
   assert_ok(trisweep_smoother_sweep(f->s, &f->sweep, NULL));
}

/* After a failed analysis, an earlier pattern must be analysed again. */
static void test_no_reuse_after_failure(void **state)
{
   fixture           *f = *state;
   const trisweep_csr none = { 0 };
   assert_ok(trisweep_smoother_analyse(f->s, &none, NULL));
   assert_status(trisweep_smoother_analyse(f->s, NULL, NULL), ARGUMENT);
   assert_ok(trisweep_smoother_analyse(f->s, &none, NULL));
   assert_int_equal(check_stats(f->s).n_analyses, 2);
   assert_ok(trisweep_smoother_update_values(f->s, &none, NULL, NULL));
}

/* An update of another size is refused; the loaded values are kept. */
static void test_other_size(void **state)
{
   fixture   *f = *state;
   test_block other;
   prepare(f);
   make_line(6, &other);
   trisweep_csr a = block_view(&other);
   assert_status(trisweep_smoother_update_values(f->s, &a, NULL, NULL), ORDER);
   assert_message("6 rows", "16 entries", "5", "13", "analyse again");
   assert_ok(trisweep_smoother_sweep(f->s, &f->sweep, NULL));
   block_free(&other);
   make_line(5, &other);
   a = block_view(&other);
   a.nnz--;
   other.row_ptr[5]--;
   assert_status(trisweep_smoother_update_values(f->s, &a, NULL, NULL), ORDER);
   assert_message("12 entries", "13");
   assert_ok(trisweep_smoother_sweep(f->s, &f->sweep, NULL));
   block_free(&other);
}

/* Same size, other columns: the message names the row; sweeps fail, as values are mixed. */
static void test_other_pattern_of_the_same_size(void **state)
{
   fixture *f = *state;
   prepare(f);
   for (int32_t k = f->m.row_ptr[2]; k < f->m.row_ptr[3]; k++)
   {
      f->m.col_idx[k] = f->m.col_idx[k] == 1 ? 0 : f->m.col_idx[k];
   }
   assert_status(trisweep_smoother_update_values(f->s, &f->a, NULL, NULL), ORDER);
   assert_message("row 2", "pattern", "analyse again");
   expect_sweep_fails(f, ORDER);
   prepare(f);
   assert_ok(trisweep_smoother_sweep(f->s, &f->sweep, NULL));
}

static void test_values_change_without_analysis(void **state)
{
   fixture *f = *state;
   f->sweep.zero_guess = 1;
   prepare(f);
   assert_ok(trisweep_smoother_sweep(f->s, &f->sweep, NULL));
   assert_true(f->x[0] == 0.25);
   for (int64_t k = 0; k < f->m.nnz; k++)
   {
      f->m.val[k] *= 2.0;
   }
   /* the smoother uses its copy of the values until the next update */
   assert_ok(trisweep_smoother_sweep(f->s, &f->sweep, NULL));
   assert_true(f->x[0] == 0.25);
   assert_ok(trisweep_smoother_update_values(f->s, &f->a, NULL, NULL));
   assert_ok(trisweep_smoother_sweep(f->s, &f->sweep, NULL));
   assert_true(f->x[0] == 0.125);
   assert_int_equal(check_stats(f->s).n_analyses, 1);
   assert_int_equal(check_stats(f->s).n_updates, 2);
}

/* The caller may free the matrix as soon as the call returns. */
static void test_matrix_is_not_kept(void **state)
{
   fixture *f = *state;
   prepare(f);
   block_free(&f->m);
   for (int round = 0; round < 3; round++)
   {
      f->sweep.direction = (trisweep_direction) round;
      assert_ok(trisweep_smoother_sweep(f->s, &f->sweep, NULL));
   }
}

static void test_stats(void **state)
{
   fixture       *f = *state;
   trisweep_stats stats = check_stats(f->s);
   assert_string_equal(stats.schedule, "none");
   assert_int_equal(stats.extra_bytes, 0);
   prepare(f);
   f->sweep.direction = TRISWEEP_SYMMETRIC;
   assert_ok(trisweep_smoother_sweep(f->s, &f->sweep, NULL));
   stats = check_stats(f->s);
   assert_int_equal(stats.n_rows, 5);
   assert_int_equal(stats.nnz, 13);
   assert_int_equal(stats.depth, 5);
   assert_int_equal(stats.zero_diagonals, 0);
   assert_string_equal(stats.schedule, "serial");
   assert_int_equal(stats.space, TRISWEEP_HOST);
   assert_int_equal(stats.n_threads, 1);
   assert_int_equal(stats.block_bytes, 13 * 12 + 6 * 4);
   assert_int_equal(stats.n_analyses, 1);
   assert_int_equal(stats.n_updates, 1);
   assert_int_equal(stats.n_sweeps, 1);
   assert_true(stats.analysis_seconds >= 0.0 && stats.update_seconds >= 0.0);
   assert_true(stats.sweep_seconds >= 0.0 && stats.sweep_bytes > 0.0);
   /* two triangles of 4 entries, norms, diagonals and t of the sweep, floats, schedule */
   assert_int_equal(stats.extra_bytes, 2 * (4 * 12 + 6 * 4) + 4 * 5 * 8 + 8 * 4 + 24);
   f->m.val[0] = 0.0;
   assert_ok(trisweep_smoother_update_values(f->s, &f->a, NULL, NULL));
   assert_int_equal(check_stats(f->s).zero_diagonals, 1);
}

/* Programs compiled with a shorter or longer struct get the members that fit, and zeros. */
static void test_stats_of_other_sizes(void **state)
{
   fixture *f = *state;
   prepare(f);
   struct
   {
      trisweep_stats stats;
      unsigned char  more[32];
   } both;
   memset(&both, 0xAB, sizeof both);
   assert_ok(trisweep_smoother_stats(f->s, 16, &both.stats));
   assert_int_equal(both.stats.n_rows, 5);
   assert_int_equal(both.stats.nnz, 13);
   assert_int_equal(((const unsigned char *) &both)[16], 0xAB);
   assert_ok(trisweep_smoother_stats(f->s, sizeof both, &both.stats));
   assert_int_equal(both.stats.depth, 5);
   for (int i = 0; i < 32; i++)
   {
      assert_int_equal(both.more[i], 0);
   }
}

int main(void)
{
#define WITH_FIXTURE(test) cmocka_unit_test_setup_teardown(test, set_up, fixture_close)
   const struct CMUnitTest tests[] = {
      WITH_FIXTURE(test_null_arguments),
      WITH_FIXTURE(test_wrong_order),
      WITH_FIXTURE(test_place),
      WITH_FIXTURE(test_values_with_place_and_row),
      WITH_FIXTURE(test_spaces),
      WITH_FIXTURE(test_reuse),
      WITH_FIXTURE(test_failed_analysis_drops_the_matrix),
      WITH_FIXTURE(test_no_reuse_after_failure),
      WITH_FIXTURE(test_other_size),
      WITH_FIXTURE(test_other_pattern_of_the_same_size),
      WITH_FIXTURE(test_values_change_without_analysis),
      WITH_FIXTURE(test_matrix_is_not_kept),
      WITH_FIXTURE(test_stats),
      WITH_FIXTURE(test_stats_of_other_sizes),
   };
#undef WITH_FIXTURE
   return cmocka_run_group_tests_name("smoother", tests, check_clean_environment, NULL);
}
