/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Definitions of the intercepted symbols of hypre, from hooks.def. Each symbol first checks that
 * the plug is active, so that the first call of a program ends an unfit plug, and then calls
 * tsw_hook_<name>. If the plug is inactive, hypre may have another layout, and only hooks with a
 * relax number are called.
 */
#include "hypre/hooks/hooks.h"

#include <string.h>

#include "hypre/hooks/library.h"
#include "hypre/hooks/real.h"
#include "hypre/hooks/selfcheck.h"
#include "hypre/state/environment.h"

#if defined(TSW_HYPRE_WRAP)
#define TSW_ENTRY(name) __wrap_##name
#define TSW_HOOK(name, type, params, args) type __wrap_##name params;
#include "hypre/hooks/hooks.def"
#undef TSW_HOOK
#else
#define TSW_ENTRY(name) name
#endif

#define TSW_DEFINE(name, type, params, args, has_number)                                       \
   __attribute__((visibility("default"))) type TSW_ENTRY(name) params                          \
   {                                                                                           \
      tsw_hypre *const previous = tsw_real_enter(__builtin_return_address(0));                 \
      bool             is_active = true;                                                       \
      if (!tsw_real_is_ready())                                                                \
      {                                                                                        \
         if (!tsw_real.name && !tsw_selfcheck_runs())                                          \
         {                                                                                     \
            tsw_real_abort(#name);                                                             \
         }                                                                                     \
         is_active = tsw_plug_is_active();                                                     \
      }                                                                                        \
      type const result = is_active || has_number ? tsw_hook_##name args : tsw_real.name args; \
      tsw_real_leave(previous);                                                                \
      return result;                                                                           \
   }
#define TSW_HOOK(name, type, params, args) TSW_DEFINE(name, type, params, args, false)
#define TSW_HOOK_NUMBER(name, type, params, args) TSW_DEFINE(name, type, params, args, true)
#include "hypre/hooks/hooks.def"
#undef TSW_HOOK

#if !defined(TSW_HYPRE_WRAP)
static __typeof__(hypre_BoomerAMGRelax) own_relax __attribute__((alias("hypre_BoomerAMGRelax")));

/* In the wrong link order no hook is called. Therefore this check runs when the plug is loaded. */
__attribute__((constructor)) static void check_order(void)
{
   tsw_library_start();
   __typeof__(hypre_BoomerAMGRelax) *const function = own_relax;
   const void                             *address;
   memcpy(&address, &function, sizeof address);
   tsw_selfcheck_order(address);
   if (tsw_environment_checks_only())
   {
      tsw_selfcheck_only();
   }
}
#endif
