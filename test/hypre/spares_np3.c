/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Setups by values after hypre's solver, and its matrix, were destroyed and created again: the same
 * iterates and counts as with one solver; full setups for other parameters, patterns, functions and
 * communicators; a bounded number of hierarchies; ranks with different ones do not hang.
 */
#include "hypre/values.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

enum
{
   SIZE = 9,
   N_SURVIVORS = 4
};

static const char options[] = "setup=values setup_limit=1000";

/* ---- the same as with one solver ---------------------------------------------------- */

static HYPRE_Int coarsest(HYPRE_Solver amg, HYPRE_Int type)
{
   HYPRE_BoomerAMGSetMaxCoarseSize(amg, 20);
   return HYPRE_BoomerAMGSetCycleRelaxType(amg, type, 3);
}

static HYPRE_Int residuals(HYPRE_Solver amg, HYPRE_Int level)
{
   HYPRE_BoomerAMGSetKeepTranspose(amg, 1);
   return HYPRE_BoomerAMGSetLogging(amg, level);
}

static const test_variant variants[] = {
   { "Gauss-Seidel", 3, NULL, 0 },
   { "l1 SSOR with C/F points", 8, HYPRE_BoomerAMGSetRelaxOrder, 1 },
   { "elimination 9", 3, coarsest, 9 },
   { "relaxation on the coarsest level", 3, coarsest, 3 },
   { "residuals", 6, residuals, 2 },
   { "three functions", 6, HYPRE_BoomerAMGSetNumFunctions, 3 },
   { "1003", 1003, NULL, 0 },
   { "1006 with C/F points", 1006, HYPRE_BoomerAMGSetRelaxOrder, 1 },
   { "1014", 1014, NULL, 0 },
   { "2006", 2006, NULL, 0 },
   { "ILU(1)", 1101, NULL, 0 },
};

static HYPRE_Solver create(const test_variant *v)
{
   HYPRE_Solver amg = test_values_create(v->type, options);
   v->set ? v->set(amg, v->value) : 0;
   return amg;
}

static void check_variant(const test_variant *v, bool gap)
{
   HYPRE_Solver one = create(v), amg = NULL;
   for (int step = 0; step < 4; step++)
   {
      test_system system = test_system_create(SIZE, pow(10.0, -0.2 * step), gap);
      amg = create(v);
      test_set_up(one, &system);
      test_set_up(amg, &system);
      test_expect_setups(one, 1, step, "no earlier", v->name);
      test_expect_setups(amg, 1, step, "no earlier", v->name);
      test_near(test_amg_solve(amg, &system), test_amg_solve(one, &system), 1e-9, v->name, __FILE__,
                __LINE__);
      HYPRE_BoomerAMGDestroy(amg);
      test_system_destroy(&system);
   }
   HYPRE_BoomerAMGDestroy(one);
}

/* ---- what needs a full setup -------------------------------------------------------- */

/* Set up a new solver. Returns its number of setups by values, those of its hierarchy included. */
static long set_up(HYPRE_Solver amg, test_system *system)
{
   long full = -1, by_values = -1;
   test_set_up(amg, system);
   TEST_CHECK(trisweep_hypre_setups(amg, &full, &by_values, NULL) == TRISWEEP_OK);
   (void) test_amg_solve(amg, system);
   return by_values;
}

static long set_up_and_destroy(HYPRE_Solver amg, test_system *system)
{
   const long by_values = set_up(amg, system);
   HYPRE_BoomerAMGDestroy(amg);
   return by_values;
}

static HYPRE_Solver with_row_sum(double row_sum)
{
   HYPRE_Solver amg = test_values_create(1006, options);
   HYPRE_BoomerAMGSetMaxRowSum(amg, row_sum);
   return amg;
}

/* Each plane of points has one of two functions. */
static HYPRE_Solver with_functions(const test_system *system, HYPRE_Int shift)
{
   const HYPRE_BigInt n = system->last - system->first + 1;
   HYPRE_Solver       amg = test_values_create(6, options);
   HYPRE_Int         *functions = calloc((size_t) n + 1, sizeof *functions);
   for (HYPRE_BigInt i = 0; i < n; i++)
   {
      functions[i] = (HYPRE_Int) ((system->first + i) / (SIZE * SIZE) + shift) % 2;
   }
   HYPRE_BoomerAMGSetNumFunctions(amg, 2);
   HYPRE_BoomerAMGSetDofFunc(amg, functions); /* hypre frees them */
   return amg;
}

