/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/run/singular.h"

#include "hypre/base/device.h"
#include "hypre/base/notice.h"
#include "hypre/run/attach.h"
#include "hypre/run/worker.h"
#include "hypre/state/numbers.h"

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

bool tsw_may_be_singular(hypre_ParCSRMatrix *matrix)
{
   const tsw_row_parts a = parts_of(matrix);
   if (tsw_space_of(matrix) == TRISWEEP_DEVICE)
   {
      return a.n_rows == 0 || !tsw_device_find_regular_row(&a);
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
      if (tsw_row_is_negligible(a, i, negligible))
      {
         for (int32_t e = a->row_ptr[0][i]; e < a->row_ptr[0][i + 1]; e++)
         {
            val[e] = 0.0;
         }
         if (norms)
         {
            norms[i] = 0.0;
         }
         n++;
      }
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
   return solver->singular && down && up && down->l1 == up->l1 &&
          down->factors == TRISWEEP_NO_FACTORS && up->factors == TRISWEEP_NO_FACTORS;
}

/* Were rows cleared on a rank? largest: of the matrices of all levels so far. Collective. */
static bool clear_level(tsw_solver *solver, int k, double *largest)
{
   hypre_ParCSRMatrix *matrix = hypre_ParAMGDataAArray(solver->amg)[k];
   const tsw_row_parts a = parts_of(matrix);
   const bool          on_device = tsw_space_of(matrix) == TRISWEEP_DEVICE;
   double             *val = hypre_CSRMatrixData(hypre_ParCSRMatrixDiag(matrix));
   hypre_Vector      **all = hypre_ParAMGDataL1Norms(solver->amg);
   const bool          l1 = tsw_method_find(solver->active[1])->l1;
   double             *norms = l1 && all && all[k] ? hypre_VectorData(all[k]) : NULL;
   const double        here = a.n_rows == 0 ? 0.0
                              : on_device   ? tsw_device_largest(&a)
                                            : tsw_rows_largest(&a);
   *largest = fmax(*largest, here);
   MPI_Allreduce(MPI_IN_PLACE, largest, 1, MPI_DOUBLE, MPI_MAX, hypre_ParCSRMatrixComm(matrix));
   const double negligible = TSW_PRODUCT_ROUNDING * *largest;
   const int    n = a.n_rows == 0 || !isfinite(negligible) ? 0
                    : on_device ? tsw_device_clear_negligible_rows(&a, negligible, val, norms)
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

void tsw_clear_negligible_rows_of(tsw_solver *solver)
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
