/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Krylov methods with a function of the program as preconditioner that does more than to call one
 * BoomerAMG object: a solve that fails after a setup by values still leads to a full setup.
 */
#include "hypre/values.h"

#include <setjmp.h>

#include <HYPRE_krylov.h>

enum
{
   SIZE = 12,
   CYCLES = 20, /* enough that the few cycles of the solve do not look slow */
   CALLS = 3    /* iterations of PCG: too few */
};

static test_system  first, second; /* of the same pattern */
static HYPRE_Solver amg;
static int          n_calls;
static jmp_buf      before;

/* A hierarchy of the first system, which has cycled, with the values of the second. */
static void make_hierarchy(void)
{
   amg = test_values_create(1006, "setup=values");
   HYPRE_BoomerAMGSetTol(amg, 0.0);
   HYPRE_BoomerAMGSetMaxIter(amg, 1);
   test_set_up(amg, &first);
   HYPRE_ParVectorSetConstantValues(first.x, 0.0);
   for (int k = 0; k < CYCLES; k++)
   {
      HYPRE_BoomerAMGSolve(amg, first.a, first.b, first.x);
   }
   test_set_up(amg, &second);
   test_expect_setups(amg, 1, 1, "no earlier", "the hierarchy");
}

static HYPRE_Int set_up_nothing(HYPRE_Solver data, HYPRE_ParCSRMatrix a, HYPRE_ParVector b,
                                HYPRE_ParVector x)
{
   (void) data;
   (void) a;
   (void) b;
   (void) x;
   return 0;
}

/* Without a spare hierarchy for the next solver. */
static void destroy(HYPRE_Solver solver)
{
   TEST_CHECK(trisweep_hypre_set_options(solver, "setup=full") == TRISWEEP_OK);
   HYPRE_BoomerAMGDestroy(solver);
}

/* The second call replaces the object. */
static HYPRE_Int replace(HYPRE_Solver data, HYPRE_ParCSRMatrix a, HYPRE_ParVector b,
                         HYPRE_ParVector x)
{
   (void) data;
   if (++n_calls == 2)
   {
      const HYPRE_Solver old = amg;
      make_hierarchy(); /* at another address */
      destroy(old);
   }
   return HYPRE_BoomerAMGSolve(amg, a, b, x);
}

static HYPRE_Int jump(HYPRE_Solver data, HYPRE_ParCSRMatrix a, HYPRE_ParVector b, HYPRE_ParVector x)
{
   (void) data;
   (void) a;
   (void) b;
   (void) x;
   longjmp(before, 1);
}

static HYPRE_Solver create_pcg(HYPRE_PtrToParSolverFcn apply, HYPRE_Solver data)
{
   HYPRE_Solver pcg;
   HYPRE_ParCSRPCGCreate(MPI_COMM_WORLD, &pcg);
   HYPRE_ParCSRPCGSetTol(pcg, 1e-12);
   HYPRE_ParCSRPCGSetMaxIter(pcg, CALLS);
   HYPRE_ParCSRPCGSetPrecond(pcg, apply, set_up_nothing, data);
   HYPRE_ParCSRPCGSetup(pcg, second.a, second.b, second.x);
   return pcg;
}

/* Each call leaves another method for the same matrix by a jump. */
static HYPRE_Int leave_another(HYPRE_Solver data, HYPRE_ParCSRMatrix a, HYPRE_ParVector b,
                               HYPRE_ParVector x)
{
   const HYPRE_Solver inner = create_pcg(jump, NULL);
   if (!setjmp(before))
   {
      HYPRE_ParCSRPCGSolve(inner, a, first.b, first.x);
      TEST_CHECK(!"the inner method returns");
   }
   HYPRE_ParCSRPCGDestroy(inner);
   return HYPRE_BoomerAMGSolve(data, a, b, x);
}

static void test_solve(HYPRE_PtrToParSolverFcn apply, bool direct, const char *what)
{
   first = test_system_create(SIZE, 1.0, false);
   second = test_system_create(SIZE, 0.5, false);
   make_hierarchy();
   HYPRE_Solver pcg = create_pcg(apply, direct ? amg : (HYPRE_Solver) &n_calls);
   n_calls = 0;
   HYPRE_ParVectorSetConstantValues(second.x, 0.0);
   (void) HYPRE_ParCSRPCGSolve(pcg, second.a, second.b, second.x);
   HYPRE_ClearAllErrors();
   test_set_up(amg, &second);
   test_expect_setups(amg, 2, 1, "slower", what);
   HYPRE_ParCSRPCGDestroy(pcg);
   destroy(amg);
   test_system_destroy(&first);
   test_system_destroy(&second);
}

int main(int argc, char **argv)
{
   test_start(&argc, &argv);
   test_solve(replace, false, "an object in place of another");
   test_solve(leave_another, true, "a method left by a jump");
   return test_end();
}
