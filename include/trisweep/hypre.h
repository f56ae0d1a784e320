/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The hypre plug: libtrisweep-hypre, linked before libHYPRE or preloaded, or
 * libtrisweep-hypre-wrap.a with a static libHYPRE.a.
 *
 * A program needs none of the calls below. A number selects trisweep:
 *
 *    HYPRE_BoomerAMGSetRelaxType(solver, 1006);
 *
 * 1000 + t is hypre's relax type t with trisweep's sweeps, for t = 3, 4, 6, 8, 13, 14, 89, and 88
 * from hypre 2.30 on, in every setter of BoomerAMG and of the hybrid solver, and in the relax types
 * of MGR, AMS and ADS. Iterates are those of hypre, except for rounding. 2000 + t is the same with
 * the option ordering=auto for that solver: the order of the rows is chosen for speed, and iterates
 * differ from those of hypre. 1100 + k corrects by ILU(k) of each rank's block, k = 0 to 89, and
 * 1190 by DILU; hypre itself gets type 6. Corrections use the relax weight, not omega.
 *
 *    TRISWEEP_REPLACE=3,4,6,8,13,14   replace hypre's plain types, for programs that cannot be
 *                                     changed; 18=13/14 replaces type 18 by 2013 on the way down of
 *                                     a cycle and 2014 on the way up, 18=1013/1014 by these numbers
 *    TRISWEEP_STATS=1                 print a table for each solver on rank 0
 *    TRISWEEP_STATS=file.json         write the table as JSON
 *    TRISWEEP_OPTIONS="key=value"     see `trisweep-info --options`
 *    TRISWEEP_RANK_WAIT=60            seconds to wait for a rank that may run without the plug,
 *                                     before the plug ends the program; 0: no limit
 *    TRISWEEP_ALLOW_DEAD_HOOKS=1      let a program run whose calls do not reach the plug;
 *                                     otherwise the plug ends the program
 *
 * Ranks. TRISWEEP_OPTIONS, TRISWEEP_REPLACE and the relax numbers must be the same on all ranks of
 * a solver. Where they differ, or where a rank cannot create its smoother, HYPRE_BoomerAMGSetup
 * prints the reason, returns an error on every rank, and all ranks use hypre's own smoother.
 *
 * Values. HYPRE_BoomerAMGSetup reads the matrices. With the option setup=values, setups of a solver
 * for other values of the same pattern keep hypre's splitting and interpolation, also if the solver
 * was destroyed and created again with the same parameters. After a change of
 * values of the finest level in place, without a setup, call trisweep_hypre_update. (hypre's own
 * host smoothers read the matrix itself and need no such call.)
 *
 * Differences from hypre's host code: OpenMP builds of hypre smooth one block of rows for each
 * thread, trisweep sweeps over all rows of a process in order; l1 types with weights other than 1
 * keep the solution as their fixed point.
 *
 * Like hypre, the plug may be used by one thread at a time. Its calls print their messages;
 * trisweep_message has those of libtrisweep only.
 */
#ifndef TRISWEEP_HYPRE_H
#define TRISWEEP_HYPRE_H

#include <trisweep.h>

TRISWEEP_BEGIN_C

/* HYPRE_Solver of hypre is a pointer to this struct. */
struct hypre_Solver_struct;

/**
 * Do the program's calls of hypre reach the plug?
 *
 * @param[out] live    1: yes, 0: no
 * @param[out] reason  why not and what to do, or ""; static storage; may be NULL
 * @return OK, ARGUMENT (live is NULL)
 */
TRISWEEP_CHECKED trisweep_status trisweep_hypre_hooks_live(int *live, const char **reason);

/**
 * Options of one BoomerAMG solver (`trisweep-info --options`) for all later setups; they replace
 * those of an earlier call. TRISWEEP_OPTIONS overrides them. All ranks must give the same text.
 *
 * @param[in] solver   a BoomerAMG solver
 * @param[in] options  "key=value key=value", "" for none
 * @return OK, ARGUMENT, OPTION (the message was printed), MEMORY, UNSUPPORTED (inactive plug)
 */
TRISWEEP_CHECKED trisweep_status trisweep_hypre_set_options(struct hypre_Solver_struct *solver,
                                                            const char                 *options);

/**
 * Read the values of all levels again, after values were changed in place. The l1 norms stay those
 * of the last setup, as in hypre. To be called by all ranks of the solver.
 *
 * @param[in] solver  a BoomerAMG solver after its setup (other solvers are ignored); NULL for all
 *                    matrices that MGR, AMS and ADS relax
 * @return OK, VALUE (refused on some rank, which printed the message), UNSUPPORTED (inactive plug)
 */
TRISWEEP_CHECKED trisweep_status trisweep_hypre_update(struct hypre_Solver_struct *solver);

/**
 * The next setup of a solver with the option setup=values is a full one, also if it is the first.
 * All ranks of the solver call this function. No effect on other solvers.
 *
 * @param[in] solver  a BoomerAMG solver
 * @return OK, ARGUMENT (solver is NULL), MEMORY, UNSUPPORTED (inactive plug)
 */
TRISWEEP_CHECKED trisweep_status trisweep_hypre_full_setup(struct hypre_Solver_struct *solver);

/**
 * The setups of a solver with the option setup=values. A solver that has taken the hierarchy of a
 * destroyed solver goes on with its numbers.
 *
 * @param[in]  solver     a BoomerAMG solver
 * @param[out] full       number of full setups
 * @param[out] by_values  number of setups by values
 * @param[out] why        why the last full setup was full, or what cannot be renewed; "" without a
 *                        full setup; static storage; may be NULL
 * @return OK, ARGUMENT (a NULL pointer, or no setup with setup=values; no message is printed)
 */
TRISWEEP_CHECKED trisweep_status trisweep_hypre_setups(struct hypre_Solver_struct *solver,
                                                       long *full, long *by_values,
                                                       const char **why);

/**
 * Statistics of this process for one level of a BoomerAMG solver.
 *
 * @param[in]  solver  a BoomerAMG solver after its setup
 * @param[in]  level   0 for the finest
 * @param[in]  size    sizeof(trisweep_stats) of the caller
 * @param[out] stats   the numbers
 * @return OK, ARGUMENT (trisweep does not smooth this level; no message is printed)
 */
TRISWEEP_CHECKED trisweep_status trisweep_hypre_stats(struct hypre_Solver_struct *solver, int level,
                                                      size_t size, trisweep_stats *stats);

/**
 * Let a function print the plug's messages, each a line without its end, instead of standard error.
 * A function that does nothing silences the plug; errors still arrive in hypre's error flag.
 *
 * @param[in] print  NULL: standard error again
 * @param[in] data   passed on to print
 */
TRISWEEP_API void trisweep_hypre_set_printer(void (*print)(const char *line, void *data),
                                             void *data);

TRISWEEP_END_C

#endif
