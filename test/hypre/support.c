/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/support.h"

#include <_hypre_parcsr_mv.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int        test_rank, test_size;
static int n_failed;

void test_start(int *argc, char ***argv)
{
   MPI_Init(argc, argv);
   MPI_Comm_rank(MPI_COMM_WORLD, &test_rank);
   MPI_Comm_size(MPI_COMM_WORLD, &test_size);
   HYPRE_Init();
}

int test_end(void)
{
   int all = 0;
   MPI_Allreduce(&n_failed, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
   HYPRE_Finalize();
   MPI_Finalize();
   return all > 0;
}

void test_check(bool good, const char *text, const char *file, int line)
{
   if (!good)
   {
      n_failed++;
      fprintf(stderr, "%s:%d: rank %d: does not hold: %s\n", file, line, test_rank, text);
   }
}

void test_near(double a, double b, double tolerance, const char *text, const char *file, int line)
{
   const double rounding = 1e-12;
   if (!(fabs(a - b) <= tolerance * fmax(fabs(a), fabs(b)) + rounding))
   {
      n_failed++;
      fprintf(stderr, "%s:%d: rank %d: %s differ: %.17g and %.17g\n", file, line, test_rank, text,
              a, b);
   }
}

static void add_row(HYPRE_IJMatrix ij, int n, HYPRE_BigInt row, double eps)
{
   const int    place[3] = { (int) (row % n), (int) (row / n % n), (int) (row / n / n) };
   const int    step[3] = { 1, n, n * n };
   HYPRE_BigInt cols[7];
   double       values[7];
   HYPRE_Int    count = 1;
   cols[0] = row;
   values[0] = 4.0 + 2.0 * eps;
   for (int d = 0; d < 3; d++)
   {
      for (int side = -1; side <= 1; side += 2)
      {
         if (place[d] + side >= 0 && place[d] + side < n)
         {
            cols[count] = row + (HYPRE_BigInt) side * step[d];
            values[count++] = d == 2 ? -eps : -1.0;
         }
      }
   }
   HYPRE_IJMatrixSetValues(ij, 1, &count, &row, cols, values);
}

static void create_vector(HYPRE_BigInt first, HYPRE_BigInt last, bool ripple, HYPRE_IJVector *ij,
                          HYPRE_ParVector *vector)
{
   void *object;
   HYPRE_IJVectorCreate(MPI_COMM_WORLD, first, last, ij);
   HYPRE_IJVectorSetObjectType(*ij, HYPRE_PARCSR);
   HYPRE_IJVectorInitialize(*ij);
   for (HYPRE_BigInt row = first; row <= last; row++)
   {
      const double value = ripple ? 1.0 + 0.25 * sin(0.7 * (double) row) : 0.0;
      HYPRE_IJVectorSetValues(*ij, 1, &row, &value);
   }
   HYPRE_IJVectorAssemble(*ij);
   HYPRE_IJVectorGetObject(*ij, &object);
   *vector = (HYPRE_ParVector) object;
}

test_system test_system_create(int n, double eps, bool gap)
{
   test_system        s;
   void              *object;
   const HYPRE_BigInt n_rows = (HYPRE_BigInt) n * n * n;
   const int          n_owners = gap && test_size > 1 ? test_size - 1 : test_size;
   s.first = test_rank < n_owners ? n_rows * test_rank / n_owners : n_rows;
   s.last = test_rank < n_owners ? n_rows * (test_rank + 1) / n_owners - 1 : n_rows - 1;
   HYPRE_IJMatrixCreate(MPI_COMM_WORLD, s.first, s.last, s.first, s.last, &s.ij_a);
   HYPRE_IJMatrixSetObjectType(s.ij_a, HYPRE_PARCSR);
   HYPRE_IJMatrixInitialize(s.ij_a);
   for (HYPRE_BigInt row = s.first; row <= s.last; row++)
   {
      add_row(s.ij_a, n, row, eps);
   }
   HYPRE_IJMatrixAssemble(s.ij_a);
   HYPRE_IJMatrixGetObject(s.ij_a, &object);
   s.a = (HYPRE_ParCSRMatrix) object;
   create_vector(s.first, s.last, true, &s.ij_b, &s.b);
   create_vector(s.first, s.last, false, &s.ij_x, &s.x);
   return s;
}

void test_system_destroy(test_system *system)
{
   HYPRE_IJMatrixDestroy(system->ij_a);
   HYPRE_IJVectorDestroy(system->ij_b);
   HYPRE_IJVectorDestroy(system->ij_x);
}

void test_system_scale(test_system *system, double factor)
{
   for (HYPRE_BigInt row = system->first; row <= system->last; row++)
   {
      HYPRE_Int     count;
      HYPRE_BigInt *cols, own_cols[8];
      double       *values, own_values[8];
      HYPRE_ParCSRMatrixGetRow(system->a, row, &count, &cols, &values);
      for (HYPRE_Int k = 0; k < count; k++)
      {
         own_cols[k] = cols[k];
         own_values[k] = factor * values[k];
      }
      HYPRE_ParCSRMatrixRestoreRow(system->a, row, &count, &cols, &values);
      HYPRE_IJMatrixSetValues(system->ij_a, 1, &count, &row, own_cols, own_values);
   }
   HYPRE_IJMatrixAssemble(system->ij_a);
}

void test_system_set(test_system *system, HYPRE_BigInt row, HYPRE_BigInt col, double value)
{
   HYPRE_Int one = 1;
   if (row >= system->first && row <= system->last)
   {
      HYPRE_IJMatrixSetValues(system->ij_a, 1, &one, &row, &col, &value);
   }
   HYPRE_IJMatrixAssemble(system->ij_a);
}

HYPRE_Solver test_amg_create(HYPRE_Int type)
{
   HYPRE_Solver amg;
   HYPRE_BoomerAMGCreate(&amg);
   HYPRE_BoomerAMGSetRelaxType(amg, type);
   HYPRE_BoomerAMGSetRelaxOrder(amg, 0);
   HYPRE_BoomerAMGSetTol(amg, 0.0);
   HYPRE_BoomerAMGSetMaxIter(amg, 6);
   HYPRE_BoomerAMGSetPrintLevel(amg, 0);
   return amg;
}

double test_amg_solve(HYPRE_Solver amg, test_system *system)
{
   HYPRE_ParVectorSetConstantValues(system->x, 0.0);
   HYPRE_BoomerAMGSolve(amg, system->a, system->b, system->x);
   return test_residual(system);
}

double test_solve_plain(HYPRE_Int type, test_system *system)
{
   HYPRE_Solver amg = test_amg_create(type);
   HYPRE_BoomerAMGSetup(amg, system->a, system->b, system->x);
   const double norm = test_amg_solve(amg, system);
   HYPRE_BoomerAMGDestroy(amg);
   return norm;
}

double test_residual(const test_system *system)
{
   HYPRE_IJVector  ij;
   HYPRE_ParVector r;
   double          square = 0.0;
   create_vector(system->first, system->last, true, &ij, &r);
   HYPRE_ParVectorCopy(system->b, r);
   HYPRE_ParCSRMatrixMatvec(-1.0, system->a, system->x, 1.0, r);
   HYPRE_ParVectorInnerProd(r, r, &square);
   HYPRE_IJVectorDestroy(ij);
   return sqrt(square);
}

hypre_ParVector *test_vector_create(const test_system *system, HYPRE_Int n_vectors)
{
   hypre_ParCSRMatrix *a = (hypre_ParCSRMatrix *) system->a;
   hypre_ParVector    *vector =
      hypre_ParMultiVectorCreate(hypre_ParCSRMatrixComm(a), hypre_ParCSRMatrixGlobalNumRows(a),
                                 hypre_ParCSRMatrixRowStarts(a), n_vectors);
   hypre_ParVectorInitialize(vector);
   return vector;
}

double *test_vector_data(hypre_ParVector *vector)
{
   return hypre_VectorData(hypre_ParVectorLocalVector(vector));
}

void test_vector_fill(hypre_ParVector *vector, HYPRE_Int n, double seed, bool zero)
{
   for (HYPRE_Int i = 0; i < n; i++)
   {
      test_vector_data(vector)[i] = zero ? 0.0 : sin(seed + 0.37 * i + 1.1 * test_rank);
   }
}

double test_vector_distance(hypre_ParVector *a, hypre_ParVector *b, HYPRE_Int n)
{
   double largest = 0.0;
   for (HYPRE_Int i = 0; i < n; i++)
   {
      largest = fmax(largest, fabs(test_vector_data(a)[i] - test_vector_data(b)[i]));
   }
   return largest;
}

long test_sweeps(HYPRE_Solver amg, int level)
{
   trisweep_stats stats;
   if (trisweep_hypre_stats(amg, level, sizeof stats, &stats) != TRISWEEP_OK)
   {
      return -1;
   }
   return (long) stats.n_sweeps;
}
