/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Each rank packs its rows of all matrices into one message: for each matrix the number of entries
 * of each row, the global columns, the values, and the vector. The ranks' rows follow one another
 * in the order of the ranks, as in hypre.
 */
#include "extensions/gather.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "hypre/base/notice.h"

enum
{
   MOST_MATRICES = 2 * 16 /* of the levels of a cycle */
};

/* The two blocks of a matrix on this rank, in host memory. */
typedef struct rows
{
   int32_t        n;
   int32_t        nnz;
   HYPRE_Int     *ptr[2];
   HYPRE_Int     *col[2];
   HYPRE_Complex *val[2];
   double        *vector;
} rows;

static void *to_host(const void *from, size_t bytes, HYPRE_MemoryLocation location)
{
   char *to = hypre_TAlloc(char, bytes > 0 ? bytes : 1, HYPRE_MEMORY_HOST);
   if (bytes > 0)
   {
      hypre_TMemcpy(to, (void *) (uintptr_t) from, char, bytes, HYPRE_MEMORY_HOST, location);
   }
   return to;
}

static void read_rows(const tsw_gather_input *in, rows *r)
{
   HYPRE_MemoryLocation location = hypre_ParCSRMatrixMemoryLocation(in->matrix);
   r->n = hypre_ParCSRMatrixNumRows(in->matrix);
   r->nnz = 0;
   const size_t n_starts = (size_t) r->n + 1;
   for (int b = 0; b < 2; b++)
   {
      hypre_CSRMatrix *a =
         b == 0 ? hypre_ParCSRMatrixDiag(in->matrix) : hypre_ParCSRMatrixOffd(in->matrix);
      const size_t nnz = (size_t) hypre_CSRMatrixNumNonzeros(a);
      r->ptr[b] =
         nnz > 0 ? to_host(hypre_CSRMatrixI(a), n_starts * sizeof(HYPRE_Int), location) : NULL;
      r->col[b] = to_host(hypre_CSRMatrixJ(a), nnz * sizeof(HYPRE_Int), location);
      r->val[b] = to_host(hypre_CSRMatrixData(a), nnz * sizeof(HYPRE_Complex), location);
      r->nnz += (int32_t) nnz;
   }
   r->vector = in->vector ? to_host(in->vector, (size_t) r->n * sizeof(double), location) : NULL;
}

static void free_rows(rows *r)
{
   for (int b = 0; b < 2; b++)
   {
      hypre_TFree(r->ptr[b], HYPRE_MEMORY_HOST);
      hypre_TFree(r->col[b], HYPRE_MEMORY_HOST);
      hypre_TFree(r->val[b], HYPRE_MEMORY_HOST);
   }
   hypre_TFree(r->vector, HYPRE_MEMORY_HOST);
}

/* Bytes of a matrix in a message; the values come first, aligned to 8 bytes. */
static size_t message_bytes(int32_t n, int32_t nnz, bool has_vector)
{
   const size_t words = 2 + (size_t) n + (size_t) nnz;
   return sizeof(double) * ((size_t) nnz + (has_vector ? (size_t) n : 0)) +
          sizeof(int32_t) * (words + words % 2);
}

/* n and nnz, then values and vector, then lengths and columns. Returns the end. */
static char *write_rows(const tsw_gather_input *in, const rows *r, char *at)
{
   const HYPRE_BigInt *map = hypre_ParCSRMatrixColMapOffd(in->matrix);
   const HYPRE_BigInt  first = hypre_ParCSRMatrixFirstColDiag(in->matrix);
   char *const         end = at + message_bytes(r->n, r->nnz, r->vector != NULL);
   int32_t            *size = (int32_t *) at;
   double             *val = (double *) (size + 2);
   double             *vector = val + r->nnz;
   int32_t            *length = (int32_t *) (vector + (r->vector ? r->n : 0));
   int32_t            *col = length + r->n;
   int32_t             k = 0;
   size[0] = r->n;
   size[1] = r->nnz;
   for (int32_t i = 0; i < r->n; i++)
   {
      const int32_t begin = k;
      for (int b = 0; b < 2; b++)
      {
         const HYPRE_Int stop = r->ptr[b] ? r->ptr[b][i + 1] : 0;
         for (HYPRE_Int e = r->ptr[b] ? r->ptr[b][i] : 0; e < stop; e++)
         {
            col[k] = (int32_t) (b == 0 ? first + r->col[b][e] : map[r->col[b][e]]);
            val[k++] = r->val[b][e];
         }
      }
      length[i] = k - begin;
      if (r->vector)
      {
         vector[i] = r->vector[i];
      }
   }
   return end;
}

static bool allocate(const tsw_gather_input *in, int32_t n, int32_t nnz, tsw_gathered *g)
{
   int32_t *ptr = calloc((size_t) n + 1, sizeof *ptr);
   int32_t *col = malloc(((size_t) nnz + 1) * sizeof *col);
   double  *val = malloc(((size_t) nnz + 1) * sizeof *val);
   g->vector = in->vector ? malloc(((size_t) n + 1) * sizeof *g->vector) : NULL;
   g->csr = (trisweep_csr){ .n_rows = n,
                            .n_cols = (int32_t) hypre_ParCSRMatrixGlobalNumCols(in->matrix),
                            .nnz = nnz,
                            .row_ptr = ptr,
                            .col_idx = col,
                            .val = val,
                            .space = TRISWEEP_HOST };
   return ptr && col && val && (g->vector || !in->vector);
}

