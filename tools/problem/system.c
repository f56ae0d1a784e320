/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Create hypre's matrix and vectors from the rows of each rank. */
#include "tools/problem/system.h"

#include <math.h>
#include <stdlib.h>

#include <HYPRE.h>

/* For copies to device memory, for which there is no public function. */
#include <_hypre_utilities.h>

#include "tools/common/support.h"

int64_t tsw_first_row(int64_t n_rows, int block, int rank, int n_ranks)
{
   const int64_t n_blocks = n_rows / block;
   const int64_t first = (n_blocks * rank / n_ranks) * block;
   return rank == n_ranks ? n_rows : first;
}

void tsw_rows_free(tsw_rows *rows)
{
   free(rows->length);
   free(rows->col_idx);
   free(rows->val);
   free(rows->rhs);
   for (int i = 0; i < 3; i++)
   {
      free(rows->mode[i]);
   }
   *rows = (tsw_rows){ 0 };
}

/* The arrays that hypre's assembly reads, in the memory space of the assembly. */
typedef struct staging
{
   HYPRE_MemoryLocation where;
   HYPRE_BigInt        *number; /* [n_rows] global numbers of the rows */
   void                *length;
   void                *col_idx;
   void                *val;
} staging;

/* Return the host array, or a copy of the array on the device. */
static void *stage(const staging *s, void *host, size_t count, size_t size)
{
   if (s->where == HYPRE_MEMORY_HOST)
   {
      return host;
   }
   char *copy = hypre_TAlloc(char, count *size, s->where);
   hypre_TMemcpy(copy, host, char, count *size, s->where, HYPRE_MEMORY_HOST);
   return copy;
}

static void unstage(const staging *s, void *staged)
{
   if (s->where != HYPRE_MEMORY_HOST)
   {
      hypre_TFree(staged, s->where);
   }
}

static void stage_rows(const tsw_rows *rows, HYPRE_BigInt *number, staging *s)
{
   const size_t n_rows = (size_t) rows->n_rows;
   size_t       nnz = 0;
   for (size_t i = 0; i < n_rows; i++)
   {
      nnz += (size_t) rows->length[i];
   }
   s->where = rows->on_device ? HYPRE_MEMORY_DEVICE : HYPRE_MEMORY_HOST;
   s->number = stage(s, number, n_rows, sizeof *number);
   s->length = stage(s, rows->length, n_rows, sizeof *rows->length);
   s->col_idx = stage(s, rows->col_idx, nnz, sizeof *rows->col_idx);
   s->val = stage(s, rows->val, nnz, sizeof *rows->val);
}

static void unstage_rows(const staging *s)
{
   unstage(s, s->number);
   unstage(s, s->length);
   unstage(s, s->col_idx);
   unstage(s, s->val);
}

/* A vector with these values, or of zeros. */
static void create_vector(const tsw_rows *rows, const staging *s, double *val, HYPRE_IJVector *ij,
                          HYPRE_ParVector *vector)
{
   HYPRE_IJVectorCreate(MPI_COMM_WORLD, rows->first, rows->first + rows->n_rows - 1, ij);
   HYPRE_IJVectorSetObjectType(*ij, HYPRE_PARCSR);
   HYPRE_IJVectorInitialize_v2(*ij, s->where);
   if (rows->n_rows > 0 && val)
   {
      void *staged = stage(s, val, (size_t) rows->n_rows, sizeof *val);
      HYPRE_IJVectorSetValues(*ij, rows->n_rows, s->number, staged);
      unstage(s, staged);
   }
   HYPRE_IJVectorAssemble(*ij);
   HYPRE_IJVectorGetObject(*ij, (void **) vector);
}

static void create_matrix(const tsw_rows *rows, const staging *s, tsw_system *system)
{
   const HYPRE_BigInt last = rows->first + rows->n_rows - 1;
   HYPRE_IJMatrixCreate(MPI_COMM_WORLD, rows->first, last, rows->first, last, &system->ij_a);
   HYPRE_IJMatrixSetObjectType(system->ij_a, HYPRE_PARCSR);
   if (!rows->on_device)
   {
      HYPRE_IJMatrixSetRowSizes(system->ij_a, rows->length);
   }
   HYPRE_IJMatrixInitialize_v2(system->ij_a, s->where);
   if (rows->n_rows > 0)
   {
      HYPRE_IJMatrixSetValues(system->ij_a, rows->n_rows, s->length, s->number, s->col_idx, s->val);
   }
   HYPRE_IJMatrixAssemble(system->ij_a);
   HYPRE_IJMatrixGetObject(system->ij_a, (void **) &system->a);
}

bool tsw_system_create(const tsw_rows *rows, tsw_system *system)
{
   double        square = 0.0;
   staging       staged;
   HYPRE_BigInt *number = tsw_get((size_t) rows->n_rows, sizeof *number);
   *system = (tsw_system){ .n_modes = 0 };
   if (!tsw_all(number != NULL))
   {
      free(number);
      return false;
   }
   for (int i = 0; i < rows->n_rows; i++)
   {
      number[i] = rows->first + i;
   }
   stage_rows(rows, number, &staged);
   create_matrix(rows, &staged, system);
   create_vector(rows, &staged, rows->rhs, &system->ij_b, &system->b);
   create_vector(rows, &staged, NULL, &system->ij_x, &system->x);
   create_vector(rows, &staged, NULL, &system->ij_r, &system->r);
   for (; system->n_modes < 3 && rows->mode[system->n_modes]; system->n_modes++)
   {
      create_vector(rows, &staged, rows->mode[system->n_modes], &system->ij_mode[system->n_modes],
                    &system->mode[system->n_modes]);
   }
   unstage_rows(&staged);
   free(number);
   HYPRE_ParVectorInnerProd(system->b, system->b, &square);
   system->norm_b = sqrt(square);
   const HYPRE_Int fault = HYPRE_GetError();
   if (!tsw_all(fault == 0))
   {
      char text[256];
      HYPRE_DescribeError(fault, text);
      if (fault)
      {
         tsw_complain("hypre cannot take the matrix: %s", text);
      }
      return false;
   }
   return true;
}

double tsw_system_residual(const tsw_system *system)
{
   double square = 0.0;
   HYPRE_ParVectorCopy(system->b, system->r);
   HYPRE_ParCSRMatrixMatvec(-1.0, system->a, system->x, 1.0, system->r);
   HYPRE_ParVectorInnerProd(system->r, system->r, &square);
   return sqrt(square) / (system->norm_b > 0.0 ? system->norm_b : 1.0);
}

void tsw_system_destroy(tsw_system *system)
{
   HYPRE_IJMatrixDestroy(system->ij_a);
   HYPRE_IJVectorDestroy(system->ij_b);
   HYPRE_IJVectorDestroy(system->ij_x);
   HYPRE_IJVectorDestroy(system->ij_r);
   for (int i = 0; i < system->n_modes; i++)
   {
      HYPRE_IJVectorDestroy(system->ij_mode[i]);
   }
   *system = (tsw_system){ .n_modes = 0 };
}
