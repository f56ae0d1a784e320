/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* One line says that a preconditioner is not symmetric, or that Jacobi smooths the last level. */
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

enum
{
   N = 400
};

/* A row of a matrix that hypre does not coarsen: all couplings are positive. */
static HYPRE_Int positive_row(const void *data, HYPRE_BigInt row, HYPRE_BigInt *cols,
                              double *values, double *b)
{
   HYPRE_Int m = 0;
   (void) data;
   for (HYPRE_BigInt col = row > 0 ? row - 1 : 0; col < N && col <= row + 1; col++)
   {
      cols[m] = col;
      values[m++] = col == row ? 2.1 : 1.0;
   }
   *b = row % 3 - 0.5;
   return m;
}

static void test_hybrid(void)
{
   HYPRE_Solver       hybrid;
   const HYPRE_BigInt first = N * test_rank / test_size, last = N * (test_rank + 1) / test_size - 1;
   test_system        held = test_system_assemble(MPI_COMM_WORLD, first, last, positive_row, NULL);
   HYPRE_ParCSRHybridCreate(&hybrid);
   HYPRE_ParCSRHybridSetDSCGMaxIter(hybrid, 1);
   HYPRE_ParCSRHybridSetConvergenceTol(hybrid, 0.01);
   HYPRE_ParCSRHybridSetCycleRelaxType(hybrid, 1003, 1);
   HYPRE_ParCSRHybridSetCycleRelaxType(hybrid, 1004, 2);
   FILE *file = begin_capture();
   HYPRE_ParCSRHybridSetup(hybrid, held.a, held.b, held.x);
   HYPRE_ParCSRHybridSolve(hybrid, held.a, held.b, held.x);
   end_capture(file);
   HYPRE_ParCSRHybridDestroy(hybrid);
   test_system_destroy(&held);
   TEST_CHECK((strstr(text, "hypre's Jacobi (type 0) smooths the coarsest level") != NULL) ==
              (test_rank == 0));
}

int main(int argc, char **argv)
{
   test_start(&argc, &argv);
   test_system system = test_system_create(9, 1.0, false);
   test_preconditioners(&system);
   test_system_destroy(&system);
   test_hybrid();
   return test_end();
}
