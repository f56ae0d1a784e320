/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "hypre/plug.h"

/** hypre's l1 norms of level k of a hierarchy, or NULL. */
static inline double *tsw_l1_of_hypre(const hypre_ParAMGData *amg, int k)
{
   hypre_Vector **norms = hypre_ParAMGDataL1Norms(amg);
   return norms && norms[k] ? hypre_VectorData(norms[k]) : NULL;
}
