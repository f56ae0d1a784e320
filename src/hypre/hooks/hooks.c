/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Definitions of the intercepted symbols of hypre, from hooks.def. Each symbol first checks that
 * the plug is active, so that the first call of a program ends an unfit plug, and then calls
 * tsw_hook_<name>. If the plug is inactive, hypre may have another layout, and only hooks with a
 * relax number are called.
 */
#include "hypre/hooks/hooks.h"

#include <string.h>

#include "hypre/base/notice.h"
#include "hypre/hooks/library.h"
#include "hypre/hooks/real.h"
#include "hypre/hooks/selfcheck.h"
#include "hypre/state/environment.h"

#if defined(TSW_HYPRE_WRAP)
#define TSW_ENTRY(name) __wrap_##name
#define ENTER(caller) (void) 0
#define TSW_HOOK(name, type, params, args) type __wrap_##name params;
#include "hypre/hooks/hooks.def"
#undef TSW_HOOK
#else
#define TSW_ENTRY(name) name
/* Within a hook, the only hypre is current. */
#define ENTER(caller) (previous && tsw_library_is_global ? (void) 0 : tsw_real_enter(caller))
#endif

static _Noreturn void end_without(const char *function)
{
   tsw_abort(tsw_world_rank() == 0,
             "the program calls %s, and no library after libtrisweep-hypre defines this function, "
             "or several do; build trisweep with the hypre of this program (./configure "
             "--with-hypre=DIR)",
             function);
}

#define TSW_DEFINE(name, hook, type, params, args, has_number)                      \
   __attribute__((visibility("default"))) type TSW_ENTRY(name) params               \
   {                                                                                \
      tsw_hypre *const previous = tsw_real_current;                                 \
      ENTER(__builtin_return_address(0));                                           \
      bool is_active = true;                                                        \
      if (!tsw_selfcheck_is_ready())                                                \
      {                                                                             \
         if (!tsw_real.name && !tsw_selfcheck_runs())                               \
         {                                                                          \
            end_without(TSW_SYMBOL(name));                                          \
         }                                                                          \
         is_active = tsw_plug_is_active();                                          \
      }                                                                             \
      type const result = is_active || has_number ? hook args : tsw_real.name args; \
      tsw_real_current = previous;                                                  \
      return result;                                                                \
   }
#define TSW_HOOK(name, type, params, args) \
   TSW_DEFINE(name, tsw_hook_##name, type, params, args, false)
#define TSW_HOOK_NUMBER(name, type, params, args) \
   TSW_DEFINE(name, tsw_hook_##name, type, params, args, true)
#include "hypre/hooks/hooks.def"
#undef TSW_HOOK

#if !defined(TSW_HYPRE_WRAP)
/* The plug's own definitions; the names alone may be those of others. */
#define TSW_HOOK(name, type, params, args) \
   static type own_##name params __attribute__((alias(TSW_SYMBOL(name))));
#include "hypre/hooks/hooks.def"
#undef TSW_HOOK

static const struct
{
   const char *name;
   void (*function)(void);
} own[] = {
#define TSW_HOOK(name, type, params, args) { TSW_SYMBOL(name), (void (*)(void)) own_##name },
#include "hypre/hooks/hooks.def"
#undef TSW_HOOK
};

/* In the wrong link order no hook is called. Therefore this check runs when the plug is loaded. */
__attribute__((constructor)) static void check_order(void)
{
   bool is_first = true;
   for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
   {
      const void *address;
      memcpy(&address, &own[i].function, sizeof address);
      is_first = tsw_selfcheck_order(own[i].name, address) && is_first;
   }
   tsw_library_start(is_first);
   if (tsw_environment_is_one("TRISWEEP_CHECK"))
   {
      tsw_selfcheck_only();
   }
}
#endif
