# SPDX-License-Identifier: Apache-2.0 OR MIT
# TSW_CHECK_CUDA
# --with-cuda[=DIR]|no and --with-cuda-arch=LIST. Without these options CUDA is used
# if nvcc is found and hypre is not for CPUs only (TSW_CUDA_DECIDE). If an option is
# given and CUDA cannot be used, configure stops. Sets have_cuda, NVCC,
# NVCCFLAGS, NVCC_ARCH_FLAGS, NVCC_CCBIN, CUDA_CPPFLAGS, CUDA_LIBS, CUDA_RPATH.

# TSW_NVCC_COMPILE(FLAGS, IF-OK, IF-NOT): compile a kernel into conftest.o.
AC_DEFUN([TSW_NVCC_COMPILE],
[cat > conftest.cu <<'_TSW_EOF'
#include <cuda_runtime.h>
static_assert(__cplusplus >= 201703L, "C++17");
__global__ void scale(double *x) { x[[threadIdx.x]] *= 2.0; }
extern "C" int launch(double *x) { scale<<<1, 1>>>(x); return cudaGetLastError(); }
_TSW_EOF
tsw_command="$NVCC -forward-unknown-to-host-compiler $NVCC_CCBIN $1 $NVCCFLAGS -c -o conftest.o conftest.cu"
AS_ECHO(["configure: $tsw_command"]) >&AS_MESSAGE_LOG_FD
AS_IF([$tsw_command >&AS_MESSAGE_LOG_FD 2>&1], [$2], [$3])
rm -f conftest.cu conftest.o
])

# TSW_CUDA_FIND_NVCC: set NVCC and the root of the toolkit, or tsw_cuda_problem.
AC_DEFUN([TSW_CUDA_FIND_NVCC],
[AS_CASE([$with_cuda],
  [yes|guess], [AC_PATH_PROG([NVCC], [nvcc], [], [$PATH$PATH_SEPARATOR/usr/local/cuda/bin])],
  [AS_IF([test -x "$with_cuda/bin/nvcc"],
    [with_cuda=`cd "$with_cuda" && pwd`
    NVCC=$with_cuda/bin/nvcc],
    [tsw_cuda_problem="there is no nvcc in $with_cuda/bin"])])
AS_IF([test -z "$NVCC" && test -z "$tsw_cuda_problem"], [tsw_cuda_problem="there is no nvcc in PATH"])
AS_IF([test -z "$tsw_cuda_problem"],
  [# nvcc names the root itself: NVCC may be a link, or a script that runs another nvcc.
  echo > conftest.cu
  tsw_cuda_root=`$NVCC --dryrun -c conftest.cu 2>&1 | $SED -n 's/^#[$] *TOP=//p'`
  rm -f conftest.cu
  AS_IF([test -d "$tsw_cuda_root"], [tsw_cuda_root=`cd "$tsw_cuda_root" && pwd -P`],
    [tsw_cuda_problem="$NVCC --dryrun names no folder of the toolkit"])
  cuda_version=`$NVCC --version | $SED -n 's/.*release \(@<:@0-9.@:>@*\).*/\1/p'`])
])

# TSW_CUDA_TAKE(COMMAND, WHOSE): unless there is a list of architectures, take those that the command
# prints, a line each, and that trisweep supports.
AC_DEFUN([TSW_CUDA_TAKE],
[AS_IF([test -z "$with_cuda_arch"],
  [with_cuda_arch=`{ $1; } 2>&AS_MESSAGE_LOG_FD |
    $AWK '/^@<:@0-9@:>@+@<:@af@:>@?$/ && $[]0 + 0 >= 80' | sort -u`
  cuda_arch_of=$2])
])

# TSW_CUDA_CHOOSE: the list of architectures, if none was given: those of hypre, else of the GPUs of
# this machine, else all major ones of the toolkit.
AC_DEFUN([TSW_CUDA_CHOOSE],
[cuda_arch_of=
AS_CASE([$with_cuda_arch], [''|yes|no],
  [with_cuda_arch=
  AS_IF([test $hypre_cuda = yes],
    [AC_PATH_PROG([CUOBJDUMP], [cuobjdump], [], [$tsw_cuda_root/bin$PATH_SEPARATOR$PATH])
    tsw_hypre_file=$tsw_libdir/lib$hypre_library.so
    AS_IF([test $hypre_shared = no], [tsw_hypre_file=$tsw_libdir/lib$hypre_library.a])
    AS_IF([test -n "$CUOBJDUMP"],
      [TSW_CUDA_TAKE([$CUOBJDUMP --list-elf "$tsw_hypre_file" | $SED 's/.*@<:@.@:>@sm_//; s/@<:@.@:>@cubin.*//'],
        [", those of $tsw_hypre_file"])])])
  TSW_CUDA_TAKE([nvidia-smi --query-gpu=compute_cap --format=csv,noheader | tr -d .],
    [", those of the GPUs of this machine"])],
  [all], [with_cuda_arch=])
TSW_CUDA_TAKE([$NVCC --list-gpu-code | $SED -n 's/^sm_\(.*0\)$/\1/p'], [", all major ones of this toolkit"])
])

