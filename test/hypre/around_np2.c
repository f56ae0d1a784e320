/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Solvers around BoomerAMG, with plain types and with numbers of the plug: MGR and AMS pass
 * numbers to the relax function and contain BoomerAMG objects with numbers of their own.
 */
#include "hypre/support.h"

#include <_hypre_parcsr_ls.h>

#include <math.h>

/* ---- MGR ------------------------------------------------------------------- */

/* Even rows are fine, odd rows coarse; F-relaxation by relax_type, BoomerAMG with amg_type. */
static double solve_mgr(test_system *system, HYPRE_Int relax_type, HYPRE_Int amg_type, bool twice)
{
   HYPRE_Solver mgr, amg = test_amg_create(amg_type);
   HYPRE_Int    n_coarse[1] = { 1 }, coarse[1] = { 1 }, *coarse_of_level[1] = { coarse };
   HYPRE_BoomerAMGSetMaxIter(amg, 1);
   HYPRE_MGRCreate(&mgr);
   HYPRE_MGRSetCpointsByBlock(mgr, 2, 1, n_coarse, coarse_of_level);
   HYPRE_MGRSetRelaxType(mgr, relax_type);
   HYPRE_MGRSetNumRelaxSweeps(mgr, 2);
   HYPRE_MGRSetMaxIter(mgr, 5);
   HYPRE_MGRSetTol(mgr, 0.0);
   HYPRE_MGRSetPrintLevel(mgr, 0);
#if HYPRE_RELEASE_NUMBER >= 22900
   /* hypre's global smoother gives other meanings to types below 10. */
   if (relax_type % 1000 > 10)
   {
      HYPRE_MGRSetGlobalSmoothType(mgr, relax_type);
      HYPRE_MGRSetMaxGlobalSmoothIters(mgr, 1);
   }
#endif
   HYPRE_MGRSetCoarseSolver(mgr, HYPRE_BoomerAMGSolve, HYPRE_BoomerAMGSetup, amg);
   for (int turn = 0; turn <= twice; turn++)
   {
      /* The second setup gets new values in the same arrays. */
      test_system_scale(system, turn ? 1.25 : 1.0);
      HYPRE_ParVectorSetConstantValues(system->x, 0.0);
      HYPRE_MGRSetup(mgr, system->a, system->b, system->x);
      HYPRE_MGRSolve(mgr, system->a, system->b, system->x);
   }
   TEST_CHECK(amg_type < 1000 || test_sweeps(amg, 0) > 0);
   const double norm = test_residual(system);
   HYPRE_MGRDestroy(mgr);
   HYPRE_BoomerAMGDestroy(amg);
   if (twice)
   {
      test_system_scale(system, 0.8);
   }
   return norm;
}

static void test_mgr(void)
{
   static const HYPRE_Int types[] = { 3, 6, 8, 13 };
   /* The MGR of hypre 2.26 frees memory twice after a second setup. */
   const int   n_ways = HYPRE_RELEASE_NUMBER >= 22900 ? 2 : 1;
   test_system system = test_system_create(8, 0.4, false);
   for (int i = 0; i < 4; i++)
   {
      for (int twice = 0; twice < n_ways; twice++)
      {
         const double plain = solve_mgr(&system, types[i], 6, twice);
         TEST_NEAR(solve_mgr(&system, 1000 + types[i], 1006, twice), plain, 1e-7);
      }
   }
#if HYPRE_RELEASE_NUMBER < 22900
   HYPRE_Solver mgr;
   HYPRE_MGRCreate(&mgr);
   HYPRE_ClearAllErrors();
   TEST_CHECK(HYPRE_MGRSetGlobalSmoothType(mgr, 1006) != 0);
   HYPRE_ClearAllErrors();
   HYPRE_MGRDestroy(mgr);
#endif
   test_system_destroy(&system);
}

/* ---- AMS ------------------------------------------------------------------- */

