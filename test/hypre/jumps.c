/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Programs that leave hypre without its return: a handler of SIGFPE jumps out of a setup or a
 * solve, or ends the thread. The next solvers work as if the call had returned, from the same and
 * from a deeper place of the stack.
 */
#include "hypre/support.h"

#include <_hypre_parcsr_ls.h>

#include <fenv.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>

enum
{
   SIZE = 12,
   MOST = 77 /* iterations */
};

static sigjmp_buf before;
static bool       ends_thread;

static void handle(int number)
{
   (void) number;
   if (ends_thread)
   {
      pthread_exit(NULL);
   }
   siglongjmp(before, 1);
}

typedef HYPRE_Int parcsr_call(HYPRE_Solver, HYPRE_ParCSRMatrix, HYPRE_ParVector, HYPRE_ParVector);

/* Leave a call by a floating-point trap. */
static void leave(parcsr_call *call, HYPRE_Solver solver, HYPRE_ParCSRMatrix a,
                  const test_system *huge)
{
   HYPRE_ParVectorSetConstantValues(huge->x, 0.0);
   if (!sigsetjmp(before, 1))
   {
      feclearexcept(FE_ALL_EXCEPT);
      feenableexcept(FE_OVERFLOW | FE_INVALID);
      call(solver, a, huge->b, huge->x);
      TEST_CHECK(!"the call returns");
   }
   fedisableexcept(FE_ALL_EXCEPT);
   feclearexcept(FE_ALL_EXCEPT);
   HYPRE_ClearAllErrors();
}

static HYPRE_Int iterations(HYPRE_Int type, test_system *system, bool krylov)
{
   HYPRE_Solver amg = test_amg_create(type), pcg = NULL;
   HYPRE_Int    n = -1;
   HYPRE_BoomerAMGSetTol(amg, krylov ? 0.0 : 1e-8);
   HYPRE_BoomerAMGSetMaxIter(amg, krylov ? 1 : MOST);
   HYPRE_ParVectorSetConstantValues(system->x, 0.0);
   if (krylov)
   {
      HYPRE_ParCSRPCGCreate(MPI_COMM_WORLD, &pcg);
      HYPRE_ParCSRPCGSetTol(pcg, 1e-8);
      HYPRE_ParCSRPCGSetMaxIter(pcg, MOST);
      HYPRE_ParCSRPCGSetPrecond(pcg, HYPRE_BoomerAMGSolve, HYPRE_BoomerAMGSetup, amg);
      HYPRE_ParCSRPCGSetup(pcg, system->a, system->b, system->x);
      HYPRE_ParCSRPCGSolve(pcg, system->a, system->b, system->x);
      HYPRE_ParCSRPCGGetNumIterations(pcg, &n);
      HYPRE_ParCSRPCGDestroy(pcg);
   }
   else
   {
      HYPRE_BoomerAMGSetup(amg, system->a, system->b, system->x);
      HYPRE_BoomerAMGSolve(amg, system->a, system->b, system->x);
      HYPRE_BoomerAMGGetNumIterations(amg, &n);
   }
   HYPRE_BoomerAMGDestroy(amg);
   return n;
}

/* The same below so many bytes of the stack. */
static HYPRE_Int iterations_below(int bytes, HYPRE_Int type, test_system *system, bool krylov)
{
   volatile char used[256];
   for (size_t i = 0; i < sizeof used; i++)
   {
      used[i] = (char) i;
   }
   return bytes > 0 ? iterations_below(bytes - (int) sizeof used, type, system, krylov) + used[0]
                    : iterations(type, system, krylov);
}

/* Solvers with this type, left in a setup or a solve; then others, of the good system. */
static void check_left(HYPRE_Int type, test_system *good, test_system *huge, int bytes)
{
   const HYPRE_Int by_amg = iterations(type, good, false), by_pcg = iterations(type, good, true);
   HYPRE_Solver    in_setup = test_amg_create(type), in_solve = test_amg_create(type);
   leave(HYPRE_BoomerAMGSetup, in_setup, huge->a, huge);
   TEST_CHECK(iterations_below(bytes, type, good, true) == by_pcg);
   HYPRE_BoomerAMGSetTol(in_solve, 1e-8); /* computes norms */
   HYPRE_BoomerAMGSetup(in_solve, good->a, good->b, good->x);
   leave(HYPRE_BoomerAMGSolve, in_solve, good->a, huge);
   TEST_CHECK(iterations_below(bytes, type, good, true) == by_pcg);
   TEST_CHECK(iterations_below(bytes, type, good, false) == by_amg);
   HYPRE_BoomerAMGDestroy(in_solve);
   TEST_CHECK(iterations_below(bytes, type, good, true) == by_pcg);
}

static void *end_in_solve(void *data)
{
   test_system *huge = data;
   HYPRE_Solver amg = test_amg_create(1006);
   ends_thread = true;
   feenableexcept(FE_OVERFLOW | FE_INVALID);
   HYPRE_BoomerAMGSetup(amg, huge->a, huge->b, huge->x);
   TEST_CHECK(!"the setup returns");
   return NULL;
}

static void check_thread(test_system *good, test_system *huge)
{
   pthread_t thread;
   pthread_create(&thread, NULL, end_in_solve, huge);
   pthread_join(thread, NULL);
   TEST_CHECK(iterations(1006, good, true) == iterations(6, good, true));
}

int main(int argc, char **argv)
{
   struct sigaction action = { .sa_handler = handle, .sa_flags = SA_NODEFER };
   test_start(&argc, &argv);
   if (feenableexcept(FE_OVERFLOW) == -1)
   {
      puts("SKIP: this processor has no floating-point traps");
      (void) test_end();
      return 77;
   }
   fedisableexcept(FE_ALL_EXCEPT);
   sigaction(SIGFPE, &action, NULL);
   test_system good = test_system_create(SIZE, 1.0, false);
   test_system huge = test_system_create(SIZE, 1.0, false);
   test_system_scale(&huge, 1e308); /* infinite diagonal entries */
   HYPRE_ParVectorSetConstantValues(huge.b, 1e300);
   for (int bytes = 0; bytes <= 16384; bytes += 1024)
   {
      check_left(6, &good, &huge, bytes);
      check_left(1006, &good, &huge, bytes);
   }
   check_thread(&good, &huge);
   test_system_destroy(&huge);
   test_system_destroy(&good);
   return test_end();
}
