/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * published_np2 [--device]
 *
 * Every schedule in natural order, the published ones among them, in BoomerAMG: PCG with 1003 down
 * and 1004 up, and with 1006, takes the iterations of hypre's 3 and 4, and 6, on hierarchies from
 * the same random numbers. The statistics name the schedule on the finest level.
 */
#include <stdio.h>
#include <string.h>

#include <_hypre_parcsr_ls.h>
#include <mpi.h>
#include <trisweep/hypre.h>

#include "load/load.h"

enum
{
   HOST_EDGE = 12,
   DEVICE_EDGE = 28,
   NAME_SIZE = 64
};

#define SEED 4711ULL

/* Names with _ for -. */
#define TSW_ALL_SCHEDULES
static const struct
{
   const char *space;
   const char *name;
} schedules[] = {
#define TSW_SCHEDULE(space, name) { #space, #name },
#define TSW_SPTRSV(name) { "cuda", #name },
#include "kernels/schedules.def"
#undef TSW_SCHEDULE
#undef TSW_SPTRSV
};

static int solve(int down, int up, const char *options, load_system *system, const char **schedule)
{
   static char    name[NAME_SIZE];
   trisweep_stats stats;
   load_solver    s = load_solver_create(down, up);
   if (options && trisweep_hypre_set_options(s.amg, options) != TRISWEEP_OK)
   {
      load_fail("%s: %s", options, trisweep_message());
   }
#if defined(HYPRE_USING_CUDA)
   hypre_ResetDeviceRandGenerator(SEED, 0ULL); /* on hosts each coarsening resets the numbers */
#endif
   const load_result result = load_solve(&s, system);
   if (!load_is_good(&result))
   {
      load_fail("%d/%d, %s: no solution", down, up, options ? options : "hypre");
   }
   if (options && trisweep_hypre_stats(s.amg, 0, sizeof stats, &stats) == TRISWEEP_OK)
   {
      snprintf(name, sizeof name, "%s", stats.schedule);
      *schedule = name;
   }
   load_solver_destroy(&s);
   return result.iterations;
}

static void check(const char *name, load_system *system, const int want[2])
{
   char        options[2 * NAME_SIZE];
   const char *schedule = "none";
   snprintf(options, sizeof options, "ordering=natural schedule=%s", name);
   for (int symmetric = 0; symmetric < 2; symmetric++)
   {
      const int got = symmetric ? solve(1006, 1006, options, system, &schedule)
                                : solve(1003, 1004, options, system, &schedule);
      if (got != want[symmetric])
      {
         load_fail("schedule %s: %d iterations, hypre takes %d", name, got, want[symmetric]);
      }
      if (strcmp(schedule, name) != 0)
      {
         load_fail("schedule %s: level 0 has schedule %s", name, schedule);
      }
   }
   load_report("%s", name);
}

int main(int argc, char **argv)
{
   const int status = load_start(argc, argv, "published", NULL);
   if (status)
   {
      return status;
   }
   load_system system = load_create(load_on_device ? DEVICE_EDGE : HOST_EDGE, false, 1.0);
   const int   want[2] = { solve(3, 4, NULL, &system, NULL), solve(6, 6, NULL, &system, NULL) };
   for (size_t k = 0; k < sizeof schedules / sizeof schedules[0]; k++)
   {
      char name[NAME_SIZE];
      snprintf(name, sizeof name, "%s", schedules[k].name);
      for (char *at = name; *at; at++)
      {
         *at = *at == '_' ? '-' : *at;
      }
      if (strcmp(schedules[k].space, load_on_device ? "cuda" : "host") == 0 &&
          strncmp(name, "colors", strlen("colors")) != 0) /* in no natural order */
      {
         check(name, &system, want);
      }
   }
   load_destroy(&system);
   return load_end();
}
