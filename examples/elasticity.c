/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Linear elasticity with the BoomerAMG options of MFEM: three functions, nodal
 * coarsening, and interpolation that preserves the rotations of a rigid body. A
 * beam of unit cubes, clamped at x = 0, bends by its own weight. Young's modulus
 * changes from step to step; the pattern stays.
 *
 *    mpirun -np 2 ./elasticity 6
 *    mpirun -np 2 ./elasticity 1006
 *    mpirun -np 2 ./elasticity --device 2013 2014
 *
 * hypre's nodal coarsening and interpolation vectors run on the host only and
 * fail for a matrix in device memory. With --device this program therefore leaves
 * out the rotations and coarsens by unknowns.
 */
#include "common.h"

#include <stdio.h>

#include "beam.h"

enum
{
   N_STEPS = 3
};

/* Every fourth layer of the beam becomes stiffer. */
static double modulus_of(const int cube[3], const void *data)
{
   return cube[0] % 4 == 0 ? *(const double *) data : 1.0;
}

static rows assemble(const run *r, double modulus)
{
   static const int elements[3] = { 24, 4, 4 }; /* along the beam, and across */
   rows             s;
   if (!beam_assemble(elements, modulus_of, &modulus, r->rank, r->n_ranks, &s))
   {
      run_fail("out of memory");
   }
   return s;
}

/* Create a solver for three functions; with rotations on the host only, as hypre requires. */
static HYPRE_Solver make_solver(const run *r, HYPRE_ParVector *mode)
{
   HYPRE_Solver amg = run_amg(r);
   HYPRE_BoomerAMGSetNumFunctions(amg, 3);
   HYPRE_BoomerAMGSetStrongThreshold(amg, 0.5);
   if (!r->device)
   {
      HYPRE_BoomerAMGSetNodal(amg, 4);
      HYPRE_BoomerAMGSetNodalDiag(amg, 1);
      HYPRE_BoomerAMGSetInterpVecVariant(amg, 3);
      HYPRE_BoomerAMGSetInterpVectors(amg, 3, mode);
   }
   return amg;
}

int main(int argc, char **argv)
{
   const run       r = run_start(argc, argv);
   HYPRE_IJMatrix  ij_a = NULL;
   HYPRE_IJVector  ij_mode[3];
   HYPRE_ParVector mode[3];
   for (int step = 0; step < N_STEPS; step++)
   {
      HYPRE_IJVector     ij_b, ij_x;
      char               name[32];
      rows               s = assemble(&r, 1.0 + step);
      HYPRE_ParCSRMatrix a = rows_matrix(&s, r.where, &ij_a);
      HYPRE_ParVector    b = rows_vector(&s, r.where, s.rhs, &ij_b);
      HYPRE_ParVector    x = rows_vector(&s, r.where, NULL, &ij_x);
      for (int axis = 0; step == 0 && axis < 3; axis++)
      {
         mode[axis] = rows_vector(&s, r.where, s.mode[axis], &ij_mode[axis]);
      }
      HYPRE_Solver amg = make_solver(&r, mode);
      snprintf(name, sizeof name, "modulus %d", step + 1);
      run_solve(&r, false, name, amg, a, b, x);
      HYPRE_BoomerAMGDestroy(amg);
      HYPRE_IJVectorDestroy(ij_b);
      HYPRE_IJVectorDestroy(ij_x);
      rows_free(&s);
   }
   for (int axis = 0; axis < 3; axis++)
   {
      HYPRE_IJVectorDestroy(ij_mode[axis]);
   }
   HYPRE_IJMatrixDestroy(ij_a);
   return run_end();
}
