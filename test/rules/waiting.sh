#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 OR MIT
# Kernels whose threads wait for other blocks are launched so that those blocks run, and each wait
# has a limit.
. "$(dirname "$0")/common.sh"

waits='tsw_wait_until|tsw_wait_warp|\.expired\('
polls='tsw_peek|tsw_acquire|ld\.relaxed'
resident=src/base/resident.h
plug='MaxActiveBlocksPerMulti|kernels of other devices'
shared='volatile|atomic_ref|tsw_word'
# Files that read words of other threads, and why such a read is no wait.
reads='src/extensions/products/row_classes.cuh: a row that another thread gave up is left
src/extensions/products/pattern_kernels.cu: the maximum or count so far, before an atomic operation
src/kernels/cuda/colors/pack.cuh: a block that another thread refused is left
src/kernels/cuda/published/level_rounds.cuh: the host polls, until the launch has ended
src/kernels/cuda/device/strips.cuh: one load, which strips/solve.cu polls by the clock of wait.cuh
src/space/cuda/space.cu: the host reads a status'

files() {
   (cd "$1" && find src -name '*.cu' -o -name '*.cuh' -o -name '*.h') | grep -v '^src/base/device/'
}

# The files under a folder that wait, or include a waiting header, also indirectly.
waiting() {
   (cd "$1" && grep -lE "$waits" $(files .)) >"$scratch/waiting"
   before=0
   while [ "$before" -lt "$(wc -l <"$scratch/waiting")" ]; do
      before=$(wc -l <"$scratch/waiting")
      sed -n 's|^src/\(.*\.cuh\)$|#include "\1"|p' "$scratch/waiting" >"$scratch/includes"
      (cd "$1" && grep -lF -f "$scratch/includes" $(files .)) >>"$scratch/waiting"
      sort -u -o "$scratch/waiting" "$scratch/waiting"
   done
   cat "$scratch/waiting"
}

# A file with a launch, and the waiting headers that it includes.
with_headers() {
   echo "$2"
   sed -n 's|^#include "\(.*\.cuh\)"$|src/\1|p' "$1/$2" | grep -x -F -f "$scratch/waiting"
}

# A waiting kernel has tickets, a cluster, or only as many blocks as are resident together, or waits
# for kernels of other devices only. Kernels of the plug ask CUDA for the number of resident blocks
# themselves: the messages of src/base/resident.h are not theirs.
waiting_blocks_run() {
   for file in $(waiting "$1" | grep '\.cu$'); do
      (cd "$1" && cat $(with_headers . "$file")) |
         grep -qE "ticket|AttributeClusterDimension|tsw_launch_resident|tsw_slices_run|$plug" ||
         echo "$file: its threads wait for blocks that may never begin"
   done
}

resident_launches_ask_for_occupancy() {
   (cd "$1" && grep -nE 'LaunchCooperativeKernel|LaunchAttributeCooperative' $(files .)) |
      grep -v "^$resident:" | sed "s|\$|: not by $resident|"
   for file in $(cd "$1" && grep -l tsw_launch_resident $(files .) | grep -v -x $resident); do
      grep -qE 'tsw_resident_(limit|blocks)' "$1/$file" ||
         echo "$file: launches blocks that wait, and never asks how many are resident"
   done
}

