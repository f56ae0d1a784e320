#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 OR MIT
# Version: hypre 2.26.0, Debian 12.
# Guess: BoomerAMG counts couplings of exactly 0.25 times the strongest as strong with the
#    strong threshold 0.25 (they are "at least" the threshold).
# So: they are weak. A coupling of a quarter on an anisotropic grid, exact in binary, changes
#    its class if the threshold is lowered by one part in 2,500.
# Why: hypre 2.26.0, src/parcsr_ls/par_strength.c, hypre_BoomerAMGCreateSHost: an entry is
#    dropped if a_ij >= threshold * row_scale, both negative.
# Whom it hurts: studies of thresholds on grids with round ratios; a port that tests >= has
#    another hierarchy.
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
   for (int k = 0; k < 2; k++)
   {
      const double coupling[3] = { -4.0, -1.0 };
      grid_system  s = grid_create(40, 2, coupling, 0);
      HYPRE_Solver amg;
      HYPRE_BoomerAMGCreate(&amg);
      HYPRE_BoomerAMGSetStrongThreshold(amg, k ? 0.2499 : 0.25);
      HYPRE_BoomerAMGSetup(amg, s.a, s.b, s.x);
      printf("%d ", (int) hypre_ParCSRMatrixGlobalNumRows(
                       hypre_ParAMGDataAArray((hypre_ParAMGData *) amg)[2]));
   }
   return MPI_Finalize();
}
END
build_with_hypre "$dir/program.c"
expect "rows of level 2 with threshold 0.25, with 0.2499" "$("$dir/program")" "400 280 "
