/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The ranks' rows follow one another in the order of the ranks, as in hypre. */
#include "extensions/gather.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "hypre/base/notice.h"

/* The rows of this rank with global columns, in host memory. */
static hypre_CSRMatrix *read_rows(hypre_ParCSRMatrix *matrix)
{
   hypre_ParCSRMatrix *copy = hypre_ParCSRMatrixClone_v2(matrix, 1, HYPRE_MEMORY_HOST);
   hypre_CSRMatrix    *rows = hypre_MergeDiagAndOffd(copy);
   hypre_ParCSRMatrixDestroy(copy);
   return rows;
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

/* Write the rows of this rank, entries from first on; ptr [n] gets their lengths. */
static void write_rows(const hypre_CSRMatrix *own, int32_t *ptr, int first, const arrays *all)
{
   const HYPRE_Int *begin = hypre_CSRMatrixI(own);
   for (HYPRE_Int i = 0; i < hypre_CSRMatrixNumRows(own); i++)
   {
      ptr[i] = begin[i + 1] - begin[i];
      for (HYPRE_Int e = begin[i]; e < begin[i + 1]; e++)
      {
         all->col[first + e] = (int32_t) hypre_CSRMatrixBigJ(own)[e];
         all->val[first + e] = hypre_CSRMatrixData(own)[e];
      }
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
   const int        rank = tsw_rank_in(comm), n_ranks = tsw_ranks_of(comm);
   hypre_CSRMatrix *own = read_rows(in->matrix);
   const HYPRE_Int  n_own = hypre_CSRMatrixNumRows(own);
   int             *n_rows = hypre_TAlloc(int, 4 * (size_t) n_ranks, HYPRE_MEMORY_HOST);
   int          *first_row = n_rows + n_ranks, *nnz = first_row + n_ranks, *first = nnz + n_ranks;
   arrays        all;
   const int64_t n = find_firsts(comm, n_ranks, n_own, n_rows, first_row);
   const int64_t n_entries = find_firsts(comm, n_ranks, hypre_CSRMatrixI(own)[n_own], nnz, first);
   const bool    good = tsw_all_ranks(comm, allocate(in, n, n_entries, &all, g));
   if (good)
   {
      write_rows(own, all.ptr + 1 + first_row[rank], first[rank], &all);
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
      hypre_TMemcpy(all.vector + first_row[rank], (double *) (uintptr_t) in->vector, double,
                    (size_t) n_own, HYPRE_MEMORY_HOST,
                    hypre_ParCSRMatrixMemoryLocation(in->matrix));
      spread(comm, MPI_DOUBLE, all.vector, n_rows, first_row);
   }
   hypre_CSRMatrixDestroy(own);
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
