/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Run one test function on every family of the gallery, with one cmocka test per family. */
#ifndef TEST_SUPPORT_FAMILIES_H
#define TEST_SUPPORT_FAMILIES_H

#include "support/gallery.h"

/** Test one block; report failures by cmocka assertions. */
typedef void families_test(const char *name, const test_block *m);

/** Run the test on all blocks of all families; return the exit status for main(). */
int families_run(const char *group, families_test *test);

#endif
