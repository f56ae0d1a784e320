/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * values_np2 [--device]
 *
 * Setups by values. hypre's splitting and interpolation do not change when a matrix is multiplied
 * by a number; then a setup by values must give the iterates of a full setup of a new solver, with
 * every smoother, product and coarse solver. With other changes the coarse matrices must be the
 * Galerkin products.
 */
#include "hypre/values.h"

#include <_hypre_parcsr_ls.h>

#include <math.h>

#include "load/load.h"

enum
{
   SIZE = 9,
   EDGE = 6 /* a size whose rows each rank can divide by 3 */
};

/* ---- all smoothers and products --------------------------------------------------- */

static HYPRE_Int two_products(HYPRE_Solver amg, HYPRE_Int modular)
{
   HYPRE_BoomerAMGSetModuleRAP2(amg, modular);
   HYPRE_BoomerAMGSetKeepTranspose(amg, 1);
   return HYPRE_BoomerAMGSetRAP2(amg, 1);
}

static HYPRE_Int one_product(HYPRE_Solver amg, HYPRE_Int modular)
{
   HYPRE_BoomerAMGSetModuleRAP2(amg, modular);
   HYPRE_BoomerAMGSetKeepTranspose(amg, 1);
   return HYPRE_BoomerAMGSetRAP2(amg, 0);
}

static HYPRE_Int coarsest(HYPRE_Solver amg, HYPRE_Int type)
{
   HYPRE_BoomerAMGSetMaxCoarseSize(amg, 20);
   return HYPRE_BoomerAMGSetCycleRelaxType(amg, type, 3);
}

static HYPRE_Int early_end(HYPRE_Solver amg, HYPRE_Int levels)
{
   return HYPRE_BoomerAMGSetMaxLevels(amg, levels);
}

static HYPRE_Int aggressive(HYPRE_Solver amg, HYPRE_Int levels)
{
   return HYPRE_BoomerAMGSetAggNumLevels(amg, levels);
}

static HYPRE_Int functions(HYPRE_Solver amg, HYPRE_Int n)
{
   return HYPRE_BoomerAMGSetNumFunctions(amg, n);
}

static const test_variant variants[] = {
   { "Gauss-Seidel", 3, NULL, 0 },
   { "SSOR", 6, NULL, 0 },
   { "Jacobi", 7, NULL, 0 },
   { "l1 SSOR", 8, NULL, 0 },
   { "l1 SSOR with C/F points", 8, HYPRE_BoomerAMGSetRelaxOrder, 1 },
   { "l1 Gauss-Seidel", 13, NULL, 0 },
   { "l1 Jacobi", 18, NULL, 0 },
   { "two products", 3, two_products, 0 },
   { "two modular products", 3, two_products, 1 },
   { "one product, transpose kept", 3, one_product, 0 },
   { "one modular product", 3, one_product, 1 },
   { "elimination 9", 3, coarsest, 9 },
#if !defined(HYPRE_MIXEDINT) /* Debian's hypre64m passes 32-bit integers to a 64-bit LAPACK */
   { "elimination 19", 3, coarsest, 19 },
   { "elimination 99", 3, coarsest, 99 },
#endif
   { "relaxation on the coarsest level", 3, coarsest, 3 },
   { "l1 relaxation on the coarsest level", 3, coarsest, 8 },
   { "no elimination of a large level", 3, early_end, 2 },
   { "aggressive coarsening", 6, aggressive, 1 },
   { "three functions", 6, functions, 3 },
   { "1003", 1003, NULL, 0 },
   { "1006", 1006, NULL, 0 },
   { "1006 with C/F points", 1006, HYPRE_BoomerAMGSetRelaxOrder, 1 },
   { "1008", 1008, NULL, 0 },
   { "1008 on the coarsest level", 1008, coarsest, 1008 },
   { "1014", 1014, NULL, 0 },
   { "2006", 2006, NULL, 0 },
   { "ILU(0)", 1100, NULL, 0 },
   { "ILU(1)", 1101, NULL, 0 },
   { "DILU", 1190, NULL, 0 },
};

/* Sweeps of the plug, and those with products of vectors, which hypre has on devices. */
static bool is_for_devices(const test_variant *v)
{
   return !v->set && (v->type > 1000 || v->type == 7 || v->type == 18);
}

