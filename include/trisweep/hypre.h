/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The hypre plug: libtrisweep-hypre, linked before libHYPRE or preloaded, or
 * libtrisweep-hypre-wrap.a with a static libHYPRE.a.
 *
 * A program needs none of the calls below. It chooses trisweep by a number:
 *
 *    HYPRE_BoomerAMGSetRelaxType(solver, 1006);
 *
 * 1000 + t is hypre's relax type t through trisweep's sweeps, for t = 3, 4, 6,
 * 8, 13, 14, 88, 89, in every setter of BoomerAMG and of the hybrid solver, and
 * in the relax types of MGR, AMS and ADS. Iterates are hypre's, to rounding.
 * 2000 + t is the same with the option ordering=auto for that solver: rows are
 * visited in an order chosen for speed, and iterates are not hypre's.
 * 1100 + k corrects by ILU(k) of each rank's block, k = 0 to 89, and 1190 by
 * DILU; hypre sees type 6 in their place. They use the relax weight, not omega.
 *
 *    TRISWEEP_REPLACE=3,4,6,8,13,14   takes over hypre's plain types, for
 *                                     programs that cannot be changed; 18=3/4
 *                                     puts type 3 in the place of 18 on the way
 *                                     down of a cycle, and 4 on the way up
 *    TRISWEEP_STATS=1                 prints a table a solver on rank 0
 *    TRISWEEP_STATS=file.json         writes the same as JSON
 *    TRISWEEP_TRACE=file.json         writes a timeline of the setups, on rank 0
 *    TRISWEEP_OPTIONS="key=value"     see `trisweep-info --options`
 *    TRISWEEP_RANK_WAIT=60            seconds to wait for a rank that may have
 *                                     been started without the plug, before the
 *                                     program is ended; 0 for ever
 *    TRISWEEP_ALLOW_DEAD_HOOKS=1      lets a program run whose calls do not
 *                                     reach the plug; it is ended otherwise
 *
 * Ranks. TRISWEEP_OPTIONS, TRISWEEP_REPLACE and the relax numbers must be the
 * same on all ranks of a solver. Where they differ, or one rank cannot have what
 * is asked for, HYPRE_BoomerAMGSetup says why and returns an error on every rank,
 * and all of them go on with hypre's own smoother.
 *
 * Values. The matrices are read in HYPRE_BoomerAMGSetup. If values of the
 * finest level are changed in place without a new setup, hypre's own smoothers
 * on the host see that at once, and these do not: call trisweep_hypre_update.
 *
 * Differences from hypre's host code: OpenMP builds of hypre smooth in blocks
 * of rows a thread, these sweep over all rows of a process in order; l1 types
 * with weights other than 1 keep the solution as their fixed point.
 *
 * As hypre itself, the plug may be used by one thread at a time.
 */
#ifndef TRISWEEP_HYPRE_H
#define TRISWEEP_HYPRE_H

#include <trisweep.h>

TRISWEEP_BEGIN_C

/* hypre's HYPRE_Solver is a pointer to this. */
struct hypre_Solver_struct;

/**
 * Do the calls of this program's hypre reach the plug?
 *
 * @param[out] live    1 if they do, 0 if not
 * @param[out] reason  why not and what to do about it, or ""; static storage;
 *                     NULL if not wanted
 * @return OK, ARGUMENT (live is NULL)
 */
TRISWEEP_CHECKED trisweep_status trisweep_hypre_hooks_live(int *live, const char **reason);

/**
 * Options of one BoomerAMG solver, as trisweep-info --options lists them, for all
 * of its setups to come; they replace those of an earlier call. TRISWEEP_OPTIONS
 * goes before them. To be called with the same text on all ranks.
 *
 * @param[in] solver   a BoomerAMG solver
 * @param[in] options  "key=value key=value", "" for none
 * @return OK, ARGUMENT, OPTION (the message was printed), MEMORY, UNSUPPORTED (the
 *         plug is dead)
 */
TRISWEEP_CHECKED trisweep_status trisweep_hypre_set_options(struct hypre_Solver_struct *solver,
                                                            const char *options);

/**
 * Read the values of all levels again, after values were changed in place. The
 * l1 norms stay those of the last setup, as in hypre. To be called by all ranks
 * of the solver.
 *
 * @param[in] solver  a BoomerAMG solver after its setup (others are ignored);
 *                    NULL for all matrices that MGR, AMS and ADS relax
 * @return OK, VALUE (refused on some rank; the message was printed there),
 *         UNSUPPORTED (the plug is dead)
 */
TRISWEEP_CHECKED trisweep_status trisweep_hypre_update(struct hypre_Solver_struct *solver);

/**
 * Statistics of this process for one level of a BoomerAMG solver.
 *
 * @param[in]  solver  a BoomerAMG solver after its setup
 * @param[in]  level   0 for the finest
 * @param[in]  size    sizeof(trisweep_stats) of the caller
 * @param[out] stats   the numbers
 * @return OK, ARGUMENT (trisweep does not smooth this level, which is not printed)
 */
TRISWEEP_CHECKED trisweep_status trisweep_hypre_stats(struct hypre_Solver_struct *solver, int level,
                                                      size_t size, trisweep_stats *stats);

TRISWEEP_END_C

#endif
