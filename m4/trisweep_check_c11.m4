# SPDX-License-Identifier: Apache-2.0 OR MIT
# TSW_CHECK_C11
# Stop unless the C compiler accepts the language of the sources: C11 with
# atomics, and the GNU attributes that control visibility.
AC_DEFUN([TSW_CHECK_C11],
[AC_CACHE_CHECK([whether $CC compiles C11 with atomics], [tsw_cv_c11],
  [AC_LINK_IFELSE([AC_LANG_PROGRAM([[
#include <stdatomic.h>
#include <stdint.h>
_Static_assert(sizeof(int64_t) == 8, "64-bit integers");
static _Thread_local int place;
__attribute__((visibility("hidden"))) atomic_int counter;
]], [[atomic_fetch_add(&counter, 1); place = atomic_load(&counter); return place;]])],
    [tsw_cv_c11=yes], [tsw_cv_c11=no])])
AS_IF([test "$tsw_cv_c11" = no],
  [AC_MSG_ERROR([trisweep needs a C11 compiler with atomics, such as gcc 5 or clang 6 or newer; set CC to one])])
])
