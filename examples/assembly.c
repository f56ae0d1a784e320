/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "assembly.h"

#include <stdlib.h>

#include <HYPRE.h>

/* For copies to device memory, for which hypre has no public function. */
#include <_hypre_utilities.h>

HYPRE_BigInt rows_first(int64_t n_items, int block, int rank, int n_ranks)
{
   const int64_t first = n_items / block * rank / n_ranks * block;
   return (HYPRE_BigInt) (rank == n_ranks ? n_items : first);
}

bool rows_create(HYPRE_BigInt first, HYPRE_Int n_rows, size_t most, rows *s)
{
   const size_t n = n_rows > 0 ? (size_t) n_rows : 1;
   most = most > 0 ? most : 1;
   *s = (rows){ .first = first,
                .n_rows = n_rows,
                .length = calloc(n, sizeof *s->length),
                .col_idx = calloc(most, sizeof *s->col_idx),
                .val = calloc(most, sizeof *s->val),
                .rhs = calloc(n, sizeof *s->rhs) };
   return s->length && s->col_idx && s->val && s->rhs;
}

void rows_add(rows *s, HYPRE_Int row, HYPRE_BigInt column, double value)
{
   s->length[row]++;
   s->col_idx[s->n_entries] = column;
   s->val[s->n_entries++] = value;
}

void rows_free(rows *s)
{
   free(s->length);
   free(s->col_idx);
   free(s->val);
   free(s->rhs);
   for (int i = 0; i < 3; i++)
   {
      free(s->mode[i]);
   }
   *s = (rows){ 0 };
}

/* The host memory itself or, for an assembly on the device, a copy there. */
static void *stage(HYPRE_MemoryLocation where, void *host, size_t n_bytes)
{
   if (where == HYPRE_MEMORY_HOST)
   {
      return host;
   }
   char *copy = hypre_TAlloc(char, n_bytes, where);
   hypre_TMemcpy(copy, host, char, n_bytes, where, HYPRE_MEMORY_HOST);
   return copy;
}

static void unstage(HYPRE_MemoryLocation where, void *staged)
{
   if (where != HYPRE_MEMORY_HOST)
   {
      hypre_TFree(staged, where);
   }
}

/* The global numbers of the rows, where hypre's assembly reads them. */
static HYPRE_BigInt *create_numbers(const rows *s, HYPRE_MemoryLocation where)
{
   const size_t  n = (size_t) s->n_rows;
   HYPRE_BigInt *number = hypre_TAlloc(HYPRE_BigInt, n, HYPRE_MEMORY_HOST);
   for (HYPRE_Int i = 0; i < s->n_rows; i++)
   {
      number[i] = s->first + i;
   }
   HYPRE_BigInt *staged = stage(where, number, n * sizeof *number);
   if (staged != number)
   {
      hypre_TFree(number, HYPRE_MEMORY_HOST);
   }
   return staged;
}

HYPRE_ParCSRMatrix rows_matrix(const rows *s, HYPRE_MemoryLocation where, HYPRE_IJMatrix *ij)
{
   void              *object;
   const HYPRE_BigInt last = s->first + s->n_rows - 1;
   if (!*ij)
   {
      HYPRE_IJMatrixCreate(MPI_COMM_WORLD, s->first, last, s->first, last, ij);
      HYPRE_IJMatrixSetObjectType(*ij, HYPRE_PARCSR);
      if (where == HYPRE_MEMORY_HOST)
      {
         HYPRE_IJMatrixSetRowSizes(*ij, s->length);
      }
   }
   HYPRE_IJMatrixInitialize_v2(*ij, where);
   if (s->n_rows > 0)
   {
      HYPRE_BigInt *number = create_numbers(s, where);
      HYPRE_Int    *length = stage(where, s->length, (size_t) s->n_rows * sizeof *s->length);
      HYPRE_BigInt *col_idx = stage(where, s->col_idx, s->n_entries * sizeof *s->col_idx);
      double       *val = stage(where, s->val, s->n_entries * sizeof *s->val);
      HYPRE_IJMatrixSetValues(*ij, s->n_rows, length, number, col_idx, val);
      hypre_TFree(number, where);
      unstage(where, length);
      unstage(where, col_idx);
      unstage(where, val);
   }
   HYPRE_IJMatrixAssemble(*ij);
   HYPRE_IJMatrixGetObject(*ij, &object);
   return object;
}

HYPRE_ParVector rows_vector(const rows *s, HYPRE_MemoryLocation where, double *val,
                            HYPRE_IJVector *ij)
{
   void *object;
   HYPRE_IJVectorCreate(MPI_COMM_WORLD, s->first, s->first + s->n_rows - 1, ij);
   HYPRE_IJVectorSetObjectType(*ij, HYPRE_PARCSR);
   HYPRE_IJVectorInitialize_v2(*ij, where);
   if (s->n_rows > 0 && val)
   {
      HYPRE_BigInt *number = create_numbers(s, where);
      double       *staged = stage(where, val, (size_t) s->n_rows * sizeof *val);
      HYPRE_IJVectorSetValues(*ij, s->n_rows, number, staged);
      hypre_TFree(number, where);
      unstage(where, staged);
   }
   HYPRE_IJVectorAssemble(*ij);
   HYPRE_IJVectorGetObject(*ij, &object);
   return object;
}

void rows_values(const rows *s, HYPRE_MemoryLocation where, HYPRE_IJVector ij, double *val)
{
   HYPRE_BigInt *number = create_numbers(s, where);
   double       *there = hypre_TAlloc(double, (size_t) s->n_rows, where);
   HYPRE_IJVectorGetValues(ij, s->n_rows, number, there);
   hypre_TMemcpy(val, there, double, (size_t) s->n_rows, HYPRE_MEMORY_HOST, where);
   hypre_TFree(number, where);
   hypre_TFree(there, where);
}
