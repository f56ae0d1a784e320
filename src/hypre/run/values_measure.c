/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/run/values_measure.h"

#include <stdlib.h>

static double limit_of(const tsw_solver *record)
{
   return strtod(tsw_solver_option(record, "setup_limit"), NULL);
}

void tsw_measure_cycle(const void *amg)
{
   tsw_kept *kept = tsw_registry_kept(amg);
   if (kept)
   {
      kept->n_cycles++;
   }
}

static void end_solve(tsw_kept *kept)
{
   if (!kept->is_rest && kept->n_cycles > kept->most_cycles)
   {
      kept->most_cycles = kept->n_cycles;
   }
   kept->n_cycles = 0;
   kept->is_rest = false;
}

void tsw_measure_solve(const void *amg)
{
   tsw_kept *kept = tsw_registry_kept(amg);
   if (kept)
   {
      end_solve(kept);
   }
}

void tsw_measure_stuck(const void *amg)
{
   tsw_kept *kept = tsw_registry_kept(amg);
   if (kept)
   {
      kept->stuck = true;
      kept->n_restarts++;
   }
}

void tsw_measure_outcome(const void *amg, bool failed)
{
   tsw_kept *kept = tsw_registry_kept(amg);
   if (kept && kept->is_full)
   {
      kept->failed_full = failed;
   }
   else if (kept && failed && !kept->failed_full)
   {
      kept->unsure = true;
   }
}

void tsw_measure_rest(const void *amg)
{
   tsw_kept *kept = tsw_registry_kept(amg);
   if (kept)
   {
      kept->is_rest = kept->cycles_full > 0;
   }
}

long tsw_measure_most_cycles(const void *amg, long all)
{
   const tsw_solver *record = tsw_registry_find(amg);
   const tsw_kept   *kept = record ? record->kept : NULL;
   if (!kept || !kept->valid || kept->is_full)
   {
      return 0;
   }
   if (kept->cycles_full == 0)
   {
      return (all + 1) / 2;
   }
   return (long) ((2.0 * limit_of(record) - 1.0) * (double) kept->cycles_full) + 1;
}

/*
 * If no cycle followed the full setup (a right side of zero, two setups in a row), the cycles after
 * a setup by values are a measure for one setup only; the next one is full.
 */
void tsw_measure_end(tsw_kept *kept)
{
   end_solve(kept);
   if (kept->stuck || kept->most_cycles == 0)
   {
      return;
   }
   kept->n_restarts = kept->is_full ? kept->n_restarts : 0;
   if (kept->is_full || kept->cycles_full == 0)
   {
      kept->cycles_full = kept->most_cycles;
      kept->unsure = !kept->is_full;
   }
}

bool tsw_measure_is_bad(const tsw_solver *record, const tsw_kept *kept)
{
   return kept->unsure || kept->n_restarts > 1 ||
          (!kept->is_full && kept->cycles_full > 0 &&
           (double) kept->most_cycles > limit_of(record) * (double) kept->cycles_full);
}

void tsw_measure_setup(tsw_kept *kept, bool full)
{
   kept->is_full = full;
   kept->n_cycles = kept->most_cycles = 0;
   kept->is_rest = false;
   kept->unsure = kept->unsure && !full;
   if (full && !kept->stuck && kept->n_restarts > 1)
   {
      kept->n_restarts = 1;
   }
}
