/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "support/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/options.h"

/* Read a string with TRISWEEP_OPTIONS set to environment, or unset for NULL. */
static trisweep_status read_options(const char *string, const char *environment,
                                    tsw_options *options)
{
   if (environment)
   {
      assert_int_equal(setenv("TRISWEEP_OPTIONS", environment, 1), 0);
   }
   const trisweep_status status = tsw_options_read(string, options);
   unsetenv("TRISWEEP_OPTIONS");
   return status;
}

static void test_defaults(void **state)
{
   (void) state;
   const char *const nothing[] = { NULL, "", "   ", " \t\r\n,, " };
   for (int i = 0; i < 4; i++)
   {
      tsw_options o;
      assert_ok(read_options(nothing[i], i % 2 ? "" : NULL, &o));
      assert_string_equal(o.value[TSW_OPTION_schedule], "auto");
      assert_string_equal(o.value[TSW_OPTION_threads], "1");
      assert_string_equal(o.value[TSW_OPTION_ordering], "natural");
      assert_string_equal(o.value[TSW_OPTION_memory], "fast");
      for (int k = 0; k < TSW_N_OPTIONS; k++)
      {
         assert_string_equal(o.origin[k], "default");
      }
   }
}

static void test_separators(void **state)
{
   (void) state;
   tsw_options o;
   assert_ok(read_options("\n schedule=levels,threads=7\tordering=natural \r\n", NULL, &o));
   assert_string_equal(o.value[TSW_OPTION_schedule], "levels");
   assert_int_equal(tsw_options_int(&o, TSW_OPTION_threads), 7);
   assert_string_equal(o.origin[TSW_OPTION_schedule], "call");
   assert_string_equal(o.origin[TSW_OPTION_ordering], "call");
}

static void test_last_one_counts(void **state)
{
   (void) state;
   tsw_options o;
   assert_ok(read_options("threads=2 threads=3", NULL, &o));
   assert_int_equal(tsw_options_int(&o, TSW_OPTION_threads), 3);
}

static void test_environment_wins(void **state)
{
   (void) state;
   tsw_options o;
   assert_ok(read_options("threads=2 schedule=serial", "threads=5", &o));
   assert_int_equal(tsw_options_int(&o, TSW_OPTION_threads), 5);
   assert_string_equal(o.origin[TSW_OPTION_threads], "environment");
   assert_string_equal(o.value[TSW_OPTION_schedule], "serial");
   assert_string_equal(o.origin[TSW_OPTION_schedule], "call");
   assert_string_equal(o.origin[TSW_OPTION_ordering], "default");
}

static void test_environment_is_checked(void **state)
{
   (void) state;
   tsw_options o;
   assert_status(read_options("threads=2", "thread=5", &o), OPTION);
   assert_message("unknown option 'thread'", "environment", "'threads'", "trisweep-info");
   assert_status(read_options(NULL, "threads=lots", &o), OPTION);
   assert_message("threads", "environment", "0..1024", "'lots'");
}

/* Numbers at the ends of each range are taken, numbers just outside are refused. */
static void test_ranges(void **state)
{
   (void) state;
   const char *key, *allowed;
   int         n_ranges = 0;
   for (int i = 0; trisweep_option_describe(i, &key, NULL, &allowed, NULL), key != NULL; i++)
   {
      const char *dots = strstr(allowed, "..");
      char        text[128];
      tsw_options o;
      if (!dots)
      {
         continue;
      }
      n_ranges++;
      const double low = strtod(allowed, NULL), high = strtod(dots + 2, NULL);
      const double values[] = { low, high, low - 0.001, high + 0.001, low - 1.0, high + 1.0 };
      for (int v = 0; v < 6; v++)
      {
         snprintf(text, sizeof text, "%s=%.12g", key, values[v]);
         assert_int_equal(read_options(text, NULL, &o),
                          v < 2 ? TRISWEEP_OK : TRISWEEP_ERROR_OPTION);
      }
   }
   assert_true(n_ranges >= 4);
}

