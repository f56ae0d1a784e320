/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* RTLD_NEXT, RTLD_DEFAULT */
#endif
#include "hypre/hooks/selfcheck.h"

#include <stdio.h>
#include <string.h>

#include "hypre/base/notice.h"
#include "hypre/hooks/fit.h"
#include "hypre/hooks/real.h"
#include "hypre/state/environment.h"

enum
{
   PROBE_TYPE = -770001
};

static bool checked;
static bool matrices_checked;
static bool checking;
static bool probe_arrived;
static bool inactive;
static bool hook_called;
static char reason[400];

static void set_inactive(const char *text)
{
   inactive = true;
   snprintf(reason, sizeof reason, "%s", text);
}

bool tsw_selfcheck_is_probe(HYPRE_Int type)
{
   if (checking && type == PROBE_TYPE)
   {
      probe_arrived = true;
      return true;
   }
   return false;
}

/* For an unknown type hypre's relax function only clears a flag of u. */
static void check_probe(void)
{
   hypre_ParVector nothing;
   memset(&nothing, 0, sizeof nothing);
   tsw_real.hypre_BoomerAMGRelaxIF(NULL, NULL, NULL, PROBE_TYPE, 0, 0, 1.0, 1.0, NULL, &nothing,
                                   NULL, NULL);
   if (!probe_arrived)
   {
      set_inactive(
         "calls within hypre do not reach the plug, because libHYPRE was linked with "
         "-Bsymbolic-functions or compiled with link-time optimisation; build libHYPRE without "
         "these options");
   }
}

/* During the check every hook calls hypre's own function. */
static void check_fit(const char *(*fit)(void) )
{
   checking = true;
   const char *why = fit();
   if (why)
   {
      set_inactive(why);
   }
   checking = false;
}

static void check_hypre(void)
{
   const char *missing = tsw_real_resolve();
   if (missing)
   {
      char text[192];
      snprintf(text, sizeof text,
               "no library after libtrisweep-hypre defines %s; put libtrisweep-hypre before "
               "libHYPRE when linking, or in LD_PRELOAD",
               missing);
      set_inactive(text);
      return;
   }
   check_fit(tsw_fit_solvers);
   if (!inactive)
   {
      checking = true;
      check_probe();
      checking = false;
   }
}

const char *tsw_selfcheck(void)
{
   if (!checked)
   {
      checked = true;
      check_hypre();
   }
   if (!inactive && !matrices_checked && tsw_mpi_runs())
   {
      matrices_checked = true;
      (void) tsw_world_rank(); /* stored for messages after MPI_Finalize */
      check_fit(tsw_fit_matrices);
   }
   return inactive ? reason : NULL;
}

static void report_inactive(void)
{
   if (!tsw_environment_allows_dead_hooks())
   {
      tsw_abort("the plug is loaded but inactive: %s. (With TRISWEEP_ALLOW_DEAD_HOOKS=1 the "
                "program continues with hypre's own smoothers)",
                reason);
   }
   tsw_notice("the plug is loaded but inactive: %s. The program continues with hypre's own "
              "smoothers; do not use relax numbers 1000 + t",
              reason);
}

bool tsw_plug_is_active(void)
{
   static bool reported;
   if (checking)
   {
      return false;
   }
   (void) tsw_selfcheck();
   if (inactive && !reported)
   {
      reported = true;
      report_inactive();
   }
   if (!inactive && matrices_checked)
   {
      tsw_environment_read(); /* its messages need the rank */
   }
   hook_called = true;
   return !inactive;
}

bool tsw_selfcheck_hook_called(void)
{
   return hook_called;
}

#if !defined(TSW_HYPRE_WRAP)

#include <dlfcn.h>

void tsw_selfcheck_order(const void *own_relax)
{
   const void *first = dlsym(RTLD_DEFAULT, "hypre_BoomerAMGRelax");
   if (!first || first == own_relax)
   {
      return;
   }
   checked = true;
   set_inactive(
      "libHYPRE comes before libtrisweep-hypre, so hypre's calls do not reach the plug; link "
      "-ltrisweep-hypre before -lHYPRE, or preload it");
   (void) tsw_real_resolve();
   (void) tsw_plug_is_active();
}

#endif
