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
 *
 * With -steps 20 the matrix gets new values 20 times, as in time steps; PETSc sets
 * BoomerAMG up each time. Then -x TRISWEEP_OPTIONS=setup=values saves time.
 */
#include <petscksp.h>
#include <petsctime.h>

/* The 5-point matrix on n x n points, with a term on the diagonal. PETSc distributes the rows. */
static PetscErrorCode set_values(PetscInt n, PetscScalar term, Mat a)
{
   PetscInt first, last;
   PetscCall(MatGetOwnershipRange(a, &first, &last));
   for (PetscInt row = first; row < last; row++)
   {
      const PetscInt    x = row % n, y = row / n;
      const PetscInt    cols[5] = { row, x > 0 ? row - 1 : -1, x < n - 1 ? row + 1 : -1,
                                 y > 0 ? row - n : -1, y < n - 1 ? row + n : -1 };
      const PetscScalar values[5] = { 4.0 + term, -1.0, -1.0, -1.0, -1.0 };
      PetscCall(MatSetValues(a, 1, &row, 5, cols, values, INSERT_VALUES));
   }
   PetscCall(MatAssemblyBegin(a, MAT_FINAL_ASSEMBLY));
   PetscCall(MatAssemblyEnd(a, MAT_FINAL_ASSEMBLY));
   return 0;
}

int main(int argc, char **argv)
{
   Mat            a;
   Vec            b, x;
   KSP            ksp;
   PC             pc;
   PetscInt       iterations, n = 100, n_steps = 1;
   PetscReal      residual;
   PetscLogDouble begin, end;
   PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
   PetscCall(PetscOptionsGetInt(NULL, NULL, "-n", &n, NULL));
   PetscCall(PetscOptionsGetInt(NULL, NULL, "-steps", &n_steps, NULL));
   PetscCall(MatCreateAIJ(PETSC_COMM_WORLD, PETSC_DECIDE, PETSC_DECIDE, n * n, n * n, 5, NULL, 4,
                          NULL, &a));
   PetscCall(MatCreateVecs(a, &x, &b));
   PetscCall(VecSet(b, 1.0));
   PetscCall(KSPCreate(PETSC_COMM_WORLD, &ksp));
   PetscCall(KSPSetType(ksp, KSPCG));
   PetscCall(KSPSetTolerances(ksp, 1e-9, PETSC_DEFAULT, PETSC_DEFAULT, PETSC_DEFAULT));
   PetscCall(KSPGetPC(ksp, &pc));
   PetscCall(PCSetType(pc, PCHYPRE));
   PetscCall(PCHYPRESetType(pc, "boomeramg"));
   PetscCall(KSPSetFromOptions(ksp));
   PetscCall(PetscTime(&begin));
   for (PetscInt step = 0; step < n_steps; step++)
   {
      PetscCall(set_values(n, 0.001 * step, a));
      PetscCall(KSPSetOperators(ksp, a, a));
      PetscCall(KSPSolve(ksp, b, x));
      PetscCall(KSPGetIterationNumber(ksp, &iterations));
      PetscCall(KSPGetResidualNorm(ksp, &residual));
      PetscCall(PetscPrintf(PETSC_COMM_WORLD, "%d iterations, residual norm %.6e\n",
                            (int) iterations, (double) residual));
   }
   PetscCall(PetscTime(&end));
   if (n_steps > 1)
   {
      PetscCall(PetscPrintf(PETSC_COMM_WORLD, "%d steps: %.3f s\n", (int) n_steps, end - begin));
   }
   PetscCall(KSPDestroy(&ksp));
   PetscCall(VecDestroy(&x));
   PetscCall(VecDestroy(&b));
   PetscCall(MatDestroy(&a));
   PetscCall(PetscFinalize());
   return 0;
}
