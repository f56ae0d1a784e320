/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "support/check.h"

#include <limits.h>
#include <string.h>

#include "kernels/schedule.h"

static void test_every_schedule_is_complete(void **state)
{
   (void) state;
   int count = 0;
   for (const tsw_schedule *s; (s = tsw_schedule_get(count)); count++)
   {
      assert_true(s->name && s->name[0]);
      assert_true(s->summary && s->summary[0]);
      assert_true(s->source && s->source[0]);
      assert_true(s->space == TRISWEEP_HOST || s->space == TRISWEEP_DEVICE);
      assert_non_null(s->plan);
      assert_non_null(s->pass);
      assert_non_null(s->free);
      assert_ptr_equal(tsw_schedule_find(s->name, s->space), s);
   }
   assert_true(count >= 3);
   assert_null(tsw_schedule_get(-1));
   assert_null(tsw_schedule_get(INT_MAX));
   assert_null(tsw_schedule_get(INT_MIN));
}

/* Methods and plans rely on these relations (kernels/schedule.h). */
static void test_abilities_agree(void **state)
{
   (void) state;
   const tsw_schedule *s;
   for (int i = 0; (s = tsw_schedule_get(i)); i++)
   {
      assert_true(!s->without_t || !s->residual);
      assert_true(!s->without_t || !s->solve_only);
      assert_true(!s->borrows_block || s->without_t);
      assert_true(!s->no_full_residual || s->residual);
      assert_true(!s->reads_x_old || !s->v_may_be_x);
      assert_true(!s->begin || !s->load);
      assert_true(!s->wait || s->begin);
      assert_true(!s->dilu || s->begin);
   }
}

static void test_no_two_share_a_name(void **state)
{
   (void) state;
   for (int i = 0; tsw_schedule_get(i); i++)
   {
      for (int k = 0; k < i; k++)
      {
         const tsw_schedule *a = tsw_schedule_get(i);
         const tsw_schedule *b = tsw_schedule_get(k);
         assert_true(a->space != b->space || strcmp(a->name, b->name) != 0);
      }
   }
}

static void test_find(void **state)
{
   (void) state;
   assert_non_null(tsw_schedule_find("serial", TRISWEEP_HOST));
   assert_null(tsw_schedule_find("serial", TRISWEEP_DEVICE));
   assert_null(tsw_schedule_find("auto", TRISWEEP_HOST));
   assert_null(tsw_schedule_find("", TRISWEEP_HOST));
   assert_null(tsw_schedule_find("seria", TRISWEEP_HOST));
   assert_null(tsw_schedule_find("Serial", TRISWEEP_HOST));
}

static void test_describe(void **state)
{
   (void) state;
   const char    *name, *summary, *source;
   trisweep_space space;
   int            index = 0;
   for (trisweep_schedule_describe(0, &name, &space, &summary, &source); name; index++)
   {
      const tsw_schedule *s = tsw_schedule_get(index);
      assert_string_equal(name, s->name);
      assert_string_equal(summary, s->summary);
      assert_string_equal(source, s->source);
      assert_int_equal(space, s->space);
      trisweep_schedule_describe(index + 1, &name, &space, &summary, &source);
   }
   assert_null(tsw_schedule_get(index));
   assert_null(summary);
   assert_null(source);
   trisweep_schedule_describe(-1, &name, NULL, NULL, NULL);
   assert_null(name);
   trisweep_schedule_describe(0, NULL, NULL, NULL, NULL);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_schedule_is_complete),
      cmocka_unit_test(test_abilities_agree),
      cmocka_unit_test(test_no_two_share_a_name),
      cmocka_unit_test(test_find),
      cmocka_unit_test(test_describe),
   };
   return cmocka_run_group_tests_name("registry", tests, check_clean_environment, NULL);
}
