/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* dladdr, dl_iterate_phdr, RTLD_DEFAULT, RTLD_NEXT */
#endif
#include "hypre/hooks/library.h"

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* A function of every libHYPRE that the plug neither intercepts nor calls. */
static const char only_symbol[] = "HYPRE_IJMatrixCreate";

static bool is_global; /* was a libHYPRE in the global search order when the plug was loaded? */
static bool is_ending; /* do the destructors of the libraries run? Then no object is opened. */
static const char *own_name; /* of the libHYPRE that tsw_library_start has loaded, or NULL */

static const char *name_of(const void *symbol)
{
   Dl_info info;
   return symbol && dladdr(symbol, &info) && info.dli_fname ? info.dli_fname : "";
}

/* A reference on a loaded library. The library stays loaded. */
static void *reference(const char *name)
{
   return name[0] ? dlopen(name, RTLD_LAZY | RTLD_NOLOAD) : NULL;
}

/* ---- all libraries --------------------------------------------------------------- */

enum
{
   N_OBJECTS = 4096,
   N_LIBRARIES = 16
};

typedef struct objects
{
   char *name[N_OBJECTS];
   int   n;
} objects;

static int add_object(struct dl_phdr_info *object, size_t size, void *data)
{
   objects *all = data;
   char    *name = all->n < N_OBJECTS && object->dlpi_name[0] ? strdup(object->dlpi_name) : NULL;
   (void) size;
   if (name)
   {
      all->name[all->n++] = name;
   }
   return 0;
}

/* A function of the libHYPREs of the process. */
typedef struct libraries
{
   void *symbol[N_LIBRARIES];
   int   n;
} libraries;

static void add_library(libraries *all, void *symbol, bool with_own)
{
   bool is_known = !symbol || all->n == N_LIBRARIES ||
                   (!with_own && own_name && !strcmp(name_of(symbol), own_name));
   for (int i = 0; i < all->n; i++)
   {
      is_known = is_known || all->symbol[i] == symbol;
   }
   if (!is_known)
   {
      all->symbol[all->n++] = symbol;
   }
}

/* This function of each object that defines hypre. */
static libraries find_all(const char *function, bool with_own)
{
   objects   loaded = { .n = 0 };
   libraries all = { .n = 0 };
   dl_iterate_phdr(add_object, &loaded);
   for (int i = 0; i < loaded.n; i++)
   {
      void *object = reference(loaded.name[i]);
      if (object && !strcmp(name_of(dlsym(object, only_symbol)), loaded.name[i]))
      {
         add_library(&all, dlsym(object, function), with_own);
      }
      object ? (void) dlclose(object) : (void) 0;
      free(loaded.name[i]);
   }
   return all;
}

int tsw_library_visit(const char *function, void (*visit)(void *address, const char *name))
{
   const libraries all = find_all(function, false);
   for (int i = 0; i < all.n; i++)
   {
      visit(all.symbol[i], name_of(all.symbol[i]));
   }
   return all.n;
}

void tsw_library_end(void)
{
   is_ending = true;
}

/* ---- the library of a call --------------------------------------------------------- */

static void *handle_of(const void *caller)
{
   const void *symbol = dlsym(RTLD_DEFAULT, only_symbol);
   void       *object = reference(name_of(caller));
   symbol = symbol || !object ? symbol : dlsym(object, only_symbol);
   if (symbol)
   {
      return reference(name_of(symbol));
   }
   libraries all = find_all(only_symbol, false);
   all = all.n > 0 ? all : find_all(only_symbol, true);
   return all.n == 1 ? reference(name_of(all.symbol[0])) : NULL;
}

/*
 * By the object of the caller, which handle_of keeps loaded. dladdr searches the symbols of the
 * object, so addresses of recent calls are kept.
 */
static void *find_stored(const void *caller)
{
   enum
   {
      N_STORED = 64,
      N_RECENT = 256
   };
   static struct
   {
      const void *caller;
      void       *handle;
   } recent[N_RECENT];
   static struct
   {
      const void *object;
      void       *handle;
   } stored[N_STORED];
   static int   n;
   const size_t slot = (uintptr_t) caller % N_RECENT;
   if (caller && recent[slot].caller == caller)
   {
      return recent[slot].handle;
   }
   Dl_info     info;
   const void *object = caller && dladdr(caller, &info) ? info.dli_fbase : NULL;
   for (int i = 0; i < n; i++)
   {
      if (stored[i].object == object)
      {
         recent[slot].caller = caller;
         return recent[slot].handle = stored[i].handle;
      }
   }
   void *handle = is_ending ? NULL : handle_of(caller);
   if (handle && object && n < N_STORED)
   {
      stored[n].object = object;
      stored[n++].handle = handle;
   }
   return handle;
}

void *tsw_library_find(const void *caller)
{
   static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
   if (is_global)
   {
      return RTLD_NEXT;
   }
   pthread_mutex_lock(&lock);
   void *handle = find_stored(caller);
   pthread_mutex_unlock(&lock);
   return handle;
}

bool tsw_library_is_global(void)
{
   return is_global;
}

const char *tsw_library_name(void *handle)
{
   const void *symbol = dlsym(handle == RTLD_NEXT ? RTLD_DEFAULT : handle, only_symbol);
   return symbol ? name_of(symbol) : "a library";
}

void tsw_library_start(bool is_first)
{
   is_global = dlsym(RTLD_DEFAULT, only_symbol) != NULL;
   if (!is_global && is_first)
   {
      void *own = dlopen(HYPRE_SONAME, RTLD_LAZY | RTLD_LOCAL);
      own_name = own ? name_of(dlsym(own, only_symbol)) : NULL;
   }
}
