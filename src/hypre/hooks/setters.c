/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Hooks of the setters of relax types. */
#include "hypre/hooks/hooks.h"

#include "hypre/base/notice.h"
#include "hypre/hooks/real.h"
#include "hypre/hooks/selfcheck.h"
#include "hypre/state/choice.h"
#include "hypre/state/numbers.h"

/* May hypre get a number that the program set? An inactive plug refuses numbers of trisweep. */
static bool may_pass(HYPRE_Int number)
{
   HYPRE_Int type;
   if (tsw_plug_is_active() || tsw_number_classify(number, &type) == TSW_NUMBER_HYPRE)
   {
      return true;
   }
   tsw_selfcheck_refuse(number);
   return false;
}

static bool all_pass(const HYPRE_Int *types, bool (*passes)(HYPRE_Int))
{
   bool all = true;
   for (int slot = 0; types && all && slot < TSW_N_SLOTS; slot++)
   {
      all = passes(types[slot]);
   }
   return all;
}

HYPRE_Int tsw_hook_HYPRE_BoomerAMGCreate(HYPRE_Solver *solver)
{
   return tsw_real.HYPRE_BoomerAMGCreate(solver); /* often the first call of a program */
}

HYPRE_Int tsw_hook_HYPRE_BoomerAMGSetRelaxType(HYPRE_Solver solver, HYPRE_Int type)
{
   return may_pass(type) ? tsw_real.HYPRE_BoomerAMGSetRelaxType(solver, type) : hypre_error_flag;
}

HYPRE_Int tsw_hook_HYPRE_BoomerAMGSetCycleRelaxType(HYPRE_Solver solver, HYPRE_Int type,
                                                    HYPRE_Int k)
{
   return may_pass(type) ? tsw_real.HYPRE_BoomerAMGSetCycleRelaxType(solver, type, k)
                         : hypre_error_flag;
}

HYPRE_Int tsw_hook_HYPRE_BoomerAMGSetGridRelaxType(HYPRE_Solver solver, HYPRE_Int *types)
{
   return all_pass(types, may_pass) ? tsw_real.HYPRE_BoomerAMGSetGridRelaxType(solver, types)
                                    : hypre_error_flag;
}

HYPRE_Int tsw_hook_hypre_BoomerAMGSetRelaxType(void *amg, HYPRE_Int type)
{
   HYPRE_Int plain = type, direct;
   if (!may_pass(type))
   {
      return hypre_error_flag;
   }
   if (amg && tsw_plug_is_active())
   {
      if (!tsw_choice_set(amg, type, 0, 2, &plain))
      {
         return hypre_error_flag;
      }
      if (type >= 0)
      {
         /* hypre resets the coarsest level to the direct solve. */
         (void) tsw_choice_set(amg, 9, 3, 3, &direct);
      }
   }
   const HYPRE_Int status = tsw_real.hypre_BoomerAMGSetRelaxType(amg, plain);
   if (plain != type)
   {
      hypre_ParAMGDataUserRelaxType((hypre_ParAMGData *) amg) = type; /* see choice.h */
   }
   return status;
}

HYPRE_Int tsw_hook_hypre_BoomerAMGSetCycleRelaxType(void *amg, HYPRE_Int type, HYPRE_Int k)
{
   HYPRE_Int plain = type;
   if (!may_pass(type) || (amg && k >= 1 && k <= 3 && tsw_plug_is_active() &&
                           !tsw_choice_set(amg, type, k, k, &plain)))
   {
      return hypre_error_flag;
   }
   return tsw_real.hypre_BoomerAMGSetCycleRelaxType(amg, plain, k);
}

HYPRE_Int tsw_hook_hypre_BoomerAMGGetCycleRelaxType(void *amg, HYPRE_Int *type, HYPRE_Int k)
{
   const bool      known = amg && k >= 1 && k <= 3 && tsw_plug_is_active();
   const HYPRE_Int status = tsw_real.hypre_BoomerAMGGetCycleRelaxType(amg, type, k);
   if (known && hypre_ParAMGDataGridRelaxType((hypre_ParAMGData *) amg))
   {
      *type = tsw_choice_get(amg, k, *type);
   }
   return status;
}

HYPRE_Int tsw_hook_hypre_BoomerAMGSetGridRelaxType(void *amg, HYPRE_Int *types)
{
   if (!all_pass(types, may_pass) ||
       (amg && types && tsw_plug_is_active() && !tsw_choice_set_all(amg, types)))
   {
      return hypre_error_flag;
   }
   return tsw_real.hypre_BoomerAMGSetGridRelaxType(amg, types);
}

/* The hybrid solver passes stored numbers to the BoomerAMG solver that it creates. */
static bool hybrid_may_keep(HYPRE_Int number)
{
   return may_pass(number) && (!tsw_plug_is_active() || tsw_choice_allows(number));
}

HYPRE_Int tsw_hook_hypre_AMGHybridSetRelaxType(void *hybrid, HYPRE_Int type)
{
   return hybrid_may_keep(type) ? tsw_real.hypre_AMGHybridSetRelaxType(hybrid, type)
                                : hypre_error_flag;
}

HYPRE_Int tsw_hook_hypre_AMGHybridSetCycleRelaxType(void *hybrid, HYPRE_Int type, HYPRE_Int k)
{
   return hybrid_may_keep(type) ? tsw_real.hypre_AMGHybridSetCycleRelaxType(hybrid, type, k)
                                : hypre_error_flag;
}

HYPRE_Int tsw_hook_hypre_AMGHybridSetGridRelaxType(void *hybrid, HYPRE_Int *types)
{
   return all_pass(types, hybrid_may_keep) ? tsw_real.hypre_AMGHybridSetGridRelaxType(hybrid, types)
                                           : hypre_error_flag;
}

HYPRE_Int tsw_hook_hypre_MGRSetGlobalSmoothType(void *mgr, HYPRE_Int type)
{
   return may_pass(type) && (!tsw_plug_is_active() || tsw_choice_allows_mgr(type))
             ? tsw_real.hypre_MGRSetGlobalSmoothType(mgr, type)
             : hypre_error_flag;
}

#if TSW_HYPRE_MGR_RELAXES
HYPRE_Int tsw_hook_hypre_BoomerAMGRelaxComputeL1Norms(hypre_ParCSRMatrix *matrix, HYPRE_Int type,
                                                      HYPRE_Int order, HYPRE_Int coarsest,
                                                      hypre_IntArray *cf_marker, HYPRE_Real **norms)
{
   HYPRE_Int t = 0;
   if (tsw_plug_is_active())
   {
      (void) tsw_number_classify(type, &t);
   }
   return tsw_real.hypre_BoomerAMGRelaxComputeL1Norms(matrix, t ? tsw_number_plain(t) : type, order,
                                                      coarsest, cf_marker, norms);
}
#endif
