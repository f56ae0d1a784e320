/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/run/null_space.h"

#include <math.h>
#include <stdlib.h>

#include "hypre/base/notice.h"
#include "hypre/base/null_vectors.h"
#include "hypre/base/row_sums.h"
#include "hypre/run/gather.h"

enum
{
   MOST_ROWS = 1000,      /* a larger coarsest matrix takes too long to eliminate */
   MOST_ENTRIES = 1 << 20 /* of the matrix before, which is read for its size */
};

struct tsw_null_space
{
   tsw_null_vectors of_matrix, of_transpose;
};

static double largest_entry(const trisweep_csr *a)
{
   const tsw_row_parts parts = {
      (int32_t) a->n_rows, { a->row_ptr, NULL }, { a->col_idx, NULL }, { a->val, NULL }
   };
   return tsw_rows_largest(&parts);
}

/* Send the vectors of rank 0 to all ranks. False on all ranks: no memory; found: on this rank. */
static bool share(tsw_null_vectors *v, bool found, MPI_Comm comm)
{
   MPI_Bcast(&v->n, 1, MPI_INT, 0, comm);
   v->val = v->val ? v->val : malloc(((size_t) v->n * (size_t) v->n_rows + 1) * sizeof *v->val);
   if (!tsw_all_ranks(comm, found && v->val))
   {
      return false;
   }
   MPI_Bcast(v->val, v->n * v->n_rows, MPI_DOUBLE, 0, comm);
   return true;
}

/* Rank 0 finds the vectors, so that all ranks have the same. False on all ranks: no memory. */
static bool find_on_all(tsw_null_space *space, const tsw_gathered *gathered, MPI_Comm comm)
{
   tsw_null_vectors *v[2] = { &space->of_matrix, &space->of_transpose };
   const double largest = fmax(largest_entry(&gathered[0].csr), largest_entry(&gathered[1].csr));
   bool         good = true;
   int          rank;
   MPI_Comm_rank(comm, &rank);
   for (int k = 0; k < 2 && good; k++)
   {
      v[k]->n_rows = (int) gathered[0].csr.n_rows;
      good = share(
         v[k],
         rank > 0 || !isfinite(largest) ||
            tsw_null_vectors_find(&gathered[0].csr, k == 1, TSW_PRODUCT_ROUNDING * largest, v[k]),
         comm);
   }
   return good;
}

static void find(tsw_solver *solver, int coarsest)
{
   hypre_ParCSRMatrix **a = hypre_ParAMGDataAArray(solver->amg);
   const bool           has_before =
      coarsest > 0 && hypre_ParCSRMatrixDNumNonzeros(a[coarsest - 1]) <= MOST_ENTRIES;
   const tsw_gather_input inputs[2] = { { a[coarsest], NULL },
                                        { a[coarsest - (has_before ? 1 : 0)], NULL } };
   tsw_gathered           gathered[2];
   MPI_Comm               comm = hypre_ParCSRMatrixComm(a[coarsest]);
   solver->null_space = calloc(1, sizeof *solver->null_space);
   solver->singular = tsw_all_ranks(comm, solver->null_space != NULL); /* else no further try */
   if (solver->singular && hypre_ParCSRMatrixGlobalNumRows(a[coarsest]) <= MOST_ROWS)
   {
      if (!tsw_gather(comm, inputs, 2, gathered) ||
          !find_on_all(solver->null_space, gathered, comm))
      {
         solver->null_space->of_matrix.n = 0;
         solver->null_space->of_transpose.n = 0;
      }
      tsw_gathered_free(gathered, 2);
   }
}

/* Take the part along vectors out of a vector of hypre. */
static void project(const tsw_null_vectors *vectors, hypre_ParVector *vector)
{
   const HYPRE_MemoryLocation location = hypre_ParVectorMemoryLocation(vector);
   hypre_Vector              *local = hypre_ParVectorLocalVector(vector);
   const HYPRE_Int            n = hypre_VectorSize(local);
   const int                  first = (int) hypre_ParVectorFirstIndex(vector);
   if (vectors->n == 0 || hypre_VectorNumVectors(local) != 1)
   {
      return;
   }
   double *x = hypre_TAlloc(double, (size_t) (n + vectors->n), HYPRE_MEMORY_HOST);
   double *products = x + n;
   hypre_TMemcpy(x, hypre_VectorData(local), double, (size_t) n, HYPRE_MEMORY_HOST, location);
   tsw_null_vectors_multiply(vectors, first, n, x, products);
   MPI_Allreduce(MPI_IN_PLACE, products, vectors->n, MPI_DOUBLE, MPI_SUM,
                 hypre_ParVectorComm(vector));
   tsw_null_vectors_subtract(vectors, first, n, products, x);
   hypre_TMemcpy(hypre_VectorData(local), x, double, (size_t) n, location, HYPRE_MEMORY_HOST);
   hypre_TFree(x, HYPRE_MEMORY_HOST);
}

void tsw_null_space_begin(tsw_solver *solver, int coarsest)
{
   if (!solver || !solver->singular || coarsest == 0) /* level 0 has the vectors of the program */
   {
      return;
   }
   if (!solver->null_space)
   {
      find(solver, coarsest);
   }
   if (solver->null_space)
   {
      project(&solver->null_space->of_transpose, hypre_ParAMGDataFArray(solver->amg)[coarsest]);
   }
}

void tsw_null_space_end(tsw_solver *solver, int coarsest)
{
   if (solver && solver->singular && solver->null_space && coarsest > 0)
   {
      project(&solver->null_space->of_matrix, hypre_ParAMGDataUArray(solver->amg)[coarsest]);
   }
}

void tsw_null_space_drop(tsw_solver *solver)
{
   if (solver->null_space)
   {
      free(solver->null_space->of_matrix.val);
      free(solver->null_space->of_transpose.val);
      free(solver->null_space);
      solver->null_space = NULL;
   }
}
