/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Adaptive mesh refinement (AMR): cells of a square are cut in four near a circle.
 * The circle moves, so that each step has another number of rows and another
 * pattern. Each step is solved twice: by a new solver, and by one solver that is
 * kept and set up again.
 *
 *    mpirun -np 2 ./adaptive 6
 *    mpirun -np 2 ./adaptive 1006
 *    mpirun -np 2 ./adaptive --device 2013 2014
 */
#include "common.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum
{
   N = 48, /* coarse cells along an edge */
   N_STEPS = 4,
   MOST_SIDES = 8 /* most neighbours of a cell */
};

/* The first unknown of each coarse cell (a cell has 1 or 4); the last element is the total. */
typedef struct mesh
{
   HYPRE_BigInt first[N * N + 1];
} mesh;

static bool is_cut(const mesh *m, int cell)
{
   return m->first[cell + 1] - m->first[cell] == 4;
}

static void make_mesh(mesh *m, int step)
{
   m->first[0] = 0;
   for (int cell = 0; cell < N * N; cell++)
   {
      const double x = (cell % N + 0.5) / N - 0.3 - 0.1 * step, y = (cell / N + 0.5) / N - 0.5;
      const bool   near = fabs(sqrt(x * x + y * y) - 0.2) < 0.05;
      m->first[cell + 1] = m->first[cell] + (near ? 4 : 1);
   }
}

/*
 * Add the entries of a row for one side of its cell, to two fine cells, one fine cell,
 * one coarse cell or the boundary. Return their share of the diagonal. side: 0 left, 1 right,
 * 2 below, 3 above. quarter: -1 for a coarse cell, else x + 2 y within the coarse cell.
 */
static double add_side(const mesh *m, int cell, int quarter, int side, rows *s, HYPRE_Int row)
{
   const int    axis = side / 2, up = side % 2;
   const int    bit = quarter < 0 ? up : quarter >> axis & 1;
   const int    along = quarter >> (1 - axis) & 1; /* position of a quarter along the side */
   const int    at = axis ? cell / N : cell % N;
   const int    other = cell + (up ? 1 : -1) * (axis ? N : 1);
   const double near = quarter < 0 ? 0.5 : 0.25; /* half of the width, in coarse cells */
   if (bit != up)
   {
      rows_add(s, row, m->first[cell] + (quarter ^ 1 << axis), -1.0);
      return 1.0;
   }
   if (at + (up ? 1 : -1) < 0 || at + (up ? 1 : -1) >= N)
   {
      return 2.0; /* the boundary, where u is 0 */
   }
   if (!is_cut(m, other))
   {
      const double flow = 2.0 * near / (near + 0.5);
      rows_add(s, row, m->first[other], -flow);
      return flow;
   }
   double sum = 0.0;
   for (int k = quarter < 0 ? 0 : along; k <= (quarter < 0 ? 1 : along); k++)
   {
      const int    behind = !up << axis | k << (1 - axis);
      const double flow = 0.5 / (near + 0.25);
      rows_add(s, row, m->first[other] + behind, -flow);
      sum += flow;
   }
   return sum;
}

static rows assemble(const run *r, const mesh *m)
{
   const int begin = (int) run_first(r, N * N, r->rank);
   const int end = (int) run_first(r, N * N, r->rank + 1);
   rows      s = run_rows(m->first[begin], m->first[end], 1 + MOST_SIDES);
   HYPRE_Int row = 0;
   for (int cell = begin; cell < end; cell++)
   {
      for (int quarter = is_cut(m, cell) ? 0 : -1; quarter < (is_cut(m, cell) ? 4 : 0); quarter++)
      {
         const size_t diagonal = s.n_entries;
         rows_add(&s, row, s.first + row, 0.0);
         for (int side = 0; side < 4; side++)
         {
            s.val[diagonal] += add_side(m, cell, quarter, side, &s, row);
         }
         s.rhs[row++] = (quarter < 0 ? 1.0 : 0.25) / (N * N);
      }
   }
   return s;
}

static void solve(const run *r, const char *how, int step, HYPRE_Solver amg, HYPRE_ParCSRMatrix a,
                  const rows *s)
{
   HYPRE_IJVector  ij_b, ij_x;
   HYPRE_ParVector b = rows_vector(s, r->where, s->rhs, &ij_b);
   HYPRE_ParVector x = rows_vector(s, r->where, NULL, &ij_x);
   char            name[64];
   snprintf(name, sizeof name, "step %d, %s solver", step + 1, how);
   run_solve(r, false, name, amg, a, b, x);
   HYPRE_IJVectorDestroy(ij_b);
   HYPRE_IJVectorDestroy(ij_x);
}

int main(int argc, char **argv)
{
   const run    r = run_start(argc, argv);
   mesh        *m = run_get(1, sizeof *m);
   HYPRE_Solver kept = run_amg(&r);
   for (int step = 0; step < N_STEPS; step++)
   {
      HYPRE_IJMatrix ij_a = NULL;
      make_mesh(m, step);
      rows               s = assemble(&r, m);
      HYPRE_ParCSRMatrix a = rows_matrix(&s, r.where, &ij_a);
      HYPRE_Solver       fresh = run_amg(&r);
      solve(&r, "fresh", step, fresh, a, &s);
      solve(&r, "kept", step, kept, a, &s);
      HYPRE_BoomerAMGDestroy(fresh);
      HYPRE_IJMatrixDestroy(ij_a);
      rows_free(&s);
   }
   HYPRE_BoomerAMGDestroy(kept);
   free(m);
   return run_end();
}
