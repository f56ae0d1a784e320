/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/report/summary.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hypre/base/notice.h"
#include "hypre/state/environment.h"
#include "hypre/state/numbers.h"

enum
{
   LINE = 512
};

static int  n_solvers, n_levels, n_hypre_levels;
static long n_hypre_sweeps, n_hypre_setups; /* threads may call hypre's methods at the same time */
static bool hypre_types[TSW_MOST_TYPES];

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
   if (type >= 0 && type < TSW_MOST_TYPES)
   {
      __atomic_store_n(&hypre_types[type], true, __ATOMIC_RELAXED);
   }
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

/* Write the text and "6, 9" for the types by which hypre swept; "", and false, if there is none. */
static bool write_types(const char *before, char *text, size_t size)
{
   size_t length = 0;
   text[0] = '\0';
   for (int type = 0; type < TSW_MOST_TYPES && length < size; type++)
   {
      if (hypre_types[type])
      {
         length += (size_t) snprintf(text + length, size - length, "%s%d",
                                     length > 0 ? ", " : before, type);
      }
   }
   return length > 0;
}

static bool tell_types(char *text, size_t size)
{
   const bool any = write_types("hypre swept by the relax types ", text, size);
   if (!any)
   {
      snprintf(text, size, "hypre did not sweep");
   }
   return any;
}

void tsw_summary_print_unused(void)
{
   char        used[LINE / 2];
   const char *list = getenv("TRISWEEP_REPLACE"), *preloaded = getenv("LD_PRELOAD");
   (void) tell_types(used, sizeof used);
   if (list)
   {
      tsw_notice_once("TRISWEEP_REPLACE=%s has replaced nothing: %s", list, used);
   }
   else if ((preloaded && strstr(preloaded, "libtrisweep-hypre")) || getenv("TRISWEEP_STATS") ||
            getenv("TRISWEEP_OPTIONS"))
   {
      tsw_notice_once(
         "the plug has performed no sweep: %s; set relax numbers 1000 + t, or TRISWEEP_REPLACE",
         used);
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
      const bool any = tell_types(types, sizeof types);
      snprintf(line, sizeof line, "no sweep was replaced: %s%s", types,
               any ? "; set relax numbers 1000 + t, or TRISWEEP_REPLACE" : "");
      tsw_summary_write(line);
      return;
   }
   const bool any = write_types(" (types ", types, sizeof types);
   snprintf(line, sizeof line,
            "%d BoomerAMG solver%s, %d level%s; replaced: %ld sweep%s, %d level%s; left to "
            "hypre: %ld setup%s of BoomerAMG, %d level%s, %ld sweep%s%s%s",
            n_solvers, s(n_solvers), n_levels, s(n_levels), n_swept, s(n_swept), n_ours, s(n_ours),
            n_hypre_setups, s(n_hypre_setups), n_hypre_levels, s(n_hypre_levels), n_hypre_sweeps,
            s(n_hypre_sweeps), types, any ? ")" : "");
   tsw_summary_write(line);
}
