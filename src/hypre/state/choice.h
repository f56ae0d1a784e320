/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What the user chose: from the numbers given to setters to the method of a sweep. */
#pragma once

#include "hypre/state/agree.h"
#include "hypre/state/frame.h"
#include "hypre/state/registry.h"

/**
 * One of hypre's setters got a number for the slots first .. last of a solver: remember ours,
 * forget an earlier one of ours otherwise. On true hypre is to get *plain; on false the
 * number was refused, and hypre must not see it.
 */
bool tsw_choice_set(void *amg, HYPRE_Int number, int first, int last, HYPRE_Int *plain);

/** The same for an array of the four slots, which is rewritten; all or nothing. */
bool tsw_choice_set_all(void *amg, HYPRE_Int *numbers);

/** May a number be handed to this setter at all? Refuses it if not. */
bool tsw_choice_allows(HYPRE_Int number);

/** The same for the global smoother of MGR. */
bool tsw_choice_allows_mgr(HYPRE_Int number);

/**
 * Type t of the number 1000 + t in UserRelaxType, which hypre's SetRelaxType sets; 0 if it is
 * plain. hypre only hands that field on, to the relax function (one level) or to a nested
 * coarse solver. So it may hold our number, and programs that read it back and set it again
 * (MFEM) keep it.
 */
HYPRE_Int tsw_choice_user(const void *amg);

/** The number that the user gave, for hypre's getters: 1000 + t, or plain if that was given. */
HYPRE_Int tsw_choice_get(const void *amg, int slot, HYPRE_Int plain);

/** Work out what is in force, before hypre's setup; NULL if nothing is. */
tsw_solver *tsw_choice_activate(hypre_ParAMGData *amg);

/** Do all ranks want this, and can they have it? Every rank calls. why [TSW_AGREE_TEXT], if not. */
tsw_verdict tsw_choice_agree(tsw_solver *solver, hypre_ParCSRMatrix *matrix, char *why);

/** After hypre's setup, which may have changed the type of the coarsest level. */
void tsw_choice_settle_coarsest(tsw_solver *solver);

/** Type t for a relax call that carries hypre's plain type in a frame; 0 if it is hypre's own. */
HYPRE_Int tsw_choice_method(const tsw_frame *frame, HYPRE_Int plain);
