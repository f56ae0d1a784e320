/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Singular matrices: their recognition, rows of coarse matrices that are rounding of zero, and null
 * vectors of the coarsest matrix. A sweep would divide by the rounding. The elimination on the
 * coarsest level divides by a pivot that is rounding only: by that factor it enlarges the part of
 * the residual that no correction can change, itself rounding, of the matrix of the sweeps too if
 * they store floats, and adds it to the correction in the null space. From cycle to cycle x grows
 * until its rounding hides the residual. Both parts are taken out: they change no residual.
 */
#include <stdlib.h>

#include "extensions/gather.h"
#include "extensions/singular/null_vectors.h"
#include "extensions/singular/row_sums.h"
#include "hypre/base/device.h"
#include "hypre/base/fields.h"
#include "hypre/base/notice.h"
#include "hypre/extension.h"
#include "hypre/hooks/real.h"
#include "hypre/run/attach.h"
#include "hypre/run/worker.h"
#include "hypre/state/numbers.h"

#if TSW_HAS_DEVICE
#include "extensions/singular/row_sums_kernels.h"

/* True if CUDA failed; the next CUDA call returns the error. */
static bool device_has_regular_row(const tsw_row_parts *a)
{
   bool found;
   return tsw_find_regular_row(a, &found, tsw_device_stream()) != cudaSuccess || found;
}

/* Infinity if CUDA failed. */
static double device_largest(const tsw_row_parts *a)
{
   double largest;
   return tsw_find_largest(a, &largest, tsw_device_stream()) == cudaSuccess ? largest : INFINITY;
}

/* The number of cleared rows; 0 if CUDA failed. */
static int device_clear_rows(const tsw_row_parts *a, double negligible, double *val, double *norms)
{
   int               n = 0;
   const cudaError_t error =
      tsw_clear_negligible_rows(a, negligible, val, norms, &n, tsw_device_stream());
   return error == cudaSuccess ? n : 0;
}
#else
#define device_has_regular_row(a) true
#define device_largest(a) INFINITY
#define device_clear_rows(a, negligible, val, norms) 0
#endif

static tsw_row_parts parts_of(hypre_ParCSRMatrix *matrix)
{
   hypre_CSRMatrix *part[2] = { hypre_ParCSRMatrixDiag(matrix), hypre_ParCSRMatrixOffd(matrix) };
   tsw_row_parts    a = { .n_rows = hypre_CSRMatrixNumRows(part[0]) };
   for (int p = 0; p < 2; p++)
   {
      const bool empty = a.n_rows == 0 || (p > 0 && hypre_CSRMatrixNumCols(part[p]) == 0);
      a.row_ptr[p] = empty ? NULL : hypre_CSRMatrixI(part[p]);
      a.col_idx[p] = hypre_CSRMatrixJ(part[p]);
      a.val[p] = hypre_CSRMatrixData(part[p]);
   }
   return a;
}

/* Does no row of this rank show that the matrix does not map constants to zero? */
static bool may_be_singular(hypre_ParCSRMatrix *matrix)
{
   const tsw_row_parts a = parts_of(matrix);
   if (tsw_space_of(matrix) == TRISWEEP_DEVICE)
   {
      return a.n_rows == 0 || !device_has_regular_row(&a);
   }
   for (int32_t i = 0; i < a.n_rows; i++)
   {
      if (tsw_row_is_regular(&a, i))
      {
         return false;
      }
   }
   return true;
}

static int clear_rows(const tsw_row_parts *a, double negligible, double *val, double *norms)
{
   int n = 0;
   for (int32_t i = 0; i < a->n_rows; i++)
   {
      n += tsw_clear_row(a, i, negligible, val, norms);
   }
   return n;
}

/*
 * Do sweeps of the plug alone read the matrices between the first and the last, and all or none
 * of them the norms? Smoothers of hypre divide by norms of zero; factors have rules for pivots.
 */
static bool may_clear(const tsw_solver *solver)
{
   const tsw_method *down = tsw_method_find(solver->active[1]);
   const tsw_method *up = tsw_method_find(solver->active[2]);
   return solver->singular && down && up && down->l1 == up->l1 && !tsw_method_has_factors(down) &&
          !tsw_method_has_factors(up);
}

/* The largest absolute value of this rank's rows; infinity if a value is not finite. */
static double largest_of(hypre_ParCSRMatrix *matrix)
{
   const tsw_row_parts a = parts_of(matrix);
   return a.n_rows == 0                             ? 0.0
          : tsw_space_of(matrix) == TRISWEEP_DEVICE ? device_largest(&a)
                                                    : tsw_rows_largest(&a);
}

/* Were rows cleared on a rank? largest: of the matrices of all levels so far. Collective. */
static bool clear_level(tsw_solver *solver, int k, double *largest)
{
   hypre_ParCSRMatrix *matrix = hypre_ParAMGDataAArray(solver->amg)[k];
   const tsw_row_parts a = parts_of(matrix);
   const bool          on_device = tsw_space_of(matrix) == TRISWEEP_DEVICE;
   double             *val = hypre_CSRMatrixData(hypre_ParCSRMatrixDiag(matrix));
   const bool          l1 = tsw_method_find(solver->active[1])->l1;
   double             *norms = l1 ? tsw_l1_of_hypre(solver->amg, k) : NULL;
   *largest = fmax(*largest, largest_of(matrix));
   MPI_Allreduce(MPI_IN_PLACE, largest, 1, MPI_DOUBLE, MPI_MAX, hypre_ParCSRMatrixComm(matrix));
   const double negligible = TSW_PRODUCT_ROUNDING * *largest;
   const int    n = a.n_rows == 0 || !isfinite(negligible) ? 0
                    : on_device ? device_clear_rows(&a, negligible, val, norms)
                                : clear_rows(&a, negligible, val, norms);
   return !tsw_all_ranks(hypre_ParCSRMatrixComm(matrix), n == 0);
}

