/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef TSW_HYPRE_SPACE_H
#define TSW_HYPRE_SPACE_H

#include "hypre/plug.h"

/**
 * Where a matrix is smoothed: on the device if hypre would work on it there.
 * The only place that decides.
 */
trisweep_space tsw_space_of(hypre_ParCSRMatrix *matrix);

/** Is a matrix out of reach: in device memory, of a plug that was built without CUDA? */
bool tsw_space_is_foreign(hypre_ParCSRMatrix *matrix);

#endif
