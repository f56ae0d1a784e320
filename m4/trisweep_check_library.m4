# SPDX-License-Identifier: Apache-2.0 OR MIT
# TSW_CHECK_LIBRARY(NAME, INCLUDE, CALL, LIBS, [DIRECTORY])
# Look for an optional library by a link test. INCLUDE is C text that includes the
# header, CALL a statement that needs the library, LIBS the linker flags, DIRECTORY
# the folder of the header on systems where the search path lacks this folder.
# The user may set NAME_CPPFLAGS and NAME_LIBS; NAME_LIBS=no disables the library.
# Sets these two, have_<name>, the conditional HAVE_NAME and HAVE_NAME in config.h.
AC_DEFUN([TSW_CHECK_LIBRARY],
[m4_pushdef([tsw_name], m4_tolower([$1]))
m4_pushdef([tsw_have], [have_]m4_tolower([$1]))
AC_ARG_VAR([$1_CPPFLAGS], [preprocessor flags for ]tsw_name)
AC_ARG_VAR([$1_LIBS], [linker flags for ]tsw_name[ instead of $4, or no])
AC_MSG_CHECKING([for ]tsw_name)
tsw_libs=$$1_LIBS
tsw_have=no
AS_IF([test "x$tsw_libs" != xno],
  [tsw_save_CPPFLAGS=$CPPFLAGS
  tsw_save_LIBS=$LIBS
  LIBS="${tsw_libs:-$4} $LIBS"
  for tsw_flags in '' m4_ifval([$5], ['-isystem $5']); do
    CPPFLAGS="$tsw_save_CPPFLAGS $$1_CPPFLAGS $tsw_flags"
    AC_LINK_IFELSE([AC_LANG_PROGRAM([[$2]], [[$3]])], [tsw_have=yes; break])
  done
  CPPFLAGS=$tsw_save_CPPFLAGS
  LIBS=$tsw_save_LIBS])
AC_MSG_RESULT([$tsw_have])
AS_IF([test $tsw_have = yes],
  [$1_CPPFLAGS="$$1_CPPFLAGS $tsw_flags"
  $1_LIBS="${tsw_libs:-$4}"
  AC_DEFINE([HAVE_$1], [1], [Define to 1 if ]tsw_name[ can be used.])],
  [test "x$tsw_libs" != x && test "x$tsw_libs" != xno],
  [AC_MSG_ERROR([$1_LIBS=$tsw_libs was given, but ]tsw_name[ does not link with it (config.log shows why)])],
  [$1_CPPFLAGS= $1_LIBS=])
AM_CONDITIONAL([HAVE_$1], [test $tsw_have = yes])
m4_popdef([tsw_have])
m4_popdef([tsw_name])
])
