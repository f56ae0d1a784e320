#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 OR MIT
# Version: PETSc 3.18.5 with hypre 2.26.0, Debian 12.
# Guess: -ksp_monitor only prints: a solve by a few Richardson steps ends with the same reason
#    with and without it.
# So: without the monitor three steps with -pc_type sor (or hypre) end with CONVERGED_ITS, with
#    it with DIVERGED_ITS; -ksp_error_if_not_converged then stops the program.
# Why: PETSc 3.18.5, src/ksp/ksp/impls/rich/rich.c: without a monitor the preconditioner runs
#    all steps (PCApplyRichardson) and no tolerance is tested; with a monitor PETSc tests the
#    norm after each step.
# Whom it hurts: programs with a fixed number of steps, when somebody turns the monitor on to
#    look.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
. "$(dirname "$0")/packages"
cat >"$dir/program.c" <<'END'
#include "grid_petsc.h"

int main(int argc, char **argv)
{
   KSP                ksp;
   Vec                x;
   KSPConvergedReason reason;
   PetscInitialize(&argc, &argv, NULL, NULL);
   Mat A = grid_laplacian(20);
   Vec b = grid_right_side(A);
   VecDuplicate(b, &x);
   KSPCreate(PETSC_COMM_WORLD, &ksp);
   KSPSetOperators(ksp, A, A);
   KSPSetFromOptions(ksp);
   KSPSolve(ksp, b, x);
   KSPGetConvergedReason(ksp, &reason);
   printf("%s\n", KSPConvergedReasons[reason]);
   return PetscFinalize();
}
END
build_with_petsc "$dir/program.c"
for monitor in "" -ksp_monitor; do
   # shellcheck disable=SC2086
   seen="${seen-}$("$dir/program" -ksp_type richardson -pc_type sor -ksp_max_it 3 -ksp_rtol 1e-30 \
      $monitor | tail -1) "
done
expect "reasons without and with -ksp_monitor" "$seen" "CONVERGED_ITS DIVERGED_ITS "
