/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "hypre/plug.h"

/** Where a matrix is smoothed, decided here only: on the device if hypre would work on it there. */
trisweep_space tsw_space_of(hypre_ParCSRMatrix *matrix);

/** Why a matrix is out of reach, and what to do about it; NULL if it is not. Static storage. */
const char *tsw_space_obstacle(hypre_ParCSRMatrix *matrix);
