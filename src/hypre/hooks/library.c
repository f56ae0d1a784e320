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

/* A function of every libHYPRE. A library between the plug and libHYPRE may define it too. */
static const char first_symbol[] = "HYPRE_VersionNumber";
/* A function that only libHYPRE defines. */
static const char only_symbol[] = "HYPRE_IJMatrixCreate";

static bool  is_global; /* was a libHYPRE in the global search order when the plug was loaded? */
static void *own;       /* the libHYPRE that tsw_library_start has loaded, or NULL */

/* ---- objects of the process ------------------------------------------------------ */

static const char *name_of(const void *symbol)
{
   Dl_info info;
   return symbol && dladdr(symbol, &info) && info.dli_fname ? info.dli_fname : "";
}

/* A reference on a loaded object; "" is the program. */
static void *reference(const char *name)
{
   return dlopen(name[0] ? name : NULL, RTLD_LAZY | RTLD_NOLOAD);
}

/* A segment of an object, and the handle of the libHYPRE of calls from there. */
typedef struct segment
{
   uintptr_t start, size;
   void     *handle;
} segment;

typedef struct search
{
   uintptr_t address;
   segment   segment; /* with this address */
   char     *name;    /* of its object; NULL: no object has the address */
} search;

static bool is_inside(uintptr_t address, const segment *s)
{
   return address - s->start < s->size;
}

static int contains(struct dl_phdr_info *object, size_t size, void *data)
{
   search *s = data;
   (void) size;
   for (int i = 0; i < object->dlpi_phnum && !s->name; i++)
   {
      const ElfW(Phdr) *header = &object->dlpi_phdr[i];
      const segment candidate = { object->dlpi_addr + header->p_vaddr, header->p_memsz, NULL };
      if (header->p_type == PT_LOAD && is_inside(s->address, &candidate))
      {
         s->segment = candidate;
         s->name = strdup(object->dlpi_name);
      }
   }
   return s->name != NULL;
}

/* hypre's function in the object of the caller, or in the dependencies of this object. */
static const void *symbol_near(const search *caller)
{
   void       *object = caller->name ? reference(caller->name) : NULL;
   const void *symbol = object ? dlsym(object, first_symbol) : NULL;
   if (object)
   {
      dlclose(object);
   }
   return symbol;
}

/* ---- all libraries --------------------------------------------------------------- */

/*
 * Does the process end? Then the dynamic linker runs the destructors of all libraries, and a
 * dlclose could let it run some again, such as those of CUDA's runtime.
 */
static bool is_ending;

typedef struct names
{
   char **name;
   int    n;
} names;

static int append(struct dl_phdr_info *object, size_t size, void *data)
{
   names *all = data;
   char **longer = realloc(all->name, (size_t) (all->n + 1) * sizeof(char *));
   (void) size;
   if (!longer)
   {
      return 1;
   }
   all->name = longer;
   all->name[all->n] = strdup(object->dlpi_name);
   all->n += all->name[all->n] != NULL;
   return 0;
}

/* Visit this object if it is a libHYPRE; with_own: also if the plug has loaded it. */
static int visit_object(const char *name, bool                               with_own,
                        bool (*visit)(void *handle, const char *name), bool *more)
{
   void      *handle = name[0] ? reference(name) : NULL;
   const bool is_hypre =
      handle && (with_own || handle != own) && !strcmp(name_of(dlsym(handle, only_symbol)), name);
   if (is_hypre && *more)
   {
      *more = visit(handle, name);
   }
   if (handle && !is_ending)
   {
      dlclose(handle);
   }
   return is_hypre;
}

static int visit_all(bool with_own, bool (*visit)(void *handle, const char *name))
{
   names all = { 0 };
   bool  more = true;
   int   n = 0;
   dl_iterate_phdr(append, &all); /* first the names: dlopen is not allowed in the iteration */
   for (int i = 0; i < all.n; i++)
   {
      n += visit_object(all.name[i], with_own, visit, &more);
      free(all.name[i]);
   }
   free(all.name);
   return n;
}

int tsw_library_each(bool (*visit)(void *handle, const char *name))
{
   is_ending = true;
   return visit_all(false, visit);
}

static void *only;

static bool keep(void *handle, const char *name)
{
   (void) handle;
   only = reference(name);
   return false;
}

/* ---- the library of a call --------------------------------------------------------- */

static void *find(const search *caller)
{
   const void *symbol = dlsym(RTLD_DEFAULT, first_symbol);
   symbol = symbol ? symbol : symbol_near(caller);
   if (symbol)
   {
      return reference(name_of(symbol));
   }
   only = NULL;
   int n = visit_all(false, keep);
   n = n ? n : visit_all(true, keep);
   return n == 1 ? only : NULL;
}

enum
{
   N_STORED = 32
};

/* Segments of earlier calls, until an object is unloaded. */
static struct
{
   segment            segments[N_STORED];
   int                n;
   unsigned long long n_unloaded;
} stored;

static int count_unloaded(struct dl_phdr_info *object, size_t size, void *data)
{
   (void) size;
   *(unsigned long long *) data = object->dlpi_subs;
   return 1;
}

static void *find_stored(uintptr_t address)
{
   unsigned long long n_unloaded = 0;
   dl_iterate_phdr(count_unloaded, &n_unloaded);
   stored.n = n_unloaded == stored.n_unloaded ? stored.n : 0;
   stored.n_unloaded = n_unloaded;
   for (int i = 0; i < stored.n; i++)
   {
      if (is_inside(address, &stored.segments[i]))
      {
         return stored.segments[i].handle;
      }
   }
   return NULL;
}

static void *find_and_store(uintptr_t address)
{
   search caller = { .address = address };
   dl_iterate_phdr(contains, &caller);
   void *const handle = find(&caller);
   if (handle && caller.name)
   {
      caller.segment.handle = handle;
      stored.n = stored.n < N_STORED ? stored.n : 0;
      stored.segments[stored.n++] = caller.segment;
   }
   free(caller.name);
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
   void *handle = find_stored((uintptr_t) caller);
   handle = handle ? handle : find_and_store((uintptr_t) caller);
   pthread_mutex_unlock(&lock);
   return handle;
}

const char *tsw_library_name(void *handle)
{
   const void *symbol = dlsym(handle == RTLD_NEXT ? RTLD_DEFAULT : handle, only_symbol);
   return symbol ? name_of(symbol) : "a library";
}

void tsw_library_start(void)
{
   is_global = dlsym(RTLD_DEFAULT, first_symbol) != NULL;
   if (!is_global)
   {
      own = dlopen(HYPRE_SONAME, RTLD_LAZY | RTLD_LOCAL);
   }
}
