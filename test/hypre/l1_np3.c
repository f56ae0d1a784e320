/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Types 88 and 89 on several ranks, compared with their definitions. hypre before 2.30 has neither,
 * and refuses 1088, whose norms it does not compute:
 *
 *   88  is type 8 with the norms (d + s + sqrt(d^2 + s^2)) / 2, where d = |a_ii|
 *       and s is the sum of the row's absolute values in columns of other ranks.
 *       Reference: hypre's type 8 with these norms, computed here, in place of
 *       the norms of the setup.
 *   89  is type 13, then type 14, by two calls of hypre's relax function.
 *
 * On one rank l1 types 2000 + t are the types without norms, which hypre then does not compute.
 */
#include "hypre/support.h"

#include <_hypre_parcsr_ls.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

static HYPRE_Solver solver_of(HYPRE_Int type, bool cf, test_system *system)
{
   HYPRE_Solver amg = test_amg_create(type);
   HYPRE_BoomerAMGSetRelaxOrder(amg, cf);
   HYPRE_BoomerAMGSetup(amg, system->a, system->b, system->x);
   return amg;
}

/* ---- type 88 --------------------------------------------------------------- */

#if HYPRE_RELEASE_NUMBER < 23000
static void test_88(double eps, bool gap, bool cf)
{
   HYPRE_Solver amg;
   (void) eps;
   (void) gap;
   (void) cf;
   HYPRE_BoomerAMGCreate(&amg);
   TEST_CHECK(HYPRE_BoomerAMGSetRelaxType(amg, 1088) != 0);
   HYPRE_ClearAllErrors();
   HYPRE_BoomerAMGDestroy(amg);
}
#else

/* The markers of all ranks' rows, by global number. */
static HYPRE_Int *gather_markers(hypre_ParCSRMatrix *a, const HYPRE_Int *cf_marker)
{
   const int own = hypre_CSRMatrixNumRows(hypre_ParCSRMatrixDiag(a));
   int      *counts = calloc((size_t) test_size, sizeof *counts);
   int      *starts = calloc((size_t) test_size + 1, sizeof *starts);
   MPI_Allgather(&own, 1, MPI_INT, counts, 1, MPI_INT, MPI_COMM_WORLD);
   for (int rank = 0; rank < test_size; rank++)
   {
      starts[rank + 1] = starts[rank] + counts[rank];
   }
   HYPRE_Int *all = calloc((size_t) starts[test_size] + 1, sizeof *all);
   MPI_Allgatherv(cf_marker, own, HYPRE_MPI_INT, all, counts, starts, HYPRE_MPI_INT,
                  MPI_COMM_WORLD);
   free(counts);
   free(starts);
   return all;
}

/*
 * Overwrite l1 norms. By kind, as in C/F relaxation: only couplings between
 * points of the same kind count. Ranks without rows have no markers and no norms.
 */
static void set_convergent_norms(hypre_ParCSRMatrix *a, bool by_kind, const HYPRE_Int *cf_marker,
                                 double *norms)
{
   const hypre_CSRMatrix *diag = hypre_ParCSRMatrixDiag(a), *offd = hypre_ParCSRMatrixOffd(a);
   HYPRE_Int             *markers = by_kind ? gather_markers(a, cf_marker) : NULL;
   for (HYPRE_Int i = 0; i < hypre_CSRMatrixNumRows(diag); i++)
   {
      double d = 0.0, s = 0.0;
      for (HYPRE_Int k = hypre_CSRMatrixI(diag)[i]; k < hypre_CSRMatrixI(diag)[i + 1]; k++)
      {
         d += hypre_CSRMatrixJ(diag)[k] == i ? fabs(hypre_CSRMatrixData(diag)[k]) : 0.0;
      }
      for (HYPRE_Int k = hypre_CSRMatrixI(offd)[i]; k < hypre_CSRMatrixI(offd)[i + 1]; k++)
      {
         const HYPRE_BigInt col = hypre_ParCSRMatrixColMapOffd(a)[hypre_CSRMatrixJ(offd)[k]];
         const bool         counts = !markers || markers[col] == cf_marker[i];
         s += counts ? fabs(hypre_CSRMatrixData(offd)[k]) : 0.0;
      }
      norms[i] = 0.5 * (d + s + sqrt(d * d + s * s));
   }
   free(markers);
}

