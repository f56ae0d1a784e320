#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 OR MIT
# Version: hypre 2.26.0, Debian 12.
# Guess: BoomerAMG coarsens a matrix whose rows and columns were multiplied by +-1 as it
#    coarsens the matrix before: all eigenvalues, the condition and the graph are the same.
# So: with positive couplings no coupling is strong, and the hierarchy has one level: the
#    Laplacian with a checkerboard of signs takes the smoother alone.
# Why: hypre 2.26.0, src/parcsr_ls/par_strength.c, hypre_BoomerAMGCreateSHost: for a positive
#    diagonal entry the row is scaled by its most negative coupling.
# Whom it hurts: who compares smoothers on such a matrix: all of them solve alone, without a
#    message.
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
   for (int sign = -1; sign <= 1; sign += 2)
   {
      const double coupling[3] = { sign, sign };
      grid_system  s = grid_create(20, 2, coupling, 0);
      HYPRE_Solver amg;
      HYPRE_BoomerAMGCreate(&amg);
      HYPRE_BoomerAMGSetup(amg, s.a, s.b, s.x);
      printf("%d ", (int) hypre_ParAMGDataNumLevels((hypre_ParAMGData *) amg));
   }
   return MPI_Finalize();
}
END
build_with_hypre "$dir/program.c"
expect "levels with negative couplings, with positive couplings" "$("$dir/program")" "5 1 "
