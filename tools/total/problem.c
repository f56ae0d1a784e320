/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Problems of board total: hypre's generators, called as in its driver ij, and elasticity. */
#include "tools/total/problem.h"

#include <stdlib.h>
#include <string.h>

/* For GenerateSysLaplacian, which no public header declares, and for values of vectors. */
#include <_hypre_parcsr_ls.h>

#include "tools/common/support.h"
#include "tools/problem/tetrahedra.h"

enum
{
   MOST_SIZE = 2000
};

/* Make a matrix and, if it is not all ones, the right-hand side. Ranks split the last direction. */
typedef HYPRE_ParCSRMatrix generator(int n, int rank, int n_ranks, HYPRE_ParVector *rhs);

static HYPRE_ParCSRMatrix lap7(int n, int rank, int n_ranks, HYPRE_ParVector *rhs)
{
   double value[4] = { 6.0, -1.0, -1.0, -1.0 };
   (void) rhs;
   return GenerateLaplacian(MPI_COMM_WORLD, n, n, n, 1, 1, n_ranks, 0, 0, rank, value);
}

static HYPRE_ParCSRMatrix lap27(int n, int rank, int n_ranks, HYPRE_ParVector *rhs)
{
   double value[2] = { 26.0, -1.0 };
   (void) rhs;
   return GenerateLaplacian27pt(MPI_COMM_WORLD, n, n, n, 1, 1, n_ranks, 0, 0, rank, value);
}

/* ij's -sysL 3 */
static HYPRE_ParCSRMatrix sys3(int n, int rank, int n_ranks, HYPRE_ParVector *rhs)
{
   double value[4] = { 6.0, -1.0, -1.0, -1.0 };
   double coupling[9] = { 2.0, 1.0, 0.0, 1.0, 2.0, 1.0, 0.0, 1.0, 2.0 };
   (void) rhs;
   return GenerateSysLaplacian(MPI_COMM_WORLD, n, n, n, 1, 1, n_ranks, 0, 0, rank, 3, coupling,
                               value);
}

/* ij's -rotate -eps 0.001 -alpha 30 */
static HYPRE_ParCSRMatrix rotate(int n, int rank, int n_ranks, HYPRE_ParVector *rhs)
{
   (void) rhs;
   return GenerateRotate7pt(MPI_COMM_WORLD, n, n, 1, n_ranks, 0, rank, 30.0, 0.001);
}

/* ij's -vardifconv -eps 1 */
static HYPRE_ParCSRMatrix vardif(int n, int rank, int n_ranks, HYPRE_ParVector *rhs)
{
   return GenerateVarDifConv(MPI_COMM_WORLD, n, n, n, 1, 1, n_ranks, 0, 0, rank, 1.0, rhs);
}

static const struct family
{
   const char *prefix;
   generator  *generate; /* NULL: elasticity */
   tsw_krylov  krylov;
   int         num_functions;
   double      strong_threshold;
   int         dimension; /* of the grid; 0: an elastic body */
} families[] = {
   { "lap7_", lap7, TSW_PCG, 1, 0.25, 3 },       { "lap27_", lap27, TSW_PCG, 1, 0.25, 3 },
   { "sys3_", sys3, TSW_PCG, 3, 0.25, 3 },       { "rotate_", rotate, TSW_PCG, 1, 0.25, 2 },
   { "vardif_", vardif, TSW_GMRES, 1, 0.25, 3 }, { "elas_", NULL, TSW_PCG, 3, 0.5, 0 }
};

static const struct family *find(const char *name, int *size)
{
   for (size_t i = 0; i < sizeof families / sizeof families[0]; i++)
   {
      const size_t length = strlen(families[i].prefix);
      if (!strncmp(name, families[i].prefix, length))
      {
         char      *end;
         const long n = strtol(name + length, &end, 10);
         *size = (int) n;
         return end > name + length && !*end && n >= 2 && n <= MOST_SIZE ? &families[i] : NULL;
      }
   }
   return NULL;
}

