# SPDX-License-Identifier: Apache-2.0 OR MIT
# TSW_CHECK_CMOCKA
# cmocka runs the unit, property and fault tests of `make check`.
AC_DEFUN([TSW_CHECK_CMOCKA],
[TSW_CHECK_LIBRARY([CMOCKA], [#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>], [cmocka_set_message_output(CM_OUTPUT_STDOUT);], [-lcmocka])])
