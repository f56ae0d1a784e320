/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A block on host and device, and a smoother that sweeps over the block by few colours. */
#ifndef TEST_DEVICE_FEW_H
#define TEST_DEVICE_FEW_H

#include "support/device.h"

/** sweep: symmetric with weights; device_fixture_close frees the block, too. */
typedef device_fixture few_block;

/** Open with a sparse random block. */
void few_open(const char *options, few_block *f);

/** Open with this block. */
void few_open_block(const char *options, test_block m, few_block *f);

void few_put_x(const few_block *f, const double *x);

/** Check x against want: |x - want| at most error times max(1, |want|). */
void few_expect_x(const few_block *f, const double *want, double error);

/**
 * Check a sweep from ones against the host's sweep in the same order: natural, or few colours with
 * the automatic number.
 */
void few_expect_host_sweep(const few_block *f);

/** The same with another error. */
void few_expect_host_sweep_near(const few_block *f, double error);

#endif
