/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What hypre's setup derives from the values of all levels, and what setups by values decline. */
#pragma once

#include "hypre/plug.h"

#include <stdint.h>

/** Why a hierarchy cannot be renewed by values; NULL: it can. After a full setup. */
const char *tsw_values_obstacle(const hypre_ParAMGData *amg);

/** The parameters on which a hierarchy depends, as one number. */
uint64_t tsw_values_parameters(const hypre_ParAMGData *amg);

/** Parameters before a setup with these functions (HYPRE_BoomerAMGSetDofFunc), as one number. */
uint64_t tsw_values_user_parameters(const hypre_ParAMGData *amg, hypre_ParCSRMatrix *matrix);

/** Did a solve of several vectors change the packages of the hierarchy, or of its next matrix? */
bool tsw_values_sends_several(const hypre_ParAMGData *amg, hypre_ParCSRMatrix *matrix);

/** Does hypre compute a relax weight in the next setup? */
bool tsw_values_computes_weights(const hypre_ParAMGData *amg);

/** Free the factors of the coarsest level and their communicator. Collective. */
void tsw_values_free_elimination(hypre_ParAMGData *amg);

/** Compute l1 norms and factors again, from the values of A_array. */
void tsw_values_renew_data(hypre_ParAMGData *amg);
