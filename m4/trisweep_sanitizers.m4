# SPDX-License-Identifier: Apache-2.0 OR MIT
# TSW_SANITIZERS
# --enable-sanitizers builds with AddressSanitizer and UndefinedBehaviorSanitizer;
# the first finding ends the program. Sets SANITIZER_CFLAGS, which also links.
AC_DEFUN([TSW_SANITIZERS],
[AC_ARG_ENABLE([sanitizers],
  [AS_HELP_STRING([--enable-sanitizers], [build with the address and undefined behaviour sanitizers])],
  [], [enable_sanitizers=no])
SANITIZER_CFLAGS=
AS_IF([test "$enable_sanitizers" != no],
  [SANITIZER_CFLAGS="-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer"
  AC_MSG_CHECKING([whether $CC links with the sanitizers])
  tsw_save_CFLAGS=$CFLAGS
  CFLAGS="$CFLAGS $SANITIZER_CFLAGS"
  AC_LINK_IFELSE([AC_LANG_PROGRAM()], [AC_MSG_RESULT([yes])],
    [AC_MSG_RESULT([no])
    AC_MSG_ERROR([--enable-sanitizers was given, but $CC cannot link with $SANITIZER_CFLAGS])])
  CFLAGS=$tsw_save_CFLAGS
  # With clang the symbols of the sanitizers are defined by the program, not by the library.
  NO_UNDEFINED_LDFLAGS=])
AC_SUBST([SANITIZER_CFLAGS])
])
