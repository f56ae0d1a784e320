# SPDX-License-Identifier: Apache-2.0 OR MIT
# TSW_RELOCATE
# An installation may be moved: programs and libraries find each other relative to their own
# folder. Sets BIN_TO_LIB, the path from bindir to libdir, CMAKE_TO_PREFIX, the path from CMake's
# folder of trisweep to the prefix, and for files of pkg-config pc_libdir and pc_includedir.

# TSW_EXPAND(VARIABLE, VALUE): VALUE without names of other folders.
AC_DEFUN([TSW_EXPAND],
[$1=$2
for tsw_again in 1 2 3; do
  eval "$1=\"$$1\""
done
])

# TSW_RELATIVE(VARIABLE, FROM, TO): the path from one absolute folder to another.
AC_DEFUN([TSW_RELATIVE],
[$1=`$AWK -v from="$2" -v to="$3" 'BEGIN {
  gsub("/+", "/", from); gsub("/+", "/", to); sub("/$", "", from); sub("/$", "", to)
  n = split(from, f, "/"); m = split(to, t, "/")
  for (i = 1; i <= n && i <= m && f[[i]] == t[[i]]; i++);
  for (j = i; j <= n; j++) path = path "../"
  for (; i <= m; i++) path = path t[[i]] "/"
  sub("/$", "", path)
  print path
}'`
])

# TSW_BELOW_PREFIX(SUBSTITUTION, VARIABLE): the folder of the variable in terms of ${prefix}.
AC_DEFUN([TSW_BELOW_PREFIX],
[AC_SUBST([$1], [$$2])
tsw_below=`expr "x$$2" : "x$prefix\\(/.*\\)"`
AS_IF([test -n "$tsw_below"], [$1='${prefix}'$tsw_below])
])

AC_DEFUN([TSW_RELOCATE],
[AS_IF([test "x$prefix" = xNONE], [prefix=$ac_default_prefix])
AS_IF([test "x$exec_prefix" = xNONE], [exec_prefix='${prefix}'])
TSW_EXPAND([tsw_bin], [$bindir])
TSW_EXPAND([tsw_lib], [$libdir])
TSW_EXPAND([tsw_include], [$includedir])
TSW_RELATIVE([BIN_TO_LIB], [$tsw_bin], [$tsw_lib])
TSW_RELATIVE([CMAKE_TO_PREFIX], [$tsw_lib/cmake/trisweep], [$prefix])
AC_SUBST([BIN_TO_LIB])
AC_SUBST([CMAKE_TO_PREFIX])
TSW_BELOW_PREFIX([pc_libdir], [tsw_lib])
TSW_BELOW_PREFIX([pc_includedir], [tsw_include])
])