bool tsw_total_find(const char *name, int rank, tsw_total_problem *problem)
{
   int                  n;
   const struct family *family = find(name, &n);
   if (!family)
   {
      if (rank == 0)
      {
         tsw_complain("no problem %s: there are lap7_N, lap27_N, sys3_N, rotate_N, vardif_N and "
                      "elas_N, with N from 2 to %d",
                      name, MOST_SIZE);
      }
      return false;
   }
   *problem = (tsw_total_problem){ .krylov = family->krylov,
                                   .num_functions = family->num_functions,
                                   .strong_threshold = family->strong_threshold,
                                   .size = n,
                                   .dimension = family->dimension };
   strncpy(problem->name, name, sizeof problem->name - 1);
   return true;
}

/* Copy the rows of a host matrix of hypre and the right-hand side; NULL: ones. */
static bool copy_rows(HYPRE_ParCSRMatrix a, HYPRE_ParVector rhs, tsw_rows *rows)
{
   HYPRE_BigInt first, last, first_column, last_column;
   HYPRE_ParCSRMatrixGetLocalRange(a, &first, &last, &first_column, &last_column);
   *rows = (tsw_rows){ .first = first, .n_rows = (int) (last - first + 1) };
   const size_t n_rows = (size_t) rows->n_rows;
   const size_t nnz = (size_t) hypre_CSRMatrixNumNonzeros(hypre_ParCSRMatrixDiag(a)) +
                      (size_t) hypre_CSRMatrixNumNonzeros(hypre_ParCSRMatrixOffd(a));
   rows->length = tsw_get(n_rows, sizeof *rows->length);
   rows->col_idx = tsw_get(nnz, sizeof *rows->col_idx);
   rows->val = tsw_get(nnz, sizeof *rows->val);
   rows->rhs = tsw_get(n_rows, sizeof *rows->rhs);
   if (!rows->length || !rows->col_idx || !rows->val || !rows->rhs)
   {
      return false;
   }
   const double *b = rhs ? hypre_VectorData(hypre_ParVectorLocalVector(rhs)) : NULL;
   size_t        place = 0;
   for (int i = 0; i < rows->n_rows; i++)
   {
      HYPRE_Int     length;
      HYPRE_BigInt *columns;
      double       *values;
      HYPRE_ParCSRMatrixGetRow(a, first + i, &length, &columns, &values);
      rows->length[i] = length;
      memcpy(rows->col_idx + place, columns, (size_t) length * sizeof *columns);
      memcpy(rows->val + place, values, (size_t) length * sizeof *values);
      HYPRE_ParCSRMatrixRestoreRow(a, first + i, &length, &columns, &values);
      rows->rhs[i] = b ? b[i] : 1.0;
      place += (size_t) length;
   }
   return true;
}

bool tsw_total_rows(const char *name, tsw_rows *rows)
{
   int                  n, rank, n_ranks;
   const struct family *family = find(name, &n);
   MPI_Comm_rank(MPI_COMM_WORLD, &rank);
   MPI_Comm_size(MPI_COMM_WORLD, &n_ranks);
   if (!family->generate)
   {
      return tsw_tetrahedra_assemble((const int[]){ n, n, n }, rank, n_ranks, rows);
   }
   HYPRE_ParVector    rhs = NULL;
   HYPRE_ParCSRMatrix a = family->generate(n, rank, n_ranks, &rhs);
   const bool         done = tsw_all(copy_rows(a, rhs, rows));
   HYPRE_ParCSRMatrixDestroy(a);
   if (rhs)
   {
      HYPRE_ParVectorDestroy(rhs);
   }
   return done;
}

/* A factor in 0.95 .. 1.05 that depends on the unknown's number only (golden ratio sequence). */
static double factor_of(HYPRE_BigInt number)
{
   const double turns = 0.61803398874989484 * (double) number;
   return 0.95 + 0.1 * (turns - (double) (int64_t) turns);
}

void tsw_total_rescale(tsw_rows *rows)
{
   size_t place = 0;
   for (int i = 0; i < rows->n_rows; i++)
   {
      const double mine = factor_of(rows->first + i);
      for (int k = 0; k < rows->length[i]; k++, place++)
      {
         rows->val[place] *= mine * factor_of(rows->col_idx[place]);
      }
   }
}

void tsw_total_seed(int seed)
{
   hypre_SeedRand(seed);
#if defined(HYPRE_USING_GPU)
   hypre_ResetDeviceRandGenerator((hypre_ulonglongint) seed, 0);
#endif
}
