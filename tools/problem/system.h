/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A linear system of hypre, with its right-hand side, and the residual of a solution. */
#ifndef TSW_TOOLS_PROBLEM_SYSTEM_H
#define TSW_TOOLS_PROBLEM_SYSTEM_H

#include "examples/assembly.h"
#include "tools/common/krylov.h"
#include "tools/common/machine.h"

typedef struct tsw_system
{
   HYPRE_IJMatrix     ij_a;
   HYPRE_IJVector     ij_b, ij_x, ij_r, ij_mode[3];
   HYPRE_ParCSRMatrix a;
   HYPRE_ParVector    b, x, r, mode[3];
   int                n_modes;
   double             norm_b;
} tsw_system;

/** Create hypre's matrix and vectors from the rows, where hypre computes. Collective. */
bool tsw_system_create(const rows *s, const tsw_machine *machine, tsw_system *system);

/**
 * Set up, if `setup` is true, and solve from x = 0, unless hypre reports an error of the setup.
 * seconds: of the setup and of the solve, for the slowest rank. Collective.
 */
void tsw_system_solve(const tsw_system *system, const tsw_machine *machine, tsw_krylov krylov,
                      HYPRE_Solver solver, bool setup, double seconds[2]);

/** ||b - A x|| / ||b||, or ||A x|| if b is zero. Collective. */
double tsw_system_residual(const tsw_system *system);

/** Destroy what tsw_system_create has created; nothing if the members are zero. */
void tsw_system_destroy(tsw_system *system);

#endif
