/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Setups by values (option setup=values): hypre's splitting and interpolation of the last full
 * setup are kept. The coarse matrices get the values of the Galerkin products of the new finest
 * matrix, by hypre's own products, in their old arrays: patterns, exchanges between ranks and the
 * plug's analyses stay valid. values_data.c renews what hypre's setup derives from values.
 */
#pragma once

#include "hypre/state/agree.h"
#include "hypre/state/frame.h"

/** What this rank offers before a setup: see tsw_agree_kept. Not collective. */
tsw_agree_kept tsw_values_offer(hypre_ParAMGData *amg, hypre_ParCSRMatrix *matrix,
                                const hypre_ParVector *f);

/**
 * The ranks have agreed on the offers: take the hierarchy of a destroyed solver, if one was offered
 * by all. Returns why the setup must be full; TSW_FULL_NOT: it is by values.
 */
tsw_full_reason tsw_values_settle(hypre_ParAMGData *amg, const tsw_agree_kept *offered,
                                  const tsw_agree_kept *agreed);

/**
 * Renew the matrices of the solver, whose frame is pushed. Not TSW_FULL_NOT, on all ranks, if a
 * product has another pattern, or a coarse matrix is unsound: hypre must set up. Else
 * tsw_values_renew_data follows when the levels are attached to the matrices. Collective.
 */
tsw_full_reason tsw_values_renew(hypre_ParAMGData *amg, hypre_ParCSRMatrix *matrix,
                                 hypre_ParVector *f, hypre_ParVector *u);

/**
 * The setup of AMG-DD begins, in the function of the mark; NULL: it ends. Hierarchies of BoomerAMG
 * within are not renewed: nothing measures how well they converge.
 */
void tsw_values_set_amgdd(tsw_mark *mark);

/** Before hypre's setup, with the frame pushed: record the weights that the user has set. */
void tsw_values_before_full(hypre_ParAMGData *amg, hypre_ParCSRMatrix *matrix);

/**
 * After a setup, with the frame pushed: keep the hierarchy, if good is true and it can be renewed.
 * why: TSW_FULL_NOT after a setup by values.
 */
void tsw_values_after(hypre_ParAMGData *amg, const hypre_ParVector *f, tsw_full_reason why,
                      bool good);

/** After a setup, when the frame is popped: the parameters of the next setup must be these. */
void tsw_values_note_parameters(hypre_ParAMGData *amg);

/** hypre's setup computes the factors of the coarsest level. */
void tsw_values_note_elimination(const hypre_ParAMGData *amg, HYPRE_Int type);

/** Has a setup been by values in this process? */
bool tsw_values_were_renewed(void);
