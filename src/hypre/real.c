/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* RTLD_NEXT, RTLD_DEFAULT */
#endif
#include "hypre/real.h"

#if defined(TSW_HYPRE_WRAP)

#define TSW_HOOK(name, type, params, args) extern type __real_##name params;
#include "hypre/hooks.def"
#undef TSW_HOOK

tsw_real_table tsw_real = {
#define TSW_HOOK(name, type, params, args) .name = __real_##name,
#include "hypre/hooks.def"
#undef TSW_HOOK
};

const char *tsw_real_resolve(void)
{
   return NULL;
}

#else

#include <dlfcn.h>
#include <string.h>

tsw_real_table tsw_real;

/* Behind this library in the order of search is hypre. */
static bool find(void *pointer, size_t size, const char *name)
{
   void *const symbol = dlsym(RTLD_NEXT, name);
   memcpy(pointer, &symbol, size);
   return symbol != NULL;
}

static const char *find_all(void)
{
#define TSW_HOOK(name, type, params, args)                 \
   if (!find(&tsw_real.name, sizeof tsw_real.name, #name)) \
   {                                                       \
      return #name;                                        \
   }
#include "hypre/hooks.def"
#undef TSW_HOOK
   return NULL;
}

const char *tsw_real_resolve(void)
{
   static bool        done = false;
   static const char *missing = NULL;
   if (!done)
   {
      missing = find_all();
      done = true;
   }
   return missing;
}

#endif
