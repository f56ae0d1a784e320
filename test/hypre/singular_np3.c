/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * singular_np3 [--device]
 *
 * Singular, compatible systems: matrices that map constants to zero, on 1, 2 and 3 ranks. Rounding
 * decides whether hypre converges; where it does, so must trisweep, in natural order and in the
 * order of few colours.
 */
#include "hypre/support.h"

#include <_hypre_parcsr_ls.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
   N_ITERATIONS = 100
};

typedef enum couplings
{
   UNIFORM,
   FULL, /* couplings to all points around */
   PERIODIC,
   ANISOTROPIC,
   RANDOM,
   CHECKERBOARD, /* 1 and 10^4 */
   INACTIVE,     /* every fifth point is coupled to no other point */
   HALVES        /* no couplings between the halves of the grid: two null vectors */
} couplings;

typedef struct grid
{
   int       n[3];
   couplings kind;
} grid;

static const grid grids[] = {
   { { 7, 8, 1 }, UNIFORM },        { { 30, 31, 1 }, UNIFORM },     { { 8, 8, 8 }, UNIFORM },
   { { 200, 1, 1 }, UNIFORM },      { { 20, 20, 1 }, FULL },        { { 7, 7, 7 }, FULL },
   { { 16, 16, 1 }, PERIODIC },     { { 25, 24, 1 }, ANISOTROPIC }, { { 20, 23, 1 }, RANDOM },
   { { 24, 24, 1 }, CHECKERBOARD }, { { 21, 19, 1 }, INACTIVE },    { { 20, 17, 1 }, HALVES },
   { { 8, 9, 7 }, HALVES },
};
enum
{
   N_GRIDS = sizeof grids / sizeof grids[0]
};

static MPI_Comm comm;
static int      n_runs, n_worse, n_better;
static int      rank, size;
static bool     on_device;

static HYPRE_BigInt rows_of(const grid *g)
{
   return (HYPRE_BigInt) g->n[0] * g->n[1] * g->n[2];
}

static bool is_inactive(const grid *g, HYPRE_BigInt i)
{
   return g->kind == INACTIVE && i % 5 == 3;
}

static double coupling(const grid *g, HYPRE_BigInt i, HYPRE_BigInt j, bool in_y)
{
   const HYPRE_BigInt low = i < j ? i : j, high = i < j ? j : i;
   const HYPRE_BigInt square = low % g->n[0] / 4 + low / g->n[0] / 4;
   switch (g->kind)
   {
   case ANISOTROPIC:
      return in_y ? 0.01 : 1.0;
   case RANDOM:
      return 1.1 + sin(12.9898 * (double) low + 78.233 * (double) high);
   case CHECKERBOARD:
      return square % 2 ? 1e4 : 1.0;
   case HALVES:
      return (low % g->n[0] < g->n[0] / 2) == (high % g->n[0] < g->n[0] / 2) ? 1.0 : 0.0;
   default:
      return is_inactive(g, i) || is_inactive(g, j) ? 0.0 : 1.0;
   }
}

/* The point at a step from a point; -1: outside. */
static HYPRE_BigInt neighbour(const grid *g, const int *place, const int *step)
{
   HYPRE_BigInt index = 0;
   for (int d = 2; d >= 0; d--)
   {
      int k = place[d] + step[d];
      k = g->kind == PERIODIC ? (k + g->n[d]) % g->n[d] : k;
      if (k < 0 || k >= g->n[d])
      {
         return -1;
      }
      index = index * g->n[d] + k;
   }
   return index;
}

