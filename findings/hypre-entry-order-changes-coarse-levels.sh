#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 OR MIT
# Version: hypre 2.26.0, Debian 12.
# Guess: the order in which a program gives the entries of a row to HYPRE_IJMatrixSetValues
#    changes BoomerAMG at most by rounding.
# So: the same matrix has coarse levels of other sizes: the order of entries breaks ties, in the
#    coarsening and where interpolation keeps the largest entries of a row.
# Why: hypre 2.26.0, src/IJ_mv/IJMatrix_parcsr.c keeps the order of a row, but for the diagonal
#    entry; src/parcsr_ls/par_coarsen.c and par_lr_interp.c visit entries in that order.
# Whom it hurts: regression tests by iteration counts after a change of the assembly, and
#    comparisons of two programs with "the same" matrix.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
. "$(dirname "$0")/packages"
cat >"$dir/program.c" <<'END'
#include "grid.h"
#include <_hypre_parcsr_ls.h>

int main(int argc, char **argv)
{
   MPI_Init(&argc, &argv);
   HYPRE_Init();
   for (int descending = 0; descending < 2; descending++)
   {
      const double coupling[3] = { -1.0, -1.0, -1.0 };
      grid_system  s = grid_create(12, 3, coupling, descending);
      HYPRE_Solver amg;
      HYPRE_BoomerAMGCreate(&amg);
      HYPRE_BoomerAMGSetup(amg, s.a, s.b, s.x);
      printf("%d ", (int) hypre_ParCSRMatrixGlobalNumRows(
                       hypre_ParAMGDataAArray((hypre_ParAMGData *) amg)[3]));
   }
   return MPI_Finalize();
}
END
build_with_hypre "$dir/program.c"
expect "rows of level 3, ascending and descending columns" "$("$dir/program")" "25 23 "
