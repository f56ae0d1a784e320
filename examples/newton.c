/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Newton's method for -div((1 + u^2) grad u) = 400 on a square. The Jacobian gets
 * new values in each step. GMRES is used because the Jacobian is not symmetric. One
 * solver is kept for all steps. In every second step, however, the program reads the
 * options of the solver back from hypre and sets them in a new solver, as MFEM does
 * when an operator is replaced (HypreBoomerAMG::ResetAMGPrecond). With the option
 * setup=values of trisweep the new solver takes the hierarchy of the old one.
 *
 *    mpirun -np 2 ./newton 6
 *    mpirun -np 2 ./newton 1006
 *    TRISWEEP_OPTIONS=setup=values mpirun -np 2 ./newton 1006
 *    mpirun -np 2 ./newton --device 2013 2014
 */
#include "common.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <_hypre_parcsr_ls.h>
#include <mpi.h>

enum
{
   N = 64, /* points along an edge */
   N_STEPS = 6
};

static double value(const double *u, int x, int y)
{
   return x < 0 || x >= N || y < 0 || y >= N ? 0.0 : u[x + N * y];
}

/* Assemble the Jacobian at u, and the negative residual at u as the right-hand side. */
static rows assemble(const run *r, const double *u)
{
   static const int   side[4][2] = { { -1, 0 }, { 1, 0 }, { 0, -1 }, { 0, 1 } };
   const HYPRE_BigInt first = run_first(r, N * N, r->rank);
   const HYPRE_BigInt end = run_first(r, N * N, r->rank + 1);
   rows               s = run_rows(first, end, 5);
   for (HYPRE_Int i = 0; i < s.n_rows; i++)
   {
      const int    x = (int) (first + i) % N, y = (int) (first + i) / N;
      const size_t diagonal = s.n_entries;
      const double mine = value(u, x, y);
      rows_add(&s, i, first + i, 0.0);
      s.rhs[i] = 400.0 / ((N + 1) * (N + 1));
      for (int k = 0; k < 4; k++)
      {
         const int    to_x = x + side[k][0], to_y = y + side[k][1];
         const double other = value(u, to_x, to_y), mean = 0.5 * (mine + other);
         const double flow = 1.0 + mean * mean, change = mean * (mine - other);
         s.rhs[i] -= flow * (mine - other);
         s.val[diagonal] += flow + change;
         if (to_x >= 0 && to_x < N && to_y >= 0 && to_y < N)
         {
            rows_add(&s, i, to_x + N * to_y, -flow + change);
         }
      }
   }
   return s;
}

/* Create a solver with the options of the old solver. Destroy the old solver. */
static HYPRE_Solver renew(const run *r, HYPRE_Solver old)
{
   hypre_ParAMGData *data = (hypre_ParAMGData *) old;
   const HYPRE_Int   coarsen = hypre_ParAMGDataCoarsenType(data);
   const HYPRE_Int   interp = hypre_ParAMGDataInterpType(data);
   const HYPRE_Int   order = hypre_ParAMGDataRelaxOrder(data);
   const HYPRE_Int   type = hypre_ParAMGDataUserRelaxType(data);
   HYPRE_Int         down = type, up = type;
   HYPRE_Solver      amg = run_amg(r);
   hypre_BoomerAMGGetCycleRelaxType(old, &down, 1);
   hypre_BoomerAMGGetCycleRelaxType(old, &up, 2);
   HYPRE_BoomerAMGDestroy(old);
   HYPRE_BoomerAMGSetCoarsenType(amg, coarsen);
   HYPRE_BoomerAMGSetInterpType(amg, interp);
   HYPRE_BoomerAMGSetRelaxOrder(amg, order);
   HYPRE_BoomerAMGSetRelaxType(amg, type);
   if (down != up)
   {
      HYPRE_BoomerAMGSetCycleRelaxType(amg, down, 1);
      HYPRE_BoomerAMGSetCycleRelaxType(amg, up, 2);
   }
   return amg;
}

/* Add the correction to this rank's part of u, and gather the parts of all ranks. */
static void add_to(const run *r, const rows *s, const double *correction, double *u)
{
   int *count = run_get((size_t) r->n_ranks, sizeof *count);
   int *begin = run_get((size_t) r->n_ranks, sizeof *begin);
   for (int rank = 0; rank < r->n_ranks; rank++)
   {
      begin[rank] = (int) run_first(r, N * N, rank);
      count[rank] = (int) run_first(r, N * N, rank + 1) - begin[rank];
   }
   for (HYPRE_Int i = 0; i < s->n_rows; i++)
   {
      u[s->first + i] += correction[i];
   }
   MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, u, count, begin, MPI_DOUBLE, MPI_COMM_WORLD);
   free(count);
   free(begin);
}

int main(int argc, char **argv)
{
   const run      r = run_start(argc, argv);
   double        *u = run_get(N * N, sizeof *u);
   double        *correction = run_get(N * N, sizeof *correction);
   HYPRE_IJMatrix ij_a = NULL;
   HYPRE_Solver   amg = run_amg(&r);
   for (int step = 0; step < N_STEPS; step++)
   {
      HYPRE_IJVector     ij_b, ij_x;
      char               name[64];
      rows               s = assemble(&r, u);
      HYPRE_ParCSRMatrix a = rows_matrix(&s, r.where, &ij_a);
      HYPRE_ParVector    b = rows_vector(&s, r.where, s.rhs, &ij_b);
      HYPRE_ParVector    x = rows_vector(&s, r.where, NULL, &ij_x);
      amg = step % 2 ? renew(&r, amg) : amg;
      snprintf(name, sizeof name, "step %d, %s", step + 1, step % 2 ? "options set again" : "kept");
      run_solve(&r, true, name, amg, a, b, x);
      rows_values(&s, r.where, ij_x, correction);
      add_to(&r, &s, correction, u);
      HYPRE_IJVectorDestroy(ij_b);
      HYPRE_IJVectorDestroy(ij_x);
      rows_free(&s);
   }
   free(u);
   free(correction);
   HYPRE_BoomerAMGDestroy(amg);
   HYPRE_IJMatrixDestroy(ij_a);
   return run_end();
}
