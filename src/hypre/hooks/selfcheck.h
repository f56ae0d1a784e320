/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Is the plug alive? A hook that hypre's calls do not reach gives no error: the program would
 * run on with another smoother, or with none. So it is checked, always:
 *  - when the library is loaded: does the name of a hook lead here first? Not so behind
 *    libHYPRE;
 *  - at the first call of any hook: is this the hypre that the plug was compiled for (fit.h)?
 *  - then: does a call within hypre reach the hook? Not so with -Bsymbolic-functions, or a
 *    static hypre with -flto. The probe asks hypre_BoomerAMGRelaxIF to relax nothing by a
 *    type that does not exist, which is harmless in every version.
 * A plug that is loaded and dead says why on every process and ends the program with status
 * 1. With TRISWEEP_ALLOW_DEAD_HOOKS=1 hypre goes on alone, and our numbers are refused.
 */
#pragma once

#include "hypre/plug.h"

/** Why the plug is dead, or NULL if it is alive. */
const char *tsw_selfcheck(void);

/** Is the plug alive? Every hook asks. Ends the program if not, unless that is allowed. */
bool tsw_live(void);

/** Is this the type with which the probe calls? */
bool tsw_selfcheck_is_probe(HYPRE_Int type);

/** Has any hook been called in this process? */
bool tsw_selfcheck_was_asked(void);
