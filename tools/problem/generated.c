/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* hypre's generators, called as in its driver ij, and elasticity. */
#include "tools/problem/generated.h"

#include <stdlib.h>
#include <string.h>

/* For GenerateSysLaplacian, which no public header declares, and for values of vectors. */
#include <_hypre_parcsr_ls.h>

#include "tools/common/support.h"
#include "tools/problem/tetrahedra.h"

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
   bool        symmetric;
   int         num_functions;
   double      strong_threshold;
   int         dimension; /* of the grid; 0: an elastic body */
} families[] = { { "lap7_", lap7, true, 1, 0.25, 3 },      { "lap27_", lap27, true, 1, 0.25, 3 },
                 { "sys3_", sys3, true, 3, 0.25, 3 },      { "rotate_", rotate, true, 1, 0.25, 2 },
                 { "vardif_", vardif, false, 1, 0.25, 3 }, { "elas_", NULL, true, 3, 0.5, 0 } };

enum
{
   N_FAMILIES = sizeof families / sizeof families[0]
};

static const struct family *family_of(const char *name)
{
   size_t i = 0;
   while (i < N_FAMILIES && strncmp(name, families[i].prefix, strlen(families[i].prefix)) != 0)
   {
      i++;
   }
   return i < N_FAMILIES ? &families[i] : NULL;
}

bool tsw_problem_is_named(const char *name)
{
   return family_of(name) != NULL;
}

static const struct family *find_family(const char *name, int *size)
{
   const struct family *family = family_of(name);
   const char          *number = family ? name + strlen(family->prefix) : name;
   char                *end;
   const long           n = strtol(number, &end, 10);
   *size = (int) n;
   return end > number && !*end && n >= 2 && n <= TSW_MOST_SIZE ? family : NULL;
}

bool tsw_problem_find(const char *name, tsw_problem *problem)
{
   int                  n;
   const struct family *family = find_family(name, &n);
   if (family)
   {
      *problem = (tsw_problem){ .symmetric = family->symmetric,
                                .num_functions = family->num_functions,
                                .strong_threshold = family->strong_threshold,
                                .size = n,
                                .dimension = family->dimension };
      strncpy(problem->name, name, sizeof problem->name - 1);
   }
   return family != NULL;
}

/* Copy the rows of a host matrix of hypre and the right-hand side; NULL: ones. */
static bool copy_rows(HYPRE_ParCSRMatrix a, HYPRE_ParVector rhs, rows *s)
{
   HYPRE_BigInt first, last, first_column, last_column;
   HYPRE_ParCSRMatrixGetLocalRange(a, &first, &last, &first_column, &last_column);
   const size_t nnz = (size_t) hypre_CSRMatrixNumNonzeros(hypre_ParCSRMatrixDiag(a)) +
                      (size_t) hypre_CSRMatrixNumNonzeros(hypre_ParCSRMatrixOffd(a));
   if (!rows_create(first, (HYPRE_Int) (last - first + 1), nnz, s))
   {
      return false;
   }
   const double *b = rhs ? hypre_VectorData(hypre_ParVectorLocalVector(rhs)) : NULL;
   for (HYPRE_Int i = 0; i < s->n_rows; i++)
   {
      HYPRE_Int     length;
      HYPRE_BigInt *columns;
      double       *values;
      HYPRE_ParCSRMatrixGetRow(a, first + i, &length, &columns, &values);
      for (HYPRE_Int k = 0; k < length; k++)
      {
         rows_add(s, i, columns[k], values[k]);
      }
      HYPRE_ParCSRMatrixRestoreRow(a, first + i, &length, &columns, &values);
      s->rhs[i] = b ? b[i] : 1.0;
   }
   return true;
}

/* hypre's generators work in host memory. */
static bool generate(const struct family *family, int n, int rank, int n_ranks, rows *s)
{
   HYPRE_ParVector      rhs = NULL;
   HYPRE_MemoryLocation where;
   HYPRE_GetMemoryLocation(&where);
   HYPRE_SetMemoryLocation(HYPRE_MEMORY_HOST);
   HYPRE_ParCSRMatrix a = family->generate(n, rank, n_ranks, &rhs);
   const bool         done = copy_rows(a, rhs, s);
   HYPRE_ParCSRMatrixDestroy(a);
   if (rhs)
   {
      HYPRE_ParVectorDestroy(rhs);
   }
   HYPRE_SetMemoryLocation(where);
   return done;
}

bool tsw_problem_rows(const tsw_problem *problem, rows *s)
{
   int                  n, rank, n_ranks;
   const struct family *family = find_family(problem->name, &n);
   MPI_Comm_rank(MPI_COMM_WORLD, &rank);
   MPI_Comm_size(MPI_COMM_WORLD, &n_ranks);
   const bool done = family->generate
                        ? generate(family, n, rank, n_ranks, s)
                        : tsw_tetrahedra_assemble((const int[]){ n, n, n }, rank, n_ranks, s);
   if (!done)
   {
      tsw_complain("not enough memory for the matrix");
   }
   return tsw_all(done);
}

/* A factor in 0.95 .. 1.05 that depends on the unknown's number only (golden ratio sequence). */
static double factor_of(HYPRE_BigInt number)
{
   const double turns = 0.61803398874989484 * (double) number;
   return 0.95 + 0.1 * (turns - (double) (int64_t) turns);
}

void tsw_problem_rescale(rows *s)
{
   size_t place = 0;
   for (HYPRE_Int i = 0; i < s->n_rows; i++)
   {
      const double mine = factor_of(s->first + i);
      for (HYPRE_Int k = 0; k < s->length[i]; k++, place++)
      {
         s->val[place] *= mine * factor_of(s->col_idx[place]);
      }
   }
}
