/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/report/report.h"
#include "hypre/run/attach.h"
#include "hypre/run/coarse.h"
#include "hypre/run/ranks.h"
#include "hypre/run/setup.h"
#include "hypre/run/vcycle.h"
#include "hypre/state/meet.h"

bool tsw_setup_reload(tsw_solver *solver)
{
   MPI_Comm comm = MPI_COMM_NULL;
   for (int k = 0; k < solver->n_levels; k++)
   {
      tsw_level *level = solver->levels[k];
      if (level && level->matrix)
      {
         /* As in hypre, the norms are those of the last setup. */
         const double *norms = level->loaded.l1;
         double       *own = level->loaded.own_l1;
         level->loaded.own_l1 = NULL;
         tsw_level_attach(level, level->matrix, TSW_ATTACH_NOW);
         level->loaded.own_l1 = own;
         tsw_level_load(level, norms);
         comm = hypre_ParCSRMatrixComm(level->matrix);
      }
   }
   tsw_vcycle_drop(solver);
   tsw_ranks_drop(solver);
   tsw_coarse_setup(solver);
   if (comm != MPI_COMM_NULL)
   {
      tsw_meet_barrier_again(comm); /* fails if another rank did not call */
   }
   if (comm != MPI_COMM_NULL && !tsw_report_agree(solver->levels, solver->n_levels, comm))
   {
      return false;
   }
   if (comm != MPI_COMM_NULL && solver->levels[0] && solver->levels[0]->matrix)
   {
      tsw_ranks_setup(solver, solver->levels[0]->matrix);
   }
   return true;
}
