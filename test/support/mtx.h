/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Matrix Market files as test blocks. */
#ifndef TEST_SUPPORT_MTX_H
#define TEST_SUPPORT_MTX_H

#include "support/blocks.h"

/**
 * Read NAME.mtx.gz or NAME.mtx by zlib and CHOLMOD, or fail the test. CHOLMOD sets the values of
 * pattern files: symmetric, -1 off the diagonal and 1 + degree on the diagonal; others, 1. Free
 * with block_free.
 */
void mtx_read(const char *path, test_block *m);

#endif
