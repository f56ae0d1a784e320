/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * End of the process: print statistics of solvers that were not destroyed, write the files of
 * statistics and trace, free all memory.
 */
#include <stdlib.h>

#include "hypre/base/notice.h"
#include "hypre/hooks/selfcheck.h"
#include "hypre/report/report.h"
#include "hypre/report/trace.h"
#include "hypre/run/attach.h"
#include "hypre/run/hierarchy.h"
#include "hypre/run/relax.h"
#include "hypre/run/standalone.h"
#include "hypre/run/worker.h"
#include "hypre/state/choice.h"
#include "hypre/state/context.h"
#include "hypre/state/level.h"
#include "hypre/state/registry.h"
#include "hypre/state/replace.h"

/* No hook was called: the program contains a copy of hypre, or does not use hypre. */
static void print_unused(void)
{
   int initialized = 0;
   MPI_Initialized(&initialized);
   if (initialized && (getenv("TRISWEEP_REPLACE") || getenv("TRISWEEP_STATS")))
   {
      tsw_notice_once(
         "no call of BoomerAMG reached the plug; if the program uses hypre, the program contains a "
         "static copy of hypre: link the program with libtrisweep-hypre-wrap.a instead");
   }
}

__attribute__((destructor)) static void end(void)
{
   if (!tsw_selfcheck_hook_called())
   {
      print_unused();
      return;
   }
   const char *why = tsw_selfcheck();
   if (!why && tsw_relax_count() == 0 && !tsw_choice_was_active() && !tsw_has_raised())
   {
      tsw_replace_print_unused();
   }
   tsw_worker_stop();
   tsw_level_process_ends();
   tsw_registry_clear();
   tsw_standalone_clear();
   tsw_report_json_write();
   tsw_trace_write();
   tsw_context_free();
}
