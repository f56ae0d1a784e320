#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 OR MIT
# Names that the built libraries export and need. Each rule takes one library.
. "$(dirname "$0")/common.sh"

: "${NM:=nm}"
: "${CC:=cc}"

# Names that a shared library exports, without versions.
exported() {
   $NM -D --defined-only "$1" | awk '$2 ~ /^[A-TV-Z]$/ { print $3 }' | sed 's/@.*//' | sort -u
}

needed() {
   $NM -D --undefined-only "$1" | awk '{ print $NF }' | sed 's/@.*//' | sort -u
}

# Global names of an archive, except weak and unique ones, which come from C++ templates.
archived() {
   $NM -g --defined-only "$1" 2>/dev/null | awk 'NF == 3 && $2 !~ /[WVu]/ { print $3 }' | sort -u
}

# Linkers, sanitizers and coverage add these names to every library.
not_ours() {
   grep -v -E '^(_init|_fini|_edata|_end|__bss_start)$' |
      grep -v -E '^__(asan|ubsan|lsan|gcov|odr_asan|start|stop)[._]'
}

# Names that the plug alone may use have a version of their own (src/trisweep.map.in).
only_trisweep_is_exported() {
   exported "$1" | not_ours | grep -v -i '^trisweep_' | while read -r name; do
      grep -q " $name;" "$top_srcdir/src/trisweep.map.in" || echo "$name: exported by libtrisweep"
   done
   $NM -D --defined-only "$1" | sed -n 's/.* \(tsw_[^ ]*\)$/\1/p' | grep -v '@@TRISWEEP_PRIVATE_' |
      sed 's/$/: a private name with a public version/'
}

# The loader must refuse the plug with a libtrisweep.so of another version, which is loaded first:
# an RPATH comes before LD_LIBRARY_PATH.
plug_refuses_another_core() {
   soname=$(readelf -d "$1" | sed -n 's/.*NEEDED.*\[\(libtrisweep\.so[.0-9]*\)\]/\1/p')
   mkdir -p "$scratch/core"
   echo "TRISWEEP_${soname##*.} { global: *; }; TRISWEEP_PRIVATE_0.0.1 { global: tsw_cycle_x; };" \
      >"$scratch/core/map"
   echo 'int trisweep_x, tsw_cycle_x;' >"$scratch/core/core.c"
   $CC -shared -fPIC "$scratch/core/core.c" -o "$scratch/core/$soname" -Wl,-soname,"$soname" \
      -Wl,--version-script="$scratch/core/map"
   answer=$(LD_PRELOAD="$scratch/core/$soname $1" env true 2>&1)
   case $answer in
      *"version \`TRISWEEP_PRIVATE_"*"' not found"*libtrisweep-hypre*) ;;
      *) echo "loaded with another $soname: $answer" ;;
   esac
}

hypre_and_mpi_are_not_needed() {
   needed "$1" | grep -E '^(HYPRE_|hypre_|P?MPI_|ompi_|MPIR_)' | sed 's/$/: needed by libtrisweep/'
}

# A C++ name contains its parameter types, among them a tsw_ type, or is local (_GLOBAL__N_).
archive_keeps_to_our_prefixes() {
   archived "$1" | not_ours | grep -v -E '^(trisweep_|tsw_|_Z.*(tsw_|_GLOBAL__N_))' |
      sed 's/$/: in the archive/'
}

# A libHYPRE of the plug would come before the program's.
plug_needs_no_hypre() {
   needed "$1" | grep -i '^hypre_' | sed 's/$/: needed by the plug/'
   if command -v readelf >/dev/null; then
      readelf -d "$1" | sed -n 's/.*NEEDED.*\[\(libHYPRE.*\)\]/\1: needed by the plug/p'
   fi
}

# Files that list hooks: of the plug, and of the extensions that are built.
hook_lists() {
   echo "$top_srcdir/src/hypre/hooks/hooks.def"
   sed -n "s|^#include \"\(.*\)\"|$top_srcdir/src/\1|p" \
      "$top_builddir/include/hypre/built/hooks.def" 2>/dev/null
}

hooks() {
   # shellcheck disable=SC2046
   sed -n 's/^ *TSW_HOOK[A-Z_]*( *\([A-Za-z_0-9]*\) *,.*/\1/p' $(hook_lists) | sort -u
}