# TSW_CUDA_ARCH: NVCC_ARCH_FLAGS with machine code for each architecture of the
# list, and PTX of the highest for devices newer than all of them. Architectures
# such as 90a are for one device only, and so is their PTX.
AC_DEFUN([TSW_CUDA_ARCH],
[TSW_CUDA_CHOOSE
NVCC_ARCH_FLAGS=
cuda_arch_list=
tsw_ptx=
for tsw_arch in `echo $with_cuda_arch | tr ',; ' '\n\n\n' | sort -u | sort -n`; do
  AS_IF([test -n "$tsw_cuda_problem"], [break])
  AS_CASE([$tsw_arch], [*@<:@af@:>@], [], [tsw_ptx=$tsw_arch])
  tsw_gencode="-gencode arch=compute_$tsw_arch,code=sm_$tsw_arch"
  AC_MSG_CHECKING([whether nvcc $cuda_version compiles for architecture $tsw_arch])
  TSW_NVCC_COMPILE([-std=c++17 $tsw_gencode],
    [AC_MSG_RESULT([yes])
    NVCC_ARCH_FLAGS="$NVCC_ARCH_FLAGS $tsw_gencode"
    cuda_arch_list="$cuda_arch_list $tsw_arch"],
    [AC_MSG_RESULT([no])
    tsw_cuda_problem="nvcc $cuda_version cannot compile C++17 for architecture $tsw_arch (config.log shows why)"])
done
AS_IF([test -n "$tsw_ptx"],
  [NVCC_ARCH_FLAGS="$NVCC_ARCH_FLAGS -gencode arch=compute_$tsw_ptx,code=compute_$tsw_ptx"
  cuda_arch_list="$cuda_arch_list and PTX"])
AC_DEFINE_UNQUOTED([TSW_ARCHITECTURES], ["$cuda_arch_list"], [Architectures of the device code.])
])

# TSW_CUDA_CHECK_LIST: refuse a list that is none, and architectures without the warp reductions
# that kernels use.
AC_DEFUN([TSW_CUDA_CHECK_LIST],
[AS_CASE([$with_cuda_arch], [''|yes|no|all], [],
  [for tsw_arch in `echo "$with_cuda_arch" | tr ',; ' '\n\n\n'`; do
    AS_CASE([$tsw_arch],
      [@<:@1-7@:>@@<:@0-9@:>@],
      [AC_MSG_ERROR([--with-cuda-arch=$with_cuda_arch: trisweep needs GPUs of compute capability 8.0 or newer])],
      [@<:@89@:>@@<:@0-9@:>@|@<:@89@:>@@<:@0-9@:>@@<:@af@:>@|@<:@1-9@:>@@<:@0-9@:>@@<:@0-9@:>@|@<:@1-9@:>@@<:@0-9@:>@@<:@0-9@:>@@<:@af@:>@], [],
      [AC_MSG_ERROR([--with-cuda-arch takes a list such as 80,90, or "all", not "$with_cuda_arch"])])
  done])
])

