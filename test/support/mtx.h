/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Matrix Market files as test blocks. */
#ifndef TEST_SUPPORT_MTX_H
#define TEST_SUPPORT_MTX_H

#include "support/blocks.h"

/**
 * Read NAME.mtx.gz or NAME.mtx by zlib and CHOLMOD, whose rules for pattern
 * files apply: a symmetric one becomes -1 off the diagonal and 1 + degree on
 * it, another one gets ones. Fails the test if the file cannot be read. Free
 * with block_free.
 */
void mtx_read(const char *path, test_block *m);

#endif