static void test_unknown_keys(void **state)
{
   (void) state;
   const struct
   {
      const char *string, *key, *hint;
   } cases[] = {
      { "shedule=auto", "'shedule'", "'schedule'" },
      { "scheduel=auto", "'scheduel'", "'schedule'" },
      { "Threads=1", "'Threads'", "'threads'" },
      { "THREADS=1", "'THREADS'", "'threads'" },
      { "thread=1", "'thread'", "'threads'" },
      { "order=natural", "'order'", "'ordering'" },
      { "threadss=1", "'threadss'", "'threads'" },
      { "colour=2", "'colour'", "'colors'" },
   };
   tsw_options o;
   for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
   {
      assert_status(read_options(cases[i].string, NULL, &o), OPTION);
      assert_message("unknown option", cases[i].key, "did you mean", cases[i].hint, "call",
                     "trisweep-info --options");
   }
   assert_status(read_options("flavour=blue", NULL, &o), OPTION);
   assert_message("unknown option 'flavour'");
   assert_message_lacks("did you mean");
   assert_status(read_options("=1", NULL, &o), OPTION);
   assert_message("unknown option ''");
}

static void test_missing_values(void **state)
{
   (void) state;
   tsw_options o;
   assert_status(read_options("threads", NULL, &o), OPTION);
   assert_message("'threads'", "no value", "key=value", "call");
   assert_status(read_options("threads =3", NULL, &o), OPTION);
   assert_message("'threads'", "no value");
   for (int k = 0; k < TSW_N_OPTIONS; k++)
   {
      const char *key;
      char        string[100] = "";
      trisweep_option_describe(k, &key, NULL, NULL, NULL);
      strcat(strcat(string, key), "=");
      assert_status(read_options(string, NULL, &o), OPTION);
      assert_message(key, "takes", "not ''");
   }
}

static void test_numbers(void **state)
{
   (void) state;
   const char *const good[] = { "threads=0", "threads=1", "threads=1024" };
   const int         want[] = { 0, 1, 1024 };
   const char *const bad[] = { "threads=-1",
                               "threads=1025",
                               "threads=1x",
                               "threads=x1",
                               "threads=1.0",
                               "threads=0x10",
                               "threads=2e1",
                               "threads==2",
                               "threads=+2",
                               "threads=\v2",
                               "threads=-0",
                               "threads=4294967297",
                               "threads=99999999999999999999",
                               "threads=--1",
                               "threads=2=3" };
   tsw_options       o;
   for (int i = 0; i < 3; i++)
   {
      assert_ok(read_options(good[i], NULL, &o));
      assert_int_equal(tsw_options_int(&o, TSW_OPTION_threads), want[i]);
   }
   for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
   {
      assert_status(read_options(bad[i], NULL, &o), OPTION);
      assert_message("threads", "0..1024", "call");
   }
}

static void test_real_values(void **state)
{
   (void) state;
   tsw_options       o;
   const char *const good[] = { "pivot_tol=0", "pivot_tol=1e-8", "pivot_tol=.5", "pivot_tol=1.0" };
   const double      want[] = { 0.0, 1e-8, 0.5, 1.0 };
   const char *const bad[] = { "pivot_tol=-1e-8", "pivot_tol=1.5", "pivot_tol=nan",
                               "pivot_tol=inf",   "pivot_tol=0x1", "pivot_tol=1e",
                               "pivot_tol=e",     "pivot_tol=",    "pivot_tol=1e-8x" };
   for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
   {
      assert_ok(read_options(good[i], NULL, &o));
      assert_true(tsw_options_real(&o, TSW_OPTION_pivot_tol) == want[i]);
   }
   for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
   {
      assert_status(read_options(bad[i], NULL, &o), OPTION);
      assert_message("pivot_tol", "0..1", "call");
   }
}

static void test_words(void **state)
{
   (void) state;
   const char *const bad[] = { "ordering=Natural", "ordering=natura", "ordering=naturall",
                               "ordering=al",      "ordering=|",      "ordering=n",
                               "ordering=color",   "ordering=hybrid" };
   tsw_options       o;
   for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
   {
      assert_status(read_options(bad[i], NULL, &o), OPTION);
      assert_message("ordering", "takes natural|hybrid-color|auto");
   }
}

/* Read key and this many letters; values have at most TSW_OPTION_VALUE_SIZE - 1 letters. */
static trisweep_status read_long_value(const char *key, size_t length, tsw_options *o)
{
   char string[1000];
   strcpy(string, key);
   const size_t start = strlen(string);
   memset(string + start, 'v', length);
   string[start + length] = '\0';
   return read_options(string, NULL, o);
}

