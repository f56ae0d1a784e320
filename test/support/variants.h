/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* All combinations of direction, guess, weights, scaling, points and number of vectors. */
#ifndef TEST_SUPPORT_VARIANTS_H
#define TEST_SUPPORT_VARIANTS_H

#include <stddef.h>

#include <trisweep.h>

#include "support/blocks.h"

enum
{
   VARIANT_COUNT = 3 * 2 * 4 * 2 * 3 * 2,
   VARIANT_MOST_VECTORS = 3,
   VARIANT_B_PADDING = 3, /* rows between the vectors of b, if there are several */
   VARIANT_X_PADDING = 5
};

/** The k-th variant for a block, k < VARIANT_COUNT; b and x unset. */
trisweep_sweep variant_get(int k, const test_block *m);

/** Describe the sweep in words, for messages. */
void variant_describe(const trisweep_sweep *how, char *text, size_t size);

/** Size of x in doubles, enough for all variants. */
size_t variant_x_size(const test_block *m);

/** Size of b in doubles, enough for all variants. */
size_t variant_b_size(const test_block *m);

#endif
