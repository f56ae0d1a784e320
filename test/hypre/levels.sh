#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 OR MIT
# The library of bench/levels.c writes levels of the first hierarchy of a program, which it ends.
build=${top_builddir:-.}
[ -f "$build/bench/.libs/levels.so" ] || { echo "SKIP: a build without shared libraries"; exit 77; }
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
LD_PRELOAD=$(cd "$build" && pwd)/bench/.libs/levels.so TRISWEEP_LEVELS=$scratch/amg \
   "$build/test/hypre/jumps" >"$scratch/log" 2>&1
status=$?
[ "$status" -ne 77 ] || { tail -1 "$scratch/log"; exit 77; }
rows=$(sed -n '2s/ .*//p' "$scratch/amg_level0.mtx" 2>/dev/null)
coarse=$(sed -n '2s/ .*//p' "$scratch/amg_level1.mtx" 2>/dev/null)
if grep 'ASan runtime does not come first' "$scratch/log"; then
   echo "SKIP: AddressSanitizer wants to be preloaded itself"
   exit 77
fi
if [ "$status" -ne 0 ] || [ "${coarse:-0}" -lt 1 ] || [ "$coarse" -ge "${rows:-0}" ]; then
   tail -5 "$scratch/log"
   echo "status $status, rows of levels 0 and 1: ${rows:-none} and ${coarse:-none}"
   exit 1
fi
