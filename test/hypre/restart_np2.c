/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * restart_np2 [--device]
 *
 * Solves in which the hierarchy of the last setup by values serves badly: BoomerAMG and every
 * Krylov method of hypre converge after a full setup within the solve, to the solution. Without a
 * measure (no cycle after the full setup, a first matrix without a diagonal entry) the guard works,
 * too.
 */
#include "hypre/values.h"

#include <HYPRE_krylov.h>
#include <_hypre_parcsr_ls.h>

#include <math.h>

#include "load/load.h"

enum
{
   SIZE = 14,
   MOST = 200
};

static const double tolerance = 1e-8;

typedef HYPRE_Int parcsr_call(HYPRE_Solver, HYPRE_ParCSRMatrix, HYPRE_ParVector, HYPRE_ParVector);

typedef struct method
{
   const char *name;
   HYPRE_Int (*create)(MPI_Comm comm, HYPRE_Solver *solver);
   HYPRE_Int (*set_tol)(HYPRE_Solver solver, HYPRE_Real tol);
   HYPRE_Int (*set_max_iter)(HYPRE_Solver solver, HYPRE_Int max_iter);
   HYPRE_Int (*set_precond)(HYPRE_Solver solver, HYPRE_PtrToParSolverFcn solve,
                            HYPRE_PtrToParSolverFcn setup, HYPRE_Solver precond);
   parcsr_call *setup, *solve;
   HYPRE_Int (*get_iterations)(HYPRE_Solver solver, HYPRE_Int *n);
   HYPRE_Int (*destroy)(HYPRE_Solver solver);
} method;

#define METHOD(name)                                                       \
   {                                                                       \
#name, HYPRE_ParCSR##name##Create, HYPRE_ParCSR##name##SetTol,       \
         HYPRE_ParCSR##name##SetMaxIter, HYPRE_ParCSR##name##SetPrecond,   \
         HYPRE_ParCSR##name##Setup, HYPRE_ParCSR##name##Solve,             \
         HYPRE_ParCSR##name##GetNumIterations, HYPRE_ParCSR##name##Destroy \
   }

static const method methods[] = { METHOD(PCG),    METHOD(GMRES),   METHOD(FlexGMRES),
                                  METHOD(LGMRES), METHOD(COGMRES), METHOD(BiCGSTAB) };

/* The residual after a solve, over that of x = 0. n: iterations. */
static double solve(const method *m, HYPRE_Solver krylov, HYPRE_Solver amg, test_system *system,
                    HYPRE_Int *n)
{
   HYPRE_ParVectorSetConstantValues(system->x, 0.0);
   const double first = test_residual(system);
   if (m)
   {
      m->setup(krylov, system->a, system->b, system->x);
      m->solve(krylov, system->a, system->b, system->x);
      m->get_iterations(krylov, n);
   }
   else
   {
      test_set_up(amg, system);
      HYPRE_BoomerAMGSolve(amg, system->a, system->b, system->x);
      HYPRE_BoomerAMGGetNumIterations(amg, n);
   }
   return test_residual(system) / first;
}

static HYPRE_Solver create(const method *m, const char *options, HYPRE_Solver *krylov)
{
   HYPRE_Solver amg = test_values_create(1006, options);
   HYPRE_BoomerAMGSetTol(amg, m ? 0.0 : tolerance);
   HYPRE_BoomerAMGSetMaxIter(amg, m ? 1 : MOST);
   *krylov = NULL;
   if (m)
   {
      m->create(MPI_COMM_WORLD, krylov);
      m->set_tol(*krylov, tolerance);
      m->set_max_iter(*krylov, MOST);
      m->set_precond(*krylov, HYPRE_BoomerAMGSolve, HYPRE_BoomerAMGSetup, amg);
   }
   return amg;
}

static void destroy(const method *m, HYPRE_Solver amg, HYPRE_Solver krylov)
{
   if (m)
   {
      m->destroy(krylov);
   }
   TEST_CHECK(trisweep_hypre_set_options(amg, "setup=full") == TRISWEEP_OK); /* no spare */
   HYPRE_BoomerAMGDestroy(amg);
}

/* The strong direction changes: the kept interpolation is along the weak one. */
static void check(const method *m)
{
   test_system  system = test_system_create(SIZE, 1000.0, false);
   test_system  other = test_system_create(SIZE, 0.001, false);
   HYPRE_Solver krylov;
   HYPRE_Solver amg = create(m, "setup=values setup_limit=1.1", &krylov);
   HYPRE_Int    before = 0, after = 0;
   TEST_CHECK(solve(m, krylov, amg, &system, &before) < 100.0 * tolerance);
   test_expect_setups(amg, 1, 0, "no earlier", m ? m->name : "BoomerAMG");
   TEST_CHECK(solve(m, krylov, amg, &other, &after) < 100.0 * tolerance);
   test_expect_setups(amg, 2, 1, "slower", m ? m->name : "BoomerAMG");
   TEST_CHECK(after > before && after < MOST);
   TEST_CHECK(hypre_error_flag == 0);
   TEST_CHECK(solve(m, krylov, amg, &other, &after) < 100.0 * tolerance);
   test_expect_setups(amg, 2, 2, "slower", m ? m->name : "BoomerAMG");
   destroy(m, amg, krylov);
   test_system_destroy(&system);
   test_system_destroy(&other);
}

