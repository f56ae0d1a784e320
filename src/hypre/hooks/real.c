/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/hooks/real.h"

#include <stdio.h>

#include "hypre/base/notice.h"

TSW_THREAD_LOCAL tsw_hypre *tsw_real_current;
static tsw_hypre           *served;

#if defined(TSW_HYPRE_WRAP)

/* A function that only builds of hypre for GPUs define; NULL in other builds. */
extern const char device_product[] __asm__("hypre_CSRMatrixMatvecDevice") __attribute__((weak));

#define TSW_HOOK(name, type, params, args) extern type __real_##name params;
#include "hypre/hooks/hooks.def"
#undef TSW_HOOK

/* The linker has resolved all functions. */
static tsw_hypre hypre = {
   .real = {
#define TSW_HOOK(name, type, params, args) .name = __real_##name,
#include "hypre/hooks/hooks.def"
#undef TSW_HOOK
   },
   .name = "the program",
   .is_present = true,
};

tsw_hypre *tsw_real_enter(TSW_UNUSED const void *caller)
{
   return NULL;
}

void tsw_real_leave(TSW_UNUSED tsw_hypre *previous)
{
}

tsw_hypre *tsw_real_hypre(void)
{
   return &hypre;
}

int tsw_real_visit(TSW_UNUSED void (*visit)(void *relax_if, const char *name))
{
   return 0;
}

void tsw_real_end(void)
{
}

void tsw_real_serve(tsw_hypre *one)
{
   served = one;
}

bool tsw_real_has_gpu(void)
{
   return device_product != NULL;
}

static __typeof__(HYPRE_VersionNumber) *version_function(void)
{
   return HYPRE_VersionNumber;
}

#else

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

#include "hypre/hooks/library.h"

/* ---- the hypres of the process ------------------------------------------------------ */

enum
{
   N_HYPRES = 8
};

static tsw_hypre       hypres[N_HYPRES];
static int             n_hypres;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Store the address of a function, or of hypre's variable, which is there once, in a pointer. */
static bool look_up(void *handle, const char *name, void *pointer)
{
   char        symbol_name[128];
   const char *suffix = strcmp(name, "hypre__global_error") != 0 ? TSW_HYPRE_SUFFIX : "";
   snprintf(symbol_name, sizeof symbol_name, "%s%s", name, suffix);
   void *const symbol = dlsym(handle, symbol_name);
   memcpy(pointer, &symbol, sizeof symbol);
   return symbol != NULL;
}

/* Add a name to those that this hypre does not define; the text ends where its space ends. */
static void add_missing(tsw_hypre *hypre, const char *name)
{
   const size_t n = strlen(hypre->missing);
   snprintf(hypre->missing + n, sizeof hypre->missing - n, "%s%s", n > 0 ? ", " : "", name);
}

/* Symbols before the plug in the global search order replace those of a libHYPRE there. */
static void *calls_handle(const tsw_hypre *hypre)
{
   return hypre->handle == RTLD_NEXT ? RTLD_DEFAULT : hypre->handle;
}

