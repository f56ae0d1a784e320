/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * In a locale with decimal commas the options and the statistics still have decimal points. The
 * program runs itself, since the file is written when a process ends. localedef of the C library
 * creates the locale; without localedef the test is skipped.
 */
#include "hypre/values.h"

#include <ctype.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum
{
   SKIPPED = 77
};

static const char name[] = "comma";

/*
 * Setups by values with a limit, for a matrix whose solves take more cycles than the first solves,
 * but not twice as many. Full setups: 2 with the limit 1, 1 with a limit near 2.
 */
static void check_limit(const char *options, long full)
{
   test_system  system = test_system_create(9, 1.0, false);
   HYPRE_Solver amg = test_values_create(1003, options);
   for (int step = 0; step < 4; step++)
   {
      if (step == 2)
      {
         test_system_destroy(&system);
         system = test_system_create(9, 0.4, false);
      }
      test_set_up(amg, &system);
      test_iterate(amg, &system);
   }
   test_expect_setups(amg, full, 4 - full, full == 1 ? "no earlier" : "slower", options);
   TEST_CHECK(trisweep_hypre_set_options(amg, "setup=full") == TRISWEEP_OK); /* keeps nothing */
   HYPRE_BoomerAMGDestroy(amg);
   test_system_destroy(&system);
}

/* A solve in the locale by 1100, whose option pivot_tol has a fraction. */
static int solve(int argc, char **argv)
{
   test_start(&argc, &argv);
   if (!setlocale(LC_ALL, name) || strcmp(localeconv()->decimal_point, ",") != 0)
   {
      return SKIPPED;
   }
   test_system  system = test_system_create(7, 1.0, false);
   HYPRE_Solver amg = test_amg_create(1100);
   TEST_CHECK(HYPRE_BoomerAMGSetup(amg, system.a, system.b, system.x) == 0);
   test_amg_solve(amg, &system);
   TEST_CHECK(test_sweeps(amg, 0) == 0); /* corrections are not sweeps */
   TEST_CHECK(strcmp(localeconv()->decimal_point, ",") == 0);
   HYPRE_BoomerAMGDestroy(amg);
   test_system_destroy(&system);
   if (test_has_resetup())
   {
      check_limit("setup=values setup_limit=1", 2);
      check_limit("setup=values setup_limit=1.999", 1);
   }
   return test_end();
}

/* Counts the numbers with a decimal point in a file; -1: a decimal comma, or no file. */
static int count_points(const char *path)
{
   int   before = 0, last = 0, c, n_points = 0;
   FILE *file = fopen(path, "r");
   if (!file)
   {
      printf("%s was not written\n", path);
      return -1;
   }
   while (n_points >= 0 && (c = fgetc(file)) != EOF)
   {
      if (isdigit(before) && isdigit(c) && (last == '.' || last == ','))
      {
         n_points = last == '.' ? n_points + 1 : -1;
      }
      before = last;
      last = c;
   }
   fclose(file);
   return n_points;
}

static bool write_text(const char *folder, const char *file, const char *text)
{
   char path[256];
   snprintf(path, sizeof path, "%s/%s", folder, file);
   FILE *out = fopen(path, "w");
   return out && fputs(text, out) >= 0 && fclose(out) == 0;
}

/* A locale with LC_NUMERIC alone and ASCII; localedef warns of the missing categories. */
static bool make_locale(const char *folder)
{
   char map[4096] = "<code_set_name> ASCII\n<mb_cur_max> 1\n<escape_char> /\nCHARMAP\n";
   char command[512];
   for (int c = 0; c < 128; c++)
   {
      const size_t end = strlen(map);
      snprintf(map + end, sizeof map - end, "<U%04X> /x%02x\n", (unsigned) c, (unsigned) c);
   }
   strcat(map, "END CHARMAP\n");
   snprintf(command, sizeof command,
            "cd '%s' && localedef -c -i ./numbers -f ./ascii ./%s >/dev/null 2>&1", folder, name);
   return write_text(folder, "ascii", map) &&
          write_text(folder, "numbers",
                     "LC_NUMERIC\ndecimal_point \",\"\nthousands_sep \"\"\ngrouping -1\n"
                     "END LC_NUMERIC\n") &&
          system(command) >= 0; /* status 1: a locale with missing categories */
}

static int run_in(const char *folder, const char *program)
{
   char path[256];
   int  status = 1;
   snprintf(path, sizeof path, "%s/stats.json", folder);
   if (!make_locale(folder))
   {
      printf("FAIL: cannot write to %s\n", folder);
      return 1;
   }
   setenv("LOCPATH", folder, 1);
   setenv("TRISWEEP_STATS", path, 1);
   setenv("TRISWEEP_OPTIONS", "pivot_tol=0.001", 1);
   const pid_t child = fork();
   if (child == 0)
   {
      execl(program, program, "solve", (char *) NULL);
      _exit(3);
   }
   if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status))
   {
      return 1;
   }
   if (WEXITSTATUS(status) == 0 && count_points(path) <= 0)
   {
      printf("FAIL: the file in %s has no decimal points\n", folder);
      return 1;
   }
   return WEXITSTATUS(status);
}

int main(int argc, char **argv)
{
   char folder[] = "/tmp/trisweep-locale-XXXXXX", command[128];
   if (argc == 2)
   {
      return solve(argc, argv);
   }
   if (!mkdtemp(folder))
   {
      perror(folder);
      return 1;
   }
   const int status = run_in(folder, argv[0]);
   snprintf(command, sizeof command, "rm -rf '%s'", folder);
   if (system(command) != 0 || status == SKIPPED)
   {
      printf("SKIP: localedef cannot make a locale with decimal commas\n");
   }
   return status;
}
