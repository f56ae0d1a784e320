/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * galerkin_np2 [--device]
 *
 * Setups by values of systems that are larger than those of values_np2, on hosts or on a GPU: the
 * coarse matrices are the Galerkin products of the new values, a second setup with the same values
 * gives the same bits, PCG converges, and its solution does not change by a bit when all levels
 * load their values again: loads beside the products have read the new values. Another order of the
 * rows takes a full setup where products depend on the order. New solvers take the hierarchy of a
 * destroyed one if their unknowns have the same functions.
 */
#include "hypre/values.h"

#include <stdlib.h>

#include <_hypre_parcsr_ls.h>
#include <mpi.h>

#include "load/load.h"

/* Splitting and interpolation are those of the first values: other values converge slower. */
#define OPTIONS "setup=values setup_limit=1000"

static uint64_t hash_array(const double *values, HYPRE_Int size, HYPRE_MemoryLocation location,
                           uint64_t hash)
{
   const size_t n = (size_t) size;
   uint64_t    *bits = calloc(n + 1, sizeof *bits);
   hypre_TMemcpy(bits, values, double, n, HYPRE_MEMORY_HOST, location);
   for (size_t e = 0; e < n; e++)
   {
      hash = (hash ^ bits[e]) * 1099511628211u;
   }
   free(bits);
   return hash;
}

static uint64_t hash_part(hypre_CSRMatrix *a, uint64_t hash)
{
   return hash_array(hypre_CSRMatrixData(a), hypre_CSRMatrixNumNonzeros(a),
                     hypre_CSRMatrixMemoryLocation(a), hash);
}

static uint64_t hash_solution(const load_system *v)
{
   hypre_Vector *x = hypre_ParVectorLocalVector((hypre_ParVector *) v->x);
   return hash_array(hypre_VectorData(x), hypre_VectorSize(x), hypre_VectorMemoryLocation(x), 0);
}

/* The bits of the values of all coarse matrices. */
static uint64_t hash_values(HYPRE_Solver amg)
{
   hypre_ParAMGData *data = (hypre_ParAMGData *) amg;
   uint64_t          hash = 0;
   for (int k = 1; k < hypre_ParAMGDataNumLevels(data); k++)
   {
      hypre_ParCSRMatrix *a = hypre_ParAMGDataAArray(data)[k];
      hash = hash_part(hypre_ParCSRMatrixDiag(a), hash);
      hash = hash_part(hypre_ParCSRMatrixOffd(a), hash);
   }
   return hash;
}

static void solve(load_solver *s, load_system *v)
{
   const load_result r = load_solve(s, v);
   TEST_CHECK(load_is_good(&r));
}

static void check_loads(load_solver *s, load_system *v)
{
   const uint64_t hash = hash_solution(v);
   TEST_CHECK(trisweep_hypre_update(s->amg) == TRISWEEP_OK);
   HYPRE_ParVectorSetConstantValues(v->x, 0.0);
   HYPRE_ParCSRPCGSolve(s->pcg, v->a, v->b, v->x);
   TEST_CHECK(hash_solution(v) == hash);
}

/* Values of the third direction grow from step to step. */
static void check(int edge, bool full, int down, int up)
{
   enum
   {
      STEPS = 4
   };
   load_solver s = load_solver_create(down, up);
   TEST_CHECK(trisweep_hypre_set_options(s.amg, OPTIONS) == TRISWEEP_OK);
   for (int step = 0; step < STEPS; step++)
   {
      uint64_t    hash[2];
      load_system v = load_create(edge, full, 1.0 + 0.5 * step);
      for (int again = 0; again < 2; again++)
      {
         solve(&s, &v);
         test_check_products(s.amg);
         hash[again] = hash_values(s.amg);
         check_loads(&s, &v);
      }
      TEST_CHECK(step == 0 || hash[0] == hash[1]);
      load_destroy(&v);
   }
   test_expect_setups(s.amg, 1, 2 * STEPS - 1, "no earlier", full ? "27-point" : "7-point");
   load_solver_destroy(&s);
}

/* In natural order hypre computes the coarse matrices on a GPU: those of 2003 do not serve. */
static void check_order(int edge)
{
   load_solver s = load_solver_create(2003, 2004);
   load_system v = load_create(edge, false, 1.0);
   TEST_CHECK(trisweep_hypre_set_options(s.amg, OPTIONS) == TRISWEEP_OK);
   solve(&s, &v);
   for (int leg = 1; leg <= 2; leg++)
   {
      HYPRE_BoomerAMGSetCycleRelaxType(s.amg, 1002 + leg, leg);
   }
   solve(&s, &v);
   test_expect_setups(s.amg, load_on_device ? 2 : 1, load_on_device ? 0 : 1,
                      load_on_device ? "other parameters" : "no earlier", "natural order");
   load_destroy(&v);
   load_solver_destroy(&s);
}

/* A new solver whose unknowns have one of two functions, in turn from the first one on. */
static void check_functions(load_system *v, HYPRE_Int first, long by_values)
{
   const HYPRE_Int            n = hypre_ParCSRMatrixNumRows((hypre_ParCSRMatrix *) v->a);
   const HYPRE_MemoryLocation location =
      hypre_ParCSRMatrixMemoryLocation((hypre_ParCSRMatrix *) v->a);
   load_solver s = load_solver_create(2003, 2004);
   HYPRE_Int  *functions = hypre_TAlloc(HYPRE_Int, (size_t) n, HYPRE_MEMORY_HOST);
   HYPRE_Int  *own = hypre_TAlloc(HYPRE_Int, (size_t) n, location); /* hypre frees them */
   for (HYPRE_Int i = 0; i < n; i++)
   {
      functions[i] = (i + first) % 2;
   }
   hypre_TMemcpy(own, functions, HYPRE_Int, (size_t) n, location, HYPRE_MEMORY_HOST);
   hypre_TFree(functions, HYPRE_MEMORY_HOST);
   HYPRE_BoomerAMGSetNumFunctions(s.amg, 2);
   HYPRE_BoomerAMGSetDofFunc(s.amg, own);
   TEST_CHECK(trisweep_hypre_set_options(s.amg, OPTIONS) == TRISWEEP_OK);
   solve(&s, v);
   test_expect_setups(s.amg, 1, by_values, "no earlier", "functions");
   load_solver_destroy(&s);
}

int main(int argc, char **argv)
{
   const int status = load_start(argc, argv, "galerkin", NULL);
   if (status)
   {
      return status;
   }
   test_rank = load_rank;
   test_size = load_size;
   for (int k = 0; k < 2; k++) /* another size: the hierarchy of the first solver does not serve */
   {
      check((load_on_device ? 40 : 12) + k, false, k ? 1003 : 2003, k ? 1004 : 2004);
      check((load_on_device ? 24 : 8) + k, true, k ? 1003 : 2003, k ? 1004 : 2004);
   }
   check_order(load_on_device ? 42 : 14);
   load_system v = load_create(load_on_device ? 32 : 10, false, 1.0);
   check_functions(&v, 0, 0);
   check_functions(&v, 0, 1);
   check_functions(&v, 1, 0);
   check_functions(&v, 1, 1);
   check_functions(&v, 0, 2);
   load_destroy(&v);
   return test_end();
}
