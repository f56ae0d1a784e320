/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Check that the plug is active. If hypre's calls do not reach the hooks, the program runs with
 * another smoother or without a smoother, and without an error. Therefore every process checks:
 *  - when the library is loaded: the name of each hook resolves to the plug. The check fails if
 *    the plug is linked after libHYPRE, or with a static hypre;
 *  - in the first call of any hook: the plug was compiled for this hypre (fit.h);
 *  - then: a call within hypre reaches the hook. The check calls hypre_BoomerAMGRelaxIF with an
 *    unknown type and no rows (the probe). The check fails with -Bsymbolic-functions, or with a
 *    static hypre and -flto;
 *  - in a solve: a setup has reached the plug. The check fails if a hypre that was loaded before
 *    the plug resolves some of its calls only.
 * The checks are made for each hypre of the process. The plug works for the first hypre that
 * passes. An inactive plug prints the reason. If the plug cannot see a number of trisweep, gets
 * such a number, or if an environment variable asks for the plug, the plug ends the program with
 * status 1; else hypre runs without the plug. With TRISWEEP_ALLOW_DEAD_HOOKS=1 hypre always runs
 * without the plug, and numbers of trisweep are refused.
 */
#pragma once

#include <sys/types.h>

#include "hypre/hooks/real.h"

/** Why the plug is inactive, or NULL if it is active. */
const char *tsw_selfcheck(void);

/**
 * Is the plug active? Every intercepted symbol calls this function, which runs the checks that
 * have not run yet. If a check fails, the program ends, unless TRISWEEP_ALLOW_DEAD_HOOKS=1.
 */
bool tsw_plug_is_active(void);

/** Is the plug active, and nothing left to check? Cheap: called in each hook. */
static inline bool tsw_selfcheck_is_ready(void)
{
   return tsw_real_current && __atomic_load_n(&tsw_real_current->ready, __ATOMIC_ACQUIRE);
}

/** The inactive plug has got a number of trisweep: end the program, or refuse the number. */
void tsw_selfcheck_refuse(HYPRE_Int number);

/** Why calls within a hypre may not reach the plug, and what to do. */
#define TSW_DEAF                                                                           \
   "this hypre was loaded before the plug (dlopen of the plug, or of a module that is "    \
   "linked with the plug), opened with RTLD_DEEPBIND (as Julia does), linked with "        \
   "-Bsymbolic-functions or compiled with link-time optimisation, or the plug was opened " \
   "with RTLD_LOCAL; link the program with the plug, or preload it"

/**
 * Check that the name of a hook resolves to own, the plug's definition. Called for every hook when
 * the library is loaded. False if the name resolves to another definition or to none.
 */
bool tsw_selfcheck_order(const char *name, const void *own);

/** A solve with a number of trisweep begins, and no setup has reached the plug: end the program. */
void tsw_selfcheck_lost_setup(void);

/**
 * TRISWEEP_CHECK=1, when the library is loaded: end the process before its main function. Exit
 * status 0: the plug is active; 3: the process has no hypre yet; 1: the plug is inactive or a
 * variable is wrong, and the reason was printed. For the shared plug only.
 */
_Noreturn void tsw_selfcheck_only(void);

/** Do calls within a hypre, whose function this is, reach the plug? */
bool tsw_selfcheck_probe(__typeof__(hypre_BoomerAMGRelaxIF) *relax_if);

/** Does this thread run a check? Then every hook calls hypre's own function. */
bool tsw_selfcheck_runs(void);

/** Is this the relax type of the probe? */
bool tsw_selfcheck_is_probe(HYPRE_Int type);

/** The process of the first call of a hook; 0: no hook was called. */
pid_t tsw_selfcheck_caller(void);
