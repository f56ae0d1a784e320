# SPDX-License-Identifier: Apache-2.0 OR MIT
# TSW_CHECK_PTHREAD
# POSIX threads: the plug analyses levels on a worker thread. Sets
# PTHREAD_CFLAGS, which also links, and have_pthread. The plug also looks up
# hypre's own functions with dlsym: sets DL_LIBS.
AC_DEFUN([TSW_CHECK_PTHREAD],
[AC_CACHE_CHECK([for the flag of POSIX threads], [tsw_cv_pthread_cflags],
  [tsw_cv_pthread_cflags=missing
  tsw_save_CFLAGS=$CFLAGS
  for tsw_flag in -pthread -lpthread; do
    CFLAGS="$tsw_save_CFLAGS $tsw_flag"
    AC_LINK_IFELSE([AC_LANG_PROGRAM([[
#include <pthread.h>
static void *run(void *argument) { return argument; }
]], [[pthread_t thread; return pthread_create(&thread, 0, run, 0) || pthread_join(thread, 0);]])],
      [tsw_cv_pthread_cflags=$tsw_flag; break])
  done
  CFLAGS=$tsw_save_CFLAGS])
AS_IF([test "$tsw_cv_pthread_cflags" = missing], [have_pthread=no],
  [have_pthread=yes
  PTHREAD_CFLAGS=$tsw_cv_pthread_cflags
  AC_DEFINE([HAVE_PTHREAD], [1], [Define to 1 if there are POSIX threads.])])
AC_SUBST([PTHREAD_CFLAGS])

tsw_save_LIBS=$LIBS
AC_SEARCH_LIBS([dlsym], [dl])
LIBS=$tsw_save_LIBS
AS_CASE(["$ac_cv_search_dlsym"], [-l*], [DL_LIBS=$ac_cv_search_dlsym], [DL_LIBS=])
AC_SUBST([DL_LIBS])
])
