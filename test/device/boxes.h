/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Grids of thousands of rows, with points in boxes. */
#ifndef TEST_DEVICE_BOXES_H
#define TEST_DEVICE_BOXES_H

#include "support/blocks.h"

enum
{
   BOX_COUNT = 9
};

typedef struct box
{
   const char *name;
   int64_t     n[3];
   int64_t     unknowns; /* a point */
   int64_t     reach;    /* 1: 7 points, 3: 27 */
   int64_t     dropped;  /* of ten entries of the lower triangle */
   bool        is_grid;
} box;

extern const box boxes[BOX_COUNT];

/** The block of a box; free it with block_free. */
void box_open(const box *b, test_block *m);

#endif
