/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Is the plug active? If hypre's calls do not reach a hook, the program runs with another smoother
 * or without one, without an error. Therefore every process checks:
 *  - when the library is loaded: does the name of a hook resolve to the plug? Not if the plug is
 *    linked behind libHYPRE;
 *  - in the first call of any hook: is this the hypre that the plug was compiled for (fit.h)?
 *  - then: does a call within hypre reach the hook? Not with -Bsymbolic-functions, or with a static
 *    hypre and -flto. The probe calls hypre_BoomerAMGRelaxIF with an unknown type and no rows.
 * An inactive plug prints the reason on every process and ends the program with status 1. With
 * TRISWEEP_ALLOW_DEAD_HOOKS=1 hypre runs without the plug, and numbers of trisweep are refused.
 */
#pragma once

#include "hypre/plug.h"

/** Why the plug is inactive, or NULL if it is active. */
const char *tsw_selfcheck(void);

/** Is the plug active? Every hook checks. If not, ends the program, unless that is allowed. */
bool tsw_live(void);

/** Is this the type that the probe passes? */
bool tsw_selfcheck_is_probe(HYPRE_Int type);

/** Has any hook been called in this process? */
bool tsw_selfcheck_was_asked(void);
