#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 OR MIT
# Version: PETSc 3.18.5 with hypre 2.26.0, Debian 12.
# Guess: MatView with PETSC_VIEWER_ASCII_MATRIXMARKET writes a matrix that can be read back, up
#    to the last bits.
# So: entries have six significant digits: 4/3 is written as 1.33333.
# Why: PETSc 3.18.5, src/mat/impls/aij/seq/aij.c, MatView_SeqAIJ_ASCII prints entries by %g.
# Whom it hurts: whoever sends a matrix to somebody else by this file: it is another matrix, a
#    symmetric one stays symmetric, and a singular one becomes regular.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
. "$(dirname "$0")/packages"
cat >"$dir/program.c" <<'END'
#include "grid_petsc.h"

int main(int argc, char **argv)
{
   PetscInitialize(&argc, &argv, NULL, NULL);
   Mat A = grid_laplacian(3);
   MatScale(A, 1.0 / 3.0);
   PetscViewerPushFormat(PETSC_VIEWER_STDOUT_WORLD, PETSC_VIEWER_ASCII_MATRIXMARKET);
   MatView(A, PETSC_VIEWER_STDOUT_WORLD);
   return PetscFinalize();
}
END
build_with_petsc "$dir/program.c"
expect "the entry 4/3" "$("$dir/program" | sed -n 3p)" "1 1 1.33333"
