# SPDX-License-Identifier: Apache-2.0 OR MIT
# TSW_SUMMARY
# Print the parts that will be built, and the effect of each missing part.
AC_DEFUN([TSW_SUMMARY],
[AS_IF([test $have_cuda = yes],
  [tsw_cuda="yes, toolkit $cuda_version, architectures$cuda_arch_list$cuda_arch_of"],
  [tsw_cuda="no${tsw_cuda_problem:+, $tsw_cuda_problem}"])
AS_IF([test $have_hypre = no], [tsw_hypre="no: only libtrisweep is built"
  tsw_mpi="no, only the plug uses it"],
  [tsw_hypre="$hypre_version in $hypre_where"
  tsw_mpi="${MPICC:-$CC}, tests run with ${MPIEXEC:-nothing: no mpiexec found}"])
AS_IF([test $build_plug = yes], [tsw_plug="yes, libtrisweep-hypre.so to preload or to link before -l$hypre_library"],
  [test $have_hypre = yes && test $hypre_shared = no], [tsw_plug="no, there is no lib$hypre_library.so; use the archive"],
  [tsw_plug=no])
AS_IF([test $build_wrap = yes], [tsw_wrap="yes, libtrisweep-hypre-wrap.a to link with -Wl,--wrap"],
  [tsw_wrap=no])
AS_IF([test $have_hypre = no], [tsw_json="not needed"],
  [test "$have_cjson" = yes], [tsw_json=yes],
  [tsw_json="no: TRISWEEP_STATS=file.json is unavailable (on Debian: libcjson-dev)"])
AS_IF([test $have_hypre = no], [tsw_solve="no, it needs hypre"],
  [test "$have_cjson" = no], [tsw_solve="no, it needs cJSON (on Debian: libcjson-dev)"],
  [test "$have_cholmod" = no], [tsw_solve="generated problems only: files need CHOLMOD (on Debian: libsuitesparse-dev)"],
  [test "$have_zlib" = no], [tsw_solve="generated problems only: files need zlib (on Debian: zlib1g-dev)"],
  [tsw_solve=yes])
AS_IF([test $have_petsc = yes && { test "$have_cjson" = no || test "$have_zlib" = no; }],
  [tsw_petsc="no, it needs cJSON and zlib (on Debian: libcjson-dev zlib1g-dev)"])
AS_IF([test -z "$TESTS_NOT_BUILT"], [tsw_tests="all tests"],
  [tsw_tests="without the $TESTS_NOT_BUILT"])
AS_IF([test $have_hypre = no], [tsw_extensions="no, only the plug has them"],
  [tsw_extensions="${EXTENSIONS:-none}${extensions_left_out:+; without CUDA not:$extensions_left_out}"])
tsw_openmp=$have_openmp
AS_IF([test $have_openmp = no && test "x$enable_openmp" != xno],
  [tsw_openmp="no, $CC cannot build OpenMP programs: sweeps use one thread a rank (clang on Debian: libomp-dev)"])
AS_IF([test "$enable_sanitizers" = no], [tsw_sanitizers=no], [tsw_sanitizers="address, undefined"])

AS_ECHO(["
$PACKAGE_STRING is configured:

  install to              $prefix
  compiler                $CC $CFLAGS
  warnings are errors     $enable_werror
  sanitizers              $tsw_sanitizers
  libraries               shared: $enable_shared, static: $enable_static
  OpenMP                  $tsw_openmp
  CUDA device code        $tsw_cuda

  hypre                   $tsw_hypre
  MPI                     $tsw_mpi
  plug, shared            $tsw_plug
  plug, static            $tsw_wrap
  extensions              $tsw_extensions
  statistics as JSON      $tsw_json
  trisweep-solve          $tsw_solve
  board krylov by PETSc   $tsw_petsc
  make check              $tsw_tests"])
AS_IF([test $build_wrap = yes && test $hypre_static = no && test -r "$tsw_libdir/lib$hypre_library.a"],
  [AS_ECHO(["
  $tsw_libdir/lib$hypre_library.a needs libraries that configure did not find
  (on Debian: libsuperlu-dist-dev); programs that link it must name them."])])
AS_IF([test $hypre_cuda = yes && test $have_cuda = no],
  [AS_ECHO(["
  This hypre was built for CUDA, but trisweep is configured without: a solver
  that hypre runs on the device is refused with a message."])])
AS_IF([test $hypre_openmp = yes],
  [AS_ECHO(["
  This hypre was built with OpenMP: with several threads its own sweeps are
  Gauss-Seidel within a thread and Jacobi between threads, and so differ from
  those of trisweep."])])
AS_ECHO(["
Next: make && make check && make install
"])
])
