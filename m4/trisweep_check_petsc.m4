# SPDX-License-Identifier: Apache-2.0 OR MIT
# TSW_CHECK_PETSC
# PETSc is the tuned library of hosts beside the krylov board (trisweep-bench-petsc). pkg-config and
# MPI's flags find it; PETSC_LIBS=no disables it. Its numbers must be double and int.
AC_DEFUN([TSW_CHECK_PETSC],
[AC_ARG_VAR([PETSC_CPPFLAGS], [preprocessor flags for PETSc instead of those of pkg-config])
AC_ARG_VAR([PETSC_LIBS], [linker flags for PETSc instead of those of pkg-config, or no])
AC_PATH_TOOL([PKG_CONFIG], [pkg-config], [false])
AC_MSG_CHECKING([for PETSc])
have_petsc=no
AS_IF([test "x$PETSC_LIBS" = xno], [tsw_petsc="no, PETSC_LIBS=no was given"],
  [test -z "$PETSC_LIBS" && ! $PKG_CONFIG --exists petsc 2>/dev/null],
  [tsw_petsc="no, pkg-config finds no petsc (on Debian: petsc-dev)"],
  [tsw_given=$PETSC_LIBS
  : "${PETSC_CPPFLAGS=`$PKG_CONFIG --cflags-only-I petsc | $SED 's/-I/-isystem /g'` $MPI_CPPFLAGS}"
  : "${PETSC_LIBS=`$PKG_CONFIG --libs petsc` $MPI_LIBS}"
  tsw_save_CPPFLAGS=$CPPFLAGS
  tsw_save_LIBS=$LIBS
  CPPFLAGS="$CPPFLAGS $PETSC_CPPFLAGS"
  LIBS="$PETSC_LIBS $LIBS"
  AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <petscksp.h>
#if defined PETSC_USE_COMPLEX || defined PETSC_USE_64BIT_INDICES || !defined PETSC_USE_REAL_DOUBLE
#error numbers
#endif]], [[PetscInitializeNoArguments(); KSPCreate(PETSC_COMM_SELF, 0);]])],
    [have_petsc=yes
    tsw_petsc="yes, `$PKG_CONFIG --modversion petsc 2>/dev/null || echo PETSc`"],
    [tsw_petsc="no, a program with real doubles, 32-bit integers and this MPI does not link (config.log shows why)"
    AS_IF([test -n "$tsw_given"],
      [AC_MSG_ERROR([PETSC_LIBS=$PETSC_LIBS was given, but $tsw_petsc])])])
  CPPFLAGS=$tsw_save_CPPFLAGS
  LIBS=$tsw_save_LIBS])
AC_MSG_RESULT([$tsw_petsc])
AS_IF([test $have_petsc = no], [PETSC_CPPFLAGS= PETSC_LIBS=])
AM_CONDITIONAL([HAVE_PETSC], [test $have_petsc = yes])
])
