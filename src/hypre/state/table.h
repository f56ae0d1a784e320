/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Records of hypre's objects by their address: a hash table that links the records themselves, so
 * that adding one needs no memory. Threads with hypre's own types search it, too: each function
 * locks the table. A lock that the program left by a jump is taken again.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum
{
   TSW_TABLE_FIRST = 64 /* chains of a new table */
};

/** The first member of a record. */
typedef struct tsw_entry
{
   const void       *key;   /* NULL: in no table */
   const void       *owner; /* entries of different owners may have the same key */
   struct tsw_entry *next, **place;
} tsw_entry;

typedef struct tsw_table
{
   const void *holder;  /* of the lock: an address of its thread, or NULL */
   unsigned    version; /* number of changes */
   size_t      n, n_chains;
   tsw_entry **chains; /* NULL: first */
   tsw_entry  *first[TSW_TABLE_FIRST];
} tsw_table;

/** tsw_solver by its BoomerAMG object, tsw_level by its matrix. */
extern tsw_table tsw_table_of_solvers, tsw_table_of_levels;

/** The number of changes of a table; equal numbers: a search gives the same result. */
static inline unsigned tsw_table_version(const tsw_table *table)
{
   return __atomic_load_n(&table->version, __ATOMIC_ACQUIRE);
}

static inline bool tsw_table_is_empty(const tsw_table *table)
{
   return __atomic_load_n(&table->n, __ATOMIC_ACQUIRE) == 0;
}

/** The entry of a key and an owner (NULL: any) that was added last; NULL if there is none. */
void *tsw_table_find(tsw_table *table, const void *key, const void *owner);

/** Remove an entry from its place, if it has one, and add it with this key; NULL: do not add it. */
void tsw_table_move(tsw_table *table, tsw_entry *entry, const void *key);
