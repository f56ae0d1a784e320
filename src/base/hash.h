/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Hashes, equal on hosts and devices. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/inline.h"

/** A number with well mixed bits (splitmix64). */
TSW_EVERYWHERE uint64_t tsw_hash_mix(uint64_t x)
{
   x += 0x9e3779b97f4a7c15u;
   x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
   x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
   return x ^ (x >> 31);
}

/** The begin of a hash of bytes. */
#define TSW_HASH_BEGIN 14695981039346656037u

/** Add bytes to a hash (FNV-1a). */
static inline void tsw_hash_bytes(uint64_t *hash, const void *data, size_t size)
{
   const unsigned char *bytes = (const unsigned char *) data;
   for (size_t i = 0; i < size; i++)
   {
      *hash = (*hash ^ bytes[i]) * 1099511628211u;
   }
}
