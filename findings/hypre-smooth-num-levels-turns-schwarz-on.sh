#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 OR MIT
# Version: hypre 2.26.0, Debian 12.
# Guess: HYPRE_BoomerAMGSetSmoothNumLevels only limits a complex smoother that
#    HYPRE_BoomerAMGSetSmoothType has chosen; alone it does nothing.
# So: alone it replaces the relaxation by overlapping Schwarz on these levels: half the
#    iterations at another cost.
# Why: hypre 2.26.0, src/parcsr_ls/par_amg.c: the default smooth_type is 6 (Schwarz);
#    par_cycle.c takes it on every level below smooth_num_levels.
# Whom it hurts: who sets the number "for later": the relax type that was set has no effect on
#    these levels, and no message says so.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
. "$(dirname "$0")/packages"
cat >"$dir/program.c" <<'END'
#include "grid.h"

int main(int argc, char **argv)
{
   MPI_Init(&argc, &argv);
   HYPRE_Init();
   for (int k = 0; k < 3; k++)
   {
      const double coupling[3] = { -1.0, -1.0, -1.0 };
      grid_system  s = grid_create(12, 3, coupling, 0);
      HYPRE_Int    iterations;
      HYPRE_Solver amg;
      HYPRE_BoomerAMGCreate(&amg);
      HYPRE_BoomerAMGSetTol(amg, 1e-8);
      HYPRE_BoomerAMGSetSmoothNumLevels(amg, k ? 2 : 0);
      if (k == 2)
      {
         HYPRE_BoomerAMGSetSmoothType(amg, 6);
      }
      HYPRE_BoomerAMGSetup(amg, s.a, s.b, s.x);
      HYPRE_BoomerAMGSolve(amg, s.a, s.b, s.x);
      HYPRE_BoomerAMGGetNumIterations(amg, &iterations);
      printf("%d ", (int) iterations);
   }
   return MPI_Finalize();
}
END
build_with_hypre "$dir/program.c"
expect "iterations by default, with SmoothNumLevels 2, with Schwarz on 2 levels" \
   "$("$dir/program")" "11 6 6 "