/* Residual norm of hypre's type 8 with the norms of type 88. */
static double solve_reference(test_system *system, bool cf)
{
   HYPRE_Solver            amg = solver_of(8, cf, system);
   const hypre_ParAMGData *data = (const hypre_ParAMGData *) amg;
   const int               n_levels = hypre_ParAMGDataNumLevels(data);
   for (int level = 0; level < n_levels; level++)
   {
      hypre_Vector   *norms = hypre_ParAMGDataL1Norms(data)[level];
      hypre_IntArray *marker = hypre_ParAMGDataCFMarkerArray(data)[level];
      const bool      coarsest = level == n_levels - 1;
      if (norms || !coarsest)
      {
         set_convergent_norms(hypre_ParAMGDataAArray(data)[level], cf && !coarsest,
                              marker ? hypre_IntArrayData(marker) : NULL,
                              norms ? hypre_VectorData(norms) : NULL);
      }
   }
   const double norm = test_amg_solve(amg, system);
   HYPRE_BoomerAMGDestroy(amg);
   return norm;
}

static double solve(test_system *system, HYPRE_Int type, bool cf, long *sweeps)
{
   HYPRE_Solver amg = solver_of(type, cf, system);
   const double norm = test_amg_solve(amg, system);
   *sweeps = test_sweeps(amg, 0);
   HYPRE_BoomerAMGDestroy(amg);
   return norm;
}

static void test_88(double eps, bool gap, bool cf)
{
   test_system  system = test_system_create(9, eps, gap);
   const double want = solve_reference(&system, cf);
   long         sweeps;
   TEST_NEAR(solve(&system, 1088, cf, &sweeps), want, 1e-7);
   TEST_CHECK(sweeps > 0 || (gap && test_rank == test_size - 1));
   /* hypre's own norms give another result. */
   TEST_CHECK(fabs(solve(&system, 8, cf, &sweeps) - want) > 1e-4 * want);
   test_system_destroy(&system);
}

#endif

/* ---- type 89 --------------------------------------------------------------- */

typedef struct two_halves
{
   hypre_ParCSRMatrix *a;
   hypre_ParVector    *f, *v, *z;
   HYPRE_Int          *cf_marker;
   HYPRE_Real         *norms;
   HYPRE_Int           n_rows;
} two_halves;

static two_halves two_halves_create(test_system *system, bool norms_by_marker)
{
   two_halves w;
   w.a = (hypre_ParCSRMatrix *) system->a;
   w.n_rows = hypre_CSRMatrixNumRows(hypre_ParCSRMatrixDiag(w.a));
   w.cf_marker = malloc(((size_t) w.n_rows + 1) * sizeof *w.cf_marker);
   for (HYPRE_Int i = 0; i < w.n_rows; i++)
   {
      w.cf_marker[i] = (i * 5) % 3 ? -1 : 1;
   }
   w.norms = NULL;
   if (!hypre_ParCSRMatrixCommPkg(w.a))
   {
      hypre_MatvecCommPkgCreate(w.a);
   }
   hypre_ParCSRComputeL1Norms(w.a, 4, norms_by_marker ? w.cf_marker : NULL, &w.norms);
   w.f = test_vector_create(system, 1);
   w.v = test_vector_create(system, 1);
   w.z = test_vector_create(system, 1);
   test_vector_fill(w.f, w.n_rows, 0.3, false);
   return w;
}

static void two_halves_destroy(two_halves *w)
{
   free(w->cf_marker);
   hypre_TFree(w->norms, HYPRE_MEMORY_HOST);
   hypre_ParVectorDestroy(w->f);
   hypre_ParVectorDestroy(w->v);
   hypre_ParVectorDestroy(w->z);
}

static void relax(const two_halves *w, HYPRE_Int number, HYPRE_Int points, hypre_ParVector *u)
{
   hypre_BoomerAMGRelax(w->a, w->f, points ? w->cf_marker : NULL, number, points, 1.0, 1.0,
                        w->norms, u, w->v, w->z);
}

/* Two calls in a row of each, from x = 0 and from another x, for all, C and F points. */
static void test_89_call(bool gap, bool norms_by_marker)
{
   test_system system = test_system_create(7, 0.4, gap);
   two_halves  w = two_halves_create(&system, norms_by_marker);
   for (HYPRE_Int points = -1; points <= 1; points++)
   {
      for (int zero = 0; zero <= 1; zero++)
      {
         hypre_ParVector *ours = test_vector_create(&system, 1);
         hypre_ParVector *want = test_vector_create(&system, 1);
         test_vector_fill(ours, w.n_rows, 1.2, zero);
         test_vector_fill(want, w.n_rows, 1.2, zero);
         for (int call = 0; call < 2; call++)
         {
            relax(&w, 13, points, want);
            relax(&w, 14, points, want);
            relax(&w, 1089, points, ours);
            TEST_CHECK(test_vector_distance(ours, want, w.n_rows) < 1e-12);
         }
         hypre_ParVectorDestroy(ours);
         hypre_ParVectorDestroy(want);
      }
   }
   two_halves_destroy(&w);
   test_system_destroy(&system);
}

