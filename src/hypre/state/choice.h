/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * From the numbers that the user passes to setters to the method of a sweep. hypre stores a plain
 * type (numbers.h); the record of the solver stores the type of the plug.
 */
#pragma once

#include "hypre/state/frame.h"
#include "hypre/state/registry.h"

/**
 * Record the number that a setter of hypre got for the slots first .. last: type t for a number of
 * trisweep, none for a type of hypre. True: pass *plain to hypre. False, with a message: no memory,
 * and the number must not be passed to hypre.
 */
bool tsw_choice_set(void *amg, HYPRE_Int number, int first, int last, HYPRE_Int *plain);

/**
 * Type t of the number 1000 + t in UserRelaxType, which hypre's SetRelaxType sets; 0 for a plain
 * type. hypre only passes UserRelaxType on, to the relax function (one level) or to a nested coarse
 * solver. Therefore the field may store 1000 + t, and programs that read the field and set it again
 * (MFEM) keep the number.
 */
HYPRE_Int tsw_choice_user(const void *amg);

/** The number that the user set for a slot, for hypre's getters: 1000 + t, or plain. */
HYPRE_Int tsw_choice_get(const void *amg, int slot, HYPRE_Int plain);

/** Print a notice once if a relax number was set after the last setup: it needs another setup. */
void tsw_choice_print_late(void *amg);

/** Was a number of trisweep set for this object, although no setup has reached the plug? */
bool tsw_choice_lacks_setup(const void *amg);

/** Has any setup in this process had an active type? */
bool tsw_choice_was_active(void);

/**
 * Before hypre's setup for a matrix: determine the active types. On one rank l1 types 2000 + t are
 * active as types without norms, which hypre then does not compute. NULL if no type is active.
 */
tsw_solver *tsw_choice_activate(hypre_ParAMGData *amg, hypre_ParCSRMatrix *matrix);

/**
 * Is the system, with the active methods of the solver, left to hypre: fewer than 220 rows in host
 * memory, one right-hand side (f may be NULL), for which alone hypre's sweeps are right, and
 * methods that are the types that the user has set in hypre? The setup of such a system takes
 * microseconds, and the plug's records of its levels would take as long. hypre's own types have the
 * same iterates.
 */
bool tsw_choice_is_tiny(const tsw_solver *solver, hypre_ParCSRMatrix *matrix,
                        const hypre_ParVector *f);

/**
 * Does DILU in the order of few colours replace ILU(0) or DILU? With ordering=auto only if the
 * finest level is large: on a small level natural order takes fewer iterations, and its longest
 * chain of dependent rows is short.
 */
bool tsw_choice_few_color_factors(const tsw_solver *solver, hypre_ParCSRMatrix *finest);

/** The number of few colours of all levels; 0: by the pattern of each level. */
int32_t tsw_choice_few_colors(const tsw_solver *solver, hypre_ParCSRMatrix *finest);

/** After hypre's setup, which may change the type of the coarsest level: update the active type. */
void tsw_choice_update_coarsest(tsw_solver *solver);

/** Type t for a relax call on level k with a plain type in this frame; 0 if hypre smooths. */
HYPRE_Int tsw_choice_method(const tsw_frame *frame, int k, HYPRE_Int plain);

/**
 * After a setup, on the rank that prints: a line, once a process, if the cycle preconditions
 * (at most one cycle) and is not symmetric.
 */
void tsw_choice_print_asymmetry(const tsw_solver *solver);
