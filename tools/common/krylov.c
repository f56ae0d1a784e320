/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tools/common/krylov.h"

#include <limits.h>

#include <HYPRE_utilities.h>

#include "tools/common/support.h"

static const tsw_krylov_calls calls[] = {
   [TSW_PCG] = { "PCG", HYPRE_ParCSRPCGCreate, HYPRE_ParCSRPCGDestroy, HYPRE_PCGSetTol,
                 HYPRE_PCGSetMaxIter, HYPRE_PCGSetLogging, HYPRE_PCGSetPrintLevel,
                 HYPRE_PCGSetPrecond, HYPRE_PCGSetup, HYPRE_PCGSolve, HYPRE_PCGGetNumIterations,
                 HYPRE_PCGGetFinalRelativeResidualNorm },
   [TSW_GMRES] = { "GMRES", HYPRE_ParCSRGMRESCreate, HYPRE_ParCSRGMRESDestroy, HYPRE_GMRESSetTol,
                   HYPRE_GMRESSetMaxIter, HYPRE_GMRESSetLogging, HYPRE_GMRESSetPrintLevel,
                   HYPRE_GMRESSetPrecond, HYPRE_GMRESSetup, HYPRE_GMRESSolve,
                   HYPRE_GMRESGetNumIterations, HYPRE_GMRESGetFinalRelativeResidualNorm },
   [TSW_BICGSTAB] = { "BiCGSTAB", HYPRE_ParCSRBiCGSTABCreate, HYPRE_ParCSRBiCGSTABDestroy,
                      HYPRE_BiCGSTABSetTol, HYPRE_BiCGSTABSetMaxIter, HYPRE_BiCGSTABSetLogging,
                      HYPRE_BiCGSTABSetPrintLevel, HYPRE_BiCGSTABSetPrecond, HYPRE_BiCGSTABSetup,
                      HYPRE_BiCGSTABSolve, HYPRE_BiCGSTABGetNumIterations,
                      HYPRE_BiCGSTABGetFinalRelativeResidualNorm }
};

const tsw_krylov_calls *tsw_krylov_find(tsw_krylov krylov)
{
   return &calls[krylov];
}

HYPRE_Solver tsw_krylov_create(tsw_krylov krylov, double tolerance, int max_iterations, int restart,
                               HYPRE_Solver amg)
{
   const tsw_krylov_calls *call = &calls[krylov];
   HYPRE_Solver            solver;
   call->create(MPI_COMM_WORLD, &solver);
   call->tolerance(solver, tolerance);
   call->max_iterations(solver, max_iterations);
   call->precond(solver, (HYPRE_PtrToSolverFcn) HYPRE_BoomerAMGSolve,
                 (HYPRE_PtrToSolverFcn) HYPRE_BoomerAMGSetup, amg);
   if (krylov == TSW_PCG)
   {
      HYPRE_PCGSetTwoNorm(solver, 1);
   }
   else if (krylov == TSW_GMRES)
   {
      HYPRE_GMRESSetKDim(solver, restart);
   }
   return solver;
}

bool tsw_hypre_well(const char *what)
{
   const HYPRE_Int fault = HYPRE_GetError() & ~HYPRE_ERROR_CONV;
   int             rank, first;
   MPI_Comm_rank(MPI_COMM_WORLD, &rank);
   const int mine = fault ? rank : INT_MAX;
   MPI_Allreduce(&mine, &first, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
   if (rank == first)
   {
      char text[256];
      HYPRE_DescribeError(fault, text);
      tsw_complain("%s: hypre reports an error: %s", what, text);
   }
   HYPRE_ClearAllErrors();
   return first == INT_MAX;
}