/* The diagonal is the first entry. b is the product with sin(0.7 i), so that a solution exists. */
static HYPRE_Int row_of(const void *data, HYPRE_BigInt i, HYPRE_BigInt *cols, double *values,
                        double *b)
{
   const grid *g = data;
   const int   place[3] = { (int) (i % g->n[0]), (int) (i / g->n[0] % g->n[1]),
                            (int) (i / g->n[0] / g->n[1]) };
   HYPRE_Int   n = 1;
   cols[0] = i;
   values[0] = is_inactive(g, i) ? 1.0 : 0.0;
   for (int k = 0; k < TEST_MOST_COLUMNS; k++)
   {
      const int          step[3] = { k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1 };
      const int          length = abs(step[0]) + abs(step[1]) + abs(step[2]);
      const HYPRE_BigInt j = neighbour(g, place, step);
      const double       a = j < 0 || j == i ? 0.0 : coupling(g, i, j, step[1] != 0);
      if (a != 0.0 && (length == 1 || g->kind == FULL))
      {
         cols[n] = j;
         values[n++] = -a;
         values[0] += a;
      }
   }
   *b = 0.0;
   for (HYPRE_Int k = 0; k < n; k++)
   {
      *b += values[k] * sin(0.7 * (double) cols[k]);
   }
   return n;
}

static test_system create_system(const grid *g)
{
   const HYPRE_BigInt n = rows_of(g);
   test_system        s =
      test_system_assemble(comm, n * rank / size, n * (rank + 1) / size - 1, row_of, g);
   if (on_device)
   {
      hypre_ParCSRMatrixMigrate((hypre_ParCSRMatrix *) s.a, HYPRE_MEMORY_DEVICE);
      hypre_ParVectorMigrate((hypre_ParVector *) s.b, HYPRE_MEMORY_DEVICE);
      hypre_ParVectorMigrate((hypre_ParVector *) s.x, HYPRE_MEMORY_DEVICE);
   }
   return s;
}

static void solve_by_amg(HYPRE_Solver amg, test_system *s)
{
   HYPRE_BoomerAMGSetTol(amg, 1e-8);
   HYPRE_BoomerAMGSetMaxIter(amg, N_ITERATIONS);
   HYPRE_BoomerAMGSetup(amg, s->a, s->b, s->x);
   HYPRE_BoomerAMGSolve(amg, s->a, s->b, s->x);
}

static void solve_by_gmres(HYPRE_Solver amg, test_system *s)
{
   HYPRE_Solver gmres;
   HYPRE_ParCSRGMRESCreate(comm, &gmres);
   HYPRE_GMRESSetKDim(gmres, 30);
   HYPRE_GMRESSetTol(gmres, 1e-8);
   HYPRE_GMRESSetMaxIter(gmres, N_ITERATIONS);
   HYPRE_GMRESSetPrecond(gmres, (HYPRE_PtrToSolverFcn) HYPRE_BoomerAMGSolve,
                         (HYPRE_PtrToSolverFcn) HYPRE_BoomerAMGSetup, amg);
   HYPRE_ParCSRGMRESSetup(gmres, s->a, s->b, s->x);
   HYPRE_ParCSRGMRESSolve(gmres, s->a, s->b, s->x);
   HYPRE_ParCSRGMRESDestroy(gmres);
}

static void solve_by_bicgstab(HYPRE_Solver amg, test_system *s)
{
   HYPRE_Solver bicgstab;
   HYPRE_ParCSRBiCGSTABCreate(comm, &bicgstab);
   HYPRE_BiCGSTABSetTol(bicgstab, 1e-8);
   HYPRE_BiCGSTABSetMaxIter(bicgstab, N_ITERATIONS);
   HYPRE_BiCGSTABSetPrecond(bicgstab, (HYPRE_PtrToSolverFcn) HYPRE_BoomerAMGSolve,
                            (HYPRE_PtrToSolverFcn) HYPRE_BoomerAMGSetup, amg);
   HYPRE_ParCSRBiCGSTABSetup(bicgstab, s->a, s->b, s->x);
   HYPRE_ParCSRBiCGSTABSolve(bicgstab, s->a, s->b, s->x);
   HYPRE_ParCSRBiCGSTABDestroy(bicgstab);
}

static const struct
{
   const char *name;
   void (*solve)(HYPRE_Solver amg, test_system *s);
} solvers[] = { { "BoomerAMG", solve_by_amg },
                { "GMRES", solve_by_gmres },
                { "BiCGSTAB", solve_by_bicgstab } };
enum
{
   N_SOLVERS = sizeof solvers / sizeof solvers[0]
};

