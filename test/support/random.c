/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "support/random.h"

#include <stdlib.h>

uint64_t random_seed(void)
{
   const char *text = getenv("TRISWEEP_TEST_SEED");
   return text ? strtoull(text, NULL, 0) : UINT64_C(20240917);
}

random_stream random_open(uint64_t seed, const char *name, int64_t size)
{
   random_stream r = { seed + (uint64_t) size * UINT64_C(0x9E3779B97F4A7C15) };
   for (; *name; name++)
   {
      r.state = random_bits(&r) ^ (uint64_t) (unsigned char) *name;
   }
   return r;
}

uint64_t random_bits(random_stream *r)
{
   uint64_t z = (r->state += UINT64_C(0x9E3779B97F4A7C15));
   z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
   z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
   return z ^ (z >> 31);
}

int64_t random_below(random_stream *r, int64_t n)
{
   return (int64_t) (random_bits(r) % (uint64_t) n);
}

double random_real(random_stream *r)
{
   return (double) (random_bits(r) >> 11) * 0x1p-52 - 1.0;
}

double random_dyadic(random_stream *r)
{
   const double magnitude = (double) (1 + random_below(r, 64)) / 64.0;
   return random_bits(r) & 1 ? magnitude : -magnitude;
}
