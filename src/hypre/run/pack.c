/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/run/pack.h"

#include "hypre/run/changed.h"

enum
{
   ENOUGH = 128 /* sweeps; measured (doc/performance.md) */
};

/*
 * The ranks sweep in place until the same call. If a rank has no memory for the copy, its sweeps
 * go on in place, and hypre's product computes its residuals.
 */
void tsw_pack_when_due(tsw_level *level, int n_sweeps)
{
   if (!level->sweeps.in_place)
   {
      return;
   }
   level->sweeps.n_in_place += n_sweeps;
   if (level->sweeps.n_in_place <= ENOUGH)
   {
      return;
   }
   level->sweeps.in_place = false;
   if (!tsw_level_has_failed(level) && trisweep_smoother_pack(level->smoother, NULL) == TRISWEEP_OK)
   {
      tsw_values_note(level);
   }
}