/* Edges of a grid of GRID x GRID squares: GRID (GRID + 1) along x, then as many along y. */
enum
{
   GRID = 12
};

static HYPRE_IJMatrix new_matrix(HYPRE_BigInt n_rows, HYPRE_BigInt n_cols, HYPRE_BigInt *first,
                                 HYPRE_BigInt *last)
{
   HYPRE_IJMatrix     ij;
   const HYPRE_BigInt first_col = n_cols * test_rank / test_size;
   const HYPRE_BigInt last_col = n_cols * (test_rank + 1) / test_size - 1;
   *first = n_rows * test_rank / test_size;
   *last = n_rows * (test_rank + 1) / test_size - 1;
   HYPRE_IJMatrixCreate(MPI_COMM_WORLD, *first, *last, first_col, last_col, &ij);
   HYPRE_IJMatrixSetObjectType(ij, HYPRE_PARCSR);
   HYPRE_IJMatrixInitialize(ij);
   return ij;
}

static HYPRE_ParCSRMatrix assembled(HYPRE_IJMatrix ij)
{
   void *object;
   HYPRE_IJMatrixAssemble(ij);
   HYPRE_IJMatrixGetObject(ij, &object);
   return (HYPRE_ParCSRMatrix) object;
}

/* The two nodes of an edge, numbered along x first. */
static void nodes_of(HYPRE_BigInt edge, HYPRE_BigInt *from, HYPRE_BigInt *to)
{
   const HYPRE_BigInt n_x = GRID * (GRID + 1);
   if (edge < n_x)
   {
      *from = edge / GRID * (GRID + 1) + edge % GRID;
      *to = *from + 1;
   }
   else
   {
      *from = edge - n_x;
      *to = *from + GRID + 1;
   }
}

/* The four edges around a square, with their orientation. */
static void edges_of(HYPRE_BigInt i, HYPRE_BigInt j, HYPRE_BigInt *edges)
{
   const HYPRE_BigInt n_x = GRID * (GRID + 1);
   edges[0] = j * GRID + i;
   edges[1] = (j + 1) * GRID + i;
   edges[2] = n_x + j * (GRID + 1) + i;
   edges[3] = n_x + j * (GRID + 1) + i + 1;
}

static HYPRE_IJMatrix gradient(void)
{
   HYPRE_BigInt   first, last;
   HYPRE_IJMatrix ij = new_matrix(2 * GRID * (GRID + 1), (GRID + 1) * (GRID + 1), &first, &last);
   for (HYPRE_BigInt edge = first; edge <= last; edge++)
   {
      HYPRE_Int    two = 2;
      HYPRE_BigInt cols[2];
      const double values[2] = { -1.0, 1.0 };
      nodes_of(edge, &cols[0], &cols[1]);
      HYPRE_IJMatrixSetValues(ij, 1, &two, &edge, cols, values);
   }
   return ij;
}

/* curl-curl of the lowest order plus a mass term */
static HYPRE_IJMatrix curl_curl(void)
{
   static const double sign[4] = { 1.0, -1.0, -1.0, 1.0 };
   const HYPRE_BigInt  n = 2 * GRID * (GRID + 1);
   HYPRE_BigInt        first, last;
   HYPRE_Int           one = 1;
   HYPRE_IJMatrix      ij = new_matrix(n, n, &first, &last);
   for (HYPRE_BigInt edge = first; edge <= last; edge++)
   {
      const double mass = 0.01;
      HYPRE_IJMatrixAddToValues(ij, 1, &one, &edge, &edge, &mass);
   }
   for (HYPRE_BigInt square = 0; square < GRID * GRID; square++)
   {
      HYPRE_BigInt edges[4];
      edges_of(square % GRID, square / GRID, edges);
      for (int r = 0; r < 4; r++)
      {
         for (int c = 0; c < 4 && edges[r] >= first && edges[r] <= last; c++)
         {
            const double value = sign[r] * sign[c];
            HYPRE_IJMatrixAddToValues(ij, 1, &one, &edges[r], &edges[c], &value);
         }
      }
   }
   return ij;
}