/* A hierarchy of one level, with the norms of hypre's setup. */
static void test_89_solver(bool gap)
{
   test_system  system = test_system_create(7, 0.4, gap);
   two_halves   w = two_halves_create(&system, false);
   HYPRE_Solver amg = test_amg_create(1089);
   HYPRE_BoomerAMGSetMaxLevels(amg, 1);
   HYPRE_BoomerAMGSetup(amg, system.a, system.b, system.x);
   const double ours = test_amg_solve(amg, &system);
   HYPRE_ParVectorCopy(system.b, (HYPRE_ParVector) w.f);
   HYPRE_ParVectorSetConstantValues(system.x, 0.0);
   for (int cycle = 0; cycle < 6; cycle++)
   {
      relax(&w, 13, 0, (hypre_ParVector *) system.x);
      relax(&w, 14, 0, (hypre_ParVector *) system.x);
   }
   TEST_NEAR(ours, test_residual(&system), 1e-10);
   TEST_CHECK(test_sweeps(amg, 0) > 0 || (gap && test_rank == test_size - 1));
   HYPRE_BoomerAMGDestroy(amg);
   two_halves_destroy(&w);
   test_system_destroy(&system);
}

/* ---- one rank ----------------------------------------------------------------- */

/* The 5-point matrix of n^2 points and a part of the identity, with negative diagonal. */
static HYPRE_Int plane_row(const void *data, HYPRE_BigInt row, HYPRE_BigInt *cols, double *values,
                           double *b)
{
   const HYPRE_BigInt n = *(const int *) data;
   const HYPRE_BigInt other[] = { row - n, row - 1, row + 1, row + n };
   const bool         inside[] = { row >= n, row % n > 0, row % n < n - 1, row < n * n - n };
   HYPRE_Int          count = 1;
   cols[0] = row;
   values[0] = -4.5;
   for (int k = 0; k < 4; k++)
   {
      cols[count] = other[k];
      values[count] = 1.0;
      count += inside[k];
   }
   *b = 1.0;
   return count;
}

/* The same values of x as with the type without norms, and no norms. */
static void test_one_rank(HYPRE_Int type, HYPRE_Int plain, HYPRE_Int cf)
{
   const int    n = 17;
   test_system  system = test_system_assemble(MPI_COMM_SELF, 0, n * n - 1, plane_row, &n);
   HYPRE_Solver amg[2] = { solver_of(type, cf, &system), solver_of(plain, cf, &system) };
   double       norm[2];
   for (int i = 0; i < 2; i++)
   {
      HYPRE_ParVectorSetConstantValues(system.x, 0.0);
      HYPRE_BoomerAMGSolve(amg[i], system.a, system.b, system.x);
      HYPRE_ParVectorInnerProd(system.x, system.x, &norm[i]);
      TEST_CHECK(test_sweeps(amg[i], 0) > 0);
   }
   TEST_CHECK(norm[0] == norm[1]);
   hypre_Vector **norms = hypre_ParAMGDataL1Norms((const hypre_ParAMGData *) amg[0]);
   TEST_CHECK(!norms || !norms[0]);
   HYPRE_BoomerAMGSetRelaxType(amg[0], type); /* again: no message, and the sweeps go on */
   const long before = test_sweeps(amg[0], 0);
   HYPRE_BoomerAMGSolve(amg[0], system.a, system.b, system.x);
   TEST_CHECK(test_sweeps(amg[0], 0) > before);
   HYPRE_BoomerAMGDestroy(amg[0]);
   HYPRE_BoomerAMGDestroy(amg[1]);
   test_system_destroy(&system);
}

#if HYPRE_RELEASE_NUMBER < 23000
static void look_for_reason(const char *line, void *n_named)
{
   *(int *) n_named += strstr(line, "'88' is not a relax type of this hypre") != NULL;
}
#endif

int main(int argc, char **argv)
{
#if HYPRE_RELEASE_NUMBER < 23000
   int n_named = 0;
   setenv("TRISWEEP_REPLACE", "88", 1); /* read at the first call */
   trisweep_hypre_set_printer(look_for_reason, &n_named);
#endif
   test_start(&argc, &argv);
   for (HYPRE_Int cf = 0; cf <= 1; cf++)
   {
      test_one_rank(2013, 2003, cf);
      test_one_rank(2014, 2004, cf);
      test_one_rank(2008, 2006, cf);
#if HYPRE_RELEASE_NUMBER >= 23000
      test_one_rank(2088, 2006, cf);
#endif
   }
#if HYPRE_RELEASE_NUMBER < 23000
   trisweep_hypre_set_printer(NULL, NULL);
   TEST_CHECK(n_named == (test_rank == 0));
#endif
   for (int gap = 0; gap <= 1; gap++)
   {
      for (int either = 0; either <= 1; either++)
      {
         test_88(1.0, gap, either);
         test_88(0.05, gap, either);
         test_89_call(gap, either);
      }
      test_89_solver(gap);
   }
   return test_end();
}
