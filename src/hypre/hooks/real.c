/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/hooks/real.h"

#include <stdio.h>

TSW_THREAD_LOCAL tsw_hypre *tsw_real_current;

#if defined(TSW_HYPRE_WRAP)

/* A function that only builds of hypre for GPUs define; NULL in other builds. */
extern const char device_product[] __asm__("hypre_CSRMatrixMatvecDevice") __attribute__((weak));

#define TSW_HOOK(name, type, params, args) extern type __real_##name params;
#include "hypre/hooks/hooks.def"
#undef TSW_HOOK

/* The linker has resolved all functions. */
tsw_hypre *tsw_real_hypre(void)
{
   static tsw_hypre hypre = {
      .real = {
#define TSW_HOOK(name, type, params, args) .name = __real_##name,
#include "hypre/hooks/hooks.def"
#undef TSW_HOOK
      },
      .name = "the program",
      .gpu_product = device_product,
      .version = HYPRE_VersionNumber,
   };
   return &hypre;
}

#else

#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>

#include "hypre/hooks/library.h"

/* The program's hypre is the first; the plug refuses a second one. */
static tsw_hypre hypres[2];
static int       n_hypres;
static tsw_hypre none = { .name = "no library" }; /* or a third */

/* Store the address of a function, or of hypre's variable, which is there once, in a pointer. */
static bool look_up(void *handle, const char *name, void *pointer)
{
   char        symbol[128];
   const char *suffix = strcmp(name, "hypre__global_error") != 0 ? TSW_HYPRE_SUFFIX : "";
   snprintf(symbol, sizeof symbol, "%s%s", name, suffix);
   void *const address = dlsym(handle, symbol);
   memcpy(pointer, &address, sizeof address);
   return address != NULL;
}

/* The same; notes a name that is missing. The text ends where its space ends. */
static void resolve_name(tsw_hypre *hypre, void *handle, const char *name, void *pointer)
{
   const size_t n = strlen(hypre->missing);
   if (!look_up(handle, name, pointer))
   {
      snprintf(hypre->missing + n, sizeof hypre->missing - n, "%s%s", n > 0 ? ", " : "", name);
   }
}

/* All names that the plug needs, even if one is missing. */
static void resolve(tsw_hypre *hypre)
{
   /* Symbols before the plug in the global search order replace those of a libHYPRE there. */
   void *const calls = hypre->handle == RTLD_NEXT ? RTLD_DEFAULT : hypre->handle;
#define TSW_HOOK(name, type, params, args) \
   resolve_name(hypre, hypre->handle, #name, &hypre->real.name);
#include "hypre/hooks/hooks.def"
#undef TSW_HOOK
   hypre->gpu_product = dlsym(calls, "hypre_CSRMatrixMatvecDevice");
   (void) look_up(calls, "HYPRE_VersionNumber", &hypre->version);
   if (!hypre->first)
   {
#define TSW_CALL(name) resolve_name(hypre, calls, #name, &tsw_calls.name##_entry);
#include "hypre/calls/calls.def"
#undef TSW_CALL
   }
}

/* The hypre with this handle, in a new place if it is new. */
static tsw_hypre *with_handle(void *handle)
{
   for (int i = 0; i < n_hypres; i++)
   {
      if (hypres[i].handle == handle)
      {
         return &hypres[i];
      }
   }
   if (n_hypres == 2)
   {
      return &none;
   }
   tsw_hypre *hypre = &hypres[n_hypres];
   hypre->handle = handle;
   hypre->name = strdup(tsw_library_name(handle));
   hypre->first = n_hypres > 0 ? hypres : NULL;
   resolve(hypre);
   __atomic_store_n(&n_hypres, n_hypres + 1, __ATOMIC_RELEASE);
   return hypre;
}

/* The hypre of a call. The dynamic linker is not asked twice about a caller. */
static tsw_hypre *of_caller(const void *caller)
{
   static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
   static const void     *callers[2][4096];
   const size_t           slot = (uintptr_t) caller % 4096;
   const int              n = __atomic_load_n(&n_hypres, __ATOMIC_ACQUIRE);
   for (int i = 0; i < n; i++)
   {
      if (tsw_library_is_global || !caller ||
          __atomic_load_n(&callers[i][slot], __ATOMIC_RELAXED) == caller)
      {
         return &hypres[i];
      }
   }
   pthread_mutex_lock(&lock);
   void *const handle = tsw_library_of(caller);
   tsw_hypre  *hypre = handle ? with_handle(handle) : &none;
   if (hypre != &none)
   {
      __atomic_store_n(&callers[hypre - hypres][slot], caller, __ATOMIC_RELAXED);
   }
   pthread_mutex_unlock(&lock);
   return hypre;
}

void tsw_real_enter(const void *caller)
{
   tsw_real_current = of_caller(caller);
}

tsw_hypre *tsw_real_hypre(void)
{
   return tsw_real_current ? tsw_real_current : of_caller(NULL);
}

#endif
