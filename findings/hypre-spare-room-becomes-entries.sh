#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 OR MIT
# Version: hypre 2.26.0, Debian 12.
# Guess: sizes that are too large in HYPRE_IJMatrixSetDiagOffdSizes ("estimated sizes for each
#    row") only cost memory until the assembly, as in HYPRE_IJMatrixSetRowSizes.
# So: the places that are not used stay in the matrix as entries of value 0 in the first column:
#    a diagonal matrix with an estimate of 3 has three entries in each row. Row 0 then has its
#    diagonal entry twice, and hypre's ILU(0) takes the second one, 0, as the pivot: one step of
#    ILU solves the diagonal matrix exactly, and with spare places it does not.
# Why: hypre 2.26.0, src/IJ_mv/IJMatrix_parcsr.c: values go straight into arrays of the given
#    sizes, which start as zeros and are not packed by HYPRE_IJMatrixAssemble.
#    src/parcsr_ls/par_ilu_setup.c: the last entry with the number of the row is its diagonal.
# Whom it hurts: who gives one upper bound for all rows: the ILU smoother of BoomerAMG diverges,
#    Gauss-Seidel does not, and the finest level has more entries than couplings.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
. "$(dirname "$0")/packages"
cat >"$dir/program.c" <<'END'
#include "grid.h"
#include <_hypre_parcsr_mv.h>

int main(int argc, char **argv)
{
   const HYPRE_Int sizes[4] = { 3, 3, 3, 3 }, none[4] = { 0 };
   MPI_Init(&argc, &argv);
   HYPRE_Init();
   for (int both = 0; both < 2; both++)
   {
      HYPRE_IJMatrix ij;
      HYPRE_Int      one = 1;
      HYPRE_IJMatrixCreate(MPI_COMM_WORLD, 0, 3, 0, 3, &ij);
      HYPRE_IJMatrixSetObjectType(ij, HYPRE_PARCSR);
      both ? HYPRE_IJMatrixSetDiagOffdSizes(ij, sizes, none) : HYPRE_IJMatrixSetRowSizes(ij, sizes);
      HYPRE_IJMatrixInitialize(ij);
      for (HYPRE_BigInt row = 0; row < 4; row++)
      {
         const double value = 5.0;
         HYPRE_IJMatrixSetValues(ij, 1, &one, &row, &row, &value);
      }
      HYPRE_IJMatrixAssemble(ij);
      hypre_ParCSRMatrix *a;
      HYPRE_IJMatrixGetObject(ij, (void **) &a);
      const hypre_CSRMatrix *diag = hypre_ParCSRMatrixDiag(a);
      printf("%d entries, row 2:", (int) hypre_CSRMatrixI(diag)[4]);
      for (int k = hypre_CSRMatrixI(diag)[2]; k < hypre_CSRMatrixI(diag)[3]; k++)
      {
         printf(" %d:%g", (int) hypre_CSRMatrixJ(diag)[k], hypre_CSRMatrixData(diag)[k]);
      }
      HYPRE_Solver    ilu;
      HYPRE_ParVector b = grid_vector(4, 1), x = grid_vector(4, 0), r = grid_vector(4, 0);
      HYPRE_ILUCreate(&ilu);
      HYPRE_ILUSetType(ilu, 0);
      HYPRE_ILUSetMaxIter(ilu, 1);
      HYPRE_ILUSetTol(ilu, 0.0);
      HYPRE_ILUSetup(ilu, (HYPRE_ParCSRMatrix) a, b, x);
      HYPRE_ILUSolve(ilu, (HYPRE_ParCSRMatrix) a, b, x);
      HYPRE_ParVectorCopy(b, r);
      HYPRE_ParCSRMatrixMatvec(-1.0, (HYPRE_ParCSRMatrix) a, x, 1.0, r);
      double norm;
      HYPRE_ParVectorInnerProd(r, r, &norm);
      printf(", ILU %s%s", norm < 1e-20 ? "exact" : "wrong", both ? "" : " | ");
   }
   return MPI_Finalize();
}
END
build_with_hypre "$dir/program.c"
expect "a diagonal matrix of four rows, SetRowSizes | SetDiagOffdSizes" "$("$dir/program")" \
   "4 entries, row 2: 2:5, ILU exact | 12 entries, row 2: 2:5 0:0 0:0, ILU wrong"
