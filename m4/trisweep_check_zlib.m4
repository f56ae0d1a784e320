# SPDX-License-Identifier: Apache-2.0 OR MIT
# TSW_CHECK_ZLIB
# zlib unpacks the compressed Matrix Market files of trisweep-solve.
AC_DEFUN([TSW_CHECK_ZLIB],
[TSW_CHECK_LIBRARY([ZLIB], [#include <zlib.h>], [gzclose(gzopen("a", "r"));], [-lz])])
