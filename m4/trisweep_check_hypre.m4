# SPDX-License-Identifier: Apache-2.0 OR MIT
# TSW_CHECK_HYPRE
# --with-hypre=DIR|NAME|no. Finds hypre 2.26 or newer, refuses builds of hypre that
# trisweep does not support, and decides how the plug intercepts hypre's functions: as
# a shared library before libHYPRE.so, and by the linker's --wrap with libHYPRE.a. Sets
# have_hypre, hypre_version, hypre_library, hypre_shared, hypre_static, hypre_cuda,
# HYPRE_CPPFLAGS, HYPRE_LIBS, HYPRE_RPATH, HYPRE_STATIC_LIBS.

# TSW_HYPRE_DEFINES(MACRO, IF-DEFINED): test whether HYPRE_config.h defines MACRO.
AC_DEFUN([TSW_HYPRE_DEFINES],
[AC_COMPILE_IFELSE([AC_LANG_SOURCE([[#include <HYPRE_config.h>
#if !defined($1)
#error $1 is not defined
#endif
int ok;]])], [$2])
])

# TSW_HYPRE_REFUSE(MACRO, HOW-BUILT, ADVICE)
AC_DEFUN([TSW_HYPRE_REFUSE],
[TSW_HYPRE_DEFINES([$1],
  [AC_MSG_ERROR([the hypre in $hypre_where was built $2 ($1), which trisweep does not support; $3])])])

