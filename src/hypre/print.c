/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The table of TRISWEEP_STATS=1, in the style of hypre's own. */
#include "hypre/report.h"

#include <stdio.h>

void tsw_report_print(const char *title, const tsw_report_row *rows, int n_rows)
{
   printf("\n\n trisweep %s, %s on %d rank%s (sweep times and bandwidth: those of rank 0):\n\n",
          trisweep_version(), title, rows[0].n_ranks, rows[0].n_ranks > 1 ? "s" : "");
   printf("                  nonzero     DAG                             chosen      est. analysis"
          "          setup     extra   factor            per sweep\n");
   printf(" lev       rows   entries   depth  order        schedule         by      (ms)     (ms)"
          " reused    (ms)      (MB)  entries  sweeps     (ms)     GB/s\n");
   printf(" ============================================================================"
          "===================================================================\n");
   for (int i = 0; i < n_rows; i++)
   {
      const tsw_report_row *row = &rows[i];
      char                  level[16] = "  -";
      if (row->level >= 0)
      {
         snprintf(level, sizeof level, "%3d", row->level);
      }
      printf(" %s %10.0f %9.0f %7.0f  %-12s %-12s %6s %9.3f %8.2f %6.0f %7.2f %9.2f %8.0f %7ld "
             "%8.3f %8.2f\n",
             level, row->sums.rows, row->sums.entries, row->sums.depth, row->stats.ordering,
             row->stats.schedule, row->stats.chosen_by, 1e3 * row->stats.predicted_seconds,
             1e3 * row->sums.analysis_seconds, row->sums.reused, 1e3 * row->sums.setup_seconds,
             1e-6 * row->sums.extra_bytes, row->sums.factor_entries, row->n_relaxed,
             1e3 * row->seconds_per_sweep, row->gbytes_per_second);
   }
   printf("\n");
   fflush(stdout);
}
