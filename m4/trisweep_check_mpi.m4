# SPDX-License-Identifier: Apache-2.0 OR MIT
# TSW_CHECK_MPI
# Find MPI for the plug and the tools. CC itself may build MPI programs (CC=mpicc, or
# cc on a Cray); otherwise the flags come from the wrapper MPICC, so that the library
# without MPI and the plug with MPI are built by the same compiler, or for another host
# from pkg-config. Sets
# MPI_CPPFLAGS, MPI_LIBS, MPIEXEC; stops if there is no MPI.

# TSW_MPI_LINK(IF-FOUND, IF-NOT): link a program with the flags found so far.
AC_DEFUN([TSW_MPI_LINK],
[tsw_save_CPPFLAGS=$CPPFLAGS
tsw_save_LIBS=$LIBS
CPPFLAGS="$CPPFLAGS $MPI_CPPFLAGS"
LIBS="$MPI_LIBS $LIBS"
AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <mpi.h>]], [[MPI_Init(0, 0); MPI_Finalize();]])],
  [tsw_linked=yes], [tsw_linked=no])
CPPFLAGS=$tsw_save_CPPFLAGS
LIBS=$tsw_save_LIBS
AS_IF([test $tsw_linked = yes], [$1], [$2])
])

# TSW_MPI_FLAGS(COMMAND): sort what the command prints into MPI_CPPFLAGS and MPI_LIBS.
# Optimisation flags and the name of the compiler are ignored.
AC_DEFUN([TSW_MPI_FLAGS],
[tsw_keep_next=no
MPI_CPPFLAGS=
MPI_LIBS=
for tsw_word in `$1 2>&AS_MESSAGE_LOG_FD`; do
  AS_IF([test $tsw_keep_next = yes],
    [MPI_LIBS="$MPI_LIBS $tsw_word"
    tsw_keep_next=no
    continue])
  AS_CASE([$tsw_word],
    [-I/usr/include], [],
    [-I*], [MPI_CPPFLAGS="$MPI_CPPFLAGS -isystem `echo "$tsw_word" | $SED 's/^-I//'`"],
    [-D*], [MPI_CPPFLAGS="$MPI_CPPFLAGS $tsw_word"],
    [-Xlinker], [MPI_LIBS="$MPI_LIBS $tsw_word"; tsw_keep_next=yes],
    [-L*|-l*|-Wl,*|-pthread|*.so|*.a], [MPI_LIBS="$MPI_LIBS $tsw_word"])
done
])

AC_DEFUN([TSW_CHECK_MPI],
[AC_ARG_VAR([MPICC], [MPI C compiler that prints the flags of MPI; not needed if CC builds MPI programs])
AC_ARG_VAR([MPIEXEC], [launcher of MPI programs, for the tests])
AC_SUBST([MPI_CPPFLAGS])
AC_SUBST([MPI_LIBS])
MPI_CPPFLAGS=
MPI_LIBS=
have_mpi=no
AC_MSG_CHECKING([whether $CC builds MPI programs by itself])
AS_IF([test -n "$MPICC"], [AC_MSG_RESULT([not asked, MPICC=$MPICC is set])],
  [TSW_MPI_LINK([have_mpi=yes], [have_mpi=no])
  AC_MSG_RESULT([$have_mpi])])
AS_IF([test $have_mpi = no],
  [AC_PATH_PROGS([MPICC], [$MPICC mpicc mpiicx mpiicc mpicc.openmpi mpicc.mpich])
  AS_IF([test -z "$MPICC"],
    [AC_MSG_ERROR([hypre needs MPI, but there is no mpicc in PATH: install one (on Debian: libopenmpi-dev), set MPICC, or give --without-hypre])])
  # The mpicc of the build machine has no flags for another host; pkg-config of the host has.
  AC_PATH_TOOL([PKG_CONFIG], [pkg-config], [false])
  for tsw_command in "$MPICC -show" "$PKG_CONFIG --cflags --libs mpi-c" \
      "$PKG_CONFIG --cflags --libs ompi-c" "$PKG_CONFIG --cflags --libs mpich"; do
    AC_MSG_CHECKING([whether $CC builds MPI programs with the flags of $tsw_command])
    TSW_MPI_FLAGS([$tsw_command])
    TSW_MPI_LINK([have_mpi=yes], [])
    AC_MSG_RESULT([$have_mpi])
    AS_IF([test $have_mpi = yes], [break])
  done
  AS_IF([test $have_mpi = no],
    [AC_MSG_ERROR([$CC cannot build MPI programs with the flags that `$MPICC -show` or $PKG_CONFIG prints (config.log shows why); set CC or MPICC to another MPI compiler])])])
have_mpi=yes
AC_PATH_PROGS([MPIEXEC], [$MPIEXEC mpiexec mpirun srun])
])
