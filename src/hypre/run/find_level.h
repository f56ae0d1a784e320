/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Which level, and by which method, does a call of hypre's relax function mean? */
#pragma once

#include "hypre/run/relax.h"

/**
 * Find the level for a relax call of hypre with a number. Sets *method, and the fields of *call
 * that describe the caller. NULL: hypre must perform the call, with the type in *number.
 * Collective.
 */
tsw_level *tsw_find_level(hypre_ParCSRMatrix *matrix, HYPRE_Int *number, const tsw_method **method,
                          tsw_relax_call *call);
