# SPDX-License-Identifier: Apache-2.0 OR MIT
# TSW_CHECK_OPENMP
# --enable-openmp. Sets OPENMP_CFLAGS and have_openmp. Without the option,
# OpenMP is used if the compiler has it.
AC_DEFUN([TSW_CHECK_OPENMP],
[AC_OPENMP
AS_IF([test "x$enable_openmp" = xno], [have_openmp=no],
  [AS_CASE(["$ac_cv_prog_c_openmp"], [unsupported|"not found"], [have_openmp=no],
    [have_openmp=yes])])
AS_IF([test "x$enable_openmp" = xyes && test "$have_openmp" = no],
  [AC_MSG_ERROR([--enable-openmp was given, but $CC cannot build OpenMP programs])])
])
