/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "support/variants.h"

#include <inttypes.h>
#include <stdio.h>

/* Remove and return the last digit of a number in mixed radix. */
static int digit(int *k, int radix)
{
   const int value = *k % radix;
   *k /= radix;
   return value;
}

trisweep_sweep variant_get(int k, const test_block *m)
{
   static const double weights[4][2] = { { 1.0, 1.0 }, { 0.8, 1.0 }, { 1.0, 0.7 }, { 1.3, 0.7 } };
   static const int    points[3] = { 0, 1, -1 };
   trisweep_sweep      how = TRISWEEP_SWEEP_INIT;
   how.direction = (trisweep_direction) digit(&k, 3);
   how.zero_guess = digit(&k, 2);
   const int weight = digit(&k, 4);
   how.relax_weight = weights[weight][0];
   how.omega = weights[weight][1];
   how.scaling = digit(&k, 2) ? TRISWEEP_L1 : TRISWEEP_DIAGONAL;
   how.points = points[digit(&k, 3)];
   how.cf_marker = how.points ? m->marker : NULL;
   if (digit(&k, 2))
   {
      how.n_vectors = VARIANT_MOST_VECTORS;
      how.ldb = m->n + VARIANT_B_PADDING;
      how.ldx = m->n + VARIANT_X_PADDING;
   }
   return how;
}

void variant_describe(const trisweep_sweep *how, char *text, size_t size)
{
   static const char *const directions[3] = { "forward", "backward", "symmetric" };
   snprintf(text, size, "%s%s, relax_weight %g, omega %g, %s, points %d, %" PRId32 " vectors",
            directions[how->direction], how->zero_guess ? " from zero" : "", how->relax_weight,
            how->omega, how->scaling == TRISWEEP_L1 ? "l1" : "diagonal", how->points,
            how->n_vectors);
}

size_t variant_x_size(const test_block *m)
{
   return VARIANT_MOST_VECTORS * (size_t) (m->n + VARIANT_X_PADDING);
}

size_t variant_b_size(const test_block *m)
{
   return VARIANT_MOST_VECTORS * (size_t) (m->n + VARIANT_B_PADDING);
}