/* The first solve has no cycle, or its matrix no diagonal entry in a row: no measure. */
static void check_no_measure(bool unsound)
{
   test_system  system = test_system_create(SIZE, 1000.0, false);
   test_system  other = test_system_create(SIZE, 0.001, false);
   HYPRE_Solver none;
   HYPRE_Solver amg = create(NULL, "setup=values", &none);
   HYPRE_Int    n = 0;
   test_set_up(amg, &system);
   if (unsound)
   {
      test_system_set(&system, 0, 0, 0.0);
      test_set_up(amg, &system);
      test_expect_setups(amg, 2, 0, "zero diagonal", "unsound");
   }
   for (int step = 0; step < 3; step++)
   {
      TEST_CHECK(solve(NULL, NULL, amg, &other, &n) < 100.0 * tolerance);
      TEST_CHECK(step == 0 || n < MOST / 4);
   }
   HYPRE_ClearAllErrors();
   destroy(NULL, amg, NULL);
   test_system_destroy(&system);
   test_system_destroy(&other);
}

/* Solves of one setup are compared one by one with those of a full setup. */
static void check_several_solves(void)
{
   test_system  system = test_system_create(SIZE, 1.0, false);
   HYPRE_Solver krylov;
   HYPRE_Solver amg = create(&methods[0], "setup=values", &krylov);
   HYPRE_Int    n;
   for (int step = 0; step < 3; step++)
   {
      (void) solve(&methods[0], krylov, amg, &system, &n);
      for (int k = 0; k < 4 * step; k++)
      {
         HYPRE_ParVectorSetConstantValues(system.x, 0.0);
         HYPRE_ParCSRPCGSolve(krylov, system.a, system.b, system.x);
      }
   }
   test_expect_setups(amg, 1, 2, "no earlier", "several solves");
   destroy(&methods[0], amg, krylov);
   test_system_destroy(&system);
}

/* The last cycle before a full setup within the solve may reach the tolerance: no error. */
static void check_last_cycle(void)
{
   int n_last = 0;
   for (int step = 0; step < 80; step++)
   {
      test_system  system = test_system_create(SIZE, 1.0, false);
      test_system  other = test_system_create(SIZE, pow(0.93, step), false);
      HYPRE_Solver none;
      HYPRE_Solver amg = create(NULL, "setup=values setup_limit=1.5", &none);
      HYPRE_Int    before = 0, after = 0;
      (void) solve(NULL, NULL, amg, &system, &before);
      TEST_CHECK(solve(NULL, NULL, amg, &other, &after) < 100.0 * tolerance);
      TEST_CHECK(hypre_error_flag == 0);
      n_last += after == 2 * before + 1;
      HYPRE_ClearAllErrors();
      destroy(NULL, amg, NULL);
      test_system_destroy(&system);
      test_system_destroy(&other);
   }
   TEST_CHECK(n_last > 0);
}

static HYPRE_Int no_setup(HYPRE_Solver amg, HYPRE_ParCSRMatrix a, HYPRE_ParVector f,
                          HYPRE_ParVector u)
{
   (void) amg;
   (void) a;
   (void) f;
   (void) u;
   return 0;
}

/* BoomerAMG of one matrix preconditions another one: no setup for that matrix. */
static void check_other_matrix(void)
{
   const method *gmres = &methods[1];
   test_system   system = test_system_create(SIZE, 1000.0, false);
   test_system   other = test_system_create(SIZE, 0.001, false);
   HYPRE_Solver  krylov;
   HYPRE_Solver  amg = create(gmres, "setup=values setup_limit=1", &krylov);
   HYPRE_Int     n;
   gmres->set_precond(krylov, HYPRE_BoomerAMGSolve, no_setup, amg);
   test_set_up(amg, &system);
   (void) solve(gmres, krylov, amg, &system, &n);
   test_set_up(amg, &system);
   (void) solve(gmres, krylov, amg, &other, &n);
   test_expect_setups(amg, 1, 1, "no earlier", "another matrix");
   HYPRE_ClearAllErrors();
   destroy(gmres, amg, krylov);
   test_system_destroy(&system);
   test_system_destroy(&other);
}

int main(int argc, char **argv)
{
   const int status = load_start(argc, argv, "restart", NULL);
   if (status)
   {
      return status;
   }
   test_rank = load_rank;
   test_size = load_size;
   test_location = load_on_device ? HYPRE_MEMORY_DEVICE : HYPRE_MEMORY_HOST;
   check(NULL);
   for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++)
   {
      check(&methods[i]);
   }
   check_no_measure(false);
   check_no_measure(true);
   check_several_solves();
   if (!load_on_device) /* with hypre's coarsening on hosts some system ends in the last cycle */
   {
      check_last_cycle();
   }
   check_other_matrix();
   return test_end();
}
