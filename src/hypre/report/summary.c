/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/report/summary.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "hypre/base/notice.h"
#include "hypre/state/environment.h"
#include "hypre/state/numbers.h"
#include "hypre/state/replace.h"

enum
{
   LINE = 512
};

static int  n_solvers, n_levels, n_hypre_levels;
static long n_hypre_sweeps, n_hypre_setups; /* threads may call hypre's methods at the same time */
static tsw_type_set hypre_types;

void tsw_summary_add_solver(const tsw_solver *solver)
{
   n_solvers += solver->n_levels > 0;
   for (int k = 0; k < solver->n_levels; k++)
   {
      n_levels++;
      n_hypre_levels +=
         !solver->levels[k] || solver->levels[k]->failure.extent == TSW_LEVEL_LEFT_TO_HYPRE;
   }
}

void tsw_summary_add_hypre(HYPRE_Int type)
{
   __atomic_fetch_add(&n_hypre_sweeps, 1, __ATOMIC_RELAXED);
   tsw_type_set_add(&hypre_types, type);
}

void tsw_summary_add_setup(void)
{
   __atomic_fetch_add(&n_hypre_setups, 1, __ATOMIC_RELAXED);
}

void tsw_summary_write(const char *text)
{
   char      line[LINE + 16];
   const int length = snprintf(line, sizeof line, "trisweep: %s\n", text);
   const int file =
      tsw_world_rank() == 0 ? open(tsw_environment_summary(), O_WRONLY | O_APPEND) : -1;
   const bool written = file >= 0 && write(file, line, (size_t) length) == length;
   if (file >= 0)
   {
      close(file);
   }
   if (!written)
   {
      tsw_notice_once("%s", text);
   }
}

/* "s" of a plural */
static const char *s(long n)
{
   return n == 1 ? "" : "s";
}

void tsw_summary_write_counts(long n_swept)
{
   char      line[LINE], types[LINE / 2];
   const int n_ours = n_levels - n_hypre_levels;
   if (n_solvers == 0 && n_swept == 0)
   {
      const bool any = tsw_replace_write_noted(types, sizeof types);
      snprintf(line, sizeof line, "no sweep was replaced%s%s", types,
               any ? "; set relax numbers 1000 + t, or TRISWEEP_REPLACE" : "");
      tsw_summary_write(line);
      return;
   }
   const bool any = tsw_type_set_write(&hypre_types, " (types ", types, sizeof types);
   snprintf(line, sizeof line,
            "%d BoomerAMG solver%s, %d level%s; replaced: %ld sweep%s, %d level%s; left to "
            "hypre: %ld setup%s of BoomerAMG, %d level%s, %ld sweep%s%s%s",
            n_solvers, s(n_solvers), n_levels, s(n_levels), n_swept, s(n_swept), n_ours, s(n_ours),
            n_hypre_setups, s(n_hypre_setups), n_hypre_levels, s(n_hypre_levels), n_hypre_sweeps,
            s(n_hypre_sweeps), types, any ? ")" : "");
   tsw_summary_write(line);
}