static double solve_new(const test_variant *v, test_system *system)
{
   HYPRE_Solver amg = test_values_create(v->type, "setup=full");
   if (v->set)
   {
      v->set(amg, v->value);
   }
   test_set_up(amg, system);
   const double norm = test_amg_solve(amg, system);
   HYPRE_BoomerAMGDestroy(amg);
   return norm;
}

static void check_variant(const test_variant *v, bool gap)
{
   static const double factors[] = { 1.0, 4.0, 0.03125 };
   test_system         system = test_system_create(SIZE, 0.5, gap);
   HYPRE_Solver        amg = test_values_create(v->type, "setup=values");
   if (v->set)
   {
      v->set(amg, v->value);
   }
   test_set_up(amg, &system);
   const double first = test_amg_solve(amg, &system);
   for (size_t i = 0; i < sizeof factors / sizeof factors[0]; i++)
   {
      test_system_scale(&system, factors[i]);
      test_set_up(amg, &system);
      const double norm = test_amg_solve(amg, &system);
      test_near(norm, solve_new(v, &system), 1e-9, v->name, __FILE__, __LINE__);
      if (i == 0)
      {
         test_near(norm, first, 1e-9, v->name, __FILE__, __LINE__);
      }
      test_expect_setups(amg, 1, (long) i + 1, "no earlier", v->name);
   }
   HYPRE_BoomerAMGDestroy(amg);
   test_system_destroy(&system);
}

/* ---- systems ------------------------------------------------------------------------ */

/*
 * Three unknowns a point; on hosts with nodal coarsening, which hypre does not have on devices,
 * also with vectors that are interpolated exactly.
 */
static HYPRE_Solver create_nodal(int vectors, HYPRE_ParVector *v, const char *setups)
{
   HYPRE_Solver amg = test_values_create(1006, setups);
   HYPRE_BoomerAMGSetNumFunctions(amg, 3);
   HYPRE_BoomerAMGSetNodal(amg, load_on_device ? 0 : 1);
   if (vectors > 0)
   {
      HYPRE_BoomerAMGSetInterpVecVariant(amg, vectors);
      HYPRE_BoomerAMGSetInterpVecQMax(amg, 4);
      HYPRE_BoomerAMGSetInterpVectors(amg, 2, v);
   }
   return amg;
}

static double solve_nodal(HYPRE_Solver amg, test_system *system, long by_values)
{
   test_set_up(amg, system);
   by_values >= 0 ? test_expect_setups(amg, 1, by_values, "no earlier", "nodal") : (void) 0;
   const double norm = test_amg_solve(amg, system);
   HYPRE_BoomerAMGDestroy(amg);
   return norm;
}

/* Solver and vectors are freed in each step, as with rigid body modes. */
static void test_nodal(int vectors)
{
   test_system     system = test_system_create(EDGE, 0.5, false);
   const HYPRE_Int n = (HYPRE_Int) (system.last - system.first + 1);
   for (int step = 0; step < 4; step++)
   {
      HYPRE_ParVector v[2];
      for (int k = 0; k < 2; k++)
      {
         v[k] = test_vector_create(&system, 1);
         test_vector_fill(v[k], n, 1.0 + k, false);
      }
      TEST_NEAR(solve_nodal(create_nodal(vectors, v, "setup=values"), &system, step),
                solve_nodal(create_nodal(vectors, v, "setup=full"), &system, -1), 1e-9);
      for (int k = 0; k < 2; k++)
      {
         HYPRE_ParVectorDestroy(v[k]);
      }
      test_system_scale(&system, 4.0);
   }
   test_system_destroy(&system);
}

/* ---- Galerkin products ---------------------------------------------------------- */

/* Twenty changes of three kinds, with new matrices and with values changed in place. */
static void test_products(HYPRE_Int type)
{
   test_system  system = test_system_create(SIZE, 1.0, false);
   HYPRE_Solver amg = test_values_create(type, "setup=values setup_limit=1000");
   for (int step = 0; step < 20; step++)
   {
      const double drift = pow(10.0, step / 19.0);
      test_system  next = test_system_create(SIZE, drift, false);
      test_system_destroy(&system);
      system = next;
      for (HYPRE_BigInt row = step; row < 8 + step; row++)
      {
         test_system_set(&system, row, row, 1000.0); /* a region that moves */
      }
      test_set_up(amg, &system);
      test_check_products(amg);
      TEST_CHECK(isfinite(test_amg_solve(amg, &system)));
   }
   test_expect_setups(amg, 1, 19, "no earlier", "steps");
   HYPRE_BoomerAMGDestroy(amg);
   test_system_destroy(&system);
}

