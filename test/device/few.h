/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A block on both sides, and a smoother that is to sweep over it by few colours. */
#ifndef TEST_DEVICE_FEW_H
#define TEST_DEVICE_FEW_H

#include "device/support.h"

typedef struct few_block
{
   test_block         m;
   device_block       d;
   trisweep_context  *ctx;
   trisweep_smoother *s;     /* without a block at first */
   trisweep_sweep     sweep; /* symmetric with weights, b and x are those on the device */
   double            *ones;
   double            *b; /* device, ones at first */
   double            *x; /* the same */
} few_block;

/** Of a sparse random block. */
void few_open(const char *options, few_block *f);

/** Of a block that it takes over. */
void few_open_block(const char *options, test_block m, few_block *f);

void few_close(few_block *f);

void few_put_x(const few_block *f, const double *x);

/** x must be this, up to an error relative to the number, or 1 where it is less. */
void few_expect_x(const few_block *f, const double *want, double error);

/**
 * The sweep from ones must be that of the host in the same order: the natural one, or by few
 * colours whose number is left open.
 */
void few_expect_host_sweep(const few_block *f);

#endif
