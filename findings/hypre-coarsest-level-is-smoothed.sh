#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 OR MIT
# Version: hypre 2.26.0, Debian 12.
# Guess: with default options BoomerAMG solves the coarsest level directly; a smoother set by
#    SetSmoothType for the levels of the hierarchy leaves that solve alone.
# So: where coarsening ends early (here by MaxLevels, with 50 rows left) the coarsest level gets
#    one sweep of a relax type, and an ILU smoother whose SmoothNumLevels reaches the last level
#    replaces the solve there, too.
# Why: hypre 2.26.0, src/parcsr_ls/par_amg_setup.c: above max_coarse_size type 9 becomes the
#    type of the down leg; par_cycle.c: smooth_num_levels > level is tested on the coarsest
#    level as well.
# Whom it hurts: two-grid experiments and comparisons with codes that solve the coarsest level
#    exactly.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
. "$(dirname "$0")/packages"
cat >"$dir/program.c" <<'END'
#include "grid.h"
#include <_hypre_parcsr_ls.h>

/* Relative residual on the coarsest of three levels after one cycle. */
int main(int argc, char **argv)
{
   MPI_Init(&argc, &argv);
   HYPRE_Init();
   for (int k = 0; k < 3; k++)
   {
      const double coupling[3] = { -1.0, -1.0 };
      grid_system  s = grid_create(20, 2, coupling, 0);
      HYPRE_Solver amg;
      HYPRE_BoomerAMGCreate(&amg);
      HYPRE_BoomerAMGSetMaxIter(amg, 1);
      HYPRE_BoomerAMGSetTol(amg, 0.0);
      HYPRE_BoomerAMGSetMaxLevels(amg, k == 0 ? 4 : 3);
      HYPRE_BoomerAMGSetMaxCoarseSize(amg, k == 0 ? 60 : 9);
      if (k == 2)
      {
         HYPRE_BoomerAMGSetSmoothType(amg, 5);
         HYPRE_BoomerAMGSetSmoothNumLevels(amg, 3);
      }
      HYPRE_BoomerAMGSetup(amg, s.a, s.b, s.x);
      HYPRE_BoomerAMGSolve(amg, s.a, s.b, s.x);
      hypre_ParAMGData   *d = (hypre_ParAMGData *) amg;
      const int           last = hypre_ParAMGDataNumLevels(d) - 1;
      hypre_ParCSRMatrix *a = hypre_ParAMGDataAArray(d)[last];
      hypre_ParVector    *f = hypre_ParAMGDataFArray(d)[last];
      hypre_ParVector    *r = hypre_ParVectorInRangeOf(a);
      hypre_ParVectorCopy(f, r);
      hypre_ParCSRMatrixMatvec(-1.0, a, hypre_ParAMGDataUArray(d)[last], 1.0, r);
      const double norm =
         sqrt(hypre_ParVectorInnerProd(r, r) / hypre_ParVectorInnerProd(f, f));
      printf("%d:%.0e ", (int) hypre_ParCSRMatrixGlobalNumRows(a), norm < 1e-12 ? 0.0 : norm);
   }
   return MPI_Finalize();
}
END
build_with_hypre "$dir/program.c"
expect "rows:residual of the coarsest level, small enough, at MaxLevels, at MaxLevels with ILU" \
   "$("$dir/program")" "50:0e+00 50:7e-01 50:2e-01 "
