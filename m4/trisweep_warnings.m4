# SPDX-License-Identifier: Apache-2.0 OR MIT
# TSW_WARNINGS
# Sets WARNING_CFLAGS to the warnings that the compiler supports, each tested
# separately, WERROR_CFLAGS and WERROR_NVCCFLAGS if warnings are errors (--enable-werror, for
# developers), NO_UNDEFINED_LDFLAGS to the flag that refuses
# shared libraries with unresolved symbols, and VERSION_SCRIPT_LDFLAGS to the flag that
# gives symbols versions or, with other linkers, hides symbols by name.
AC_DEFUN([TSW_WARNINGS],
[AC_ARG_ENABLE([werror],
  [AS_HELP_STRING([--enable-werror], [treat warnings as errors])],
  [], [enable_werror=no])
AC_LANG_PUSH([C])
WARNING_CFLAGS=
tsw_save_CFLAGS=$CFLAGS
for tsw_flag in -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes \
    -Wmissing-prototypes -Wold-style-definition -Wundef -Wvla -Wcast-qual -Wwrite-strings \
    -Wpointer-arith -Wformat=2 -Wnull-dereference -Wlogical-op \
    -Wduplicated-cond -Wno-overlength-strings; do
  AS_VAR_PUSHDEF([tsw_cache], [tsw_cv_cflags_$tsw_flag])
  AC_CACHE_CHECK([whether $CC takes $tsw_flag], [tsw_cache],
    [CFLAGS="$tsw_save_CFLAGS -Werror $tsw_flag"
    AC_COMPILE_IFELSE([AC_LANG_PROGRAM()], [AS_VAR_SET([tsw_cache], [yes])],
      [AS_VAR_SET([tsw_cache], [no])])])
  AS_VAR_IF([tsw_cache], [yes], [WARNING_CFLAGS="$WARNING_CFLAGS $tsw_flag"])
  AS_VAR_POPDEF([tsw_cache])
done
CFLAGS=$tsw_save_CFLAGS
# A build without OpenMP ignores OpenMP's pragmas.
AS_IF([test $have_openmp = no], [WARNING_CFLAGS="$WARNING_CFLAGS -Wno-unknown-pragmas"])
AC_SUBST([WARNING_CFLAGS])
# libtool would take -Xcompiler for itself.
AS_IF([test "$enable_werror" = no], [WERROR_CFLAGS= WERROR_NVCCFLAGS=],
  [WERROR_CFLAGS=-Werror
  WERROR_NVCCFLAGS="-Werror=all-warnings --compiler-options=-Werror"])
AC_SUBST([WERROR_CFLAGS])
AC_SUBST([WERROR_NVCCFLAGS])

AC_CACHE_CHECK([whether the linker takes -Wl,-z,defs], [tsw_cv_ldflags_z_defs],
  [tsw_save_LDFLAGS=$LDFLAGS
  LDFLAGS="$LDFLAGS -Wl,-z,defs"
  AC_LINK_IFELSE([AC_LANG_PROGRAM()], [tsw_cv_ldflags_z_defs=yes], [tsw_cv_ldflags_z_defs=no])
  LDFLAGS=$tsw_save_LDFLAGS])
AS_IF([test "$tsw_cv_ldflags_z_defs" = yes], [NO_UNDEFINED_LDFLAGS=-Wl,-z,defs],
  [NO_UNDEFINED_LDFLAGS=])
AC_SUBST([NO_UNDEFINED_LDFLAGS])

AC_CACHE_CHECK([whether the linker takes -Wl,--version-script], [tsw_cv_ldflags_version_script],
  [tsw_save_LDFLAGS=$LDFLAGS
  echo 'TRISWEEP_0 { global: main; local: *; };' >conftest.map
  LDFLAGS="$LDFLAGS -Wl,--version-script=conftest.map"
  AC_LINK_IFELSE([AC_LANG_PROGRAM()], [tsw_cv_ldflags_version_script=yes],
    [tsw_cv_ldflags_version_script=no])
  rm -f conftest.map
  LDFLAGS=$tsw_save_LDFLAGS])
AS_IF([test "$tsw_cv_ldflags_version_script" = yes],
  [VERSION_SCRIPT_LDFLAGS=-Wl,--version-script=src/trisweep.map],
  [VERSION_SCRIPT_LDFLAGS="-export-symbols-regex '^(trisweep_|tsw_cycle_)'"])
AC_SUBST([VERSION_SCRIPT_LDFLAGS])
AC_LANG_POP([C])
])