/* A solver for whose smoother hypre computes a weight, of the norm or of few CG steps. */
static HYPRE_Solver with_weight(HYPRE_Real weight)
{
   HYPRE_Solver amg = test_values_create(7, options);
   HYPRE_BoomerAMGSetRelaxWt(amg, weight);
   return amg;
}

static void test_differences(void)
{
   test_system system = test_system_create(SIZE, 1.0, false),
               other = test_system_create(SIZE - 1, 1.0, false);
   TEST_CHECK(set_up_and_destroy(with_row_sum(0.9), &system) == 0);
   TEST_CHECK(set_up_and_destroy(with_row_sum(0.9), &system) == 1);
   TEST_CHECK(set_up_and_destroy(with_row_sum(0.9), &other) == 0);
   TEST_CHECK(set_up_and_destroy(with_row_sum(0.8), &system) == 0);
   TEST_CHECK(set_up_and_destroy(with_row_sum(0.9), &system) == 2);
   TEST_CHECK(set_up_and_destroy(with_functions(&system, 0), &system) == 0);
   TEST_CHECK(set_up_and_destroy(with_functions(&system, 1), &system) == 0);
   TEST_CHECK(set_up_and_destroy(with_functions(&system, 0), &system) == 1);
   for (int step = 0; step < 3; step++)
   {
      TEST_CHECK(set_up_and_destroy(with_weight(0.0), &system) == 0);
      TEST_CHECK(set_up_and_destroy(with_weight(0.8), &system) == step);
   }
   /* the program asks for a full setup */
   HYPRE_Solver amg = with_row_sum(0.7);
   TEST_CHECK(set_up_and_destroy(with_row_sum(0.7), &system) == 0);
   TEST_CHECK(trisweep_hypre_full_setup(amg) == TRISWEEP_OK);
   TEST_CHECK(set_up_and_destroy(amg, &system) == 0);
   /* the solver was set to full setups, or changed, after its last setup */
   amg = with_row_sum(0.6);
   TEST_CHECK(set_up(amg, &system) == 0);
   TEST_CHECK(trisweep_hypre_set_options(amg, "setup=full") == TRISWEEP_OK);
   HYPRE_BoomerAMGDestroy(amg);
   TEST_CHECK(set_up_and_destroy(with_row_sum(0.6), &system) == 0);
   amg = with_row_sum(0.5);
   TEST_CHECK(set_up(amg, &system) == 0);
   HYPRE_BoomerAMGSetRelaxWt(amg, 0.5);
   HYPRE_BoomerAMGDestroy(amg);
   TEST_CHECK(set_up_and_destroy(with_row_sum(0.5), &system) == 0);
   test_system_destroy(&system);
   test_system_destroy(&other);
}

/* The smoother may change: 1006 after 6, and ILU after Gauss-Seidel. */
static void test_smoothers(void)
{
   static const HYPRE_Int types[] = { 6, 1006, 2006, 6, 1006 };
   test_system            system = test_system_create(SIZE, 0.5, false);
   for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
   {
      HYPRE_Solver amg = test_values_create(types[i], options),
                   plain = test_values_create(types[i], "setup=full");
      test_set_up(amg, &system);
      test_set_up(plain, &system);
      TEST_NEAR(test_amg_solve(amg, &system), test_amg_solve(plain, &system), 1e-9);
      TEST_CHECK((test_sweeps(amg, 0) > 0) == (types[i] > 1000));
      HYPRE_BoomerAMGDestroy(amg);
      HYPRE_BoomerAMGDestroy(plain);
      test_system_scale(&system, 4.0);
   }
   test_system_destroy(&system);
}

