/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* dl_iterate_phdr */
#endif
#include "hypre/hooks/symbol.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

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

void *tsw_symbol_of(const struct dl_phdr_info *object, const char *name)
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
