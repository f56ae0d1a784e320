/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/state/table.h"

#include <sched.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/hash.h"
#include "base/list.h"
#include "hypre/plug.h"

tsw_table tsw_table_of_solvers, tsw_table_of_levels;

/* Held for some instructions: a mutex costs more than the search, at each matrix of a program. */
static void lock(tsw_table *table)
{
   static TSW_THREAD_LOCAL char self;
   const void                  *holder = NULL;
   while (!__atomic_compare_exchange_n(&table->holder, &holder, &self, false, __ATOMIC_ACQUIRE,
                                       __ATOMIC_RELAXED) &&
          holder != &self)
   {
      holder = NULL;
      (void) sched_yield();
   }
}

static void unlock(tsw_table *table)
{
   __atomic_store_n(&table->holder, NULL, __ATOMIC_RELEASE);
}

static tsw_entry **chain_of(tsw_table *table, const void *key)
{
   const uint64_t hash = tsw_hash_mix((uint64_t) (uintptr_t) key);
   return table->chains ? &table->chains[hash & (table->n_chains - 1)]
                        : &table->first[hash % TSW_TABLE_FIRST];
}

/* Without memory, chains become longer. */
static void grow(tsw_table *table)
{
   tsw_table larger = { .n_chains = 4 * table->n };
   larger.chains = calloc(larger.n_chains, sizeof *larger.chains);
   const size_t n_chains = table->chains ? table->n_chains : TSW_TABLE_FIRST;
   tsw_entry  **chains = table->chains ? table->chains : table->first;
   for (size_t i = 0; larger.chains && i < n_chains; i++)
   {
      while (chains[i])
      {
         tsw_entry *entry = chains[i];
         chains[i] = entry->next;
         tsw_entry **chain = chain_of(&larger, entry->key);
         TSW_LIST_ADD(chain, entry);
      }
   }
   if (larger.chains)
   {
      free(table->chains);
      table->chains = larger.chains;
      table->n_chains = larger.n_chains;
   }
}

void *tsw_table_find(tsw_table *table, const void *key, const void *owner)
{
   if (tsw_table_is_empty(table))
   {
      return NULL;
   }
   lock(table);
   tsw_entry *entry = *chain_of(table, key);
   while (entry && (entry->key != key || (owner && entry->owner != owner)))
   {
      entry = entry->next;
   }
   unlock(table);
   return entry;
}

void tsw_table_move(tsw_table *table, tsw_entry *entry, const void *key)
{
   if (entry->key == key)
   {
      return;
   }
   lock(table);
   const size_t n = table->n + (key != NULL) - (entry->key != NULL);
   if (entry->key)
   {
      TSW_LIST_REMOVE(entry);
   }
   entry->key = key;
   if (key)
   {
      tsw_entry **chain = chain_of(table, key);
      TSW_LIST_ADD(chain, entry);
   }
   __atomic_store_n(&table->n, n, __ATOMIC_RELEASE);
   (void) __atomic_fetch_add(&table->version, 1, __ATOMIC_ACQ_REL);
   if ((n & (n - 1)) == 0 && n >= (table->chains ? table->n_chains : TSW_TABLE_FIRST))
   {
      grow(table);
   }
   unlock(table);
}
