/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Families of matrices whose sweep graphs differ in all properties that schedules depend on. */
#ifndef TEST_SUPPORT_GALLERY_H
#define TEST_SUPPORT_GALLERY_H

#include "support/blocks.h"

enum
{
   GALLERY_MOST_SIZES = 12
};

typedef struct gallery_family
{
   const char *name;
   void (*fill)(entry_list *e, int64_t size, random_stream *r);
   int64_t size[GALLERY_MOST_SIZES]; /* ends with -1; rows, or points along an edge of a grid */
   int64_t (*rows)(int64_t size);    /* NULL if a size is a number of rows */
   bool shuffled;                    /* entries in random order within the rows */
} gallery_family;

/** The index-th family, or NULL if index is out of range. */
const gallery_family *gallery_get(int index);

/** The family of a name, or NULL. */
const gallery_family *gallery_find(const char *name);

/** The number of families. */
int gallery_count(void);

/** Make a block of any size of a family. Free with block_free. */
void gallery_make_size(const gallery_family *family, int64_t size, uint64_t seed, test_block *m);

/** Make the k-th size of a family; false if it has no k-th size. Free with block_free. */
bool gallery_make(const gallery_family *family, int k, uint64_t seed, test_block *m);

#endif
