/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Linear elasticity with the BoomerAMG options of MFEM: three functions, nodal
 * coarsening, and interpolation that preserves the rotations of a rigid body. A
 * beam of unit cubes, clamped at x = 0, bends by its own weight. Young's modulus
 * changes from step to step; the pattern stays.
 *
 *    mpirun -np 2 ./elasticity 6
 *    mpirun -np 2 ./elasticity 1006
 *    mpirun -np 2 ./elasticity --device 2003 2004
 *
 * hypre's nodal coarsening and interpolation vectors run on the host only and
 * fail for a matrix in device memory. With --device this program therefore leaves
 * out the rotations and coarsens by unknowns.
 */
#include "common.h"

#include <stdio.h>
#include <stdlib.h>

enum
{
   NX = 24, /* elements along the beam */
   NY = 4,  /* elements across, in both directions */
   N_NODES = NX * (NY + 1) * (NY + 1),
   N_STEPS = 3
};

static const double POISSON = 0.3;

/* Derivative of the shape function of corner c along an axis, at a point of the unit cube. */
static double slope(int c, int axis, const double at[3])
{
   double product = 1.0;
   for (int k = 0; k < 3; k++)
   {
      const int bit = c >> k & 1;
      product *= k == axis ? (bit ? 1.0 : -1.0) : (bit ? at[k] : 1.0 - at[k]);
   }
   return product;
}

/* Stiffness of a unit cube for Young's modulus 1, by 2 x 2 x 2 Gauss points. */
static void make_element(double k[8][3][8][3])
{
   const double lambda = POISSON / ((1.0 + POISSON) * (1.0 - 2.0 * POISSON));
   const double mu = 0.5 / (1.0 + POISSON);
   const double gauss[2] = { 0.21132486540518712, 0.78867513459481288 };
   for (int i = 0; i < 8 * 8 * 8 * 9; i++)
   {
      const int    point = i / (8 * 8 * 9), c = i / 72 % 8, d = i / 9 % 8, a = i / 3 % 3, b = i % 3;
      const double at[3] = { gauss[point & 1], gauss[point >> 1 & 1], gauss[point >> 2] };
      double       sum = lambda * slope(c, a, at) * slope(d, b, at);
      sum += mu * slope(c, b, at) * slope(d, a, at);
      for (int m = 0; a == b && m < 3; m++)
      {
         sum += mu * slope(c, m, at) * slope(d, m, at);
      }
      k[c][a][d][b] += sum / 8.0;
   }
}

/* Grid coordinates of a node. x = 0 is the clamped end, which has no unknowns. */
static void place_of(int node, int at[3])
{
   at[0] = 1 + node / ((NY + 1) * (NY + 1));
   at[1] = node / (NY + 1) % (NY + 1);
   at[2] = node % (NY + 1);
}

static int node_at(const int at[3])
{
   return ((at[0] - 1) * (NY + 1) + at[1]) * (NY + 1) + at[2];
}

/* Add the stiffness between a node and the node at + step, over their common elements. */
static bool couple(double element[8][3][8][3], const int at[3], const int step[3], double modulus,
                   double block[3][3])
{
   const int size[3] = { NX, NY, NY };
   bool      any = false;
   for (int c = 0; c < 8; c++)
   {
      int  d = 0;
      bool inside = true;
      for (int k = 0; k < 3; k++)
      {
         const int bit = c >> k & 1, other = bit + step[k], low = at[k] - bit;
         inside = inside && other >= 0 && other <= 1 && low >= 0 && low < size[k];
         d |= (other & 1) << k;
      }
      for (int i = 0; inside && i < 9; i++)
      {
         /* Every fourth layer of the beam becomes stiffer. */
         const double stiff = (at[0] - (c & 1)) % 4 == 0 ? modulus : 1.0;
         block[i / 3][i % 3] += stiff * element[c][i / 3][d][i % 3];
      }
      any = any || inside;
   }
   return any && at[0] + step[0] > 0;
}

static rows assemble(const run *r, double modulus)
{
   static double      element[8][3][8][3];
   const HYPRE_BigInt begin = run_first(r, N_NODES, r->rank);
   const HYPRE_BigInt end = run_first(r, N_NODES, r->rank + 1);
   rows               s = rows_create(3 * begin, (HYPRE_Int) (3 * (end - begin)), 81);
   if (element[0][0][0][0] == 0.0)
   {
      make_element(element);
   }
   for (HYPRE_Int row = 0; row < s.n; row++)
   {
      int at[3];
      place_of((int) begin + row / 3, at);
      /* The diagonal entry first: neighbour 13 is the node itself. */
      for (int k = 0; k < 27; k++)
      {
         const int neighbour = k == 0 ? 13 : k <= 13 ? k - 1 : k;
         const int step[3] = { neighbour % 3 - 1, neighbour / 3 % 3 - 1, neighbour / 9 - 1 };
         const int to[3] = { at[0] + step[0], at[1] + step[1], at[2] + step[2] };
         double    block[3][3] = { { 0.0 } };
         if (couple(element, at, step, modulus, block))
         {
            for (int b = 0; b < 3; b++)
            {
               rows_add(&s, row, 3 * node_at(to) + b, block[row % 3][b]);
            }
         }
      }
      s.b[row] = row % 3 == 2 ? -1e-4 : 0.0;
   }
   return s;
}

/* Create the vector of displacements of a rotation about an axis. */
static HYPRE_ParVector rotation(const run *r, const rows *s, int axis, HYPRE_IJVector *ij)
{
   double *val = run_get((size_t) s->n, sizeof *val);
   for (HYPRE_Int row = 0; row < s->n; row++)
   {
      int at[3];
      place_of((int) (s->first / 3) + row / 3, at);
      if (row % 3 != axis)
      {
         val[row] = row % 3 == (axis + 1) % 3 ? -at[(axis + 2) % 3] : at[(axis + 1) % 3];
      }
   }
   HYPRE_ParVector vector = run_vector(r, s, val, ij);
   free(val);
   return vector;
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
      HYPRE_ParCSRMatrix a = run_matrix(&r, &s, &ij_a);
      HYPRE_ParVector    b = run_vector(&r, &s, s.b, &ij_b), x = run_vector(&r, &s, NULL, &ij_x);
      for (int axis = 0; step == 0 && axis < 3; axis++)
      {
         mode[axis] = rotation(&r, &s, axis, &ij_mode[axis]);
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
