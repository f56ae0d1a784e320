/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "extensions/resetup/measure.h"

void tsw_measure_cycle(const void *amg)
{
   tsw_kept *kept = tsw_kept_find(amg);
   if (kept)
   {
      kept->n_cycles++;
   }
}

static void end_solve(tsw_kept *kept)
{
   kept->most_cycles = kept->n_cycles > kept->most_cycles ? kept->n_cycles : kept->most_cycles;
   kept->n_cycles = 0;
}

void tsw_measure_begin(const void *amg)
{
   tsw_kept *kept = tsw_kept_find(amg);
   if (kept)
   {
      end_solve(kept);
   }
}

/* A program may precondition a matrix by BoomerAMG of another one. */
static bool is_matrix_of(const hypre_ParAMGData *amg, const hypre_ParCSRMatrix *a)
{
   hypre_ParCSRMatrix **matrices = hypre_ParAMGDataAArray(amg);
   return matrices && matrices[0] == a;
}

void tsw_measure_solve(const void *amg, const hypre_ParCSRMatrix *a, bool failed)
{
   tsw_kept *kept = tsw_kept_find(amg);
   if (!kept || !is_matrix_of(amg, a))
   {
      return;
   }
   if (kept->is_full)
   {
      kept->failed_full = failed;
   }
   kept->unsure = kept->unsure || (failed && !kept->failed_full);
}

/*
 * If no cycle followed the full setup (a right side of zero, two setups in a row), the cycles after
 * a setup by values are a measure for one setup only; the next one is full.
 */
void tsw_measure_end(tsw_kept *kept)
{
   end_solve(kept);
   if (kept->most_cycles > 0 && (kept->is_full || kept->cycles_full == 0))
   {
      kept->cycles_full = kept->most_cycles;
      kept->unsure = !kept->is_full;
   }
}

bool tsw_measure_is_bad(const tsw_solver *record)
{
   const tsw_kept *kept = tsw_kept_of(record);
   const double    limit = tsw_solver_option_number(record, "setup_limit");
   return kept->unsure || (!kept->is_full && kept->cycles_full > 0 &&
                           (double) kept->most_cycles > limit * (double) kept->cycles_full);
}

void tsw_measure_setup(tsw_kept *kept, bool full)
{
   kept->is_full = full;
   kept->n_cycles = kept->most_cycles = 0;
   kept->unsure = kept->unsure && !full;
}
