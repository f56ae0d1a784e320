/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/report/summary.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "hypre/base/notice.h"
#include "hypre/state/environment.h"
#include "hypre/state/replace.h"

enum
{
   MOST_TYPES = 200, /* more types than hypre has */
   LINE = 512
};

static int  n_solvers, n_levels, n_hypre_levels;
static long n_hypre_sweeps, n_hypre_setups; /* threads may call hypre's methods at the same time */
static bool hypre_types[MOST_TYPES];

void tsw_summary_add_solver(const tsw_solver *solver)
{
   n_solvers += solver->n_levels > 0;
   for (int k = 0; k < solver->n_levels; k++)
   {
      n_levels++;
      n_hypre_levels += !solver->levels[k] || solver->levels[k]->failure.left_to_hypre;
   }
}

void tsw_summary_add_hypre(HYPRE_Int type)
{
   __atomic_fetch_add(&n_hypre_sweeps, 1, __ATOMIC_RELAXED);
   if (type >= 0 && type < MOST_TYPES)
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

/* "s" of a plural */
static const char *s(long n)
{
   return n == 1 ? "" : "s";
}

static void add_types(char *line, size_t size, size_t length)
{
   const char *separator = " (types ";
   for (int type = 0; type < MOST_TYPES && length < size; type++)
   {
      if (hypre_types[type])
      {
         length += (size_t) snprintf(line + length, size - length, "%s%d", separator, type);
         separator = ", ";
      }
   }
   if (length < size && separator[0] == ',')
   {
      snprintf(line + length, size - length, ")");
   }
}

static void write_unused(void)
{
   char line[LINE], used[LINE / 2];
   tsw_replace_write_noted(used, sizeof used);
   snprintf(line, sizeof line, "no sweep was replaced%s%s",
            used[0] ? used : ": there was no setup of BoomerAMG",
            used[0] ? "; set relax numbers 1000 + t, or TRISWEEP_REPLACE" : "");
   tsw_summary_write(line);
}

void tsw_summary_write_counts(long n_swept)
{
   char      line[LINE];
   const int n_ours = n_levels - n_hypre_levels;
   if (n_solvers == 0 && n_swept == 0)
   {
      write_unused();
      return;
   }
   const int length =
      snprintf(line, sizeof line,
               "%d BoomerAMG solver%s, %d level%s; replaced: %ld sweep%s, %d level%s; left to "
               "hypre: %ld setup%s of BoomerAMG, %d level%s, %ld sweep%s",
               n_solvers, s(n_solvers), n_levels, s(n_levels), n_swept, s(n_swept), n_ours,
               s(n_ours), n_hypre_setups, s(n_hypre_setups), n_hypre_levels, s(n_hypre_levels),
               n_hypre_sweeps, s(n_hypre_sweeps));
   add_types(line, sizeof line, (size_t) length);
   tsw_summary_write(line);
}
