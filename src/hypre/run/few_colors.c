/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/run/few_colors.h"

#include "hypre/base/device.h"
#include "smoother/abilities.h"

enum
{
   FEW_ROWS = 65536 /* minimal rows of a rank on the finest level; measured (doc/performance.md) */
};

bool tsw_few_color_factors(const tsw_solver *solver, hypre_ParCSRMatrix *finest)
{
   int n_ranks;
   MPI_Comm_size(hypre_ParCSRMatrixComm(finest), &n_ranks);
   return (!tsw_solver_option_is(solver, "ordering", "auto") ||
           hypre_ParCSRMatrixGlobalNumRows(finest) / n_ranks >= FEW_ROWS) &&
          tsw_context_has_few_colors(tsw_solver_context(solver), tsw_space_of(finest));
}

enum
{
   COUPLED_COLORS = 4, /* few colours of all levels if the unknowns of a point are coupled: */
   COUPLED_SHARE = 16  /* if they are at least a 16th of a row; measured (doc/choosing.md) */
};

int32_t tsw_few_colors(const tsw_solver *solver, hypre_ParCSRMatrix *finest)
{
   const trisweep_csr block = tsw_level_block(finest);
   const int64_t      others = hypre_ParAMGDataNumFunctions(solver->amg) - 1; /* of a point */
   return others > 0 && COUPLED_SHARE * others * block.n_rows >= block.nnz ? COUPLED_COLORS : 0;
}
