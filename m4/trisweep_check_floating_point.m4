# SPDX-License-Identifier: Apache-2.0 OR MIT
# TSW_CHECK_FLOATING_POINT
# Set FP_CFLAGS to the flags for two requirements: (1) the compiler rounds after
# every operation, so that all schedules give the same bits; (2) the compiler does
# not evaluate expressions of a branch that is not taken, such as 0/0, which would
# stop programs that trap floating point exceptions. Refuse flags that allow the
# compiler to reorder sums.
AC_DEFUN([TSW_CHECK_FLOATING_POINT],
[AC_LANG_PUSH([C])
AC_COMPILE_IFELSE([AC_LANG_SOURCE([[
#ifdef __FAST_MATH__
#error fast math
#endif
int ok;
]])], [],
  [AC_MSG_ERROR([CFLAGS turn on fast math (-ffast-math or -Ofast), which breaks trisweep's bitwise reproducible sweeps; use -O3 instead])])
AC_CACHE_CHECK([for the flag that keeps $CC from fusing operations], [tsw_cv_fp_cflags],
  [tsw_cv_fp_cflags=none
  tsw_save_CFLAGS=$CFLAGS
  for tsw_flag in -ffp-contract=off -Mnofma; do
    CFLAGS="$tsw_save_CFLAGS -Werror $tsw_flag"
    AC_COMPILE_IFELSE([AC_LANG_PROGRAM()], [tsw_cv_fp_cflags=$tsw_flag; break])
  done
  CFLAGS=$tsw_save_CFLAGS])
AS_IF([test "$tsw_cv_fp_cflags" = none],
  [AC_MSG_ERROR([$CC takes neither -ffp-contract=off nor -Mnofma, so that sweeps would not be bitwise reproducible; use gcc, clang or nvc])])
AC_CACHE_CHECK([for the flag that keeps $CC from raising exceptions early], [tsw_cv_fp_exceptions],
  [tsw_cv_fp_exceptions=
  tsw_save_CFLAGS=$CFLAGS
  for tsw_flag in -ffp-exception-behavior=maytrap -ftrapping-math; do
    CFLAGS="$tsw_save_CFLAGS -Werror $tsw_flag"
    AC_COMPILE_IFELSE([AC_LANG_PROGRAM()], [tsw_cv_fp_exceptions=$tsw_flag; break])
  done
  CFLAGS=$tsw_save_CFLAGS])
AC_SUBST([FP_CFLAGS], ["$tsw_cv_fp_cflags $tsw_cv_fp_exceptions"])
AC_LANG_POP([C])
])
