/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* One line says that a preconditioner is not symmetric. */
#include "hypre/support.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static char text[2048]; /* what this rank printed on stderr */
static int  saved;

static FILE *begin_capture(void)
{
   FILE *file = tmpfile();
   fflush(stderr);
   saved = dup(STDERR_FILENO);
   dup2(fileno(file), STDERR_FILENO);
   return file;
}

static void end_capture(FILE *file)
{
   fflush(stderr);
   dup2(saved, STDERR_FILENO);
   close(saved);
   rewind(file);
   text[fread(text, 1, sizeof text - 1, file)] = '\0';
   fclose(file);
}

/* Does rank 0 say so, and no other rank anything, in a setup of BoomerAMG? */
static bool says(const char *line, test_system *system, HYPRE_Int down, HYPRE_Int up,
                 HYPRE_Int order, HYPRE_Int max_iter)
{
   HYPRE_Solver amg = test_amg_create(1006);
   HYPRE_BoomerAMGSetCycleRelaxType(amg, down, 1);
   HYPRE_BoomerAMGSetCycleRelaxType(amg, up, 2);
   HYPRE_BoomerAMGSetRelaxOrder(amg, order);
   HYPRE_BoomerAMGSetMaxIter(amg, max_iter);
   FILE *file = begin_capture();
   HYPRE_BoomerAMGSetup(amg, system->a, system->b, system->x);
   end_capture(file);
   HYPRE_BoomerAMGDestroy(amg);
   TEST_CHECK(test_rank == 0 || text[0] == '\0');
   return test_rank > 0 || strstr(text, line) != NULL;
}

static bool is_silent(test_system *system, HYPRE_Int down, HYPRE_Int up, HYPRE_Int order,
                      HYPRE_Int max_iter)
{
   return says("", system, down, up, order, max_iter) && text[0] == '\0';
}

static void test_preconditioners(test_system *system)
{
   static const char *const one_sided = "sweeps down and up make a cycle that is not symmetric";
   static const char *const points = "ILU with C/F relaxation makes a cycle that is not symmetric";
   TEST_CHECK(is_silent(system, 1003, 1004, 0, 1));
   TEST_CHECK(is_silent(system, 1006, 1006, 1, 1));
   TEST_CHECK(is_silent(system, 1100, 1100, 0, 1));
   TEST_CHECK(is_silent(system, 1003, 1003, 0, 20)); /* a solver, no preconditioner */
   TEST_CHECK(says(one_sided, system, 1013, 1013, 0, 1));
   TEST_CHECK(is_silent(system, 1003, 1003, 0, 1)); /* once */
   TEST_CHECK(says(points, system, 1100, 1100, 1, 1));
   TEST_CHECK(is_silent(system, 1100, 1100, 1, 1));
}

int main(int argc, char **argv)
{
   test_start(&argc, &argv);
   test_system system = test_system_create(9, 1.0, false);
   test_preconditioners(&system);
   test_system_destroy(&system);
   return test_end();
}
