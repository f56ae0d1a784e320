/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* One interface to hypre's PCG, GMRES and BiCGSTAB. */
#ifndef TSW_TOOLS_COMMON_KRYLOV_H
#define TSW_TOOLS_COMMON_KRYLOV_H

#include <stdbool.h>

#include <HYPRE_parcsr_ls.h>

/** Outer solver. */
typedef enum tsw_krylov
{
   TSW_AUTO,
   TSW_PCG,
   TSW_GMRES,
   TSW_BICGSTAB
} tsw_krylov;

/** The functions of hypre for one Krylov method; hypre has one such set per method. */
typedef struct tsw_krylov_calls
{
   const char *name;
   HYPRE_Int (*create)(MPI_Comm, HYPRE_Solver *);
   HYPRE_Int (*destroy)(HYPRE_Solver);
   HYPRE_Int (*tolerance)(HYPRE_Solver, HYPRE_Real);
   HYPRE_Int (*max_iterations)(HYPRE_Solver, HYPRE_Int);
   HYPRE_Int (*logging)(HYPRE_Solver, HYPRE_Int);
   HYPRE_Int (*print_level)(HYPRE_Solver, HYPRE_Int);
   HYPRE_Int (*precond)(HYPRE_Solver, HYPRE_PtrToSolverFcn, HYPRE_PtrToSolverFcn, HYPRE_Solver);
   HYPRE_Int (*setup)(HYPRE_Solver, HYPRE_Matrix, HYPRE_Vector, HYPRE_Vector);
   HYPRE_Int (*solve)(HYPRE_Solver, HYPRE_Matrix, HYPRE_Vector, HYPRE_Vector);
   HYPRE_Int (*iterations)(HYPRE_Solver, HYPRE_Int *);
   HYPRE_Int (*residual)(HYPRE_Solver, HYPRE_Real *);
} tsw_krylov_calls;

/** Find the functions of a method; krylov must not be TSW_AUTO. Static storage. */
const tsw_krylov_calls *tsw_krylov_find(tsw_krylov krylov);

/**
 * Create a Krylov solver with BoomerAMG as the preconditioner. The solver stops by the 2-norm of
 * the relative residual. Only GMRES uses restart.
 */
HYPRE_Solver tsw_krylov_create(tsw_krylov krylov, double tolerance, int max_iterations, int restart,
                               HYPRE_Solver amg);

/**
 * True if no rank has an error of hypre, except that a solver did not converge. The first rank with
 * an error prints it, as an error of `what`. Clears all errors. Collective.
 */
bool tsw_hypre_well(const char *what);

#endif
