/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Keys of the options of trisweep-solve, and how their values are read. */
#ifndef TSW_TOOLS_SOLVE_VALUES_H
#define TSW_TOOLS_SOLVE_VALUES_H

#include <argp.h>

#include "tools/solve/options.h"

enum
{
   /* For comparisons only, as 'v'. */
   TSW_KEY_RELAX = 256,
   TSW_KEY_SOLVER,
   TSW_KEY_TOL,
   TSW_KEY_MAX_ITER,
   TSW_KEY_RESTART,
   TSW_KEY_TIME_LIMIT,
   TSW_KEY_RHS,
   TSW_KEY_SEED,
   TSW_KEY_STRONG,
   TSW_KEY_COARSEN,
   TSW_KEY_INTERP,
   TSW_KEY_P_MAX,
   TSW_KEY_AGG_LEVELS,
   TSW_KEY_NUM_FUNCTIONS,
   TSW_KEY_NODAL,
   TSW_KEY_RIGID_BODY,
   TSW_KEY_Q_MAX,
   TSW_KEY_RELAX_WEIGHT,
   TSW_KEY_OUTER_WEIGHT,
   TSW_KEY_CF_RELAX,
   TSW_KEY_SWEEPS,
   TSW_KEY_ILU_JACOBI,
   TSW_KEY_LAPLACIAN,
   TSW_KEY_BEAM,
   TSW_KEY_HISTORY,
   TSW_KEY_STATS,

   /* For all tasks. */
   TSW_KEY_SOURCE,
   TSW_KEY_REPEAT,
   TSW_KEY_DEVICE,
   TSW_KEY_JSON,
   TSW_KEY_USAGE,
   TSW_KEY_BOARD,
   TSW_KEY_STEPS,

   /* For boards only. */
   TSW_KEY_CHANGE,
   TSW_KEY_ONLY,
   TSW_KEY_APPEND,
   TSW_KEY_COMMIT
};

/**
 * Read an option and its value. Prints a fault and returns EINVAL; ARGP_ERR_UNKNOWN for options
 * that ask for help.
 */
error_t tsw_read_option(int key, char *text, const struct argp_state *state,
                        tsw_solve_options *options);

/** Set found[i] for each word i of a list separated by commas. False if a word is not known. */
bool tsw_read_list(const char *list, const char *const *words, bool *found);

#endif
