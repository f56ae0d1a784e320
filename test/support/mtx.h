/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Matrix Market files as test blocks. */
#ifndef TEST_SUPPORT_MTX_H
#define TEST_SUPPORT_MTX_H

#include "support/blocks.h"
#include "support/check.h"

/**
 * Read NAME.mtx.gz or NAME.mtx by zlib and CHOLMOD, or fail the test. CHOLMOD sets the values of
 * pattern files: symmetric, -1 off the diagonal and 1 + degree on the diagonal; others, 1. Free
 * with block_free.
 */
void mtx_read(const char *path, test_block *m);

/**
 * Run one cmocka test, whose state is the path, on every matrix of test/data and of the folder
 * TRISWEEP_TEST_MATRICES. Returns the exit status for main(): not 0 without matrices.
 */
int mtx_run(const char *group, CMUnitTestFunction test);

#endif
