/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* dladdr, dl_iterate_phdr, RTLD_DEFAULT, RTLD_NEXT */
#endif
#include "hypre/hooks/library.h"

#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <string.h>

/* A function of every libHYPRE that the plug neither intercepts nor calls. */
static const char only_symbol[] = "HYPRE_IJMatrixCreate";

bool         tsw_library_is_global;
static bool  is_ending; /* do the destructors run? Then no object is opened. */
static void *own;       /* the libHYPRE that tsw_library_start has loaded, or NULL */

static const char *file_of(const void *address)
{
   Dl_info info;
   return address && dladdr(address, &info) && info.dli_fname ? info.dli_fname : "";
}

/* A reference on a loaded object. The object stays loaded. */
static void *reference(const char *file)
{
   return file[0] ? dlopen(file, RTLD_LAZY | RTLD_NOLOAD) : NULL;
}

void tsw_library_start(bool is_first)
{
   tsw_library_is_global = dlsym(RTLD_DEFAULT, only_symbol) != NULL;
   own = !tsw_library_is_global && is_first ? dlopen(HYPRE_SONAME, RTLD_LAZY | RTLD_LOCAL) : NULL;
}

void tsw_library_end(void)
{
   is_ending = true;
}

const char *tsw_library_name(void *handle)
{
   const void *symbol = dlsym(handle == RTLD_NEXT ? RTLD_DEFAULT : handle, only_symbol);
   return symbol ? file_of(symbol) : "a library";
}

/* An object of the process by its number. The dynamic linker is locked while it is looked for. */
typedef struct object
{
   int  number;
   char file[4096];
} object;

static int read_name(struct dl_phdr_info *info, TSW_UNUSED size_t size, void *data)
{
   object *found = data;
   return found->number-- == 0 &&
          snprintf(found->file, sizeof found->file, "%s", info->dlpi_name) >= 0;
}

/* The libHYPRE with number *k or the next one, not that of tsw_library_start; NULL: no more. */
static void *next_library(int *k)
{
   object o;
   while ((o.number = (*k)++, dl_iterate_phdr(read_name, &o)))
   {
      void *const handle = reference(o.file);
      if (handle && handle != own && !strcmp(tsw_library_name(handle), o.file))
      {
         return handle;
      }
      handle ? (void) dlclose(handle) : (void) 0;
   }
   return NULL;
}

/* For a caller without a libHYPRE, such as one whose call hypre passes on by a jump. */
static void *only_library(void)
{
   int         k = 0;
   void *const one = next_library(&k);
   return !one ? own : next_library(&k) ? NULL : one;
}

void *tsw_library_of(const void *caller)
{
   static void *first;
   if (!tsw_library_is_global && !is_ending)
   {
      void *const file = reference(file_of(caller));
      const void *symbol = dlsym(RTLD_DEFAULT, only_symbol);
      symbol = symbol || !file ? symbol : dlsym(file, only_symbol);
      void *const found = symbol ? reference(file_of(symbol)) : only_library();
      first = first ? first : found;
      return found;
   }
   return tsw_library_is_global ? RTLD_NEXT : first;
}

int tsw_library_visit(const char *function, void (*visit)(void *address, const char *name))
{
   int n = 0, k = 0;
   for (void *handle; !is_ending && (handle = next_library(&k));)
   {
      void *const symbol = dlsym(handle, function);
      symbol ? visit(symbol, tsw_library_name(handle)) : (void) 0;
      n += symbol != NULL;
   }
   return n;
}
