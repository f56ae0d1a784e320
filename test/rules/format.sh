#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 OR MIT
# clang-format 14 leaves the sources as they are; other versions format in other ways.
. "$(dirname "$0")/common.sh"

for format in clang-format-14 clang-format ''; do
   ! $format --version 2>/dev/null | grep -q 'version 14\.' || break
done
[ -n "$format" ] || { echo "SKIP: no clang-format 14"; exit 77; }

sources_are_formatted() {
   (cd "$1" && find src include tools test bench examples -type f \
      \( -name '*.[ch]' -o -name '*.cu' -o -name '*.cuh' \) 2>/dev/null |
      grep -v -E '^include/(trisweep/version\.h|hypre/|extensions/)' |
      xargs "$format" --dry-run 2>&1) | sed -n 's/: warning:.*/: not as clang-format has it/p'
}

copy_tree .clang-format include
echo 'int  x( void );' >"$scratch/tree/include/seed.h"
catches sources_are_formatted "a blank too many" 'seed.h:1:'

holds sources_are_formatted "$top_srcdir"
finish
