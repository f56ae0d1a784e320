#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 OR MIT
# Version: hypre 2.26.0, Debian 12.
# Guess: HYPRE_IJMatrixSetValues "erases any previous values at the specified locations", so of
#    two values for one entry the last one stays; AddToValues adds them.
# So: two values in one call become two entries of the row, in both functions, and products add
#    them: Set of 2 and 20 is 22, where the same values in two calls are 20. The same values in
#    other calls are another matrix, and a row of AddToValues has more entries than couplings.
# Why: hypre 2.26.0, src/IJ_mv/IJMatrix_parcsr.c: a new entry is compared with the entries that
#    the row had before the call, not with those of the call.
# Whom it hurts: assembly by element rows with a repeated column; who counts or sorts entries.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
. "$(dirname "$0")/packages"
cat >"$dir/program.c" <<'END'
#include "grid.h"
#include <_hypre_parcsr_mv.h>

int main(int argc, char **argv)
{
   const HYPRE_BigInt row = 0, cols[3] = { 0, 1, 1 };
   const double       values[3] = { 10.0, 2.0, 20.0 };
   MPI_Init(&argc, &argv);
   HYPRE_Init();
   for (int calls = 1; calls <= 3; calls += 2)
   {
      HYPRE_Int      per_call = 3 / calls;
      HYPRE_IJMatrix ij;
      HYPRE_IJMatrixCreate(MPI_COMM_WORLD, 0, 1, 0, 1, &ij);
      HYPRE_IJMatrixSetObjectType(ij, HYPRE_PARCSR);
      HYPRE_IJMatrixInitialize(ij);
      for (int k = 0; k < calls; k++)
      {
         HYPRE_IJMatrixSetValues(ij, 1, &per_call, &row, cols + k * per_call, values + k * per_call);
      }
      HYPRE_IJMatrixAssemble(ij);
      hypre_ParCSRMatrix *a;
      HYPRE_IJMatrixGetObject(ij, (void **) &a);
      const hypre_CSRMatrix *diag = hypre_ParCSRMatrixDiag(a);
      for (int k = hypre_CSRMatrixI(diag)[0]; k < hypre_CSRMatrixI(diag)[1]; k++)
      {
         printf("%d:%g ", (int) hypre_CSRMatrixJ(diag)[k], hypre_CSRMatrixData(diag)[k]);
      }
      printf("| ");
   }
   return MPI_Finalize();
}
END
build_with_hypre "$dir/program.c"
expect "column:value, set in one call | in three calls" "$("$dir/program")" \
   "0:10 1:2 1:20 | 0:10 1:20 | "
