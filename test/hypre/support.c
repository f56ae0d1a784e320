/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/support.h"

#include <_hypre_parcsr_mv.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int                  test_rank, test_size;
HYPRE_MemoryLocation test_location = HYPRE_MEMORY_HOST;
static int           n_failed;

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

static HYPRE_ParVector create_vector(MPI_Comm comm, const test_system *s, HYPRE_IJVector *ij)
{
   void *object;
   HYPRE_IJVectorCreate(comm, s->first, s->last, ij);
   HYPRE_IJVectorSetObjectType(*ij, HYPRE_PARCSR);
   HYPRE_IJVectorInitialize_v2(*ij, HYPRE_MEMORY_HOST);
   HYPRE_IJVectorGetObject(*ij, &object);
   return (HYPRE_ParVector) object;
}

test_system test_system_assemble(MPI_Comm comm, HYPRE_BigInt first, HYPRE_BigInt last,
                                 test_row *row_of, const void *data)
{
   test_system s = { .first = first, .last = last };
   void       *object;
   HYPRE_IJMatrixCreate(comm, first, last, first, last, &s.ij_a);
   HYPRE_IJMatrixSetObjectType(s.ij_a, HYPRE_PARCSR);
   HYPRE_IJMatrixInitialize_v2(s.ij_a, HYPRE_MEMORY_HOST);
   s.b = create_vector(comm, &s, &s.ij_b);
   s.x = create_vector(comm, &s, &s.ij_x);
   for (HYPRE_BigInt row = first; row <= last; row++)
   {
      HYPRE_BigInt cols[TEST_MOST_COLUMNS];
      double       values[TEST_MOST_COLUMNS], b = 0.0;
      HYPRE_Int    n_cols = row_of(data, row, cols, values, &b);
      HYPRE_IJMatrixSetValues(s.ij_a, 1, &n_cols, &row, cols, values);
      HYPRE_IJVectorSetValues(s.ij_b, 1, &row, &b);
   }
   HYPRE_IJMatrixAssemble(s.ij_a);
   HYPRE_IJVectorAssemble(s.ij_b);
   HYPRE_IJVectorAssemble(s.ij_x);
   HYPRE_IJMatrixGetObject(s.ij_a, &object);
   s.a = (HYPRE_ParCSRMatrix) object;
   hypre_ParCSRMatrixMigrate(object, test_location);
   hypre_ParVectorMigrate((hypre_ParVector *) s.b, test_location);
   hypre_ParVectorMigrate((hypre_ParVector *) s.x, test_location);
   return s;
}

/* The grid of test_system_create. */
typedef struct cube
{
   int    n;
   double eps;
} cube;

static HYPRE_Int cube_row(const void *data, HYPRE_BigInt row, HYPRE_BigInt *cols, double *values,
                          double *b)
{
   const cube *c = data;
   const int   n = c->n, step[3] = { 1, n, n * n };
   const int   place[3] = { (int) (row % n), (int) (row / n % n), (int) (row / n / n) };
   HYPRE_Int   count = 1;
   cols[0] = row;
   values[0] = 4.0 + 2.0 * c->eps;
   for (int d = 0; d < 3; d++)
   {
      for (int side = -1; side <= 1; side += 2)
      {
         if (place[d] + side >= 0 && place[d] + side < n)
         {
            cols[count] = row + (HYPRE_BigInt) side * step[d];
            values[count++] = d == 2 ? -c->eps : -1.0;
         }
      }
   }
   *b = 1.0 + 0.25 * sin(0.7 * (double) row);
   return count;
}

test_system test_system_create(int n, double eps, bool gap)
{
   const cube         c = { n, eps };
   const HYPRE_BigInt n_rows = (HYPRE_BigInt) n * n * n;
   const int          n_owners = gap && test_size > 1 ? test_size - 1 : test_size;
   const bool         owner = test_rank < n_owners;
   return test_system_assemble(MPI_COMM_WORLD, owner ? n_rows * test_rank / n_owners : n_rows,
                               owner ? n_rows * (test_rank + 1) / n_owners - 1 : n_rows - 1,
                               cube_row, &c);
}

void test_system_destroy(test_system *system)
{
   HYPRE_IJMatrixDestroy(system->ij_a);
   HYPRE_IJVectorDestroy(system->ij_b);
   HYPRE_IJVectorDestroy(system->ij_x);
}

/* Move the matrix; a change of values is made on the host. */
static void move(test_system *system, HYPRE_MemoryLocation memory)
{
   hypre_ParCSRMatrixMigrate((hypre_ParCSRMatrix *) system->a, memory);
}

static void scale(hypre_CSRMatrix *a, double factor)
{
   for (HYPRE_Int e = 0; e < hypre_CSRMatrixNumNonzeros(a); e++)
   {
      hypre_CSRMatrixData(a)[e] *= factor;
   }
}

void test_system_scale(test_system *system, double factor)
{
   hypre_ParCSRMatrix *a = (hypre_ParCSRMatrix *) system->a;
   move(system, HYPRE_MEMORY_HOST);
   scale(hypre_ParCSRMatrixDiag(a), factor);
   scale(hypre_ParCSRMatrixOffd(a), factor);
   move(system, test_location);
}

void test_system_set(test_system *system, HYPRE_BigInt row, HYPRE_BigInt col, double value)
{
   hypre_ParCSRMatrix *a = (hypre_ParCSRMatrix *) system->a;
   hypre_CSRMatrix    *part[2] = { hypre_ParCSRMatrixDiag(a), hypre_ParCSRMatrixOffd(a) };
   const HYPRE_Int     i = (HYPRE_Int) (row - system->first);
   move(system, HYPRE_MEMORY_HOST);
   for (int p = 0; p < 2 && row >= system->first && row <= system->last; p++)
   {
      for (HYPRE_Int e = hypre_CSRMatrixI(part[p])[i]; e < hypre_CSRMatrixI(part[p])[i + 1]; e++)
      {
         const HYPRE_Int    j = hypre_CSRMatrixJ(part[p])[e];
         const HYPRE_BigInt found = p ? hypre_ParCSRMatrixColMapOffd(a)[j] : system->first + j;
         hypre_CSRMatrixData(part[p])[e] = found == col ? value : hypre_CSRMatrixData(part[p])[e];
      }
   }
   move(system, test_location);
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
   double          square = 0.0;
   HYPRE_ParVector r = create_vector(MPI_COMM_WORLD, system, &ij);
   hypre_ParVectorMigrate((hypre_ParVector *) r, test_location);
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
   hypre_ParVectorInitialize_v2(vector, test_location);
   return vector;
}

double *test_vector_data(hypre_ParVector *vector)
{
   return hypre_VectorData(hypre_ParVectorLocalVector(vector));
}

void test_vector_fill(hypre_ParVector *vector, HYPRE_Int n, double seed, bool zero)
{
   hypre_ParVectorMigrate(vector, HYPRE_MEMORY_HOST);
   for (HYPRE_Int i = 0; i < n; i++)
   {
      test_vector_data(vector)[i] = zero ? 0.0 : sin(seed + 0.37 * i + 1.1 * test_rank);
   }
   hypre_ParVectorMigrate(vector, test_location);
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
