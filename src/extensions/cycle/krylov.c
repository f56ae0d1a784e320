/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Cycles as an extension of the plug, with products and inner products of solves around them. */
#include <stdlib.h>

#include "extensions/cycle/coarse.h"
#include "extensions/cycle/vcycle.h"
#include "extensions/vectors.h"
#include "hypre/base/device.h"
#include "hypre/base/fields.h"
#include "hypre/base/notice.h"

static bool cycle(tsw_frame *frame, hypre_ParVector **f, hypre_ParVector **u, HYPRE_Int *status)
{
   *status = 0;
   return frame->solver && ((tsw_solver_option_is(frame->solver, "cycle", "auto") &&
                             tsw_vcycle(frame->solver, f, u)) ||
                            tsw_coarse_cycle(frame, f, u, status));
}

static bool runs_cycles(const tsw_solver *solver)
{
   const tsw_cycles *c = tsw_cycles_of(solver);
   return c && c->runs;
}

static bool product(tsw_solver *solver, double alpha, hypre_ParCSRMatrix *a, hypre_ParVector *x,
                    double beta, hypre_ParVector *b, hypre_ParVector *y)
{
   const tsw_level *level = solver->n_levels > 0 ? solver->levels[0] : NULL;
   if (!level || level->matrix != a || !runs_cycles(solver))
   {
      return false;
   }
   const tsw_carrier *by = level->carrier;
   return x != y && tsw_is_one_column(x) && tsw_is_one_column(y) &&
          tsw_device_multiply(hypre_ParCSRMatrixDiag(a), alpha, tsw_data_of(x), beta,
                              tsw_data_of(b), tsw_data_of(y)) &&
          (!by || by->multiply(by, alpha, tsw_data_of(x), tsw_data_of(y)));
}

static bool is_on_device(hypre_ParVector *vector)
{
   return tsw_is_one_column(vector) && hypre_ParVectorMemoryLocation(vector) == HYPRE_MEMORY_DEVICE;
}

/* The decision is the same on all ranks: it depends on global sizes and on the communicator. */
static bool inner_product(tsw_solver *solver, hypre_ParVector *x, hypre_ParVector *y,
                          double *result)
{
   const tsw_level *level = solver->n_levels > 0 ? solver->levels[0] : NULL;
   if (!level || !level->matrix || !runs_cycles(solver) || !is_on_device(x) || !is_on_device(y) ||
       hypre_ParVectorComm(x) != hypre_ParCSRMatrixComm(level->matrix) ||
       hypre_ParVectorGlobalSize(x) != hypre_ParCSRMatrixGlobalNumRows(level->matrix) ||
       hypre_ParVectorGlobalSize(y) != hypre_ParVectorGlobalSize(x))
   {
      return false;
   }
   const tsw_connection *connection = tsw_vcycle_connection(solver);
   const HYPRE_Int       n = hypre_VectorSize(hypre_ParVectorLocalVector(x));
   return connection ? connection->inner_product(solver, tsw_data_of(x), tsw_data_of(y), n, result)
                     : n > 0 && tsw_device_inner_product(tsw_data_of(x), tsw_data_of(y), n, result);
}

static void drop(tsw_solver *solver)
{
   tsw_cycles *c = tsw_cycles_of(solver);
   if (c)
   {
      tsw_device_graph_free(&c->record);
   }
   tsw_coarse_drop(solver);
   free(c);
   solver->extension[TSW_EXTENSION_cycle] = NULL;
}

const tsw_extension tsw_extension_cycle = {
   .levels_loaded = tsw_coarse_setup,
   .hierarchy_dropped = drop,
   .cycle = cycle,
   .coarse_solve = tsw_coarse_solve,
   .product = product,
   .inner_product = inner_product,
   .last_levels = &tsw_coarse_gathered,
};
