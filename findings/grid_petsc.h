/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The 5-point Laplacian on n^2 points as a matrix of PETSc, for the programs of this folder. */
#include <petscksp.h>

static Mat grid_laplacian(PetscInt n)
{
   Mat A;
   MatCreateAIJ(PETSC_COMM_WORLD, PETSC_DECIDE, PETSC_DECIDE, n * n, n * n, 5, NULL, 5, NULL, &A);
   for (PetscInt row = 0; row < n * n; row++)
   {
      const PetscInt x = row % n, y = row / n;
      MatSetValue(A, row, row, 4.0, INSERT_VALUES);
      if (x > 0) MatSetValue(A, row, row - 1, -1.0, INSERT_VALUES);
      if (x < n - 1) MatSetValue(A, row, row + 1, -1.0, INSERT_VALUES);
      if (y > 0) MatSetValue(A, row, row - n, -1.0, INSERT_VALUES);
      if (y < n - 1) MatSetValue(A, row, row + n, -1.0, INSERT_VALUES);
   }
   MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY);
   MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY);
   return A;
}

/* A right-hand side of A that is not smooth. */
static Vec grid_right_side(Mat A)
{
   PetscInt n;
   Vec      b;
   MatCreateVecs(A, NULL, &b);
   VecGetSize(b, &n);
   for (PetscInt row = 0; row < n; row++)
   {
      VecSetValue(b, row, 1.0 + 0.25 * PetscSinReal(row + 1.0), INSERT_VALUES);
   }
   VecAssemblyBegin(b);
   VecAssemblyEnd(b);
   return b;
}