# Without base/device/wait.cuh a file reads no words that other threads change, except as listed in
# $reads, and nowhere is such a read the condition of a loop: no wait is without a limit.
waits_have_limits() {
   waiting "$1" >"$scratch/readers"
   echo "$reads" | sed 's/:.*//' >>"$scratch/readers"
   (cd "$1" && awk '
      { gsub(/asm volatile/, "") }
      /^ *\/?\*( |$)/ || /^ *\*\(volatile [a-z0-9_]* \*\).* = / { next }
      /'"$shared|$polls"'/ { print FILENAME ":" FNR ": " $0 "<- read without a limit" }
      ' $(files . | grep '\.cuh*$' | grep -v -x -F -f "$scratch/readers"))
   (cd "$1" && grep -nE "(while|for) \(.*($shared|tsw_peek|atomic[A-Z].*, 0\))" $(files .)) |
      sed 's/$/<- a wait without a limit/'
   # In the body of a loop, also where a header waits.
   (cd "$1" && awk '
      FNR == 1 { depth = n = 0 }
      { gsub(/asm volatile/, "") }
      /^ *(while|for) \(|^ *do$/ { begins = 1 }
      { opened = gsub(/\{/, "{"); closed = gsub(/\}/, "}") }
      opened && begins { loop[++n] = depth; begins = 0 }
      n && /volatile|atomic_ref/ { print FILENAME ":" FNR ": " $0 "<- a wait without a limit" }
      { depth += opened - closed; while (n && depth <= loop[n]) n-- }
      ' $(files . | grep '\.cuh*$' | grep -v -x -F "$(echo "$reads" | sed 's/:.*//')"))
}

# Stores to polled numbers or words of a struct are relaxed or stronger.
numbers_are_posted() {
   (cd "$1" && grep -nE '^ *value\[[^]]*\(.*\)\] = ' $(grep -lE "$polls" $(files .))) |
      sed 's/$/: a plain store of what is polled/'
}

# Kernels have only the features of the compiled architecture, which may be below the device's.
capability_is_that_of_the_code() {
   (cd "$1" && grep -nE 'ComputeCapabilityMajor|\<prop[a-z]*\.major' $(files .)) |
      grep -vE '^src/(base/cuda_major|space/cuda/device).cu:' | sed 's/$/: not tsw_cuda_major/'
}

# A query of all properties takes milliseconds: once for each device and thread.
properties_are_asked_once() {
   (cd "$1" && grep -n 'cudaGetDeviceProperties' $(files .)) |
      grep -vE '^src/(kernels/cuda/gpu|space/cuda/device).cu:' | sed 's/$/: not tsw_measure_gpu/'
}

# A __syncwarp orders the reads of all lanes behind the acquire of one (base/device/order.cuh); the
# shuffle that passes on what this lane has read does not. In slfc other lanes read no words.
lanes_follow_the_acquire() {
   (cd "$1" && awk '
      FNR == 1 || /^}/ || /__syncwarp/ { waits = 0 }
      /tsw_wait_until/ { waits = 1 }
      waits && /__shfl_sync/ { print FILENAME ":" FNR ": a shuffle in place of __syncwarp" }
      ' $(files . | grep -v published/slfc.cu))
}

copy_tree src
spin=$scratch/tree/src/kernels/cuda/spin.cu
printf '%s\n' '#include "kernels/cuda/device/new_values.cuh"' >"$spin"
catches waiting_blocks_run 'a launch without tickets' 'spin.cu'
printf '%s\n' 'cudaLaunchCooperativeKernel(k, 132, 1024, a, 0, s);' >"$spin"
catches resident_launches_ask_for_occupancy 'a launch of its own' 'spin.cu'
printf '%s\n' 'tsw_launch_resident(k, 132, 1024, 0, a, s);' >"$spin"
catches resident_launches_ask_for_occupancy 'a launch without a query' 'spin.cu'
printf '%s\n' 'cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0);' >"$spin"
catches capability_is_that_of_the_code 'a question to the device alone' 'spin.cu'
printf '%s\n' 'cudaGetDeviceProperties(&properties, device);' >"$spin"
catches properties_are_asked_once 'a query in a plan' 'spin.cu:1'
printf '%s\n' 'tsw_wait_until(w, [&] { return tsw_acquire(&f) != 0; });' \
   'return __shfl_sync(ALL, i, 0);' >"$spin"
catches lanes_follow_the_acquire 'reads that may pass the acquire' 'spin.cu:2'
printf '%s\n' 'for (bool done = false; !done;)' '   done = *(volatile int *) word == 1;' >"$spin"
catches waits_have_limits 'a poll of a volatile word' 'spin.cu:2'
printf '%s\n' 'cuda::atomic_ref<int, cuda::thread_scope_device> word(*w);' >"$spin"
catches waits_have_limits 'an atomic of its own' 'spin.cu:1'
printf '%s\n' '#include "kernels/cuda/device/new_values.cuh"' \
   'while (*(volatile double *) &x[j] != x[j]) {}' >"$spin"
catches waits_have_limits 'a loop beside the waits of a header' 'spin.cu:2'
printf '%s\n' '#include "kernels/cuda/device/new_values.cuh"' 'do' '{' \
   '   done = *(volatile int *) word;' '} while (!done);' >"$spin"
catches waits_have_limits 'a read in the body of a loop' 'spin.cu:4'
sed -i 's/tsw_post(&value\[\(.*\)\], number);/value[\1] = number;/' \
   "$scratch/tree/src/analysis/cuda/pull.cuh"
catches numbers_are_posted 'a plain store' 'pull.cuh'

holds waiting_blocks_run "$top_srcdir"
holds resident_launches_ask_for_occupancy "$top_srcdir"
holds capability_is_that_of_the_code "$top_srcdir"
holds properties_are_asked_once "$top_srcdir"
holds lanes_follow_the_acquire "$top_srcdir"
holds waits_have_limits "$top_srcdir"
holds numbers_are_posted "$top_srcdir"
finish
