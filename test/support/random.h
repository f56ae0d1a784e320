/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Random numbers that are the same on every machine (splitmix64). */
#ifndef TEST_SUPPORT_RANDOM_H
#define TEST_SUPPORT_RANDOM_H

#include <stdint.h>

typedef struct random_stream
{
   uint64_t state;
} random_stream;

/** TRISWEEP_TEST_SEED if it is set, otherwise a constant. */
uint64_t random_seed(void);

/** An independent stream for every (seed, name, size), so that tests do not affect each other. */
random_stream random_open(uint64_t seed, const char *name, int64_t size);

uint64_t random_bits(random_stream *r);

/** 0 .. n - 1, n > 0. */
int64_t random_below(random_stream *r, int64_t n);

/** Uniform in [-1, 1). */
double random_real(random_stream *r);

/** A multiple of 1/64 in [-1, 1], not 0: sums of a few such numbers are exact in any order. */
double random_dyadic(random_stream *r);

#endif
