/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Runs one test function on every family of the gallery, each a test of its own. */
#ifndef TEST_SUPPORT_FAMILIES_H
#define TEST_SUPPORT_FAMILIES_H

#include "support/gallery.h"

/** What is tested on one block; fails by cmocka's assertions. */
typedef void families_test(const char *name, const test_block *m);

/** Run the test on all blocks of all families; returns what main() returns. */
int families_run(const char *group, families_test *test);

#endif
