/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "hypre/plug.h"

/**
 * Where a matrix is smoothed: on the device if hypre would work on it there.
 * The only place that decides.
 */
trisweep_space tsw_space_of(hypre_ParCSRMatrix *matrix);

/**
 * Why a matrix is out of reach, and what to do about it; NULL if it is not. A
 * matrix in device memory needs a plug that was built with CUDA, a driver that
 * is not too old, and a device. Static storage.
 */
const char *tsw_space_obstacle(hypre_ParCSRMatrix *matrix);