# Functions of CUDA that an extension replaces for hypre.
replaced() {
   sed -n 's/^REPLACED \(cuda[A-Za-z]*\)(.*/\1/p' "$top_srcdir"/src/extensions/*/*.c
}

plug_exports_hooks_only() {
   { hooks; replaced; } >"$scratch/hooks"
   exported "$1" | not_ours | grep -v '^trisweep_hypre_' | grep -v -x -F -f "$scratch/hooks" |
      sed 's/$/: exported by the plug, and no hook/'
}

# A hook that is listed and not exported would never be called.
plug_exports_all_hooks() {
   exported "$1" >"$scratch/exported"
   hooks | grep -v -x -F -f "$scratch/exported" >"$scratch/missing"
   # hooks between #if and #endif are for some versions of hypre only
   # shellcheck disable=SC2046
   awk '/^#if/ { inside++ } /^#endif/ { inside-- } inside && /TSW_HOOK/ { print }' $(hook_lists) |
      sed -n 's/^ *TSW_HOOK[A-Z_]*( *\([A-Za-z_0-9]*\) *,.*/\1/p' >"$scratch/optional"
   grep -v -x -F -f "$scratch/optional" "$scratch/missing" |
      sed 's/$/: a hook that is not exported/'
}

# Build a library from one line of C as $scratch/tree.
seed() {
   rm -rf "$scratch/tree"
   echo "$1" >"$scratch/seed.c"
   if ! $CC -shared -fPIC -o "$scratch/tree" "$scratch/seed.c" 2>"$scratch/errors"; then
      cat "$scratch/errors"
      report_fail "the compiler makes a library to try the rules on"
   fi
}

seed 'int trisweep_good(void) { return 0; } int tsw_hidden(void) { return 0; }'
catches only_trisweep_is_exported "a private name in sight" 'tsw_hidden'
seed 'int tsw_cycle_x(void) { return 0; }'
catches only_trisweep_is_exported "a private name without its version" 'tsw_cycle_x: a private'
seed 'int MPI_Barrier(int); int trisweep_x(void) { return MPI_Barrier(0); }'
catches hypre_and_mpi_are_not_needed "a call of MPI" 'MPI_Barrier'
seed 'int hypre_f(void); int trisweep_x(void) { return hypre_f(); }'
catches hypre_and_mpi_are_not_needed "a call of hypre" 'hypre_f'
catches plug_needs_no_hypre "a call of hypre in the plug" 'hypre_f'
seed 'int helper(void) { return 0; }'
$CC -c -o "$scratch/seed.o" "$scratch/seed.c" && rm -f "$scratch/tree" &&
   ar cr "$scratch/tree" "$scratch/seed.o"
catches archive_keeps_to_our_prefixes "a name without prefix in an archive" 'helper'
seed 'int trisweep_hypre_x(void) { return 0; } int hypre_SomethingElse(void) { return 0; }'
catches plug_exports_hooks_only "a name that is no hook" 'hypre_SomethingElse'
catches plug_exports_all_hooks "a plug without hooks" 'HYPRE_BoomerAMGSetRelaxType'

libraries=$top_builddir/.libs
found=0
if [ -f "$libraries/libtrisweep.so" ]; then
   found=1
   holds only_trisweep_is_exported "$libraries/libtrisweep.so"
   holds hypre_and_mpi_are_not_needed "$libraries/libtrisweep.so"
fi
if [ -f "$libraries/libtrisweep.a" ]; then
   found=1
   holds archive_keeps_to_our_prefixes "$libraries/libtrisweep.a"
fi
if [ -f "$libraries/libtrisweep-hypre.so" ]; then
   holds plug_exports_hooks_only "$libraries/libtrisweep-hypre.so"
   holds plug_needs_no_hypre "$libraries/libtrisweep-hypre.so"
   holds plug_exports_all_hooks "$libraries/libtrisweep-hypre.so"
   holds plug_refuses_another_core "$libraries/libtrisweep-hypre.so"
else
   echo "# no $libraries/libtrisweep-hypre.so: built without the plug"
fi
if [ "$found" = 0 ]; then
   echo "no library in $libraries: build first"
   report_fail "there is a library to look at"
fi
finish