/* Setups for two vectors are full. */
static void test_vectors(HYPRE_Int type)
{
   test_system      system = test_system_create(SIZE, 0.5, false);
   HYPRE_Solver     amg = test_values_create(type, "setup=values");
   hypre_ParVector *f = test_vector_create(&system, 2), *u = test_vector_create(&system, 2);
   hypre_ParVectorSetConstantValues(f, 1.0);
   for (int step = 0; step < 3; step++)
   {
      HYPRE_BoomerAMGSetup(amg, system.a, (HYPRE_ParVector) f, (HYPRE_ParVector) u);
      test_system_scale(&system, 4.0);
   }
   test_expect_setups(amg, 3, 0, "several vectors", "two vectors");
   test_set_up(amg, &system);
   test_set_up(amg, &system);
   test_expect_setups(amg, 4, 1, "declined", "one vector");
   HYPRE_BoomerAMGSetup(amg, system.a, (HYPRE_ParVector) f, (HYPRE_ParVector) u);
   test_expect_setups(amg, 5, 1, "other parameters", "two vectors again");
   HYPRE_BoomerAMGDestroy(amg);
   hypre_ParVectorDestroy(f);
   hypre_ParVectorDestroy(u);
   test_system_destroy(&system);
}

/* A product with two vectors on a coarse level, as a solve of two makes it. */
static void multiply_two(HYPRE_Solver amg)
{
   hypre_ParCSRMatrix *a = hypre_ParAMGDataAArray((hypre_ParAMGData *) amg)[1];
   hypre_ParVector    *v[2];
   for (int k = 0; k < 2; k++)
   {
      v[k] =
         hypre_ParMultiVectorCreate(hypre_ParCSRMatrixComm(a), hypre_ParCSRMatrixGlobalNumRows(a),
                                    hypre_ParCSRMatrixRowStarts(a), 2);
      hypre_ParVectorInitialize(v[k]);
      hypre_ParVectorSetConstantValues(v[k], 1.0);
   }
   hypre_ParCSRMatrixMatvec(1.0, a, v[0], 0.0, v[1]);
   hypre_ParVectorDestroy(v[0]);
   hypre_ParVectorDestroy(v[1]);
}

/* It changes the packages by which setups by values exchange rows: the next setup is full. */
static void test_packages(HYPRE_Int type)
{
   test_system  system = test_system_create(SIZE - 1, 0.5, false);
   HYPRE_Solver amg = test_values_create(type, "setup=values");
   test_set_up(amg, &system);
   test_set_up(amg, &system);
   test_expect_setups(amg, 1, 1, "no earlier", "one vector at first");
   multiply_two(amg);
   test_system_scale(&system, 4.0);
   test_set_up(amg, &system);
   test_expect_setups(amg, 2, 1, "other parameters", "packages for two vectors");
   TEST_CHECK(isfinite(test_amg_solve(amg, &system)));
   test_set_up(amg, &system);
   test_expect_setups(amg, 2, 2, "other parameters", "one vector again");
   HYPRE_BoomerAMGDestroy(amg);
   test_system_destroy(&system);
}

int main(int argc, char **argv)
{
   const int status = load_start(argc, argv, "values", NULL);
   if (status)
   {
      return status;
   }
   test_rank = load_rank;
   test_size = load_size;
   test_location = load_on_device ? HYPRE_MEMORY_DEVICE : HYPRE_MEMORY_HOST;
   for (size_t i = 0; i < sizeof variants / sizeof variants[0]; i++)
   {
      if (load_on_device && !is_for_devices(&variants[i]))
      {
         continue;
      }
      check_variant(&variants[i], false);
      test_size > 1 ? check_variant(&variants[i], true) : (void) 0;
   }
   for (int vectors = 0; vectors <= (load_on_device ? 0 : 2); vectors++)
   {
      test_nodal(vectors);
   }
   test_products(1006);
   test_vectors(1006);
   load_on_device || test_size == 1 ? (void) 0 : test_packages(1006);
   load_on_device ? (void) 0 : test_products(3);
   return test_end();
}
