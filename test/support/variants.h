/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Every kind of sweep: directions x guesses x weights x scalings x points x numbers of vectors. */
#ifndef TEST_SUPPORT_VARIANTS_H
#define TEST_SUPPORT_VARIANTS_H

#include <stddef.h>

#include <trisweep.h>

#include "support/blocks.h"

enum
{
   VARIANT_COUNT = 3 * 2 * 4 * 2 * 3 * 2,
   VARIANT_MOST_VECTORS = 3,
   VARIANT_B_PADDING = 3, /* rows between the columns of b when there are several */
   VARIANT_X_PADDING = 5
};

/** The k-th variant for a block, k < VARIANT_COUNT; b and x unset. */
trisweep_sweep variant_get(int k, const test_block *m);

/** It in words, for messages. */
void variant_describe(const trisweep_sweep *how, char *text, size_t size);

/** Doubles that x needs for any variant. */
size_t variant_x_size(const test_block *m);

/** Doubles that b needs for any variant. */
size_t variant_b_size(const test_block *m);

#endif