/* The worker thread or the side stream may read the values. */
static void wait_for_loads(tsw_level *level)
{
   tsw_worker_wait(level);
   if (level->state == TSW_LEVEL_QUEUED && level->block.space == TRISWEEP_DEVICE)
   {
      tsw_device_join();
   }
}

/*
 * Set rows of coarse matrices that are rounding of zero to zero, if the plug sweeps. On the last
 * level hypre eliminates. Detaches the levels of such rows.
 */
static void clear_negligible_rows(tsw_solver *solver)
{
   const int n_levels = hypre_ParAMGDataNumLevels(solver->amg);
   double    largest = 0.0;
   for (int k = 1; may_clear(solver) && k + 1 < n_levels && k < solver->n_levels; k++)
   {
      tsw_level *level = solver->levels[k];
      if (level)
      {
         wait_for_loads(level);
      }
      if (clear_level(solver, k, &largest) && level)
      {
         tsw_level_detach(level);
      }
   }
}

/* ---- the coarsest level -------------------------------------------------------------- */

enum
{
   MOST_ROWS = 1000 /* a larger coarsest matrix takes too long to eliminate */
};

typedef struct null_space
{
   tsw_null_vectors of_matrix, of_transpose;
} null_space;

/*
 * Find the vectors for a matrix with entries of this size. All ranks find the same, because they
 * have the same matrix. False: no memory.
 */
static bool find_vectors(null_space *space, const trisweep_csr *a, double largest)
{
   const double negligible = TSW_PRODUCT_ROUNDING * largest;
   return !isfinite(largest) || (tsw_null_vectors_find(a, false, negligible, &space->of_matrix) &&
                                 tsw_null_vectors_find(a, true, negligible, &space->of_transpose));
}

static void find_null_space(tsw_solver *solver, int coarsest)
{
   hypre_ParCSRMatrix    *a = hypre_ParAMGDataAArray(solver->amg)[coarsest];
   hypre_ParCSRMatrix    *before = hypre_ParAMGDataAArray(solver->amg)[coarsest - 1];
   const tsw_gather_input input = { a, NULL };
   tsw_gathered           gathered;
   MPI_Comm               comm = hypre_ParCSRMatrixComm(a);
   double                 largest = fmax(largest_of(a), largest_of(before));
   null_space            *space = calloc(1, sizeof *space);
   MPI_Allreduce(MPI_IN_PLACE, &largest, 1, MPI_DOUBLE, MPI_MAX, comm);
   solver->extension[TSW_EXTENSION_singular] = space;
   solver->singular = tsw_all_ranks(comm, space != NULL); /* else no further try */
   if (solver->singular && hypre_ParCSRMatrixGlobalNumRows(a) <= MOST_ROWS)
   {
      if (!tsw_gather(comm, &input, 1, &gathered) ||
          !tsw_all_ranks(comm, find_vectors(space, &gathered.csr, largest)))
      {
         space->of_matrix.n = 0;
         space->of_transpose.n = 0;
      }
      tsw_gathered_free(&gathered, 1);
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

/*
 * The first elimination after a setup finds the null vectors. Level 0 has the vectors of the
 * program, which stay as they are.
 */
static bool coarse_solve(tsw_solver *solver, HYPRE_Int level, HYPRE_Int type, HYPRE_Int *status)
{
   hypre_ParAMGData *amg = solver ? solver->amg : NULL;
   if (!solver || !solver->singular || level == 0)
   {
      return false;
   }
   if (!solver->extension[TSW_EXTENSION_singular])
   {
      find_null_space(solver, level);
   }
   const null_space *space = solver->extension[TSW_EXTENSION_singular];
   if (!space)
   {
      return false;
   }
   project(&space->of_transpose, hypre_ParAMGDataFArray(amg)[level]);
   *status = tsw_real.hypre_GaussElimSolve(amg, level, type);
   project(&space->of_matrix, hypre_ParAMGDataUArray(amg)[level]);
   return true;
}

static void drop(tsw_solver *solver)
{
   null_space *space = solver->extension[TSW_EXTENSION_singular];
   if (space)
   {
      free(space->of_matrix.val);
      free(space->of_transpose.val);
      free(space);
      solver->extension[TSW_EXTENSION_singular] = NULL;
   }
}

static void offer(const tsw_setup_call *call, uint64_t *words)
{
   words[0] = call->solver && may_be_singular(call->matrix);
}

static void settle(const tsw_setup_call *call, const uint64_t *words)
{
   if (call->solver)
   {
      drop(call->solver);
      call->solver->singular = words[0] != 0;
   }
}

const tsw_extension tsw_extension_singular = {
   .offer = offer,
   .settle = settle,
   .hierarchy_made = clear_negligible_rows,
   .coarse_solve = coarse_solve,
   .solver_freed = drop,
};
