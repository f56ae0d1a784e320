/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "support/check.h"

#include <stdlib.h>
#include <string.h>

#include "kernels/host/steps.h"

enum
{
   N_LEVELS = 6,
   MOST_ITEMS = 3000
};

/* Levels of 1, 600, 1, 1, 900 and 700 items with 1 entry each: a narrow run among wide levels. */
static const int32_t level_ptr[N_LEVELS + 1] = { 0, 1, 601, 602, 603, 1503, 2203 };

typedef struct log_book
{
   int times[MOST_ITEMS];    /* number of executions of each item */
   int level_done[N_LEVELS]; /* finished items of each level */
   int backward;
   int too_early; /* items started before the preceding level was finished */
} log_book;

static int level_of(int32_t item)
{
   int level = 0;
   while (level_ptr[level + 1] <= item)
   {
      level++;
   }
   return level;
}

static void note(const void *context, int32_t begin, int32_t end)
{
   log_book *book = (log_book *) (uintptr_t) context;
   for (int32_t n = 0; n < end - begin; n++)
   {
      const int32_t item = book->backward ? end - 1 - n : begin + n;
      const int     level = level_of(item);
      const int     before = book->backward ? level + 1 : level - 1;
      if (before >= 0 && before < N_LEVELS)
      {
         int done;
#pragma omp atomic read
         done = book->level_done[before];
         if (done < level_ptr[before + 1] - level_ptr[before])
         {
#pragma omp atomic
            book->too_early++;
         }
      }
      book->times[item]++;
#pragma omp atomic
      book->level_done[level]++;
   }
}

static int64_t *unit_work(void)
{
   int64_t *work = check_alloc(MOST_ITEMS + 1, sizeof *work);
   for (int k = 0; k <= MOST_ITEMS; k++)
   {
      work[k] = k;
   }
   return work;
}

static void expect_all_once(const tsw_steps *steps, int backward)
{
   log_book *book = check_alloc(1, sizeof *book);
   book->backward = backward;
   tsw_steps_run(steps, backward, note, book);
   assert_int_equal(book->too_early, 0);
   for (int k = 0; k < level_ptr[N_LEVELS]; k++)
   {
      assert_int_equal(book->times[k], 1);
   }
   free(book);
}

static void test_every_item_once_and_in_order(void **state)
{
   (void) state;
   int64_t *work = unit_work();
   for (int threads = 1; threads <= 9; threads++)
   {
      tsw_memory owner = { 0 };
      tsw_steps  steps;
      assert_ok(tsw_steps_build(level_ptr, N_LEVELS, work, threads, &owner, &steps));
      assert_int_equal(steps.n_threads, threads);
      expect_all_once(&steps, 0);
      expect_all_once(&steps, 1);
      tsw_steps_free(&owner, &steps);
      assert_int_equal(owner.bytes, 0);
   }
   free(work);
}

static void test_shares(void **state)
{
   (void) state;
   int64_t   *work = unit_work();
   tsw_memory owner = { 0 };
   tsw_steps  steps;
   assert_ok(tsw_steps_build(level_ptr, N_LEVELS, work, 3, &owner, &steps));
   assert_int_equal(steps.n_steps, 5);
   assert_int_equal(owner.bytes, 5 * 4 * sizeof(int32_t));
   const int32_t want[] = { 0,   1,   1,   1,   1,    201,  401,  601,  601,  603,
                            603, 603, 603, 903, 1203, 1503, 1503, 1737, 1970, 2203 };
   assert_memory_equal(steps.bounds, want, sizeof want);
   tsw_steps_free(&owner, &steps);
   free(work);
}

/* One item has more work than the rest of the level: some threads get no items. */
static void test_uneven_work(void **state)
{
   (void) state;
   int64_t *work = unit_work();
   for (int k = 302; k <= MOST_ITEMS; k++)
   {
      work[k] += 100000;
   }
   tsw_memory owner = { 0 };
   tsw_steps  steps;
   assert_ok(tsw_steps_build(level_ptr, N_LEVELS, work, 4, &owner, &steps));
   expect_all_once(&steps, 0);
   expect_all_once(&steps, 1);
   tsw_steps_free(&owner, &steps);
   free(work);
}

/* In a nested parallel region the team has one thread, which must execute all shares. */
static void test_smaller_team(void **state)
{
   (void) state;
   int64_t   *work = unit_work();
   tsw_memory owner = { 0 };
   tsw_steps  steps;
   assert_ok(tsw_steps_build(level_ptr, N_LEVELS, work, 4, &owner, &steps));
   log_book *books = check_alloc(2, sizeof *books);
   books[1].backward = 1;
#pragma omp parallel for num_threads(2)
   for (int k = 0; k < 2; k++)
   {
      tsw_steps_run(&steps, k == 1, note, &books[k]);
   }
   for (int k = 0; k < 2; k++)
   {
      assert_int_equal(books[k].too_early, 0);
      for (int item = 0; item < level_ptr[N_LEVELS]; item++)
      {
         assert_int_equal(books[k].times[item], 1);
      }
   }
   free(books);
   tsw_steps_free(&owner, &steps);
   free(work);
}

static void test_no_levels(void **state)
{
   (void) state;
   const int32_t none[] = { 0 };
   const int64_t no_work[] = { 0 };
   tsw_memory    owner = { 0 };
   tsw_steps     steps;
   assert_ok(tsw_steps_build(none, 0, no_work, 2, &owner, &steps));
   assert_int_equal(steps.n_steps, 0);
   tsw_steps_run(&steps, true, note, NULL);
   tsw_steps_free(&owner, &steps);
   tsw_steps_free(&owner, &steps);
   assert_int_equal(owner.bytes, 0);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_item_once_and_in_order),
      cmocka_unit_test(test_shares),
      cmocka_unit_test(test_uneven_work),
      cmocka_unit_test(test_smaller_team),
      cmocka_unit_test(test_no_levels),
   };
   return cmocka_run_group_tests_name("steps", tests, check_clean_environment, NULL);
}
