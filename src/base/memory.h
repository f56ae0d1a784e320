/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The only malloc of the library: 64-byte aligned, counted per owner. For tests it can fail,
 * and give out memory full of NaN.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <trisweep.h>

TRISWEEP_BEGIN_C

/** What one owner holds now. */
typedef struct tsw_memory
{
   int64_t bytes;
} tsw_memory;

/**
 * Allocate count elements of a size; their contents are undefined. What is for the message of
 * a failure. With a count of 0 the pointer at array_p may be freed but not read; owner NULL:
 * no account. OK, MEMORY.
 */
trisweep_status tsw_memory_alloc(tsw_memory *owner, void *array_p, int64_t count, size_t size,
                                 const char *what);

/** Free an array of tsw_memory_alloc and set the pointer at array_p to NULL. NULL is allowed. */
void tsw_memory_free(tsw_memory *owner, void *array_p);

/** Make the k-th allocation from now fail, k = 1, 2, ...; 0 switches this off. For tests. */
void tsw_memory_fail_at(int64_t k);

/** The same for the k-th and all after it. */
void tsw_memory_fail_from(int64_t k);

/** Give out memory full of NaN, bytes 0xff, from now on, or as it comes. For tests. */
void tsw_memory_poison(bool on);

/** Must new memory be full of NaN? For allocators of other memory. */
bool tsw_memory_is_poisoned(void);

/** Must the allocation that asks now fail? For allocators of other memory. */
int tsw_memory_must_fail(void);

TRISWEEP_END_C
