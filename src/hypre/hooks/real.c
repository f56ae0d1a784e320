/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* RTLD_NEXT, RTLD_DEFAULT */
#endif
#include "hypre/hooks/real.h"

#if defined(TSW_HYPRE_WRAP)

#define TSW_HOOK(name, type, params, args) extern type __real_##name params;
#include "hypre/hooks/hooks.def"
#undef TSW_HOOK

tsw_real_table tsw_real = {
#define TSW_HOOK(name, type, params, args) .name = __real_##name,
#include "hypre/hooks/hooks.def"
#undef TSW_HOOK
};

const char *tsw_real_resolve(void)
{
   return NULL;
}

/* The linker has resolved all functions. */
void tsw_real_find(TSW_UNUSED const char *name)
{
}

#else

#include <dlfcn.h>
#include <string.h>

#include "hypre/base/notice.h"

tsw_real_table tsw_real;

/* hypre comes after this library in the search order of the dynamic linker. */
static bool find(void *pointer, size_t size, const char *name)
{
   void *const symbol = dlsym(RTLD_NEXT, name);
   memcpy(pointer, &symbol, size);
   return symbol != NULL;
}

/* Resolve all functions, even if one is missing. */
static const char *find_all(void)
{
   const char *missing = NULL;
#define TSW_HOOK(name, type, params, args)                 \
   if (!find(&tsw_real.name, sizeof tsw_real.name, #name)) \
   {                                                       \
      missing = missing ? missing : #name;                 \
   }
#include "hypre/hooks/hooks.def"
#undef TSW_HOOK
   return missing;
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

void tsw_real_find(const char *name)
{
   (void) tsw_real_resolve();
   if (!dlsym(RTLD_NEXT, name))
   {
      tsw_abort("the program calls %s, and no library after libtrisweep-hypre defines this "
                "function; build trisweep with the hypre of this program (./configure "
                "--with-hypre=DIR)",
                name);
   }
}

#endif
