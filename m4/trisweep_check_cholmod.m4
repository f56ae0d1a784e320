# SPDX-License-Identifier: Apache-2.0 OR MIT
# TSW_CHECK_CHOLMOD
# CHOLMOD of SuiteSparse reads the Matrix Market files of trisweep-solve.
AC_DEFUN([TSW_CHECK_CHOLMOD],
[TSW_CHECK_LIBRARY([CHOLMOD], [#include <stdio.h>
#include <cholmod.h>], [cholmod_common c; cholmod_start(&c); cholmod_read_triplet(stdin, &c);],
  [-lcholmod], [/usr/include/suitesparse])])
