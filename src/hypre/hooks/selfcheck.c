/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* RTLD_NEXT, RTLD_DEFAULT */
#endif
#include "hypre/hooks/selfcheck.h"

#include <stdio.h>
#include <string.h>

#include "hypre/hooks/fit.h"
#include "hypre/hooks/hooks.h"
#include "hypre/hooks/real.h"
#include "hypre/report/notice.h"
#include "hypre/state/environment.h"

enum
{
   PROBE_TYPE = -770001
};

static bool checked;
static bool checking;
static bool probe_arrived;
static bool dead;
static bool asked;
static char reason[400];

static void die(const char *text)
{
   dead = true;
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
      die("calls within hypre do not reach the plug; libHYPRE was linked with -Bsymbolic-functions "
          "or compiled with link-time optimisation: use one that was not");
   }
}

/* During the check every hook calls hypre's own function. */
static void check_hypre(void)
{
   checking = true;
   const char *why = tsw_fit();
   if (why)
   {
      die(why);
   }
   else
   {
      check_probe();
   }
   checking = false;
}

const char *tsw_selfcheck(void)
{
   if (!checked)
   {
      checked = true;
      const char *missing = tsw_real_resolve();
      if (missing)
      {
         char text[192];
         snprintf(text, sizeof text,
                  "%s was not found behind the plug; put libtrisweep-hypre before "
                  "libHYPRE when linking, or in LD_PRELOAD",
                  missing);
         die(text);
      }
      if (!dead)
      {
         check_hypre();
      }
   }
   return dead ? reason : NULL;
}

bool tsw_live(void)
{
   if (checking)
   {
      return false;
   }
   if (!asked)
   {
      asked = true;
      (void) tsw_world_rank(); /* stored for messages after MPI_Finalize */
      const char *why = tsw_selfcheck();
      if (why && !tsw_environment_allows_dead_hooks())
      {
         tsw_abort("loaded but dead: %s. (TRISWEEP_ALLOW_DEAD_HOOKS=1 goes on with hypre's own "
                   "smoothers)",
                   why);
      }
      if (why)
      {
         tsw_notice(
            "loaded but dead: %s. Going on with hypre's own smoothers; numbers 1000 + t must "
            "not be used",
            why);
      }
      else
      {
         tsw_environment_read();
      }
   }
   return !dead;
}

bool tsw_selfcheck_was_asked(void)
{
   return asked;
}

#if !defined(TSW_HYPRE_WRAP)

#include <dlfcn.h>

/* In the wrong link order no hook is ever called, so that the check has to be made here. */
__attribute__((constructor)) static void check_order(void)
{
   const void *first = dlsym(RTLD_DEFAULT, "hypre_BoomerAMGRelax");
   if (!first || first == tsw_hooks_own_relax())
   {
      return;
   }
   checked = true;
   die("libHYPRE comes before libtrisweep-hypre, so hypre's calls do not reach the plug; link "
       "-ltrisweep-hypre before -lHYPRE, or preload it");
   (void) tsw_real_resolve();
   (void) tsw_live();
}

#endif
