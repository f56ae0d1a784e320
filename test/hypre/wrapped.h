/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* BoomerAMG behind functions of a program, as some clients precondition hypre's Krylov methods. */
#ifndef TEST_WRAPPED_H
#define TEST_WRAPPED_H

#include <HYPRE_parcsr_ls.h>

/** Set up the BoomerAMG solver to which data, cast from HYPRE_Solver *, points. */
static inline HYPRE_Int test_wrapped_setup(HYPRE_Solver data, HYPRE_ParCSRMatrix a,
                                           HYPRE_ParVector b, HYPRE_ParVector x)
{
   return HYPRE_BoomerAMGSetup(*(HYPRE_Solver *) data, a, b, x);
}

/** As test_wrapped_setup: solve. */
static inline HYPRE_Int test_wrapped_solve(HYPRE_Solver data, HYPRE_ParCSRMatrix a,
                                           HYPRE_ParVector b, HYPRE_ParVector x)
{
   return HYPRE_BoomerAMGSolve(*(HYPRE_Solver *) data, a, b, x);
}

#endif
