/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "support/random.h"

#include <stdlib.h>

#include "tools/common/random.h"

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
   return tsw_next(&r->state);
}

int64_t random_below(random_stream *r, int64_t n)
{
   return (int64_t) (random_bits(r) % (uint64_t) n);
}

double random_real(random_stream *r)
{
   return tsw_both_signs(random_bits(r));
}

double random_dyadic(random_stream *r)
{
   const double magnitude = (double) (1 + random_below(r, 64)) / 64.0;
   return random_bits(r) & 1 ? magnitude : -magnitude;
}
