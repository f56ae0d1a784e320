/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/hooks/rounded.h"

#if defined(hypre_ParVectorAllZeros) && TSW_HAS_DEVICE

#include "hypre/base/notice.h"
#include "hypre/hooks/real.h"
#include "hypre/run/vcycle.h"

/* Are sweeps on level 0 rounded on any rank? The same on all ranks. */
static bool is_rounded(const tsw_solver *solver, hypre_ParCSRMatrix *matrix)
{
   const tsw_level *level = solver->n_levels > 0 ? solver->levels[0] : NULL;
   MPI_Comm         comm = hypre_ParCSRMatrixComm(matrix);
   trisweep_stats   stats;
   int              n_ranks;
   MPI_Comm_size(comm, &n_ranks);
   const bool here =
      level && level->smoother &&
      trisweep_smoother_stats(level->smoother, sizeof stats, &stats) == TRISWEEP_OK &&
      stats.rounded;
   return n_ranks == 1 ? here : !tsw_all_ranks(comm, !here);
}

tsw_rounded tsw_rounded_begin(tsw_solver *solver, hypre_ParVector **f, hypre_ParVector **u)
{
   tsw_rounded         outer = { f[0], u[0] };
   hypre_ParCSRMatrix *a = solver ? hypre_ParAMGDataAArray(solver->amg)[0] : NULL;
   if (!solver || hypre_ParVectorAllZeros(u[0]) || tsw_space_of(a) != TRISWEEP_DEVICE ||
       hypre_VectorNumVectors(hypre_ParVectorLocalVector(u[0])) != 1 ||
       tsw_solver_option_is(solver, "ordering", "natural") || !is_rounded(solver, a))
   {
      return (tsw_rounded){ NULL, NULL };
   }
   if (!solver->residual)
   {
      solver->residual = hypre_ParVectorCloneDeep_v2(f[0], HYPRE_MEMORY_DEVICE);
      solver->correction = hypre_ParVectorCloneDeep_v2(u[0], HYPRE_MEMORY_DEVICE);
   }
   f[0] = solver->residual;
   u[0] = solver->correction;
   if (!tsw_vcycle_product(-1.0, a, outer.u, 1.0, outer.f, f[0]))
   {
      tsw_real.hypre_ParCSRMatrixMatvecOutOfPlace(-1.0, a, outer.u, 1.0, outer.f, f[0]);
   }
   hypre_ParVectorSetConstantValues(u[0], 0.0);
   hypre_ParVectorAllZeros(u[0]) = 1;
   return outer;
}

void tsw_rounded_end(const tsw_rounded *outer, hypre_ParVector **f, hypre_ParVector **u)
{
   if (outer->u)
   {
      hypre_ParVectorAxpy(1.0, u[0], outer->u);
      f[0] = outer->f;
      u[0] = outer->u;
   }
}

#else

#include "base/absent.h"

TSW_ABSENT(((tsw_rounded){ NULL, NULL }), tsw_rounded, tsw_rounded_begin, tsw_solver *solver,
           hypre_ParVector **f, hypre_ParVector **u)
TSW_ABSENT(, void, tsw_rounded_end, const tsw_rounded *outer, hypre_ParVector **f,
           hypre_ParVector **u)

#endif