/* Append the rows of one rank to a gathered matrix that has n rows and nnz entries so far. */
static const char *append(const char *at, bool has_vector, int32_t *n, int32_t *nnz,
                          tsw_gathered *g)
{
   const int32_t *size = (const int32_t *) at;
   const double  *val = (const double *) (size + 2);
   const double  *vector = val + size[1];
   const int32_t *length = (const int32_t *) (vector + (has_vector ? size[0] : 0));
   int32_t       *ptr = (int32_t *) (uintptr_t) g->csr.row_ptr + *n;
   memcpy((double *) (uintptr_t) g->csr.val + *nnz, val, (size_t) size[1] * sizeof *val);
   memcpy((int32_t *) (uintptr_t) g->csr.col_idx + *nnz, length + size[0],
          (size_t) size[1] * sizeof *length);
   for (int32_t i = 0; i < size[0]; i++)
   {
      ptr[i + 1] = ptr[i] + length[i];
   }
   if (has_vector)
   {
      memcpy(g->vector + *n, vector, (size_t) size[0] * sizeof *vector);
   }
   *n += size[0];
   *nnz += size[1];
   return at + message_bytes(size[0], size[1], has_vector);
}

/* Sizes of all ranks' parts of a matrix: walk through the messages. */
static bool read_messages(const tsw_gather_input *inputs, int n, int n_ranks, const char *messages,
                          const int *first, tsw_gathered *gathered)
{
   bool good = true;
   for (int pass = 0; pass < 2 && good; pass++)
   {
      int32_t rows_of[MOST_MATRICES] = { 0 };
      int32_t nnz_of[MOST_MATRICES] = { 0 };
      for (int r = 0; r < n_ranks; r++)
      {
         const char *at = messages + first[r];
         for (int k = 0; k < n; k++)
         {
            const int32_t *size = (const int32_t *) at;
            const bool     has_vector = inputs[k].vector != NULL;
            if (pass == 1)
            {
               at = append(at, has_vector, &rows_of[k], &nnz_of[k], &gathered[k]);
               continue;
            }
            rows_of[k] += size[0];
            nnz_of[k] += size[1];
            at += message_bytes(size[0], size[1], has_vector);
         }
      }
      for (int k = 0; k < n && pass == 0; k++)
      {
         good = allocate(&inputs[k], rows_of[k], nnz_of[k], &gathered[k]) && good;
      }
   }
   return good;
}

/* Exchange the messages of all ranks. NULL on all ranks: no memory, or too large. */
static char *exchange(MPI_Comm comm, const char *own, size_t bytes, int *size, int *first,
                      int n_ranks)
{
   const int mine = own && bytes <= INT_MAX ? (int) bytes : -1;
   long long total = 0;
   bool      good = true;
   MPI_Allgather(&mine, 1, MPI_INT, size, 1, MPI_INT, comm);
   for (int r = 0; r < n_ranks; r++)
   {
      first[r] = (int) total;
      total += size[r];
      good = good && size[r] >= 0 && total <= INT_MAX;
   }
   char *all = good ? malloc((size_t) total + 1) : NULL;
   if (!tsw_all_ranks(comm, all != NULL))
   {
      free(all);
      return NULL;
   }
   MPI_Allgatherv(own, mine, MPI_BYTE, all, size, first, MPI_BYTE, comm);
   return all;
}

bool tsw_gather(MPI_Comm comm, const tsw_gather_input *inputs, int n, tsw_gathered *gathered)
{
   const int n_ranks = tsw_ranks_of(comm);
   memset(gathered, 0, (size_t) n * sizeof *gathered);
   rows  *parts = calloc((size_t) n, sizeof *parts);
   int   *size = malloc(2 * (size_t) n_ranks * sizeof *size);
   size_t bytes = 0;
   for (int k = 0; k < n && parts; k++)
   {
      read_rows(&inputs[k], &parts[k]);
      bytes += message_bytes(parts[k].n, parts[k].nnz, parts[k].vector != NULL);
   }
   char *own = parts ? malloc(bytes + 1) : NULL;
   char *at = own;
   for (int k = 0; k < n && parts; k++)
   {
      at = at ? write_rows(&inputs[k], &parts[k], at) : NULL;
      free_rows(&parts[k]);
   }
   char      *all = tsw_all_ranks(comm, size != NULL)
                       ? exchange(comm, own, bytes, size, size + n_ranks, n_ranks)
                       : NULL;
   const bool good = all && read_messages(inputs, n, n_ranks, all, size + n_ranks, gathered);
   free(all);
   free(own);
   free(size);
   free(parts);
   return tsw_all_ranks(comm, good);
}

void tsw_gathered_free(tsw_gathered *gathered, int n)
{
   for (int k = 0; k < n; k++)
   {
      free((void *) (uintptr_t) gathered[k].csr.row_ptr);
      free((void *) (uintptr_t) gathered[k].csr.col_idx);
      free((void *) (uintptr_t) gathered[k].csr.val);
      free(gathered[k].vector);
   }
}