# TSW_CUDA_LINK: CUDA_CPPFLAGS and CUDA_LIBS for the C compiler.
AC_DEFUN([TSW_CUDA_LINK],
[# A distribution's own toolkit lies in the search paths of the compiler.
AS_IF([test "$tsw_cuda_root" = /usr], [CUDA_CPPFLAGS=],
  [CUDA_CPPFLAGS="-isystem $tsw_cuda_root/include"])
CUDA_LIBS="-lcusparse -lcudart -lstdc++"
CUDA_RPATH=
for tsw_dir in $tsw_cuda_root/lib64 $tsw_cuda_root/lib $tsw_cuda_root/targets/*/lib; do
  AS_IF([test -r "$tsw_dir/libcudart.so"],
    [CUDA_LIBS="-L$tsw_dir $CUDA_LIBS"
    CUDA_RPATH="-R $tsw_dir"
    break])
done
AC_MSG_CHECKING([whether $CC links with the CUDA runtime])
tsw_save_CPPFLAGS=$CPPFLAGS
tsw_save_LIBS=$LIBS
CPPFLAGS="$CPPFLAGS $CUDA_CPPFLAGS"
LIBS="$CUDA_LIBS $LIBS"
AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <cuda_runtime_api.h>]],
    [[int n; return (int) cudaGetDeviceCount(&n);]])],
  [AC_MSG_RESULT([yes])],
  [AC_MSG_RESULT([no])
  tsw_cuda_problem="$CC cannot link with $CUDA_LIBS (config.log shows why)"])
CPPFLAGS=$tsw_save_CPPFLAGS
LIBS=$tsw_save_LIBS
])

AC_DEFUN([TSW_CHECK_CUDA],
[AC_ARG_WITH([cuda],
  [AS_HELP_STRING([--with-cuda=DIR], [build device code with the CUDA toolkit in DIR @<:@default: if nvcc is found and hypre is not for CPUs only@:>@])],
  [AS_IF([test -z "$with_cuda"], [with_cuda=yes])], [with_cuda=guess])
AC_ARG_WITH([cuda-arch],
  [AS_HELP_STRING([--with-cuda-arch=LIST], [compute capabilities to build for, such as 80,90, or "all" for all major ones of the toolkit; PTX of the highest is added @<:@default: those of the hypre for CUDA, else of the GPUs of this machine, else all@:>@])],
  [AS_IF([test "$with_cuda" = guess], [with_cuda=yes])])
AC_ARG_VAR([NVCC], [CUDA compiler])
AC_ARG_VAR([NVCCFLAGS], [flags for the CUDA compiler])
: "${NVCCFLAGS=-O2 -g}"
tsw_cuda_problem=
have_cuda=no
# nvcc accepts one word as the host compiler; for other values of CXX nvcc uses its default.
AS_CASE([$CXX], [''|*' '*], [NVCC_CCBIN=], [NVCC_CCBIN="-ccbin $CXX"])
AS_IF([test "$with_cuda" != no],
  [TSW_CUDA_CHECK_LIST
  TSW_CUDA_FIND_NVCC
  AS_IF([test -z "$tsw_cuda_problem"], [TSW_CUDA_LINK])
  AS_IF([test -z "$tsw_cuda_problem"], [have_cuda=yes],
    [test "$with_cuda" = guess], [AC_MSG_NOTICE([no device code: $tsw_cuda_problem])],
    [AC_MSG_ERROR([CUDA was asked for, but $tsw_cuda_problem])])])
])

# TSW_CUDA_DECIDE: after TSW_CHECK_HYPRE, the architectures. If nvcc was found without --with-cuda and
# hypre is for CPUs, device code is not built: the plug could not use device code, which takes minutes
# to build.
AC_DEFUN([TSW_CUDA_DECIDE],
[AS_IF([test "$with_cuda" = guess && test $have_cuda = yes && test $have_hypre = yes &&
    test $hypre_cuda = no],
  [have_cuda=no
  tsw_cuda_problem="this hypre is for CPUs; --with-cuda builds device code for libtrisweep alone"
  AC_MSG_NOTICE([no device code: $tsw_cuda_problem])])
AS_IF([test $have_cuda = yes],
  [TSW_CUDA_ARCH
  AS_IF([test -z "$tsw_cuda_problem"], [], [test "$with_cuda" = guess],
    [have_cuda=no
    AC_MSG_NOTICE([no device code: $tsw_cuda_problem])],
    [AC_MSG_ERROR([CUDA was asked for, but $tsw_cuda_problem])])])
AS_IF([test $have_cuda = yes], [AC_DEFINE([HAVE_CUDA], [1], [Define to 1 if device code is built.])],
  [CUDA_CPPFLAGS= CUDA_LIBS= CUDA_RPATH= NVCC_ARCH_FLAGS=])
AC_SUBST([NVCC_ARCH_FLAGS])
AC_SUBST([NVCC_CCBIN])
AC_SUBST([CUDA_CPPFLAGS])
AC_SUBST([CUDA_LIBS])
AC_SUBST([CUDA_RPATH])
AM_CONDITIONAL([HAVE_CUDA], [test $have_cuda = yes])
AM_CONDITIONAL([HYPRE_CUDA], [test $hypre_cuda = yes && test $have_cuda = yes])
])
