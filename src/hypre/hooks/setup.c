/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Hooks of setups, and of functions that they call. */
#include "hypre/hooks/hooks.h"

#include "base/range.h"
#include "hypre/hooks/real.h"
#include "hypre/run/setup.h"
#include "hypre/run/standalone.h"
#include "hypre/state/frame.h"
#include "hypre/state/numbers.h"
#include "hypre/state/registry.h"

HYPRE_Int tsw_hook_hypre_BoomerAMGSetup(void *amg, hypre_ParCSRMatrix *matrix, hypre_ParVector *f,
                                        hypre_ParVector *u)
{
   TSW_RANGE("BoomerAMG setup", -1);
   tsw_mark       mark = TSW_MARK_HERE;
   tsw_setup_call call = { .amg = amg, .matrix = matrix, .f = f, .u = u };
   tsw_frame     *frame = tsw_setup_begin(&mark, &call);
   HYPRE_Int      status = hypre_error_flag;
   TSW_ASK(done, tsw_registry_find(amg), set_up, &call)
   if (!done)
   {
      tsw_setup_begin_full(frame, &call);
      status = tsw_real.hypre_BoomerAMGSetup(amg, matrix, f, u);
   }
   return tsw_setup_end(frame, &call) && !done ? status | hypre_error_flag : hypre_error_flag;
}

/* hypre calls one of these functions for each new level. Their matrix may be temporary. */
#define STRENGTH(name)                                                                            \
   HYPRE_Int tsw_hook_##name(hypre_ParCSRMatrix *matrix, HYPRE_Real threshold,                    \
                             HYPRE_Real max_row_sum, HYPRE_Int n_functions, HYPRE_Int *functions, \
                             hypre_ParCSRMatrix **strength)                                       \
   {                                                                                              \
      tsw_setup_poll();                                                                           \
      return tsw_real.name(matrix, threshold, max_row_sum, n_functions, functions, strength);     \
   }
STRENGTH(hypre_BoomerAMGCreateS)
STRENGTH(hypre_BoomerAMGCreateSabs)
#undef STRENGTH

/* These solvers relax outside of BoomerAMG; see standalone.h. */
#define STANDALONE_SETUP(name)                                                             \
   HYPRE_Int tsw_hook_##name(void *solver, hypre_ParCSRMatrix *matrix, hypre_ParVector *f, \
                             hypre_ParVector *u)                                           \
   {                                                                                       \
      tsw_standalone_new_values();                                                         \
      return tsw_real.name(solver, matrix, f, u);                                          \
   }
STANDALONE_SETUP(hypre_MGRSetup)
STANDALONE_SETUP(hypre_AMSSetup)
STANDALONE_SETUP(hypre_ADSSetup)
#undef STANDALONE_SETUP

#if TSW_HYPRE_MGR_RELAXES
HYPRE_Int tsw_hook_hypre_BoomerAMGRelaxComputeL1Norms(hypre_ParCSRMatrix *matrix, HYPRE_Int type,
                                                      HYPRE_Int order, HYPRE_Int coarsest,
                                                      hypre_IntArray *cf_marker, HYPRE_Real **norms)
{
   const HYPRE_Int t = tsw_number_type(type);
   return tsw_real.hypre_BoomerAMGRelaxComputeL1Norms(matrix, t ? tsw_number_plain(t) : type, order,
                                                      coarsest, cf_marker, norms);
}
#endif
