/* SPDX-License-Identifier: Apache-2.0 OR MIT */
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
   const void *symbol = object ? dlsym(object, only_symbol) : NULL;
   if (object)
   {
      dlclose(object);
   }
   return symbol;
}

/* ---- symbols of one loaded object ------------------------------------------------- */

/* Tables of an object, from its dynamic section. */
typedef struct tables
{
   uintptr_t base;
   const ElfW(Sym) * symbol;
   const char     *string;
   const uint32_t *gnu;     /* number of buckets, first symbol, words of the filter, shift, ... */
   const ElfW(Word) * sysv; /* number of buckets, number of symbols, ... */
} tables;

/* The dynamic linker makes these addresses absolute, but not in every object. */
static const void *absolute(uintptr_t base, uintptr_t address)
{
   return (const void *) (address < base ? base + address : address);
}

static tables tables_of(const struct dl_phdr_info *object)
{
   tables t = { .base = object->dlpi_addr };
   const ElfW(Dyn) *entry = NULL;
   for (int i = 0; i < object->dlpi_phnum; i++)
   {
      if (object->dlpi_phdr[i].p_type == PT_DYNAMIC)
      {
         entry = (const ElfW(Dyn) *) (t.base + object->dlpi_phdr[i].p_vaddr);
      }
   }
   for (; entry && entry->d_tag != DT_NULL; entry++)
   {
      const void *address = absolute(t.base, entry->d_un.d_ptr);
      switch (entry->d_tag)
      {
      case DT_SYMTAB:
         t.symbol = address;
         break;
      case DT_STRTAB:
         t.string = address;
         break;
      case DT_GNU_HASH:
         t.gnu = address;
         break;
      case DT_HASH:
         t.sysv = address;
         break;
      default:
         break;
      }
   }
   return t;
}

static void *address_if(const tables *t, uint32_t i, const char *name)
{
   const ElfW(Sym) *symbol = &t->symbol[i];
   const int  type = symbol->st_info & 0xf; /* the same for 32 and 64 bits */
   const bool is_here = symbol->st_shndx != SHN_UNDEF && (type == STT_FUNC || type == STT_OBJECT);
   return is_here && !strcmp(t->string + symbol->st_name, name)
             ? (void *) (t->base + symbol->st_value)
             : NULL;
}

/* A chain ends with a hash whose last bit is set; that bit is no part of the comparison. */
static void *find_by_gnu_hash(const tables *t, const char *name)
{
   uint32_t hash = 5381;
   for (const unsigned char *c = (const unsigned char *) name; *c; c++)
   {
      hash = hash * 33 + *c;
   }
   const uint32_t  n_buckets = t->gnu[0], first = t->gnu[1];
   const uint32_t *bucket = t->gnu + 4 + t->gnu[2] * (sizeof(ElfW(Addr)) / sizeof(uint32_t));
   const uint32_t *chain = bucket + n_buckets;
   uint32_t        i = n_buckets ? bucket[hash % n_buckets] : 0;
   void           *address = NULL;
   bool            more = i >= first && i > 0;
   for (; more && !address; i++)
   {
      address = (chain[i - first] | 1) == (hash | 1) ? address_if(t, i, name) : NULL;
      more = !(chain[i - first] & 1);
   }
   return address;
}

/*
 * Address of a function or object that this object itself defines, or NULL, by its table
 * DT_GNU_HASH, else DT_HASH. dlopen and dlsym are of no use for this while the process ends: dlopen
 * then lets the dynamic linker run constructors again whose destructors have run, and dlsym needs a
 * handle.
 */
static void *symbol_of(const struct dl_phdr_info *object, const char *name)
{
   const tables t = tables_of(object);
   void        *address = NULL;
   if (!t.symbol || !t.string)
   {
      return NULL;
   }
   if (t.gnu)
   {
      return find_by_gnu_hash(&t, name);
   }
   for (uint32_t i = 0; t.sysv && i < t.sysv[1] && !address; i++)
   {
      address = address_if(&t, i, name);
   }
   return address;
}

/* ---- all libraries --------------------------------------------------------------- */

enum
{
   N_LIBRARIES = 16
};

/* The libHYPREs of the process. No object is opened to find them. */
typedef struct libraries
{
   const char *name[N_LIBRARIES];
   void       *symbol[N_LIBRARIES]; /* wanted, or NULL */
   int         n;
   const char *wanted;
   bool        with_own;
} libraries;

static int add_library(struct dl_phdr_info *object, size_t size, void *data)
{
   libraries  *all = data;
   const char *name = object->dlpi_name;
   (void) size;
   if (name[0] && all->n < N_LIBRARIES && symbol_of(object, only_symbol) &&
       (all->with_own || !own_name || strcmp(name, own_name)))
   {
      all->name[all->n] = name;
      all->symbol[all->n++] = symbol_of(object, all->wanted);
   }
   return 0;
}

static libraries find_all(bool with_own, const char *wanted)
{
   libraries all = { .wanted = wanted, .with_own = with_own };
   dl_iterate_phdr(add_library, &all);
   return all;
}

int tsw_library_end(const char *function, void (*visit)(void *address, const char *name))
{
   const libraries all = find_all(false, function);
   is_ending = true;
   for (int i = 0; i < all.n; i++)
   {
      if (all.symbol[i])
      {
         visit(all.symbol[i], all.name[i]);
      }
   }
   return all.n;
}

/* ---- the library of a call --------------------------------------------------------- */

static void *find(const search *caller)
{
   const void *symbol = dlsym(RTLD_DEFAULT, only_symbol);
   symbol = symbol ? symbol : symbol_near(caller);
   if (symbol)
   {
      return reference(name_of(symbol));
   }
   libraries all = find_all(false, only_symbol);
   all = all.n ? all : find_all(true, only_symbol);
   return all.n == 1 ? reference(all.name[0]) : NULL;
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
   handle = handle || is_ending ? handle : find_and_store((uintptr_t) caller);
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
