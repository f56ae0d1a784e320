/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Hooks of the setters of relax types. */
#include "hypre/hooks/hooks.h"

#include "hypre/base/notice.h"
#include "hypre/hooks/real.h"
#include "hypre/hooks/selfcheck.h"
#include "hypre/state/choice.h"
#include "hypre/state/numbers.h"

/*
 * May a setter get this number? If not, refuses the number with a message. An inactive plug refuses
 * all numbers of trisweep.
 */
static bool may_pass(HYPRE_Int number)
{
   const bool is_active = tsw_plug_is_active();
   if (tsw_number_is_plain(number) || (is_active && tsw_number_type(number)))
   {
      return true;
   }
   is_active ? (void) tsw_number_refuse(number) : tsw_selfcheck_refuse(number);
   return false;
}

static bool all_pass(const HYPRE_Int *types)
{
   bool all = true;
   for (int slot = 0; types && all && slot < TSW_N_SLOTS; slot++)
   {
      all = may_pass(types[slot]);
   }
   return all;
}

HYPRE_Int tsw_hook_HYPRE_BoomerAMGCreate(HYPRE_Solver *solver)
{
   return tsw_real.HYPRE_BoomerAMGCreate(solver); /* often the first call of a program */
}

HYPRE_Int tsw_hook_HYPRE_BoomerAMGSetRelaxType(HYPRE_Solver amg, HYPRE_Int type)
{
   return may_pass(type) ? tsw_real.HYPRE_BoomerAMGSetRelaxType(amg, type) : hypre_error_flag;
}

HYPRE_Int tsw_hook_HYPRE_BoomerAMGSetCycleRelaxType(HYPRE_Solver amg, HYPRE_Int type, HYPRE_Int k)
{
   return may_pass(type) ? tsw_real.HYPRE_BoomerAMGSetCycleRelaxType(amg, type, k)
                         : hypre_error_flag;
}

HYPRE_Int tsw_hook_HYPRE_BoomerAMGSetGridRelaxType(HYPRE_Solver amg, HYPRE_Int *types)
{
   return all_pass(types) ? tsw_real.HYPRE_BoomerAMGSetGridRelaxType(amg, types) : hypre_error_flag;
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
   const bool      known = amg && k >= 1 && k <= 3;
   const HYPRE_Int status = tsw_real.hypre_BoomerAMGGetCycleRelaxType(amg, type, k);
   if (known && hypre_ParAMGDataGridRelaxType((hypre_ParAMGData *) amg))
   {
      *type = tsw_choice_get(amg, k, *type);
   }
   return status;
}

HYPRE_Int tsw_hook_hypre_BoomerAMGSetGridRelaxType(void *amg, HYPRE_Int *types)
{
   if (!all_pass(types))
   {
      return hypre_error_flag;
   }
   for (int slot = 0; amg && types && tsw_plug_is_active() && slot < TSW_N_SLOTS; slot++)
   {
      (void) tsw_choice_set(amg, types[slot], slot, slot, &types[slot]);
   }
   return tsw_real.hypre_BoomerAMGSetGridRelaxType(amg, types);
}

/* MGR of hypre before 2.29 ignores an unknown smoother number. */
HYPRE_Int tsw_hook_hypre_MGRSetGlobalSmoothType(void *mgr, HYPRE_Int type)
{
   if (!may_pass(type))
   {
      return hypre_error_flag;
   }
   if (!TSW_HYPRE_MGR_RELAXES && tsw_number_type(type))
   {
      return tsw_refuse(
         "relax number %d: the global smoother of MGR takes relax types from hypre 2.29 on, and "
         "this is %s; use it for the F-relaxation (HYPRE_MGRSetRelaxType)",
         (int) type, HYPRE_RELEASE_VERSION);
   }
   return tsw_real.hypre_MGRSetGlobalSmoothType(mgr, type);
}