static HYPRE_IJVector new_vector(HYPRE_BigInt n, int kind, HYPRE_ParVector *vector)
{
   void              *object;
   HYPRE_IJVector     ij;
   const HYPRE_BigInt first = n * test_rank / test_size, last = n * (test_rank + 1) / test_size - 1;
   HYPRE_IJVectorCreate(MPI_COMM_WORLD, first, last, &ij);
   HYPRE_IJVectorSetObjectType(ij, HYPRE_PARCSR);
   HYPRE_IJVectorInitialize(ij);
   for (HYPRE_BigInt i = first; i <= last; i++)
   {
      const double x = (double) (i % (GRID + 1)), y = (double) (i / (GRID + 1));
      const double value = kind == 0 ? 0.0 : kind == 1 ? sin(0.3 * (double) i) : kind == 2 ? x : y;
      HYPRE_IJVectorSetValues(ij, 1, &i, &value);
   }
   HYPRE_IJVectorAssemble(ij);
   HYPRE_IJVectorGetObject(ij, &object);
   *vector = (HYPRE_ParVector) object;
   return ij;
}

static double solve_ams(HYPRE_Int relax_type, HYPRE_Int offset)
{
   const HYPRE_BigInt n_edges = 2 * GRID * (GRID + 1), n_nodes = (GRID + 1) * (GRID + 1);
   HYPRE_Solver       ams;
   HYPRE_ParVector    b, x, coord_x, coord_y;
   HYPRE_IJMatrix     ij_a = curl_curl(), ij_g = gradient();
   HYPRE_ParCSRMatrix a = assembled(ij_a), g = assembled(ij_g);
   HYPRE_IJVector     vectors[4] = { new_vector(n_edges, 1, &b), new_vector(n_edges, 0, &x),
                                     new_vector(n_nodes, 2, &coord_x),
                                     new_vector(n_nodes, 3, &coord_y) };
   HYPRE_AMSCreate(&ams);
   HYPRE_AMSSetDimension(ams, 2);
   HYPRE_AMSSetDiscreteGradient(ams, g);
   HYPRE_AMSSetCoordinateVectors(ams, coord_x, coord_y, NULL);
   HYPRE_AMSSetMaxIter(ams, 6);
   HYPRE_AMSSetTol(ams, 0.0);
   HYPRE_AMSSetPrintLevel(ams, 0);
   HYPRE_AMSSetSmoothingOptions(ams, relax_type, 1, 1.0, 1.0);
   HYPRE_AMSSetAlphaAMGOptions(ams, 10, 0, offset + 6, 0.25, 0, 0);
   HYPRE_AMSSetBetaAMGOptions(ams, 10, 0, offset + 3, 0.25, 0, 0);
   HYPRE_AMSSetup(ams, a, b, x);
   HYPRE_AMSSolve(ams, a, b, x);
   HYPRE_AMSDestroy(ams);
   double square = 0.0;
   HYPRE_ParCSRMatrixMatvec(-1.0, a, x, 1.0, b);
   HYPRE_ParVectorInnerProd(b, b, &square);
   for (int i = 0; i < 4; i++)
   {
      HYPRE_IJVectorDestroy(vectors[i]);
   }
   HYPRE_IJMatrixDestroy(ij_g);
   HYPRE_IJMatrixDestroy(ij_a);
   return sqrt(square);
}

int main(int argc, char **argv)
{
   test_start(&argc, &argv);
   test_mgr();
   const double plain = solve_ams(6, 0), ours = solve_ams(1006, 1000);
   TEST_CHECK(plain > 0.0 && plain < 1.0);
   TEST_NEAR(ours, plain, 1e-7);
   return test_end();
}