static const HYPRE_Int types[][2] = { { 3, 4 }, { 6, 6 }, { 8, 8 }, { 13, 14 } };
enum
{
   N_TYPES = sizeof types / sizeof types[0],
   N_DEVICE_TYPES = 2 /* on devices small solves take long */
};

/* The relative residual after a solve to 1e-8. */
static double residual_of(const grid *g, HYPRE_Int coarsen, HYPRE_Int down, HYPRE_Int up,
                          int solver)
{
   test_system  s = create_system(g);
   HYPRE_Solver amg;
   double       before = 0.0, after = 0.0;
   HYPRE_BoomerAMGCreate(&amg);
   HYPRE_BoomerAMGSetCycleRelaxType(amg, down, 1);
   HYPRE_BoomerAMGSetCycleRelaxType(amg, up, 2);
   HYPRE_BoomerAMGSetTol(amg, 0.0);
   HYPRE_BoomerAMGSetMaxIter(amg, 1);
   HYPRE_BoomerAMGSetPrintLevel(amg, 0);
   HYPRE_BoomerAMGSetCoarsenType(amg, coarsen);
   HYPRE_BoomerAMGSetRelaxOrder(amg, 0);
   solvers[solver].solve(amg, &s);
   HYPRE_BoomerAMGDestroy(amg);
   HYPRE_ClearAllErrors(); /* hypre counts a solve without convergence as an error */
   HYPRE_ParVectorInnerProd(s.b, s.b, &before);
   HYPRE_ParCSRMatrixMatvec(-1.0, s.a, s.x, 1.0, s.b);
   HYPRE_ParVectorInnerProd(s.b, s.b, &after);
   test_system_destroy(&s);
   return sqrt(after / before);
}

static const double good = 1.1e-8; /* converged, but for rounding */

/* Compare solves with types t, 1000 + t and 2000 + t; adds to the counts. */
static void compare(const grid *g, HYPRE_Int coarsen, const HYPRE_Int *type, int solver)
{
   const double hypre = residual_of(g, coarsen, type[0], type[1], solver);
   for (HYPRE_Int order = 1000; order <= 2000; order += 1000)
   {
      const double ours = residual_of(g, coarsen, order + type[0], order + type[1], solver);
      n_runs += 1;
      n_worse += hypre < good && !(ours < good);
      n_better += !(hypre < good) && ours < good;
      if (hypre < good && !(ours < good) && rank == 0)
      {
         printf(
            "%d ranks, grid %d, coarsening %d, types %d and %d, %s: residual %.3g, with %d %.3g\n",
            size, (int) (g - grids), (int) coarsen, (int) type[0], (int) type[1],
            solvers[solver].name, hypre, (int) order, ours);
      }
   }
}

static void compare_all(void)
{
   const int n_types = on_device ? N_DEVICE_TYPES : N_TYPES;
   for (int k = 0; k < N_GRIDS * n_types * N_SOLVERS; k++)
   {
      const grid      *g = &grids[k % N_GRIDS];
      const HYPRE_Int *type = types[k / N_GRIDS % n_types];
      const int        solver = k / N_GRIDS / n_types;
      if (!on_device)
      {
         compare(g, 10, type, solver);
      }
      compare(g, 8, type, solver);
   }
}

int main(int argc, char **argv)
{
   on_device = argc > 1 && strcmp(argv[1], "--device") == 0;
   if (!on_device)
   {
      setenv("TRISWEEP_OPTIONS", "memory=low", 1); /* trisweep also smooths tiny systems then */
   }
   test_start(&argc, &argv);
   for (int n = 1; n <= test_size; n++)
   {
      MPI_Comm_split(MPI_COMM_WORLD, test_rank < n ? 0 : MPI_UNDEFINED, test_rank, &comm);
      if (comm != MPI_COMM_NULL)
      {
         MPI_Comm_rank(comm, &rank);
         MPI_Comm_size(comm, &size);
         compare_all();
         MPI_Comm_free(&comm);
      }
      MPI_Barrier(MPI_COMM_WORLD);
   }
   if (test_rank == 0)
   {
      printf("%d runs; only hypre converges in %d, only trisweep in %d\n", n_runs, n_worse,
             n_better);
   }
   TEST_CHECK(n_worse == 0);
   return test_end();
}
