#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 OR MIT
# Version: SLEPc 3.18.2 with PETSc 3.18.5 and hypre 2.26.0, Debian 12.
# Guess: LOBPCG of SLEPc with -st_pc_type hypre applies one V-cycle to each residual, as the
#    method is published.
# So: each residual goes through GMRES with up to five iterations, each of them with a V-cycle;
#    -st_ksp_type preonly is the published method.
# Why: SLEPc 3.18.2, src/eps/impls/cg/lobpcg/lobpcg.c and
#    src/sys/classes/st/impls/precond/precond.c: the type of the KSP is GMRES and its max_it 5
#    unless the user sets them.
# Whom it hurts: counts of V-cycles for an eigenproblem, and smoothers that are compared by
#    them.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
. "$(dirname "$0")/packages"
cat >"$dir/program.c" <<'END'
#include "grid_petsc.h"

#include <slepceps.h>

int main(int argc, char **argv)
{
   EPS      eps;
   ST       st;
   KSP      ksp;
   KSPType  type;
   PetscInt most;
   SlepcInitialize(&argc, &argv, NULL, NULL);
   Mat A = grid_laplacian(20);
   EPSCreate(PETSC_COMM_WORLD, &eps);
   EPSSetOperators(eps, A, NULL);
   EPSSetProblemType(eps, EPS_HEP);
   EPSSetType(eps, EPSLOBPCG);
   EPSSetWhichEigenpairs(eps, EPS_SMALLEST_REAL);
   EPSSetFromOptions(eps);
   EPSSolve(eps);
   EPSGetST(eps, &st);
   STGetKSP(st, &ksp);
   KSPGetType(ksp, &type);
   KSPGetTolerances(ksp, NULL, NULL, NULL, &most);
   printf("%s %d\n", type, (int) most);
   return SlepcFinalize();
}
END
build_with_slepc "$dir/program.c"
expect "the solver of LOBPCG's preconditioner" "$("$dir/program" -st_pc_type hypre)" "gmres 5"
