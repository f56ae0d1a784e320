#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 OR MIT
# Version: PETSc 3.18.5, Debian 12.
# Guess: nested dissection, the usual ordering of direct solvers, is at worst neutral for ILU(0),
#    and two colours (red-black) are the worst case.
# So: on the 5-point Laplacian nested dissection and minimum degree (AMD) cost ILU(0) more
#    iterations of CG than red-black does: 144 and 148 against 124, and 77 in natural order.
# Why: PETSc 3.18.5, src/mat/impls/aij/seq/aijfact.c: level 0 drops all the fill that
#    these orderings assume to be kept; reverse Cuthill-McKee drops as much as natural order.
# Whom it hurts: who takes -pc_factor_mat_ordering_type from a direct solver to ILU.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
. "$(dirname "$0")/packages"
cat >"$dir/program.c" <<'END'
#include "grid_petsc.h"

/* The points with even x + y first. */
static Mat red_black(Mat A, PetscInt n)
{
   PetscInt *order, k = 0;
   Mat       result;
   IS        is;
   PetscMalloc1(n * n, &order);
   for (int color = 0; color < 2; color++)
   {
      for (PetscInt i = 0; i < n * n; i++)
      {
         if ((i % n + i / n) % 2 == color) order[k++] = i;
      }
   }
   ISCreateGeneral(PETSC_COMM_SELF, n * n, order, PETSC_OWN_POINTER, &is);
   ISSetPermutation(is);
   MatPermute(A, is, is, &result);
   return result;
}

int main(int argc, char **argv)
{
   PetscInitialize(&argc, &argv, NULL, NULL);
   const char *const name[4] = { MATORDERINGNATURAL, MATORDERINGRCM, MATORDERINGND, "amd" };
   for (int k = 0; k < 5; k++)
   {
      Mat      A = grid_laplacian(100);
      Vec      x, b = grid_right_side(A);
      KSP      ksp;
      PC       pc;
      PetscInt iterations;
      VecDuplicate(b, &x);
      if (k == 4) A = red_black(A, 100);
      KSPCreate(PETSC_COMM_WORLD, &ksp);
      KSPSetOperators(ksp, A, A);
      KSPSetType(ksp, KSPCG);
      KSPSetTolerances(ksp, 1e-8, PETSC_DEFAULT, PETSC_DEFAULT, PETSC_DEFAULT);
      KSPGetPC(ksp, &pc);
      PCSetType(pc, PCILU);
      PCFactorSetMatOrderingType(pc, k < 4 ? name[k] : MATORDERINGNATURAL);
      KSPSolve(ksp, b, x);
      KSPGetIterationNumber(ksp, &iterations);
      printf("%d ", (int) iterations);
   }
   return PetscFinalize();
}
END
build_with_petsc "$dir/program.c"
expect "iterations with natural order, reverse Cuthill-McKee, nested dissection, AMD, red-black" \
   "$("$dir/program")" "77 77 144 148 124 "
