/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Setups by values (option setup=values): hypre's splitting and interpolation of the last full
 * setup are kept. The coarse matrices get the values of the Galerkin products of the new finest
 * matrix, by hypre's own products, in their old arrays: patterns, exchanges between ranks and the
 * plug's analyses stay valid. values_data.c renews what hypre's setup derives from values.
 */
#pragma once

#include "hypre/extension.h"

/* The functions of the extension, see hypre/extension.h. */

void tsw_values_offer(const tsw_setup_call *call, uint64_t *words);

/** Take the hierarchy of a destroyed solver, if all ranks have offered the same. */
void tsw_values_settle(const tsw_setup_call *call, const uint64_t *words);

/**
 * Renew the matrices, attach the levels, renew what hypre derives from values. False, on all ranks,
 * if a product has another pattern, or a coarse matrix is unsound: hypre must set up.
 */
bool tsw_values_set_up(const tsw_setup_call *call);

/** Prepare for a full setup of hypre: free what is kept of products. */
void tsw_values_before_full(const tsw_setup_call *call);

/** Keep the hierarchy, if good is true and it can be renewed. */
void tsw_values_after(const tsw_setup_call *call, bool good);

/** The parameters of the next setup must be those after this one. */
void tsw_values_note_parameters(hypre_ParAMGData *amg);
