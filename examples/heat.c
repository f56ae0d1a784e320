/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Time steps, as in the integrators of PETSc and MFEM: heat in a cube with a
 * conductivity that changes with time. The matrix is assembled through IJ from
 * arrays in the memory where hypre computes. In each step the matrix gets new
 * values in the same pattern, and the same solver is set up again. The initial
 * guess is the solution of the previous step. With the option setup=values of
 * trisweep the first setup only is a full one; the setup times are printed.
 *
 *    mpirun -np 2 ./heat 6
 *    mpirun -np 2 ./heat 1006
 *    TRISWEEP_OPTIONS=setup=values mpirun -np 2 ./heat 1006
 *    mpirun -np 2 ./heat --device 2013 2014
 */
#include "common.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum
{
   N = 20, /* points along an edge */
   N_STEPS = 5
};

/* Conductivity between two points; x, y, z: sums of their grid coordinates. */
static double conductivity(int x, int y, int z, double time)
{
   return 1.1 + sin(0.3 * x + 2.0 * time) * cos(0.2 * y - time) * cos(0.1 * z);
}

/* (1 + dt L) u = u of the previous step + dt; u is 0 outside the cube. */
static rows assemble(const run *r, const double *old, double time, double dt)
{
   static const int   side[6][3] = { { -1, 0, 0 }, { 1, 0, 0 },  { 0, -1, 0 },
                                     { 0, 1, 0 },  { 0, 0, -1 }, { 0, 0, 1 } };
   const HYPRE_BigInt first = run_first(r, N * N * N, r->rank);
   const HYPRE_BigInt end = run_first(r, N * N * N, r->rank + 1);
   rows               s = run_rows(first, end, 7);
   for (HYPRE_Int i = 0; i < s.n_rows; i++)
   {
      const int    point = (int) (first + i);
      const int    at[3] = { point % N, point / N % N, point / (N * N) };
      const size_t diagonal = s.n_entries;
      rows_add(&s, i, point, 1.0);
      for (int k = 0; k < 6; k++)
      {
         const int    to[3] = { at[0] + side[k][0], at[1] + side[k][1], at[2] + side[k][2] };
         const double flow =
            dt * N * N * conductivity(at[0] + to[0], at[1] + to[1], at[2] + to[2], time);
         s.val[diagonal] += flow;
         if (to[0] >= 0 && to[0] < N && to[1] >= 0 && to[1] < N && to[2] >= 0 && to[2] < N)
         {
            rows_add(&s, i, to[0] + N * (to[1] + N * to[2]), -flow);
         }
      }
      s.rhs[i] = (old ? old[i] : 0.0) + dt;
   }
   return s;
}

int main(int argc, char **argv)
{
   const run          r = run_start(argc, argv);
   const double       dt = 0.1;
   HYPRE_Solver       amg = run_amg(&r);
   HYPRE_IJMatrix     ij_a = NULL;
   HYPRE_ParCSRMatrix a;
   rows               s = assemble(&r, NULL, 0.0, dt);
   double            *u = run_get((size_t) s.n_rows, sizeof *u);
   rows_free(&s);
   for (int step = 0; step < N_STEPS; step++)
   {
      HYPRE_IJVector ij_b, ij_x;
      char           name[32];
      s = assemble(&r, u, step * dt, dt);
      a = rows_matrix(&s, r.where, &ij_a);
      HYPRE_ParVector b = rows_vector(&s, r.where, s.rhs, &ij_b);
      HYPRE_ParVector x = rows_vector(&s, r.where, u, &ij_x);
      snprintf(name, sizeof name, "step %d", step + 1);
      run_solve(&r, false, name, amg, a, b, x);
      rows_values(&s, r.where, ij_x, u);
      HYPRE_IJVectorDestroy(ij_b);
      HYPRE_IJVectorDestroy(ij_x);
      rows_free(&s);
   }
   free(u);
   HYPRE_BoomerAMGDestroy(amg);
   HYPRE_IJMatrixDestroy(ij_a);
   return run_end();
}