# TSW_HYPRE_PLACE: set tsw_dirs to the folders that may have the headers, and
# hypre_library to the name of the library. Debian installs several variants of hypre,
# distinguished by NAME: hypre64m is /usr/include/hypre64m and libHYPRE64m.
AC_DEFUN([TSW_HYPRE_PLACE],
[hypre_library=HYPRE
AS_IF([test "$with_hypre" = yes],
    [tsw_dirs='/usr/include/hypre /usr/local/include /usr/local/include/hypre'],
  [test -d "$with_hypre"],
    [hypre_prefix=`cd "$with_hypre" && pwd`
    tsw_dirs="$hypre_prefix/include $hypre_prefix/include/hypre"],
  [AS_CASE([$with_hypre],
    [*/*], [tsw_name=],
    [hypre?* | HYPRE?*], [tsw_name=`expr "x$with_hypre" : 'x.....\(.*\)'`],
    [tsw_name=])
  AS_IF([test -z "$tsw_name"],
    [AC_MSG_RESULT([no])
    AC_MSG_ERROR([--with-hypre=$with_hypre: there is no such folder, and it is not a name such as hypre64m])])
  hypre_library=HYPRE$tsw_name
  tsw_dirs="/usr/include/hypre$tsw_name /usr/local/include/hypre$tsw_name"])
])

# TSW_HYPRE_HEADERS: find HYPRE_config.h and add its folder to CPPFLAGS.
AC_DEFUN([TSW_HYPRE_HEADERS],
[AC_MSG_CHECKING([for the headers of hypre])
TSW_HYPRE_PLACE
hypre_where=
# A default search first tries the user's CPPFLAGS.
AS_IF([test "$with_hypre" = yes],
  [AC_COMPILE_IFELSE([AC_LANG_SOURCE([[#include <HYPRE_config.h>
int ok;]])], [hypre_where='the search path of the compiler'])])
AS_IF([test -z "$hypre_where"],
  [for tsw_dir in $tsw_dirs; do
    AS_IF([test -r "$tsw_dir/HYPRE_config.h"],
      [hypre_where=$tsw_dir
      HYPRE_CPPFLAGS="-isystem $tsw_dir"
      break])
  done])
AS_IF([test -z "$hypre_where"],
  [AC_MSG_RESULT([no])
  AS_IF([test "$with_hypre" = yes],
    [AC_MSG_ERROR([hypre was not found: install it (on Debian: libhypre-dev, or libhypre64m-dev and --with-hypre=hypre64m), give --with-hypre=DIR, or build without the plug by --without-hypre])],
    [test $hypre_library != HYPRE],
    [AC_MSG_ERROR([--with-hypre=$with_hypre: there is no HYPRE_config.h in: $tsw_dirs (on Debian: lib$with_hypre-dev)])],
    [AC_MSG_ERROR([--with-hypre=$with_hypre: HYPRE_config.h is neither in its include nor in its include/hypre folder])])])
AC_MSG_RESULT([$hypre_where])
CPPFLAGS="$CPPFLAGS $HYPRE_CPPFLAGS"
])

# TSW_HYPRE_VERSION: read the release number, refuse old versions.
AC_DEFUN([TSW_HYPRE_VERSION],
[AC_MSG_CHECKING([for the version of hypre])
AC_COMPUTE_INT([hypre_number], [HYPRE_RELEASE_NUMBER], [#include <HYPRE_config.h>],
  [AC_MSG_RESULT([unknown])
  AC_MSG_ERROR([HYPRE_config.h in $hypre_where gives no HYPRE_RELEASE_NUMBER; trisweep needs hypre 2.26 or newer])])
AS_VAR_ARITH([tsw_major], [$hypre_number / 10000])
AS_VAR_ARITH([tsw_minor], [$hypre_number / 100 % 100])
AS_VAR_ARITH([tsw_patch], [$hypre_number % 100])
hypre_version=$tsw_major.$tsw_minor.$tsw_patch
AC_MSG_RESULT([$hypre_version])
AS_IF([test "$hypre_number" -lt 22600],
  [AC_MSG_ERROR([the hypre in $hypre_where is $hypre_version; trisweep needs 2.26 or newer])],
  [test "$hypre_number" -ge 30200],
  [AC_MSG_WARN([hypre $hypre_version is newer than 3.1, the newest that trisweep was tested with])])
])

# TSW_HYPRE_LIBDIR: the folder with the library, shared or static, in tsw_libdir.
AC_DEFUN([TSW_HYPRE_LIBDIR],
[tsw_multiarch=`$CC -print-multiarch 2>/dev/null`
tsw_system_lib=`$CC -print-file-name=lib$hypre_library.so`
AS_CASE([$tsw_system_lib], [/*], [], [tsw_system_lib=`$CC -print-file-name=lib$hypre_library.a`])
AS_CASE([$tsw_system_lib], [/*], [tsw_system_lib=`AS_DIRNAME(["$tsw_system_lib"])`], [tsw_system_lib=])
AS_IF([test "$with_hypre" = yes],
  [tsw_dirs=`for tsw_flag in $LDFLAGS; do echo "$tsw_flag" | $SED -n 's/^-L//p'; done`
  tsw_dirs="$tsw_dirs $tsw_system_lib /usr/local/lib"],
  [test $hypre_library != HYPRE], [tsw_dirs="$tsw_system_lib /usr/local/lib"],
  [tsw_dirs="$hypre_prefix/lib $hypre_prefix/lib64 $hypre_prefix/lib/$tsw_multiarch"])
tsw_libdir=
for tsw_dir in $tsw_dirs; do
  AS_IF([test -r "$tsw_dir/lib$hypre_library.so" || test -r "$tsw_dir/lib$hypre_library.a"], [tsw_libdir=`cd "$tsw_dir" && pwd -P`; break])
done
AS_IF([test -z "$tsw_libdir"],
  [AC_MSG_ERROR([the headers of hypre are in $hypre_where, but there is no lib$hypre_library.so or lib$hypre_library.a in: $tsw_dirs])])
AS_IF([test "$tsw_libdir" = "`cd "${tsw_system_lib:-/}" && pwd -P`"],
  [HYPRE_LIBS=-l$hypre_library HYPRE_RPATH=],
  [HYPRE_LIBS="-L$tsw_libdir -l$hypre_library" HYPRE_RPATH="-R $tsw_libdir"])
])

# TSW_HYPRE_LINK(LIBS, IF-OK): link a call of BoomerAMG.
AC_DEFUN([TSW_HYPRE_LINK],
[LIBS="$1 $MPI_LIBS $tsw_hypre_save_LIBS"
AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <HYPRE_parcsr_ls.h>]],
  [[HYPRE_BoomerAMGSetRelaxType(0, 6); HYPRE_BoomerAMGSetup(0, 0, 0, 0);
    HYPRE_BoomerAMGSolve(0, 0, 0, 0); HYPRE_ParCSRPCGSetup(0, 0, 0, 0);]])], [$2])
LIBS=$tsw_hypre_save_LIBS
])

# TSW_HYPRE_LIBRARIES: test whether the shared and the static library link, and with which libraries.
AC_DEFUN([TSW_HYPRE_LIBRARIES],
[AC_ARG_VAR([HYPRE_DEPS], [libraries that a static hypre needs, such as "-llapack -lblas"])
TSW_HYPRE_LIBDIR
tsw_cuda_libs=
AS_IF([test $hypre_cuda = yes],
  [tsw_cuda_libs="-lcusparse -lcublas -lcusolver -lcurand ${CUDA_LIBS:--lcudart -lstdc++}"])
AS_IF([test -r "$tsw_libdir/lib$hypre_library.so"],
  [AC_MSG_CHECKING([whether lib$hypre_library.so in $tsw_libdir links])
  for tsw_deps in '' "$tsw_cuda_libs"; do
    TSW_HYPRE_LINK([$HYPRE_LIBS $tsw_deps], [HYPRE_LIBS="$HYPRE_LIBS $tsw_deps"; hypre_shared=yes; break])
  done
  AC_MSG_RESULT([$hypre_shared])
  # Programs load the library by this name.
  tsw_soname=`$OBJDUMP -p "$tsw_libdir/lib$hypre_library.so" | $SED -n 's/^ *SONAME *//p'`
  AC_DEFINE_UNQUOTED([HYPRE_SONAME], ["${tsw_soname:-$tsw_libdir/lib$hypre_library.so}"],
    [Name of the shared library of hypre.])])
AS_IF([test -r "$tsw_libdir/lib$hypre_library.a"],
  [AC_MSG_CHECKING([whether lib$hypre_library.a in $tsw_libdir links])
  tsw_omp=
  AS_IF([test $hypre_openmp = yes], [tsw_omp=$OPENMP_CFLAGS])
  for tsw_deps in ${HYPRE_DEPS:+"$HYPRE_DEPS"} '' '-llapack -lblas' '-lopenblas' \
      '-lsuperlu_dist -llapack -lblas' '-lsuperlu_dist -lopenblas' \
      '-llapack64 -lblas64' '-lsuperlu_dist -llapack64 -lblas64'; do
    TSW_HYPRE_LINK([$tsw_libdir/lib$hypre_library.a $tsw_deps $tsw_cuda_libs $tsw_omp -lm],
      [HYPRE_STATIC_LIBS="$tsw_libdir/lib$hypre_library.a $tsw_deps $tsw_cuda_libs $tsw_omp -lm"
      hypre_static=yes
      break])
  done
  AC_MSG_RESULT([$hypre_static])])
AS_IF([test $hypre_shared = no && test $hypre_static = no],
  [AC_MSG_ERROR([no program can be linked with the lib$hypre_library in $tsw_libdir (config.log shows why); name the libraries it needs in LIBS, or for a static one in HYPRE_DEPS])])
])

AC_DEFUN([TSW_CHECK_HYPRE],
[AC_ARG_WITH([hypre],
  [AS_HELP_STRING([--with-hypre=DIR], [build the plug for the hypre installed in DIR @<:@default: the one of the system@:>@, or for one of the system by NAME, such as hypre64m; --without-hypre builds only libtrisweep])],
  [], [with_hypre=yes])
have_hypre=no hypre_shared=no hypre_static=no hypre_cuda=no hypre_openmp=no hypre_mixed=no
HYPRE_CPPFLAGS= HYPRE_LIBS= HYPRE_RPATH= HYPRE_STATIC_LIBS=
AC_LANG_PUSH([C])
tsw_hypre_save_CPPFLAGS=$CPPFLAGS
tsw_hypre_save_LIBS=$LIBS
AS_IF([test "$with_hypre" != no],
  [have_hypre=yes
  AS_IF([test "$have_pthread" = no],
    [AC_MSG_ERROR([the plug for hypre needs POSIX threads, which $CC cannot build; give --without-hypre to build only libtrisweep])])
  TSW_HYPRE_HEADERS
  TSW_HYPRE_VERSION
  TSW_HYPRE_REFUSE([HYPRE_SEQUENTIAL], [without MPI], [use a hypre with MPI])
  TSW_HYPRE_REFUSE([HYPRE_COMPLEX], [with complex numbers], [use a hypre with real numbers])
  TSW_HYPRE_REFUSE([HYPRE_SINGLE], [with single precision], [use a hypre with double precision])
  TSW_HYPRE_REFUSE([HYPRE_LONG_DOUBLE], [with long double precision], [use a hypre with double precision])
  TSW_HYPRE_REFUSE([HYPRE_BIGINT], [with 64-bit HYPRE_Int], [use one configured with --enable-mixedint, which has 64-bit global and 32-bit local numbers (on Debian: libhypre64m-dev, and --with-hypre=hypre64m)])
  TSW_HYPRE_REFUSE([HYPRE_USING_HIP], [for HIP], [use one for CUDA or for the CPU])
  TSW_HYPRE_REFUSE([HYPRE_USING_SYCL], [for SYCL], [use one for CUDA or for the CPU])
  # Of a hypre with mixed precision the plug serves the functions for doubles.
  TSW_HYPRE_DEFINES([HYPRE_MIXED_PRECISION], [hypre_mixed=yes HYPRE_CPPFLAGS="$HYPRE_CPPFLAGS -DMP_BUILD_DOUBLE=1"])
  TSW_HYPRE_DEFINES([HYPRE_USING_OPENMP], [hypre_openmp=yes])
  TSW_HYPRE_DEFINES([HYPRE_USING_CUDA], [hypre_cuda=yes])
  AS_IF([test $hypre_mixed$hypre_cuda = yesyes],
    [AC_MSG_ERROR([the hypre in $hypre_where was built with mixed precision for CUDA, which trisweep does not support; use one with double precision only])])
  TSW_CHECK_MPI
  AS_IF([test $hypre_cuda = yes], [HYPRE_CPPFLAGS="$HYPRE_CPPFLAGS $CUDA_CPPFLAGS"])
  CPPFLAGS="$tsw_hypre_save_CPPFLAGS $HYPRE_CPPFLAGS $MPI_CPPFLAGS"
  AC_MSG_CHECKING([whether the internal headers of hypre compile])
  AC_COMPILE_IFELSE([AC_LANG_SOURCE([[#include <_hypre_parcsr_ls.h>
int ok;]])], [AC_MSG_RESULT([yes])],
    [AC_MSG_RESULT([no])
    AC_MSG_ERROR([_hypre_parcsr_ls.h of the hypre in $hypre_where does not compile: $(sed -n 's/^.*error: //p' conftest.err | head -n 1); trisweep needs all headers that hypre installs and all headers that these include, such as Umpire's: set CPPFLAGS=-IDIR to the folder of the missing headers])])
  TSW_HYPRE_LIBRARIES
  AC_CHECK_DECL([HYPRE_BoomerAMGSetFlexibleCycleStruct],
    [AC_DEFINE([HAVE_HYPRE_FLEXIBLE_CYCLE], [1], [Define to 1 if hypre has flexible cycles.])], [],
    [[#include <HYPRE_parcsr_ls.h>]])
  AS_IF([test $hypre_static = no && test "$enable_shared" = no],
    [AC_MSG_ERROR([--disable-shared leaves only the archive for a static hypre, but there is no lib$hypre_library.a that links in $tsw_libdir; name the libraries it needs in HYPRE_DEPS, or give --without-hypre])])])
CPPFLAGS=$tsw_hypre_save_CPPFLAGS
LIBS=$tsw_hypre_save_LIBS
AC_LANG_POP([C])
# The plug is a shared library in front of a shared hypre; the archive is for a static one.
build_plug=no build_wrap=no
AS_IF([test $have_hypre = yes],
  [AS_IF([test $hypre_shared = yes && test "$enable_shared" = yes], [build_plug=yes])
  AS_IF([test "$enable_static" = yes || test $build_plug = no], [build_wrap=yes])])
AS_IF([test $hypre_mixed = yes],
  [AS_IF([test $build_plug = no],
    [AC_MSG_ERROR([of hypre with mixed precision trisweep needs the shared library; give --without-hypre to build only libtrisweep])])
  build_wrap=no])
AC_SUBST([HYPRE_CPPFLAGS])
AC_SUBST([HYPRE_LIBS])
AC_SUBST([HYPRE_RPATH])
AC_SUBST([HYPRE_STATIC_LIBS])
AC_SUBST([hypre_version])
AM_CONDITIONAL([HAVE_HYPRE], [test $have_hypre = yes])
AM_CONDITIONAL([BUILD_PLUG], [test $build_plug = yes])
AM_CONDITIONAL([BUILD_WRAP], [test $build_wrap = yes])
AM_CONDITIONAL([LINK_WRAP], [test $build_wrap = yes && test $hypre_static = yes])
AM_CONDITIONAL([HYPRE_STATIC], [test $hypre_static = yes])
])

# TSW_HYPRE_PKGCONFIG
# Values for trisweep-hypre.pc. The linker must keep the plug although a program may
# use no symbol of the plug. make replaces @WRAP@ by flags from hooks.def.
AC_DEFUN([TSW_HYPRE_PKGCONFIG],
[PC_HYPRE_CFLAGS=`AS_ECHO(["$HYPRE_CPPFLAGS $MPI_CPPFLAGS"]) | $SED 's/-isystem /-I/g; s/-DMP_BUILD_DOUBLE=1//'`
PC_HYPRE_PRIVATE="$CJSON_LIBS $PTHREAD_CFLAGS $DL_LIBS"
AS_IF([test $build_wrap = yes],
  [PC_WRAP_FLAGS='@WRAP@ -Wl,--whole-archive,${libdir}/libtrisweep-hypre-wrap.a,--no-whole-archive -L${libdir} -ltrisweep '"$PC_HYPRE_PRIVATE"],
  [PC_WRAP_FLAGS=])
AS_IF([test $build_plug = yes],
  [PC_HYPRE_LIBS='-L${libdir} -Wl,--push-state,--no-as-needed -ltrisweep-hypre -Wl,--pop-state '"$HYPRE_LIBS $MPI_LIBS"],
  [PC_HYPRE_LIBS='${wrapflags} ${hypre_static} '"$MPI_LIBS"
  PC_HYPRE_PRIVATE=])
AC_SUBST([PC_HYPRE_CFLAGS])
AC_SUBST([PC_HYPRE_LIBS])
AC_SUBST([PC_HYPRE_PRIVATE])
AC_SUBST([PC_WRAP_FLAGS])
])
