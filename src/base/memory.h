/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The only malloc of the library: 64-byte aligned, counted for each owner. For tests allocations
 * can fail, or contain NaN.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <trisweep.h>

TRISWEEP_BEGIN_C

/** Memory that an owner has allocated. */
typedef struct tsw_memory
{
   int64_t bytes;
} tsw_memory;

/**
 * Allocate count elements of a size, with undefined contents. what: name of the array in the error
 * message. With a count of 0 the pointer at array_p may be freed but not read. owner NULL: not
 * counted.
 * OK, MEMORY.
 */
trisweep_status tsw_memory_alloc(tsw_memory *owner, void *array_p, int64_t count, size_t size,
                                 const char *what);

/** tsw_memory_alloc for the elements of a pointer: TSW_ALLOC(owner, &p, count, "the array p"). */
#define TSW_ALLOC(owner, array_p, count, what) \
   tsw_memory_alloc(owner, array_p, count, sizeof **(array_p), what)

/** Free an array of tsw_memory_alloc. */
void tsw_memory_release(tsw_memory *owner, void *array);

/** The same for the pointer at array_p, which may be NULL and becomes NULL. */
static inline void tsw_memory_free(tsw_memory *owner, void *array_p)
{
   void *array;
   memcpy(&array, array_p, sizeof array);
   if (array)
   {
      tsw_memory_release(owner, array);
      memset(array_p, 0, sizeof array);
   }
}

/** A function that gets the address of a local variable at the end of the variable's block. */
#define TSW_AT_END(function) __attribute__((cleanup(function)))

/** A local pointer to a scratch array: NULL at first, freed at the end of its block. */
#define TSW_SCRATCH TSW_AT_END(tsw_memory_drop)

/** tsw_memory_free, not counted. */
void tsw_memory_drop(void *array_p);

/** Make the k-th allocation from now fail, k = 1, 2, ...; 0 switches this off. For tests. */
void tsw_memory_fail_at(int64_t k);

/** As tsw_memory_fail_at, for the k-th and all later allocations. */
void tsw_memory_fail_from(int64_t k);

/** Switch the filling of new memory with NaN (bytes 0xff) on or off. For tests. */
void tsw_memory_poison(bool on);

/** Is new memory to be filled with NaN? For the device allocator. */
bool tsw_memory_is_poisoned(void);

/** Is this allocation to fail? For the device allocator. */
int tsw_memory_must_fail(void);

TRISWEEP_END_C
