/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Hooks that free what the plug stores about an object, or keep the object for re-use. End of
 * hypre: free what was kept for later solvers. End of the process: print statistics of solvers that
 * were not destroyed, write the file of statistics and the summary, free all memory.
 */
#include "hypre/hooks/hooks.h"

#include <string.h>
#include <unistd.h>

#include "hypre/base/notice.h"
#include "hypre/extension.h"
#include "hypre/hooks/library.h"
#include "hypre/hooks/real.h"
#include "hypre/hooks/selfcheck.h"
#include "hypre/report/report.h"
#include "hypre/report/summary.h"
#include "hypre/run/attach.h"
#include "hypre/run/hierarchy.h"
#include "hypre/run/relax.h"
#include "hypre/run/standalone.h"
#include "hypre/run/worker.h"
#include "hypre/state/choice.h"
#include "hypre/state/context.h"
#include "hypre/state/environment.h"
#include "hypre/state/frame.h"

HYPRE_Int tsw_hook_hypre_BoomerAMGDestroy(void *amg)
{
   tsw_solver *record = tsw_registry_find(amg);
   tsw_frame_forget(amg);
   TSW_ASK(kept, record, destroyed, amg)
   if (kept)
   {
      return hypre_error_flag;
   }
   tsw_registry_forget_solver(amg);
   return tsw_real.hypre_BoomerAMGDestroy(amg);
}

HYPRE_Int tsw_hook_hypre_ParCSRMatrixDestroy(hypre_ParCSRMatrix *matrix)
{
   /* hypre's ILU destroys null pointers. Interpolations and other matrices are not square. */
   if (matrix && !tsw_table_is_empty(&tsw_table_of_levels) &&
       hypre_ParCSRMatrixGlobalNumRows(matrix) == hypre_ParCSRMatrixGlobalNumCols(matrix))
   {
      tsw_registry_forget_matrix(matrix);
   }
   return tsw_real.hypre_ParCSRMatrixDestroy(matrix);
}

/* No hook was called. Say only what is known. */
static void print_unused(int n_libraries)
{
   const char *why =
      n_libraries > 0
         ? "the program did not use BoomerAMG: no call of it reached the plug"
         : "no call of BoomerAMG reached the plug: the program did not use BoomerAMG, or contains "
           "a static copy of hypre; with such a copy link libtrisweep-hypre-wrap.a instead";
   if (tsw_environment_summary())
   {
      tsw_summary_write(why);
   }
   else if (tsw_environment_asks())
   {
      tsw_notice_once("%s", why);
   }
}

static pid_t loader; /* the process that loaded the plug */

/* A forked process, whose parent prints and writes. */
static bool is_child(void)
{
   const pid_t user = tsw_selfcheck_caller();
   return getpid() != (user ? user : loader);
}

static bool is_quiet(void)
{
   int initialized = 0;
   MPI_Initialized(&initialized);
   return !initialized || tsw_environment_is_one("TRISWEEP_ALLOW_DEAD_HOOKS");
}

static int n_libraries; /* libHYPREs of the program; not counted with --wrap */

#if defined(TSW_HYPRE_WRAP)
void tsw_library_end(void)
{
}

static void look_for_deaf(TSW_UNUSED void *unused)
{
}
#else
static void print_deaf(void *address, const char *name)
{
   __typeof__(hypre_BoomerAMGRelaxIF) *relax_if = NULL;
   memcpy(&relax_if, &address, sizeof address);
   if (!tsw_selfcheck_probe(relax_if))
   {
      tsw_notice_once(
         "calls within %s do not reach the plug, so relax numbers 1000 + t do not smooth "
         "there: " TSW_DEAF,
         name);
   }
}

static void look_for_deaf(TSW_UNUSED void *unused)
{
   static const char relax_if[] = "hypre_BoomerAMGRelaxIF" TSW_HYPRE_SUFFIX;
   n_libraries = is_child() || is_quiet() ? 0 : tsw_library_visit(relax_if, print_deaf);
}
#endif

/* As destructors of thread_local variables in C++: exit calls them before all others. */
#if defined(__GLIBC__)
extern int __cxa_thread_atexit_impl(void (*function)(void *), void *argument, void *library);
#else
#define __cxa_thread_atexit_impl(function, argument, library) ((void) (function), 0)
#endif

__attribute__((constructor)) static void begin(void)
{
   loader = getpid();
   (void) __cxa_thread_atexit_impl(look_for_deaf, NULL, &loader);
}

__attribute__((destructor)) static void end(void)
{
   tsw_library_end();
   if (is_child())
   {
      return;
   }
   if (!tsw_selfcheck_caller())
   {
      is_quiet() ? (void) 0 : print_unused(n_libraries);
      return;
   }
   const char *why = tsw_selfcheck();
   const bool  has_summary = tsw_environment_summary() && !why && !is_quiet();
   if (!why && !has_summary && tsw_relax_count() == 0 && !tsw_choice_was_active() &&
       !tsw_extension_has_set_up() && !tsw_has_raised())
   {
      tsw_summary_print_unused();
   }
   tsw_worker_stop();
   tsw_process_ends = true;
   TSW_TELL_ALL(process_ends, )
   tsw_registry_clear();
   tsw_standalone_clear();
   if (has_summary)
   {
      tsw_summary_write_counts(tsw_relax_count());
   }
   tsw_report_json_write();
   tsw_context_free();
}
