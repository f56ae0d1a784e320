# SPDX-License-Identifier: Apache-2.0 OR MIT
# TSW_EXTENSIONS: --with-extensions chooses the extensions of the plug. autoconf reads the registry
# and writes src/extensions/folders.mk, which includes local.mk of each folder. EXTENSIONS has the
# names of those that are built; the condition EXTENSION_<NAME> is true for each that is chosen.

# The pairs name:need of the registry, and the names.
m4_define([TSW_EXTENSION], [m4_append([tsw_extension_pairs], [$1:m4_normalize([$2])], [ ])dnl
m4_append([tsw_extension_names], [$1], [ ])])
m4_define([tsw_extension_pairs], [])
m4_define([tsw_extension_names], [])

AC_DEFUN([TSW_EXTENSIONS], [
m4_divert_push([KILL])
m4_include([src/extensions/registry.def])
m4_divert_pop([KILL])
m4_syscmd([
  {
  printf "\\043 SPDX-License-Identifier: Apache-2.0 OR MIT\n"
  for name in ]tsw_extension_names[; do
    echo "include src/extensions/$name/local.mk"
  done
  } >src/extensions/folders.tmp
  cmp -s src/extensions/folders.tmp src/extensions/folders.mk ||
    cp src/extensions/folders.tmp src/extensions/folders.mk
  rm -f src/extensions/folders.tmp
])

AC_ARG_WITH([extensions],
  [AS_HELP_STRING([--with-extensions=LIST],
    [extensions of the plug, separated by commas: all (that the build allows), none, or names of]
    tsw_extension_names [@<:@all@:>@])],
  [], [with_extensions=all])
AS_CASE([$with_extensions], [yes], [with_extensions=all], [no], [with_extensions=none])
EXTENSIONS=
extensions_left_out=
for tsw_word in `echo "$with_extensions" | tr ',' ' '`; do
  AS_CASE([" all none tsw_extension_names "], [*" $tsw_word "*], [],
    [AC_MSG_ERROR([there is no extension "$tsw_word"; --with-extensions takes all, none, or some of: tsw_extension_names])])
done
for tsw_pair in tsw_extension_pairs; do
  tsw_name=`echo "$tsw_pair" | sed 's/:.*//'`
  tsw_chosen=no
  AS_CASE([",$with_extensions,"], [*,all,* | *",$tsw_name,"*], [tsw_chosen=yes])
  AS_IF([test $tsw_chosen = yes], [
    AS_CASE([$tsw_pair:$have_cuda:$hypre_cuda],
      [*:ANY:* | *:DEVICE:yes:yes], [EXTENSIONS="$EXTENSIONS${EXTENSIONS:+ }$tsw_name"],
      [*], [AS_CASE([",$with_extensions,"], [*",$tsw_name,"*],
        [AC_MSG_ERROR([the extension $tsw_name needs CUDA and a hypre that was built with CUDA])])
        extensions_left_out="$extensions_left_out $tsw_name"])
  ])
  eval "extension_$tsw_name=$tsw_chosen"
done
AS_IF([test $have_hypre = no], [EXTENSIONS=])
AC_SUBST([EXTENSIONS])
AM_CONDITIONAL([EXTENSIONS], [test -n "$EXTENSIONS"])
m4_foreach_w([tsw_name], tsw_extension_names,
  [AM_CONDITIONAL([EXTENSION_]m4_toupper(tsw_name), [test $extension_]tsw_name[ = yes])
])])
