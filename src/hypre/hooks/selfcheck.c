/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/hooks/selfcheck.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "hypre/base/notice.h"
#include "hypre/hooks/fit.h"
#include "hypre/hooks/real.h"
#include "hypre/state/environment.h"

enum
{
   PROBE_TYPE = -770001
};

static TSW_THREAD_LOCAL bool checking;      /* hooks call hypre's own functions */
static TSW_THREAD_LOCAL bool probe_arrived; /* the last probe reached the hook */
static pid_t                 caller;        /* the process of the first hook, or 0 */

static void set_inactive(tsw_hypre *hypre, bool sees_numbers, const char *text)
{
   hypre->inactive = true;
   hypre->sees_numbers = sees_numbers;
   snprintf(hypre->reason, sizeof hypre->reason, "%s", text);
}

bool tsw_selfcheck_runs(void)
{
   return checking;
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
bool tsw_selfcheck_probe(__typeof__(hypre_BoomerAMGRelaxIF) *relax_if)
{
   hypre_ParVector nothing[4]; /* larger than the structure of any version */
   memset(nothing, 0, sizeof nothing);
   probe_arrived = false;
   checking = true;
   relax_if(NULL, NULL, NULL, PROBE_TYPE, 0, 0, 1.0, 1.0, NULL, nothing, NULL, NULL);
   checking = false;
   return probe_arrived;
}

static void check_fit(tsw_hypre *hypre, const char *(*fit)(void) )
{
   const HYPRE_Int errors = hypre_error_flag;
   checking = true;
   const char *why = fit();
   if (why)
   {
      set_inactive(hypre, !tsw_fit_is_wide(), why);
   }
   checking = false;
   hypre_error_flag = errors;
}

static void check_hypre(tsw_hypre *hypre)
{
   const char *why = tsw_mpi_misfit();
   if (why)
   {
      set_inactive(hypre, true, why);
      return;
   }
   if (!hypre->real.HYPRE_BoomerAMGCreate && !hypre->real.hypre_BoomerAMGSetup)
   {
      set_inactive(hypre, false,
                   "no library after libtrisweep-hypre is a libHYPRE; put libtrisweep-hypre before "
                   "libHYPRE when linking, or in LD_PRELOAD");
      return;
   }
   why = tsw_fit_names();
   if (why)
   {
      set_inactive(hypre, !tsw_fit_is_wide(), why);
      return;
   }
   check_fit(hypre, tsw_fit_width);
   hypre->inactive ? (void) 0 : check_fit(hypre, tsw_fit_solvers);
   if (!hypre->inactive && !tsw_selfcheck_probe(tsw_real.hypre_BoomerAMGRelaxIF))
   {
      set_inactive(hypre, false, "calls within hypre do not reach the plug: " TSW_DEAF);
   }
}

static void refuse_second(tsw_hypre *hypre)
{
   char text[sizeof hypre->reason];
   snprintf(text, sizeof text,
            "this process has a second hypre, %s; the plug %s %s, whose BoomerAMG was called first",
            hypre->name, hypre->first->inactive ? "does not fit" : "works for", hypre->first->name);
   set_inactive(hypre, !tsw_fit_is_wide(), text);
}

/* One thread checks; others wait. */
static void check(tsw_hypre *hypre)
{
   static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
   if (!__atomic_load_n(&hypre->checked, __ATOMIC_ACQUIRE))
   {
      pthread_mutex_lock(&lock);
      if (!hypre->checked)
      {
         (hypre->first ? refuse_second : check_hypre)(hypre);
         __atomic_store_n(&hypre->checked, true, __ATOMIC_RELEASE);
      }
      pthread_mutex_unlock(&lock);
   }
}

const char *tsw_selfcheck(void)
{
   tsw_hypre *hypre = tsw_real_hypre();
   check(hypre);
   return hypre->inactive ? hypre->reason : NULL;
}

static _Noreturn void end_program(const char *reason)
{
   tsw_abort(tsw_world_rank() == 0, "the plug is loaded but inactive: %s.%s", reason,
             tsw_environment_is_one("TRISWEEP_ALLOW_DEAD_HOOKS")
                ? ""
                : " (With TRISWEEP_ALLOW_DEAD_HOOKS=1 the program continues with hypre's own "
                  "smoothers)");
}

/* A program that has asked nothing of the plug continues. */
static void print_inactive(const tsw_hypre *hypre)
{
   const bool is_needed = tsw_environment_asks() && !hypre->first;
   if (!tsw_environment_is_one("TRISWEEP_ALLOW_DEAD_HOOKS") && (!hypre->sees_numbers || is_needed))
   {
      end_program(hypre->reason);
   }
   tsw_notice_once("the plug is loaded but inactive: %s. The program continues with hypre's own "
                   "smoothers; do not use relax numbers 1000 + t",
                   hypre->reason);
}

void tsw_selfcheck_refuse(HYPRE_Int number)
{
   /* Where a name is missing, hypre's error may be. */
   if (!tsw_environment_is_one("TRISWEEP_ALLOW_DEAD_HOOKS") || tsw_real_hypre()->missing[0])
   {
      end_program(tsw_real_hypre()->reason);
   }
   tsw_refuse("relax number %d refused: the plug is inactive (the reason is above)", (int) number);
}

bool tsw_plug_is_active(void)
{
   if (checking)
   {
      return false;
   }
   if (tsw_selfcheck_is_ready())
   {
      return true;
   }
   tsw_hypre *hypre = tsw_real_hypre();
   check(hypre);
   if (hypre->inactive && !hypre->printed)
   {
      hypre->printed = true;
      print_inactive(hypre);
   }
   caller = caller ? caller : getpid();
   if (!hypre->inactive && tsw_mpi_runs())
   {
      (void) tsw_world_rank();       /* stored for messages after MPI_Finalize */
      (void) tsw_environment_read(); /* its messages need the rank */
      __atomic_store_n(&hypre->ready, true, __ATOMIC_RELEASE);
   }
   return !hypre->inactive;
}

void tsw_selfcheck_lost_setup(void)
{
   static const char reason[] =
      "a relax number reached the plug, but no setup of BoomerAMG: " TSW_DEAF;
   if (!tsw_environment_is_one("TRISWEEP_ALLOW_DEAD_HOOKS"))
   {
      end_program(reason);
   }
   tsw_notice_once("%s", reason);
}

pid_t tsw_selfcheck_caller(void)
{
   return caller;
}

#if !defined(TSW_HYPRE_WRAP)

#include <dlfcn.h>

#include "hypre/hooks/library.h"
#include "hypre/state/context.h"

enum
{
   NO_HYPRE = 3
};

bool tsw_selfcheck_order(const char *name, const void *own)
{
   char    text[512];
   Dl_info info;
   /* RTLD_DEFAULT also finds symbols of a plug that is in no global search order. */
   void       *program = dlopen(NULL, RTLD_LAZY | RTLD_NOLOAD);
   const void *first = dlsym(program, name);
   dlclose(program);
   if (!first || first == own)
   {
      return first == own;
   }
   tsw_hypre *hypre = tsw_real_hypre();
   if (hypre->checked)
   {
      return false;
   }
   snprintf(
      text, sizeof text,
      "%s of %.200s comes before that of libtrisweep-hypre, so hypre's calls do not reach the "
      "plug; link -ltrisweep-hypre before -lHYPRE, or preload it; a static hypre needs "
      "libtrisweep-hypre-wrap.a (pkg-config --variable=wrapflags trisweep-hypre; with CMake "
      "trisweep::hypre_static)",
      name, dladdr(first, &info) && info.dli_fname ? info.dli_fname : "the program");
   hypre->checked = true;
   set_inactive(hypre, false, text);
   (void) tsw_plug_is_active();
   return false;
}

void tsw_selfcheck_only(void)
{
   bool        good = tsw_environment_read();
   const char *why = tsw_context_obstacle();
   if (!why[0] && tsw_library_is_global)
   {
      why = tsw_selfcheck();
      why = why ? why : tsw_fit_width();
   }
   if (why && why[0])
   {
      good = false;
      tsw_notice("%s", why);
   }
   fflush(NULL);
   _exit(!good ? 1 : tsw_library_is_global ? 0 : NO_HYPRE);
}

#endif