/* The guard looks at the cycles of the destroyed solver, and an infinite value is seen. */
static void test_guard(void)
{
   test_system  system = test_system_create(SIZE + 3, 1.0, false);
   HYPRE_Solver amg = NULL;
   for (int step = 0; step < 5; step++)
   {
      amg = test_values_create(1003, "setup=values setup_limit=1.25");
      test_set_up(amg, &system);
      test_expect_setups(amg, step < 3 ? 1 : step - 1, step < 3 ? step : 2,
                         step < 3    ? "no earlier"
                         : step == 3 ? "slower"
                                     : "infinite",
                         "guard");
      test_iterate(amg, &system);
      HYPRE_BoomerAMGDestroy(amg);
      if (step == 1)
      {
         test_system_destroy(&system);
         system = test_system_create(SIZE + 3, 0.001, false);
      }
      if (step == 3)
      {
         test_system_set(&system, 0, 0, (double) INFINITY);
      }
   }
   HYPRE_ClearAllErrors();
   test_system_destroy(&system);
}

/* ---- number and memory -------------------------------------------------------------- */

static void test_number(void)
{
   enum
   {
      MANY = 200
   };
   test_system  system = test_system_create(4, 1.0, false);
   HYPRE_Solver a = with_row_sum(0.9), b = with_row_sum(0.9);
   for (int i = 0; i < MANY; i++)
   {
      TEST_CHECK(set_up_and_destroy(with_row_sum(0.5 + 0.001 * i), &system) == 0);
   }
   for (int i = MANY - N_SURVIVORS; i < MANY; i++)
   {
      TEST_CHECK(set_up_and_destroy(with_row_sum(0.5 + 0.001 * i), &system) == 1);
   }
   TEST_CHECK(set_up_and_destroy(with_row_sum(0.5 + 0.001 * (MANY - N_SURVIVORS - 1)), &system) ==
              0);
   /* two at once */
   TEST_CHECK(set_up(a, &system) == 0 && set_up(b, &system) == 0);
   for (int step = 1; step < 4; step++)
   {
      HYPRE_BoomerAMGDestroy(a);
      a = with_row_sum(0.9);
      TEST_CHECK(set_up(a, &system) == step);
      HYPRE_BoomerAMGDestroy(b);
      b = with_row_sum(0.9);
      TEST_CHECK(set_up(b, &system) == step);
   }
   HYPRE_BoomerAMGDestroy(b);
   HYPRE_BoomerAMGDestroy(a);
   test_system_destroy(&system);
}

/* Bytes of this process's address space; 0 if unknown. */
static rlim_t address_space(void)
{
   unsigned long pages = 0;
   FILE         *file = fopen("/proc/self/statm", "r");
   const bool    known = file && fscanf(file, "%lu", &pages) == 1;
   file ? fclose(file) : 0;
   return known ? (rlim_t) pages * (rlim_t) sysconf(_SC_PAGESIZE) : 0;
}

