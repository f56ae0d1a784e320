/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "hypre/level.h"
#include "hypre/relax.h"

/**
 * Does a relax call with this number belong to us? Returns the level to sweep,
 * sets *method and the fields of *call that say where the call comes from; or
 * NULL if hypre is to do it, by the type that *number is then.
 */
tsw_level *tsw_route(hypre_ParCSRMatrix *matrix, HYPRE_Int *number, const tsw_method **method,
                     tsw_relax_call *call);
