#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 OR MIT
# Version: PETSc 3.18.5 with hypre 2.26.0, Debian 12.
# Guess: PETSc with -pc_type hypre -pc_hypre_type euclid is ILU(0), as -pc_type ilu is by
#    default.
# So: the factorisation has one level of fill: the default run is that with level 1, and level 0
#    takes 1.5 times the iterations.
# Why: PETSc 3.18.5 passes a level to Euclid only if the option is given; hypre 2.26.0,
#    src/distributed_ls/Euclid/Euclid_dh.c starts with level = 1.
# Whom it hurts: comparisons of ILU(0) codes with Euclid.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
. "$(dirname "$0")/packages"
cat >"$dir/program.c" <<'END'
#include "grid_petsc.h"

int main(int argc, char **argv)
{
   KSP      ksp;
   Vec      x;
   PetscInt iterations;
   PetscInitialize(&argc, &argv, NULL, NULL);
   Mat A = grid_laplacian(50);
   Vec b = grid_right_side(A);
   VecDuplicate(b, &x);
   KSPCreate(PETSC_COMM_WORLD, &ksp);
   KSPSetOperators(ksp, A, A);
   KSPSetFromOptions(ksp);
   KSPSolve(ksp, b, x);
   KSPGetIterationNumber(ksp, &iterations);
   printf("%d ", (int) iterations);
   return PetscFinalize();
}
END
build_with_petsc "$dir/program.c"
set -- -ksp_type cg -ksp_rtol 1e-8 -pc_type hypre -pc_hypre_type euclid
expect "iterations by default, with level 1, with level 0" \
   "$("$dir/program" "$@")$("$dir/program" "$@" -pc_hypre_euclid_level 1)$("$dir/program" "$@" \
      -pc_hypre_euclid_level 0)" "29 29 43 "