/* Is more than this refused? qemu's user emulation accepts a limit and does not apply it. */
static bool is_limited(size_t available)
{
   void *memory = mmap(NULL, 2 * available, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   return memory == MAP_FAILED || munmap(memory, 2 * available) != 0;
}

/*
 * With less memory available than the survivors hold, a full setup frees them. AddressSanitizer
 * does not give freed memory to the setup.
 */
static void test_memory(void)
{
#if defined(__SANITIZE_ADDRESS__)
   const rlim_t available = 14000000;
#else
   const rlim_t available = 6000000;
#endif
   test_system   system = test_system_create(40, 1.0, false);
   struct rlimit before;
   getrlimit(RLIMIT_AS, &before);
   for (int i = 0; i < N_SURVIVORS; i++)
   {
      TEST_CHECK(set_up_and_destroy(with_row_sum(0.5 + 0.1 * i), &system) == 0);
   }
   const struct rlimit low = { address_space() + available, before.rlim_max };
   TEST_CHECK(setrlimit(RLIMIT_AS, &low) == 0);
   if (!is_limited((size_t) available))
   {
      printf("memory: not tested, this system does not limit the address space\n");
      TEST_CHECK(setrlimit(RLIMIT_AS, &before) == 0);
      test_system_destroy(&system);
      return;
   }
   TEST_CHECK(set_up_and_destroy(with_row_sum(0.4), &system) == 0);
   TEST_CHECK(setrlimit(RLIMIT_AS, &before) == 0);
   TEST_CHECK(set_up_and_destroy(with_row_sum(0.8), &system) == 0);
   TEST_CHECK(set_up_and_destroy(with_row_sum(0.4), &system) == 1);
   test_system_destroy(&system);
}

/* ---- communicators ------------------------------------------------------------------ */

/* The 5-point matrix on n^2 points. */
static HYPRE_Int square_row(const void *data, HYPRE_BigInt row, HYPRE_BigInt *cols, double *values,
                            double *b)
{
   const int          n = *(const int *) data;
   const HYPRE_BigInt all[] = { row, row - 1, row + 1, row - n, row + n };
   const bool         inside[] = { true, row % n > 0, row % n < n - 1, row >= n,
                                   row + n < (HYPRE_BigInt) n * n };
   HYPRE_Int          count = 0;
   for (int k = 0; k < 5; k++)
   {
      if (inside[k])
      {
         cols[count] = all[k];
         values[count++] = k == 0 ? 4.0 : -1.0;
      }
   }
   *b = 1.0;
   return count;
}

/* A system of a communicator. */
static test_system create_on(MPI_Comm comm, int n)
{
   int rank, size;
   MPI_Comm_rank(comm, &rank);
   MPI_Comm_size(comm, &size);
   const HYPRE_BigInt n_rows = (HYPRE_BigInt) n * n;
   return test_system_assemble(comm, n_rows * rank / size, n_rows * (rank + 1) / size - 1,
                               square_row, &n);
}

static long set_up_on(MPI_Comm comm, int n)
{
   test_system  system = create_on(comm, n);
   HYPRE_Solver amg = test_values_create(1003, options);
   long         full = -1, by_values = -1;
   test_set_up(amg, &system);
   TEST_CHECK(trisweep_hypre_setups(amg, &full, &by_values, NULL) == TRISWEEP_OK);
   HYPRE_BoomerAMGSolve(amg, system.a, system.b, system.x);
   HYPRE_BoomerAMGDestroy(amg);
   test_system_destroy(&system);
   return by_values;
}

/* Each rank of a part has a history of its own before the part and all ranks set up again. */
static void test_communicators(void)
{
   enum
   {
      POINTS = 24
   };
   MPI_Comm part = MPI_COMM_NULL;
   MPI_Comm_split(MPI_COMM_WORLD, test_rank > 0, test_rank, &part);
   TEST_CHECK(set_up_on(MPI_COMM_WORLD, POINTS) == 0);
   TEST_CHECK(set_up_on(part, POINTS) == 0);
   TEST_CHECK(set_up_on(part, POINTS) == 1);
   TEST_CHECK(set_up_on(MPI_COMM_WORLD, POINTS) == 1);
   for (int i = 0; i < N_SURVIVORS && test_rank == 0; i++)
   {
      TEST_CHECK(set_up_on(MPI_COMM_SELF, POINTS + 1 + i) == 0);
   }
   TEST_CHECK(set_up_on(MPI_COMM_WORLD, POINTS) == 0);
   TEST_CHECK(set_up_on(MPI_COMM_WORLD, POINTS) == 1);
   TEST_CHECK(set_up_on(part, POINTS) == (test_rank > 0 ? 2 : 0));
   /* the communicator of a survivor does not exist any more */
   MPI_Comm_free(&part);
   MPI_Comm_split(MPI_COMM_WORLD, test_rank < 1, -test_rank, &part);
   (void) set_up_on(part, POINTS);
   const long before = set_up_on(part, POINTS);
   TEST_CHECK(before > 0 && set_up_on(part, POINTS) == before + 1);
   MPI_Comm_free(&part);
}

int main(int argc, char **argv)
{
   test_start(&argc, &argv);
   for (size_t i = 0; i < sizeof variants / sizeof variants[0]; i++)
   {
      check_variant(&variants[i], false);
      test_size > 1 ? check_variant(&variants[i], true) : (void) 0;
   }
   test_differences();
   test_smoothers();
   test_guard();
   test_number();
   test_memory();
   test_communicators();
   return test_end();
}
