/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * An entry in 4 bytes: the high bits have the distance of its column, the low bits a multiple of a
 * power of two, the same for all entries of a block, so that a_ij and a_ji stay equal: conjugate
 * gradients would lose iterations. A block whose rows differ too much in size is not stored so.
 */
#pragma once

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/inline.h"

enum
{
   COLORS_NEAR_WORD = 32, /* bits of an entry */
   COLORS_NEAR_MOST = 18, /* of which distances take at most so many */
   COLORS_NEAR_LEAST = 9  /* bits of the largest entry of each row, and its sign, at least */
};

/** What the columns of a row count from, by the row's place in a colour: about the row's number. */
TSW_EVERYWHERE int32_t colors_near_base(int32_t place, int32_t n_colors)
{
   return place * n_colors;
}

/** Does a distance fit so many bits? The largest number is left out: entries are less than it. */
TSW_EVERYWHERE bool colors_near_fits(int64_t distance, int32_t bits)
{
   const int64_t most = ((int64_t) 1 << (bits - 1)) - 2;
   return -most <= distance && distance <= most;
}

/** Number of bits of distances up to a largest one; 0: too many. */
TSW_EVERYWHERE int32_t colors_near_bits(int64_t largest)
{
   int32_t bits = 2;
   while (bits <= COLORS_NEAR_MOST && !colors_near_fits(largest, bits))
   {
      bits++;
   }
   return bits <= COLORS_NEAR_MOST ? bits : 0;
}

/** 2 to the power of an exponent, -1022 to 1023. */
TSW_EVERYWHERE double colors_near_power(int32_t exponent)
{
   const uint64_t u = (uint64_t) (exponent + 1023) << 52;
   double         power;
   memcpy(&power, &u, sizeof power);
   return power;
}

/** The biased exponent of a double, from its high word. */
TSW_EVERYWHERE int32_t colors_near_biased(int32_t high)
{
   return high >> 20 & 0x7ff;
}

/** The exponent of the power of two for a block whose largest entry has this biased exponent. */
TSW_EVERYWHERE int32_t colors_near_exponent(int32_t biased, int32_t bits)
{
   const int32_t exponent = biased - 1022 - (COLORS_NEAR_WORD - bits - 1);
   return exponent < -1022 ? -1022 : exponent;
}

/** Do the largest entries of all rows have enough bits? spread: of their exponents. */
TSW_EVERYWHERE bool colors_near_is_even(int32_t spread, int32_t bits)
{
   return COLORS_NEAR_WORD - bits - spread >= COLORS_NEAR_LEAST;
}

/** An entry; its value is rounded to nearest. */
TSW_EVERYWHERE int32_t colors_near_pack(int32_t distance, double value, int32_t exponent,
                                        int32_t bits)
{
   const int32_t  low = COLORS_NEAR_WORD - bits;
   const double   most = (double) ((1 << (low - 1)) - 1);
   const double   nearest = rint(value * colors_near_power(-exponent));
   const double   multiple = fmax(fmin(nearest, most), -most);
   const uint32_t mask = (1u << low) - 1u;
   return (int32_t) ((uint32_t) distance << low | ((uint32_t) (int32_t) multiple & mask));
}

TSW_EVERYWHERE int32_t colors_near_distance(int32_t entry, int32_t bits)
{
   return entry >> (COLORS_NEAR_WORD - bits);
}

/** The value over the power of two. */
TSW_EVERYWHERE int32_t colors_near_multiple(int32_t entry, int32_t bits)
{
   return (int32_t) ((uint32_t) entry << bits) >> bits;
}
