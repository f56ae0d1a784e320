/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Options of one solver: by the number 2000 + t, and by trisweep_hypre_set_options.
 * These options do not affect another solver of the same program.
 */
#include "hypre/support.h"

#include <_hypre_parcsr_ls.h>

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *schedule_of(HYPRE_Solver amg, char *name)
{
   trisweep_stats stats;
   TEST_CHECK(trisweep_hypre_stats(amg, 0, sizeof stats, &stats) == TRISWEEP_OK);
   return strcpy(name, stats.schedule);
}

static void set_up(HYPRE_Solver amg, test_system *system)
{
   TEST_CHECK(HYPRE_BoomerAMGSetup(amg, system->a, system->b, system->x) == 0);
}

static void test_set_options(test_system *system)
{
   char         name[64];
   HYPRE_Solver one = test_amg_create(1006), other = test_amg_create(1006);
   TEST_CHECK(trisweep_hypre_set_options(one, "schedule=serial") == TRISWEEP_OK);
   set_up(one, system);
   set_up(other, system);
   TEST_CHECK(!strcmp(schedule_of(one, name), "serial"));
   TEST_CHECK(strcmp(schedule_of(other, name), "serial") != 0);
   TEST_NEAR(test_amg_solve(one, system), test_solve_plain(6, system), 1e-7);
   TEST_CHECK(trisweep_hypre_set_options(one, "schedule=wavefront") == TRISWEEP_OK);
   set_up(one, system);
   TEST_CHECK(!strcmp(schedule_of(one, name), "wavefront"));
   TEST_CHECK(trisweep_hypre_set_options(one, "") == TRISWEEP_OK);
   set_up(one, system);
   TEST_NEAR(test_amg_solve(one, system), test_amg_solve(other, system), 1e-12);
   TEST_CHECK(!strcmp(schedule_of(one, name), schedule_of(other, name + 32)));
   HYPRE_BoomerAMGDestroy(one);
   HYPRE_BoomerAMGDestroy(other);
}

static void test_refused(test_system *system)
{
   HYPRE_Solver amg = test_amg_create(1006);
   TEST_CHECK(trisweep_hypre_set_options(NULL, "") == TRISWEEP_ERROR_ARGUMENT);
   TEST_CHECK(trisweep_hypre_set_options(amg, NULL) == TRISWEEP_ERROR_ARGUMENT);
   TEST_CHECK(trisweep_hypre_set_options(amg, "shedule=serial") == TRISWEEP_ERROR_OPTION);
   TEST_CHECK(HYPRE_GetError() != 0);
   HYPRE_ClearAllErrors();
   /* Different options on the ranks. */
   TEST_CHECK(trisweep_hypre_set_options(amg, test_rank ? "schedule=serial" : "") == TRISWEEP_OK);
   TEST_CHECK(HYPRE_BoomerAMGSetup(amg, system->a, system->b, system->x) != 0);
   HYPRE_ClearAllErrors();
   HYPRE_BoomerAMGDestroy(amg);
}

/* On the host ordering=auto always gives the natural order. */
static void test_orders(test_system *system)
{
   static const HYPRE_Int types[] = { 3, 6, 8 };
   for (int i = 0; i < 3; i++)
   {
      HYPRE_Int    type = 0;
      HYPRE_Solver amg = test_amg_create(2000 + types[i]);
      hypre_BoomerAMGGetCycleRelaxType(amg, &type, 1);
      TEST_CHECK(type == 2000 + types[i]);
      TEST_CHECK(hypre_ParAMGDataUserRelaxType((hypre_ParAMGData *) amg) == 2000 + types[i]);
      set_up(amg, system);
      TEST_NEAR(test_amg_solve(amg, system), test_solve_plain(types[i], system), 1e-7);
      TEST_CHECK(test_sweeps(amg, 0) > 0);
      HYPRE_BoomerAMGSetRelaxType(amg, 1000 + types[i]);
      set_up(amg, system);
      TEST_CHECK(test_sweeps(amg, 0) >= 0);
      HYPRE_BoomerAMGDestroy(amg);
   }
   HYPRE_Solver amg = test_amg_create(6);
   TEST_CHECK(HYPRE_BoomerAMGSetRelaxType(amg, 2101) != 0); /* fill keeps its order */
   HYPRE_ClearAllErrors();
   HYPRE_BoomerAMGDestroy(amg);
}

/* The number of lines of a file that contain a text. */
static int count_lines(FILE *file, const char *text)
{
   char line[1024];
   int  n = 0;
   rewind(file);
   while (fgets(line, sizeof line, file))
   {
      n += strstr(line, text) != NULL;
   }
   return n;
}

/* A number set after the setup: until the next setup hypre's type smooths; rank 0 prints a line. */
static void solve_late(HYPRE_Solver amg, test_system *system)
{
   set_up(amg, system);
   HYPRE_BoomerAMGSetRelaxType(amg, 1006); /* is active already: no line */
   TEST_NEAR(test_amg_solve(amg, system), test_solve_plain(6, system), 1e-7);
   HYPRE_BoomerAMGSetRelaxType(amg, 1003);
   for (int turn = 0; turn < 2; turn++)
   {
      TEST_NEAR(test_amg_solve(amg, system), test_solve_plain(3, system), 1e-7);
   }
   set_up(amg, system);
   TEST_NEAR(test_amg_solve(amg, system), test_solve_plain(3, system), 1e-7);
}

static void test_late(test_system *system)
{
   const int    old = dup(STDERR_FILENO);
   FILE        *file = tmpfile();
   HYPRE_Solver amg = test_amg_create(1006);
   TEST_CHECK(old >= 0 && file && dup2(fileno(file), STDERR_FILENO) == STDERR_FILENO);
   solve_late(amg, system);
   TEST_CHECK(dup2(old, STDERR_FILENO) == STDERR_FILENO);
   TEST_CHECK(count_lines(file, "set after the setup") == (test_rank == 0));
   fclose(file);
   close(old);
   HYPRE_BoomerAMGDestroy(amg);
}

int main(int argc, char **argv)
{
   test_start(&argc, &argv);
   test_system system = test_system_create(8, 1.0, false);
   test_set_options(&system);
   test_refused(&system);
   test_orders(&system);
   test_late(&system);
   test_system_destroy(&system);
   return test_end();
}
