/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * A PETSc program without any call of trisweep: a 2D Laplacian, solved with hypre's
 * BoomerAMG as preconditioner. PETSc takes relax types by name, so that a program
 * cannot select 1006. With TRISWEEP_REPLACE the plug takes over hypre's types instead.
 *
 *    mpicc petsc.c -o petsc $(pkg-config --cflags --libs petsc)
 *    mpirun -n 2 ./petsc
 *    mpirun -n 2 -x LD_PRELOAD=/usr/local/lib/libtrisweep-hypre.so \
 *           -x TRISWEEP_REPLACE=3,4,6 -x TRISWEEP_STATS=1 ./petsc
 *
 * Both runs print the same number of iterations. The second run also prints
 * trisweep's statistics. PETSc and the plug must use the same libHYPRE.
 */
#include <petscksp.h>

/* Create the 5-point matrix on n x n points. PETSc distributes the rows. */
static PetscErrorCode create_matrix(PetscInt n, Mat *a)
{
   PetscInt first, last;
   PetscCall(MatCreateAIJ(PETSC_COMM_WORLD, PETSC_DECIDE, PETSC_DECIDE, n * n, n * n, 5, NULL, 4,
                          NULL, a));
   PetscCall(MatGetOwnershipRange(*a, &first, &last));
   for (PetscInt row = first; row < last; row++)
   {
      const PetscInt    x = row % n, y = row / n;
      const PetscInt    cols[5] = { row, x > 0 ? row - 1 : -1, x < n - 1 ? row + 1 : -1,
                                 y > 0 ? row - n : -1, y < n - 1 ? row + n : -1 };
      const PetscScalar values[5] = { 4.0, -1.0, -1.0, -1.0, -1.0 };
      PetscCall(MatSetValues(*a, 1, &row, 5, cols, values, INSERT_VALUES));
   }
   PetscCall(MatAssemblyBegin(*a, MAT_FINAL_ASSEMBLY));
   PetscCall(MatAssemblyEnd(*a, MAT_FINAL_ASSEMBLY));
   return 0;
}

int main(int argc, char **argv)
{
   Mat       a;
   Vec       b, x;
   KSP       ksp;
   PC        pc;
   PetscInt  iterations;
   PetscReal residual;
   PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
   PetscCall(create_matrix(100, &a));
   PetscCall(MatCreateVecs(a, &x, &b));
   PetscCall(VecSet(b, 1.0));
   PetscCall(KSPCreate(PETSC_COMM_WORLD, &ksp));
   PetscCall(KSPSetType(ksp, KSPCG));
   PetscCall(KSPSetTolerances(ksp, 1e-9, PETSC_DEFAULT, PETSC_DEFAULT, PETSC_DEFAULT));
   PetscCall(KSPGetPC(ksp, &pc));
   PetscCall(PCSetType(pc, PCHYPRE));
   PetscCall(PCHYPRESetType(pc, "boomeramg"));
   PetscCall(KSPSetOperators(ksp, a, a));
   PetscCall(KSPSetFromOptions(ksp));
   PetscCall(KSPSolve(ksp, b, x));
   PetscCall(KSPGetIterationNumber(ksp, &iterations));
   PetscCall(KSPGetResidualNorm(ksp, &residual));
   PetscCall(PetscPrintf(PETSC_COMM_WORLD, "%d iterations, residual norm %.6e\n", (int) iterations,
                         (double) residual));
   PetscCall(KSPDestroy(&ksp));
   PetscCall(VecDestroy(&x));
   PetscCall(VecDestroy(&b));
   PetscCall(MatDestroy(&a));
   PetscCall(PetscFinalize());
   return 0;
}
