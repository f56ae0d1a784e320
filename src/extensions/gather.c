/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The ranks' rows follow one another in the order of the ranks, as in hypre. */
#include "extensions/gather.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "hypre/base/notice.h"

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

/* The arrays of a gathered matrix. */
typedef struct arrays
{
   int32_t *ptr, *col;
   double  *val, *vector;
} arrays;

static bool allocate(const tsw_gather_input *in, int64_t n, int64_t nnz, arrays *all,
                     tsw_gathered *g)
{
   const bool fits = n < INT_MAX && nnz < INT_MAX;
   all->ptr = fits ? calloc((size_t) n + 1, sizeof *all->ptr) : NULL;
   all->col = fits ? malloc(((size_t) nnz + 1) * sizeof *all->col) : NULL;
   all->val = fits ? malloc(((size_t) nnz + 1) * sizeof *all->val) : NULL;
   all->vector = fits && in->vector ? malloc(((size_t) n + 1) * sizeof *all->vector) : NULL;
   g->vector = all->vector;
   g->csr = (trisweep_csr){ .n_rows = n,
                            .n_cols = (int32_t) hypre_ParCSRMatrixGlobalNumCols(in->matrix),
                            .nnz = nnz,
                            .row_ptr = all->ptr,
                            .col_idx = all->col,
                            .val = all->val,
                            .space = TRISWEEP_HOST };
   return all->ptr && all->col && all->val && (all->vector || !in->vector);
}

/* Write the rows of this rank, entries from k on; ptr [n] gets their lengths. */
static void write_rows(const tsw_gather_input *in, const rows *r, int32_t *ptr, int32_t k,
                       const arrays *all)
{
   const HYPRE_BigInt *map = hypre_ParCSRMatrixColMapOffd(in->matrix);
   const HYPRE_BigInt  first = hypre_ParCSRMatrixFirstColDiag(in->matrix);
   for (int32_t i = 0; i < r->n; i++)
   {
      const int32_t begin = k;
      for (int b = 0; b < 2; b++)
      {
         const HYPRE_Int stop = r->ptr[b] ? r->ptr[b][i + 1] : 0;
         for (HYPRE_Int e = r->ptr[b] ? r->ptr[b][i] : 0; e < stop; e++)
         {
            all->col[k] = (int32_t) (b == 0 ? first + r->col[b][e] : map[r->col[b][e]]);
            all->val[k++] = r->val[b][e];
         }
      }
      ptr[i] = k - begin;
   }
}

/* Where the values of each rank begin, from their numbers. Returns the number of all. */
static int64_t find_firsts(MPI_Comm comm, int n_ranks, int mine, int *of, int *first)
{
   int64_t all = 0;
   MPI_Allgather(&mine, 1, MPI_INT, of, 1, MPI_INT, comm);
   for (int r = 0; r < n_ranks; r++)
   {
      first[r] = (int) all;
      all += of[r];
   }
   return all;
}

static void spread(MPI_Comm comm, MPI_Datatype type, void *values, const int *of, const int *first)
{
   MPI_Allgatherv(MPI_IN_PLACE, 0, type, values, of, first, type, comm);
}

static bool gather(MPI_Comm comm, const tsw_gather_input *in, tsw_gathered *g)
{
   const int rank = tsw_rank_in(comm), n_ranks = tsw_ranks_of(comm);
   int      *n_rows = hypre_TAlloc(int, 4 * (size_t) n_ranks, HYPRE_MEMORY_HOST);
   int      *first_row = n_rows + n_ranks, *nnz = first_row + n_ranks, *first = nnz + n_ranks;
   arrays    all;
   rows      own;
   read_rows(in, &own);
   const int64_t n = find_firsts(comm, n_ranks, own.n, n_rows, first_row);
   const int64_t n_entries = find_firsts(comm, n_ranks, own.nnz, nnz, first);
   const bool    good = tsw_all_ranks(comm, allocate(in, n, n_entries, &all, g));
   if (good)
   {
      write_rows(in, &own, all.ptr + 1 + first_row[rank], first[rank], &all);
      spread(comm, MPI_INT, all.ptr + 1, n_rows, first_row);
      spread(comm, MPI_INT, all.col, nnz, first);
      spread(comm, MPI_DOUBLE, all.val, nnz, first);
      for (int64_t i = 0; i < n; i++)
      {
         all.ptr[i + 1] += all.ptr[i];
      }
   }
   if (good && in->vector)
   {
      memcpy(all.vector + first_row[rank], own.vector, (size_t) own.n * sizeof *all.vector);
      spread(comm, MPI_DOUBLE, all.vector, n_rows, first_row);
   }
   free_rows(&own);
   hypre_TFree(n_rows, HYPRE_MEMORY_HOST);
   return good;
}

bool tsw_gather(MPI_Comm comm, const tsw_gather_input *inputs, int n, tsw_gathered *gathered)
{
   bool good = true;
   memset(gathered, 0, (size_t) n * sizeof *gathered);
   for (int k = 0; k < n && good; k++)
   {
      good = gather(comm, &inputs[k], &gathered[k]);
   }
   return good;
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