static void test_long_words(void **state)
{
   (void) state;
   tsw_options o;
   assert_ok(read_long_value("schedule=", TSW_OPTION_VALUE_SIZE - 1, &o));
   assert_int_equal(strlen(o.value[TSW_OPTION_schedule]), TSW_OPTION_VALUE_SIZE - 1);
   assert_status(read_long_value("schedule=", TSW_OPTION_VALUE_SIZE, &o), OPTION);
   assert_message("schedule", "too long");
   for (size_t length = TSW_OPTION_VALUE_SIZE; length < 900; length++)
   {
      assert_status(read_long_value("schedule=", length, &o), OPTION);
      assert_status(read_long_value("", length, &o), OPTION);
      assert_status(read_long_value("x", length, &o), OPTION);
   }
}

static void test_table(void **state)
{
   (void) state;
   const char *key, *deflt, *allowed, *help;
   for (int k = 0; k < TSW_N_OPTIONS; k++)
   {
      trisweep_option_describe(k, &key, &deflt, &allowed, &help);
      assert_int_equal(tsw_options_find(key), k);
      assert_true(deflt[0] && allowed[0] && help[0]);
      assert_true(strlen(deflt) < TSW_OPTION_VALUE_SIZE);
      /* the default of each option must be an allowed value */
      tsw_options o;
      char        string[200] = "";
      strcat(strcat(strcat(string, key), "="), deflt);
      assert_ok(read_options(string, NULL, &o));
   }
   const int outside[] = { -1, TSW_N_OPTIONS, 1 << 30 };
   for (int i = 0; i < 3; i++)
   {
      trisweep_option_describe(outside[i], &key, &deflt, &allowed, &help);
      assert_true(!key && !deflt && !allowed && !help);
      trisweep_option_describe(outside[i], NULL, NULL, NULL, NULL);
   }
   assert_int_equal(tsw_options_find("nothing"), -1);
   assert_int_equal(tsw_options_find(""), -1);
}

/* Values of the options values, colors and ordering. */
static void test_words_of_colors(void **state)
{
   static const char *const good[] = { "values=double", "values=float", "colors=auto",
                                       "colors=2",      "colors=8",     "ordering=hybrid-color",
                                       "ordering=auto" };
   static const char *const bad[] = { "values=single", "values=",  "values=float|double",
                                      "colors=1",      "colors=9", "colors=0" };
   tsw_options              o;
   (void) state;
   for (size_t k = 0; k < sizeof good / sizeof good[0]; k++)
   {
      assert_ok(read_options(good[k], NULL, &o));
   }
   for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++)
   {
      assert_status(read_options(bad[k], NULL, &o), OPTION);
   }
   assert_ok(read_options(NULL, NULL, &o));
   assert_true(tsw_options_is(&o, TSW_OPTION_values, "float"));
   assert_true(tsw_options_is(&o, TSW_OPTION_colors, "auto"));
   assert_int_equal(tsw_options_int(&o, TSW_OPTION_colors), 0); /* 0: auto */
}

static void test_nearest(void **state)
{
   (void) state;
   const char *const words[] = { "levels", "serial", "chain" };
   assert_string_equal(tsw_options_nearest("level", words, 3), "levels");
   assert_string_equal(tsw_options_nearest("levles", words, 3), "levels");
   assert_string_equal(tsw_options_nearest("serrial", words, 3), "serial");
   assert_string_equal(tsw_options_nearest("chain", words, 3), "chain");
   assert_string_equal(tsw_options_nearest("cha", words, 3), "chain");
   assert_null(tsw_options_nearest("", words, 3));
   assert_null(tsw_options_nearest("zzzzzz", words, 3));
   assert_null(tsw_options_nearest("levels", words, 0));
   const char *const long_word[] = {
      "a word that is longer than what an option's value may be, by far"
   };
   assert_null(tsw_options_nearest("a word", long_word, 1));
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_defaults),
      cmocka_unit_test(test_separators),
      cmocka_unit_test(test_last_one_counts),
      cmocka_unit_test(test_environment_wins),
      cmocka_unit_test(test_environment_is_checked),
      cmocka_unit_test(test_ranges),
      cmocka_unit_test(test_unknown_keys),
      cmocka_unit_test(test_missing_values),
      cmocka_unit_test(test_numbers),
      cmocka_unit_test(test_words),
      cmocka_unit_test(test_long_words),
      cmocka_unit_test(test_table),
      cmocka_unit_test(test_words_of_colors),
      cmocka_unit_test(test_nearest),
      cmocka_unit_test(test_real_values),
   };
   return cmocka_run_group_tests_name("options", tests, check_clean_environment, NULL);
}
