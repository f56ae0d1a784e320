/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef TSW_TOOLS_SOLVE_AMG_H
#define TSW_TOOLS_SOLVE_AMG_H

#include "tools/problem/system.h"
#include "tools/solve/options.h"

/**
 * Create BoomerAMG as a preconditioner with the options and a smoother, of trisweep or of hypre.
 * The system must stay valid as long as the solver if the options ask for interpolation vectors.
 */
HYPRE_Solver tsw_amg_create(const tsw_solve_options *options, tsw_system *system,
                            const tsw_relax *relax, bool trisweep);

#endif