/* Look up all names that the plug needs, even if one is missing. */
static void resolve(tsw_hypre *hypre)
{
   void *address;
   hypre->is_present = look_up(hypre->handle, "HYPRE_IJMatrixCreate", &address);
#define TSW_HOOK(name, type, params, args)                \
   if (!look_up(hypre->handle, #name, &hypre->real.name)) \
   {                                                      \
      add_missing(hypre, #name);                          \
   }
#include "hypre/hooks/hooks.def"
#undef TSW_HOOK
#define TSW_CALL(name)                                 \
   if (!look_up(calls_handle(hypre), #name, &address)) \
   {                                                   \
      add_missing(hypre, #name);                       \
   }
#include "hypre/calls/calls.def"
#undef TSW_CALL
}

/* The hypre with this handle, in a new place if it is new; NULL if no place is left. */
static tsw_hypre *with_handle(void *handle)
{
   for (int i = 0; i < n_hypres; i++)
   {
      if (hypres[i].handle == handle)
      {
         return &hypres[i];
      }
   }
   if (n_hypres == N_HYPRES)
   {
      return NULL;
   }
   tsw_hypre *hypre = &hypres[n_hypres++];
   hypre->handle = handle;
   hypre->name = strdup(tsw_library_name(handle));
   resolve(hypre);
   return hypre;
}

static tsw_hypre *of_caller(const void *caller)
{
   static tsw_hypre *first; /* often the only one */
   void *const       handle = tsw_library_find(caller);
   tsw_hypre        *often = __atomic_load_n(&first, __ATOMIC_ACQUIRE);
   if (!handle || (often && often->handle == handle))
   {
      return handle ? often : NULL;
   }
   pthread_mutex_lock(&lock);
   tsw_hypre *hypre = with_handle(handle);
   __atomic_store_n(&first, &hypres[0], __ATOMIC_RELEASE);
   pthread_mutex_unlock(&lock);
   return hypre;
}

/* ---- the current hypre --------------------------------------------------------------- */

/* Are all calls for one hypre, of the global search order? Then that of the outer hook is it. */
static bool serves_all;

static tsw_hypre none = { .name = "no library" };

tsw_hypre *tsw_real_enter(const void *caller)
{
   tsw_hypre *const previous = tsw_real_current;
   if (!previous || !serves_all)
   {
      tsw_hypre *const hypre = of_caller(caller);
      tsw_real_current = hypre ? hypre : &none;
   }
   return previous;
}

void tsw_real_leave(tsw_hypre *previous)
{
   tsw_real_current = previous;
}

tsw_hypre *tsw_real_hypre(void)
{
   tsw_hypre *hypre = tsw_real_current ? tsw_real_current : served;
   hypre = hypre ? hypre : of_caller(NULL);
   return hypre ? hypre : &none;
}

void tsw_real_serve(tsw_hypre *hypre)
{
   served = hypre;
   serves_all = hypre && hypre->handle == RTLD_NEXT;
   if (hypre)
   {
#define TSW_CALL(name) (void) look_up(calls_handle(hypre), #name, &tsw_calls.name##_entry);
#include "hypre/calls/calls.def"
#undef TSW_CALL
   }
}

bool tsw_real_has_gpu(void)
{
   return dlsym(calls_handle(tsw_real_hypre()), "hypre_CSRMatrixMatvecDevice") != NULL;
}

static __typeof__(HYPRE_VersionNumber) *version_function(void)
{
   __typeof__(HYPRE_VersionNumber) *function = NULL;
   (void) look_up(calls_handle(tsw_real_hypre()), "HYPRE_VersionNumber", &function);
   return function;
}

int tsw_real_visit(void (*visit)(void *relax_if, const char *name))
{
   return tsw_library_visit("hypre_BoomerAMGRelaxIF" TSW_HYPRE_SUFFIX, visit);
}

void tsw_real_end(void)
{
   tsw_library_end();
}

#endif

tsw_hypre *tsw_real_served(void)
{
   return served;
}

tsw_hypre_version tsw_real_version(void)
{
   /* Space for 64-bit numbers. */
   HYPRE_Int                        major[2] = { 0, -1 }, minor[2], patch[2], number[2] = { 0, 0 };
   tsw_hypre_version                found = { 0, false, "of unknown version" };
   __typeof__(HYPRE_VersionNumber) *version = version_function();
   if (version)
   {
      version(major, minor, patch, number);
      found.number = number[0];
      found.is_wide = major[1] != -1;
      snprintf(found.text, sizeof found.text, "%d.%d.%d", (int) major[0], (int) minor[0],
               (int) patch[0]);
   }
   return found;
}

void tsw_real_abort(const char *function)
{
   tsw_wait_for_rank_0();
   tsw_abort("the program calls %s, and no library after libtrisweep-hypre defines this function, "
             "or several do; build trisweep with the hypre of this program (./configure "
             "--with-hypre=DIR)",
             function);
}
