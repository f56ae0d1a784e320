/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "support/check.h"

#include <limits.h>
#include <string.h>

#include "kernels/registry.h"

static void check_texts(const char *name, const char *summary, const char *source)
{
   assert_true(name && name[0]);
   assert_true(summary && summary[0]);
   assert_true(source && source[0]);
}

static void test_every_entry_is_complete(void **state)
{
   (void) state;
   int count = 0;
   for (const tsw_registered *r; (r = tsw_schedule_get(count)); count++)
   {
      const tsw_schedule *s = r->schedule;
      assert_true(s->space == TRISWEEP_HOST || s->space == TRISWEEP_DEVICE);
      check_texts(s->name, s->summary, s->source);
      assert_true(s->pass && (s->state_bytes == 0 || (s->plan && s->free)));
      assert_ptr_equal(tsw_schedule_find(tsw_registered_name(r), s->space), r);
      assert_true(!r->solve == (strcmp(s->name, "compose") != 0));
      if (r->solve)
      {
         check_texts(r->solve->name, r->solve->summary, r->solve->source);
         assert_int_equal(s->space, TRISWEEP_DEVICE);
         assert_true(r->solve->solve && (r->solve->needs || (r->solve->plan && r->solve->free)));
         assert_true(r->solve->needs || r->solve->state_bytes > 0);
      }
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
   const tsw_registered *r;
   for (int i = 0; (r = tsw_schedule_get(i)); i++)
   {
      const tsw_schedule *s = r->schedule;
      assert_true(s->values != TSW_VALUES_BORROWED || !s->residual);
      assert_true((s->values == TSW_VALUES_BORROWED) == (s->role == TSW_ROLE_BORROWED));
      assert_true(!s->direct || (s->direct->begin && !s->load));
   }
   for (int space = TRISWEEP_HOST; space <= TRISWEEP_DEVICE; space++)
   {
      const tsw_registered *least = tsw_schedule_of(TSW_ROLE_LEAST_MEMORY, (trisweep_space) space);
      assert_true(!least || least->schedule->needs == TSW_NEEDS_NOTHING);
   }
}

static void test_no_two_share_a_name(void **state)
{
   (void) state;
   for (int i = 0; tsw_schedule_get(i); i++)
   {
      for (int k = 0; k < i; k++)
      {
         const tsw_registered *a = tsw_schedule_get(i);
         const tsw_registered *b = tsw_schedule_get(k);
         assert_true(a->schedule->space != b->schedule->space ||
                     strcmp(tsw_registered_name(a), tsw_registered_name(b)) != 0);
      }
   }
}

static void test_find(void **state)
{
   (void) state;
   assert_non_null(tsw_schedule_find("serial", TRISWEEP_HOST));
   assert_null(tsw_schedule_find("serial", TRISWEEP_DEVICE));
   assert_null(tsw_schedule_find("auto", TRISWEEP_HOST));
   assert_null(tsw_schedule_find("compose", TRISWEEP_HOST)); /* not without a solve */
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
      const tsw_registered *r = tsw_schedule_get(index);
      assert_string_equal(name, tsw_registered_name(r));
      assert_string_equal(summary, r->solve ? r->solve->summary : r->schedule->summary);
      assert_string_equal(source, r->solve ? r->solve->source : r->schedule->source);
      assert_int_equal(space, r->schedule->space);
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
      cmocka_unit_test(test_every_entry_is_complete),
      cmocka_unit_test(test_abilities_agree),
      cmocka_unit_test(test_no_two_share_a_name),
      cmocka_unit_test(test_find),
      cmocka_unit_test(test_describe),
   };
   return cmocka_run_group_tests_name("registry", tests, check_clean_environment, NULL);
}
