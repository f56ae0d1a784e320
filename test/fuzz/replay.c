/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Runs a fuzz target on its committed corpus, a test for each file, or on the
 * files given as arguments (such as a crash that a fuzzer has written).
 */
#include "support/check.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/fuzz.h"

enum
{
   MOST_FILES = 2000
};

static void replay_file(void **state)
{
   const char *path = *state;
   FILE       *file = fopen(path, "rb");
   if (!file)
   {
      fail_msg("cannot open %s", path);
   }
   assert_int_equal(fseek(file, 0, SEEK_END), 0);
   const long size = ftell(file);
   assert_true(size >= 0);
   rewind(file);
   /* an allocation of just this size lets a sanitizer see one byte too many being read */
   uint8_t *data = malloc(size > 0 ? (size_t) size : 1);
   assert_non_null(data);
   assert_int_equal(fread(data, 1, (size_t) size, file), size);
   fclose(file);
   LLVMFuzzerTestOneInput(data, (size_t) size);
   free(data);
}

static int is_input(const struct dirent *entry)
{
   return entry->d_name[0] != '.';
}

static int add_file(struct CMUnitTest *tests, int n_tests, char *path)
{
   if (!path || n_tests == MOST_FILES)
   {
      free(path);
      return n_tests;
   }
   tests[n_tests].name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
   tests[n_tests].test_func = replay_file;
   tests[n_tests].initial_state = path;
   return n_tests + 1;
}

static int add_corpus(struct CMUnitTest *tests)
{
   struct dirent **entries;
   const char     *top = getenv("top_srcdir");
   char            folder[4096];
   int             n_tests = 0;
   snprintf(folder, sizeof folder, "%s/test/fuzz/corpus/%s", top ? top : ".", fuzz_corpus);
   const int n = scandir(folder, &entries, is_input, alphasort);
   for (int k = 0; k < n; k++)
   {
      const size_t size = strlen(folder) + strlen(entries[k]->d_name) + 2;
      char        *path = malloc(size);
      if (path)
      {
         snprintf(path, size, "%s/%s", folder, entries[k]->d_name);
      }
      n_tests = add_file(tests, n_tests, path);
      free(entries[k]);
   }
   if (n >= 0)
   {
      free(entries);
   }
   if (n_tests == 0)
   {
      printf("# no inputs in %s: set top_srcdir to the root of the source\n", folder);
   }
   return n_tests;
}

int main(int argc, char **argv)
{
   static struct CMUnitTest tests[MOST_FILES];
   int                      n_tests = 0;
   for (int k = 1; k < argc; k++)
   {
      n_tests = add_file(tests, n_tests, strdup(argv[k]));
   }
   if (argc == 1)
   {
      n_tests = add_corpus(tests);
   }
   if (n_tests == 0)
   {
      return EXIT_FAILURE;
   }
   const int failed =
      _cmocka_run_group_tests(fuzz_corpus, tests, (size_t) n_tests, check_clean_environment, NULL);
   for (int k = 0; k < n_tests; k++)
   {
      free(tests[k].initial_state);
   }
   return failed;
}
