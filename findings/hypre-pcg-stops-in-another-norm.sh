#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 OR MIT
# Version: hypre 2.26.0, Debian 12.
# Guess: PCG with a tolerance of 1e-6 returns x with |b - A x| <= 1e-6 |b|.
# So: by default the norm is that of the preconditioner C, sqrt(r' C r). Where half of the rows and columns
#    are multiplied by 1000, PCG with BoomerAMG returns after 11 iterations, reports less than 1e-6,
#    and |b - A x| is above 1e-4 |b|; with HYPRE_PCGSetTwoNorm it takes 18.
# Why: hypre 2.26.0, src/krylov/pcg.c: two_norm is 0, and the test is
#    (r_new, C r_new) + (r_old, C r_old) < tol^2 (b, C b).
# Whom it hurts: comparisons of preconditioners by counts: each one is tested in a norm of its own.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
. "$(dirname "$0")/packages"
cat >"$dir/program.c" <<'END'
#include "grid.h"
#include <HYPRE_krylov.h>
#include <_hypre_parcsr_ls.h>

/* A(i,j) *= d(i) d(j), d = 1 in the first half and 1000 in the second. */
static void scale(HYPRE_ParCSRMatrix a)
{
   hypre_CSRMatrix *m = hypre_ParCSRMatrixDiag((hypre_ParCSRMatrix *) a);
   const int        n = hypre_CSRMatrixNumRows(m);
   for (int i = 0; i < n; i++)
   {
      for (int k = hypre_CSRMatrixI(m)[i]; k < hypre_CSRMatrixI(m)[i + 1]; k++)
      {
         hypre_CSRMatrixData(m)[k] *=
            (i < n / 2 ? 1 : 1000) * (hypre_CSRMatrixJ(m)[k] < n / 2 ? 1 : 1000);
      }
   }
}

int main(int argc, char **argv)
{
   MPI_Init(&argc, &argv);
   HYPRE_Init();
   const double coupling[3] = { -1, -1 };
   grid_system  s = grid_create(60, 2, coupling, 0);
   scale(s.a);
   for (int two_norm = 0; two_norm <= 1; two_norm++)
   {
      HYPRE_Solver    amg, pcg;
      HYPRE_Int       iterations;
      HYPRE_Real      reported, rr, bb;
      HYPRE_ParVector r = grid_vector(3600, 1);
      HYPRE_BoomerAMGCreate(&amg);
      HYPRE_BoomerAMGSetMaxIter(amg, 1);
      HYPRE_BoomerAMGSetTol(amg, 0.0);
      HYPRE_BoomerAMGSetRelaxType(amg, 6);
      HYPRE_ParCSRPCGCreate(MPI_COMM_WORLD, &pcg);
      HYPRE_PCGSetTol(pcg, 1e-6);
      HYPRE_PCGSetMaxIter(pcg, 200);
      HYPRE_PCGSetTwoNorm(pcg, two_norm);
      HYPRE_PCGSetPrecond(pcg, (HYPRE_PtrToSolverFcn) HYPRE_BoomerAMGSolve,
                          (HYPRE_PtrToSolverFcn) HYPRE_BoomerAMGSetup, amg);
      HYPRE_ParVectorSetConstantValues(s.x, 0.0);
      HYPRE_ParCSRPCGSetup(pcg, s.a, s.b, s.x);
      HYPRE_ParCSRPCGSolve(pcg, s.a, s.b, s.x);
      HYPRE_PCGGetNumIterations(pcg, &iterations);
      HYPRE_PCGGetFinalRelativeResidualNorm(pcg, &reported);
      HYPRE_ParCSRMatrixMatvec(-1.0, s.a, s.x, 1.0, r);
      HYPRE_ParVectorInnerProd(r, r, &rr);
      HYPRE_ParVectorInnerProd(s.b, s.b, &bb);
      printf("%d %d %d ", (int) iterations, reported <= 1e-6, sqrt(rr / bb) <= 1e-4);
   }
   return MPI_Finalize();
}
END
build_with_hypre "$dir/program.c"
expect "iterations, reported residual below 1e-6, residual below 1e-4; the same with TwoNorm" \
   "$("$dir/program")" "11 1 0 18 1 1 "
